/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_DIGEST_H
#define TIPTOE_BASE_DIGEST_H

#include "base/span.h"

/* SHA-256 and SHA-1 of bytes as they arrive, and their WARC spelling. */
enum digest_kind { DIGEST_SHA256, DIGEST_SHA1 };

enum {
    DIGEST_MAX_BYTES = 32,
    DIGEST_TEXT_SIZE = 72 /* "sha256:", 64 hexadecimal digits and a NUL */
};

struct body;
struct evp_md_ctx_st;

/* One object computes any number of digests, one after the other. Zero it first, except its kind. */
struct digest {
    struct evp_md_ctx_st *context;
    enum digest_kind kind;
};

void digest_release(struct digest *digest) NONNULL;

void digest_add(struct digest *digest, const void *bytes, size_t len) __attribute__((nonnull(1)));

/* Adds all of BODY, piece by piece. Returns 0 or the error of body_piece; call digest_finish either way. */
int digest_add_body(struct digest *digest, struct body *body) CHECKED;

/* Writes the digest of BODY. */
int digest_body(enum digest_kind kind, struct body *body, unsigned char bytes[DIGEST_MAX_BYTES]) CHECKED;

/* Writes the digest of the bytes added since the last call; the object is then ready for the next digest. */
void digest_finish(struct digest *digest, unsigned char bytes[DIGEST_MAX_BYTES]) NONNULL;

/* Returns the digest's length: 32 or 20 bytes. */
size_t digest_len(enum digest_kind kind);

/* Writes "sha256:" and lower-case hexadecimal, or "sha1:" and upper-case base 32 (RFC 4648). */
void digest_text(enum digest_kind kind, const unsigned char *bytes, char text[DIGEST_TEXT_SIZE]) NONNULL;

/* Writes LEN bytes as lower-case hexadecimal, and returns the end, which gets no NUL. */
char *digest_hex(const unsigned char *bytes, size_t len, char *to) NONNULL;

/* Writes base 32 without label and padding. */
void digest_base32(enum digest_kind kind, const unsigned char *bytes, char text[DIGEST_TEXT_SIZE]) NONNULL;

/* Reads TEXT as WARC files in the wild spell it: label and letters in any case, base 16 or 32, also padded.
 * Returns false for any other text; KIND and BYTES have no meaning then. */
bool digest_parse(struct span text, enum digest_kind *kind, unsigned char bytes[DIGEST_MAX_BYTES]) CHECKED;

#endif
