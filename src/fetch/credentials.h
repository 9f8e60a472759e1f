/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FETCH_CREDENTIALS_H
#define TIPTOE_FETCH_CREDENTIALS_H

#include "answer/fields.h"
#include "base/buf.h"

enum {
    CREDENTIALS_TEXT_BYTES = 512, /* of a parameter of a challenge; longer ones are not answered */
    CREDENTIALS_FIELD_BYTES = 16 * 1024
};

/* A scheme of authentication, in the order of preference. */
enum auth_scheme { AUTH_NONE, AUTH_BASIC, AUTH_DIGEST };

struct auth_hash;

/* A challenge of a server (RFC 9110, 11.3). Texts are unescaped. */
struct challenge {
    enum auth_scheme scheme;
    const struct auth_hash *hash; /* of Digest; NULL for one that is not known */
    bool is_session, has_qop, takes_auth, is_stale, has_domain;
    char realm[CREDENTIALS_TEXT_BYTES], nonce[CREDENTIALS_TEXT_BYTES], opaque[CREDENTIALS_TEXT_BYTES];
};

/* A name and a password for one origin, which are sent only in answer to a challenge, and then within its
 * protection space (RFC 9110, 11.5; RFC 7617, 2.2; RFC 7616, 3.3). */
struct credentials {
    char *user, *password;
    struct challenge challenge; /* that is answered; AUTH_NONE before the first */
    struct buf space;           /* the path that the protection space begins with */
    unsigned version;           /* of challenge and space; 0 before the first */
    unsigned requests;          /* with this nonce */
    unsigned renewals;          /* how many more challenges may be answered; each accepted answer adds one */
    bool is_known;              /* an answer to a request with them was not 401 */
    bool is_refused;            /* the server does not know this name or password */
    char cnonce[64];
};

/* Makes credentials of TEXT, "user:password". */
void credentials_init(struct credentials *credentials, const char *text) NONNULL;
void credentials_release(struct credentials *credentials) NONNULL;

/* Adds the value of Authorization of a GET request for PATH (with its query) of the origin to OUT; nothing
 * where no challenge was met, or if the value would be too long. Returns the version to pass to
 * credentials_take; 0 where no challenge was met. */
unsigned credentials_add_field(struct credentials *credentials, struct span path, struct buf *out) CHECKED;

/* Takes the answer, of STATUS and with FIELDS, for a request for PATH that was sent with VERSION. Returns
 * true if the request can now be repeated with credentials that the server has not refused. The number of
 * repetitions is limited by that of accepted answers. */
bool credentials_take(struct credentials *credentials, struct span path, unsigned version, int status,
                      const struct answer_fields *fields) CHECKED;

#endif
