/* SPDX-License-Identifier: MIT */
/* Answers challenges of HTTP authentication with the user's name and password: Digest (RFC 7616) or Basic
 * (RFC 7617). libcurl would answer a challenge at once, with a request of which pace/ does not know; here,
 * the caller repeats the request in its turn. */
#include "config.h"

#include "fetch/credentials.h"

#include <openssl/evp.h>
#include <stdio.h>
#include <string.h>

#include "base/alloc.h"
#include "base/digest.h"
#include "base/hash.h"
#include "base/limits.h"

enum { HEX_BYTES = 2 * EVP_MAX_MD_SIZE + 1, CNONCE_BYTES = 16, RENEWALS_MAX = 8 };

/* The algorithms of Digest, in the order of preference. */
static const struct auth_hash {
    const char *name; /* in a challenge; "-sess" may follow */
    const EVP_MD *(*algorithm)(void);
} hashes[] = {
    {"MD5", EVP_md5},
    {"SHA-256", EVP_sha256},
    {"SHA-512-256", EVP_sha512_256},
};

void credentials_init(struct credentials *credentials, const char *text)
{
    const char *colon = strchr(text, ':');
    size_t len = colon ? (size_t)(colon - text) : strlen(text);
    unsigned char random[CNONCE_BYTES];

    *credentials = (struct credentials){
        .user = mem_copy_text(text, len),
        .password = mem_copy_text(text + len + (colon ? 1 : 0), colon ? strlen(colon + 1) : 0),
        .renewals = RENEWALS_MAX,
    };
    buf_init(&credentials->space, CREDENTIALS_FIELD_BYTES);
    random_fill(random, sizeof random);
    *digest_hex(random, sizeof random, credentials->cnonce) = '\0';
}

void credentials_release(struct credentials *credentials)
{
    free(credentials->user);
    free(credentials->password);
    buf_release(&credentials->space);
}

/* Sets the text PARAMETER of a challenge to VALUE without quotes and escapes; empty if it is too long. */
static void set_text(char parameter[CREDENTIALS_TEXT_BYTES], struct span value)
{
    size_t len = 0;
    bool is_quoted = span_take_byte(&value, '"');

    for (size_t i = 0; i < value.len && len < CREDENTIALS_TEXT_BYTES - 1; i++) {
        if (is_quoted && value.at[i] == '\\' && i + 1 < value.len)
            i++;
        parameter[len++] = value.at[i];
    }
    parameter[len < CREDENTIALS_TEXT_BYTES - 1 ? len : 0] = '\0';
}

/* Removes the value of a parameter from the front of REST: a token, or a quoted string without its last
 * quote. */
static struct span take_value(struct span *rest)
{
    struct span text = *rest;
    size_t end = 1;

    if (span_byte(text, 0) != '"')
        return span_take_until_any(rest, ", \t\r\n");
    while (end < text.len && text.at[end] != '"')
        end += text.at[end] == '\\' ? 2 : 1;
    *rest = span_part(text, end + 1, text.len);
    return span_part(text, 0, end);
}

static void set_hash(struct challenge *challenge, const char *name)
{
    struct span text = span_of(name);

    challenge->hash = NULL;
    challenge->is_session = span_has_suffix_nocase(text, "-sess");
    if (challenge->is_session)
        text.len -= strlen("-sess");
    for (size_t i = 0; i < COUNT_OF(hashes); i++) {
        if (span_is_nocase(text, hashes[i].name))
            challenge->hash = &hashes[i];
    }
}

static void set_parameter(struct challenge *challenge, struct span name, struct span value)
{
    char text[CREDENTIALS_TEXT_BYTES];

    set_text(text, value);
    if (span_is_nocase(name, "realm")) {
        memcpy(challenge->realm, text, sizeof text);
    } else if (span_is_nocase(name, "nonce")) {
        memcpy(challenge->nonce, text, sizeof text);
    } else if (span_is_nocase(name, "opaque")) {
        memcpy(challenge->opaque, text, sizeof text);
    } else if (span_is_nocase(name, "algorithm")) {
        set_hash(challenge, text);
    } else if (span_is_nocase(name, "stale")) {
        challenge->is_stale = span_is_nocase(span_of(text), "true");
    } else if (span_is_nocase(name, "domain")) {
        challenge->has_domain = true;
    } else if (span_is_nocase(name, "qop")) {
        challenge->has_qop = true;
        challenge->takes_auth = false;
        for (struct span rest = span_of(text); rest.len > 0;) /* a list (RFC 7616, 3.3) */
            challenge->takes_auth |= span_is_nocase(span_take_word(&rest, ", \t"), "auth");
    }
}

/* Reads the next challenge of REST; returns false at the end. */
static bool take_challenge(struct span *rest, struct challenge *challenge)
{
    static const char between[] = ", \t\r\n";
    struct span scheme = span_take_word(rest, between);

    *challenge = (struct challenge){.hash = &hashes[0]};
    if (span_is_nocase(scheme, "Basic"))
        challenge->scheme = AUTH_BASIC;
    else if (span_is_nocase(scheme, "Digest"))
        challenge->scheme = AUTH_DIGEST;
    for (;;) {
        struct span next = span_part(*rest, span_skip(*rest, 0, between), rest->len), name;

        name = span_trim(span_take_until_any(&next, "=,\""), " \t");
        if (!span_is_token(name) || !span_take_byte(&next, '='))
            return scheme.len > 0;
        next = span_part(next, span_skip(next, 0, " \t"), next.len);
        set_parameter(challenge, name, take_value(&next));
        *rest = next;
    }
}

static bool can_answer(const struct challenge *challenge)
{
    if (challenge->scheme == AUTH_DIGEST)
        return challenge->hash && challenge->nonce[0] &&
               (challenge->has_qop ? challenge->takes_auth : !challenge->is_session);
    return challenge->scheme == AUTH_BASIC;
}

/* Sets BEST to the safest challenge of FIELDS that can be answered; AUTH_NONE without one. A password is not
 * sent in the clear to a server that has offered Digest. */
static void choose(const struct answer_fields *fields, struct challenge *best)
{
    const struct answer_line *line;
    bool has_digest = false;

    *best = (struct challenge){.scheme = AUTH_NONE};
    for (size_t at = 0; (line = answer_fields_next(fields, ANSWER_AUTHENTICATE, &at));) {
        struct span rest = line->value;
        struct challenge challenge;

        while (take_challenge(&rest, &challenge)) {
            has_digest |= challenge.scheme == AUTH_DIGEST;
            if (can_answer(&challenge) && (challenge.scheme > best->scheme ||
                                           (challenge.scheme == AUTH_DIGEST && challenge.hash > best->hash)))
                *best = challenge;
        }
    }
    if (has_digest && best->scheme == AUTH_BASIC)
        best->scheme = AUTH_NONE;
}

static bool covers(const struct credentials *credentials, struct span path)
{
    return credentials->version > 0 && span_starts(path, buf_text(&credentials->space));
}

static bool is_same_space(const struct challenge *a, const struct challenge *b)
{
    return a->scheme == b->scheme && strcmp(a->realm, b->realm) == 0;
}

/* Makes CHALLENGE the one that is answered. Its protection space is the whole origin if Digest names no
 * domain; otherwise the folder of PATH, and of all paths before it that were of the same space. */
static void renew(struct credentials *credentials, const struct challenge *challenge, struct span path)
{
    bool is_first = credentials->version == 0 || !is_same_space(challenge, &credentials->challenge);
    struct span space = buf_span(&credentials->space);
    size_t len = 0;

    credentials->challenge = *challenge;
    credentials->requests = 0;
    credentials->version++;
    path = span_part(path, 0, span_find(path, '?'));
    if (challenge->scheme == AUTH_DIGEST && !challenge->has_domain)
        path = span_part(path, 0, 1);
    if (is_first) {
        (void)buf_set(&credentials->space, span_part(path, 0, span_after_last(path, '/')));
        return;
    }
    while (len < space.len && len < path.len && space.at[len] == path.at[len])
        len++;
    buf_cut(&credentials->space, span_after_last(span_part(space, 0, len), '/'));
}

/* Returns whether CHALLENGE, to a request that was sent with VERSION, means that the name and the password
 * may not see its page: they were sent, and the nonce is not the reason (RFC 7616, 3.3). */
static bool is_final(const struct credentials *credentials, unsigned version,
                     const struct challenge *challenge)
{
    bool is_same = is_same_space(challenge, &credentials->challenge);

    if (version == 0)
        return false;
    if (!challenge->is_stale)
        return is_same || !credentials->is_known;
    return is_same && strcmp(challenge->nonce, credentials->challenge.nonce) == 0;
}

bool credentials_take(struct credentials *credentials, struct span path, unsigned version, int status,
                      const struct answer_fields *fields)
{
    struct challenge challenge;

    if (status != 401) {
        credentials->is_known |= version > 0;
        if (version > 0 && credentials->renewals < RENEWALS_MAX)
            credentials->renewals++;
        return false;
    }
    if (credentials->is_refused)
        return false;
    if (version != credentials->version && covers(credentials, path))
        return true; /* challenged before the last challenge was taken */
    choose(fields, &challenge);
    if (challenge.scheme == AUTH_NONE)
        return false;
    if (is_final(credentials, version, &challenge)) {
        credentials->is_refused = !credentials->is_known;
        return false;
    }
    if (version > 0 || (credentials->version > 0 && !is_same_space(&challenge, &credentials->challenge))) {
        if (credentials->renewals == 0)
            return false;
        credentials->renewals--;
    }
    renew(credentials, &challenge, path);
    return covers(credentials, path);
}

/* Writes the hash of the text that FORMAT makes. */
static bool __attribute__((format(printf, 3, 4)))
hash_text(const struct auth_hash *hash, char hex[HEX_BYTES], const char *format, ...)
{
    struct buf text BUF_LOCAL(2 * LIMIT_URL_BYTES);
    unsigned char bytes[EVP_MAX_MD_SIZE];
    unsigned len = 0;
    va_list args;
    bool ok;

    va_start(args, format);
    buf_add_format_args(&text, format, args);
    va_end(args);
    ok = !text.full && EVP_Digest(text.at, text.len, bytes, &len, hash->algorithm(), NULL);
    *digest_hex(bytes, len, hex) = '\0';
    return ok;
}

static void add_quoted(struct buf *out, const char *name, const char *text)
{
    (void)buf_add_format(out, "%s=\"", name);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            (void)buf_add_byte(out, '\\');
        (void)buf_add_byte(out, *text);
    }
    (void)buf_add_byte(out, '"');
}

/* Adds the answer to a challenge of Digest (RFC 7616, 3.4). Returns false if libcrypto refuses its hash. */
static bool add_digest(struct credentials *credentials, const char *target, struct buf *out)
{
    const struct challenge *challenge = &credentials->challenge;
    const struct auth_hash *hash = challenge->hash;
    const char *nonce = challenge->nonce, *cnonce = credentials->cnonce;
    char secret[HEX_BYTES], session[HEX_BYTES], request[HEX_BYTES], response[HEX_BYTES], count[9];
    const char *first = challenge->is_session ? session : secret;
    bool ok;

    (void)snprintf(count, sizeof count, "%08x", ++credentials->requests);
    ok = hash_text(hash, secret, "%s:%s:%s", credentials->user, challenge->realm, credentials->password) &&
         hash_text(hash, session, "%s:%s:%s", secret, nonce, cnonce) &&
         hash_text(hash, request, "GET:%s", target) &&
         (challenge->has_qop
              ? hash_text(hash, response, "%s:%s:%s:%s:auth:%s", first, nonce, count, cnonce, request)
              : hash_text(hash, response, "%s:%s:%s", first, nonce, request));
    add_quoted(out, "Digest username", credentials->user);
    add_quoted(out, ", realm", challenge->realm);
    add_quoted(out, ", nonce", nonce);
    add_quoted(out, ", uri", target);
    (void)buf_add_format(out, ", response=\"%s\", algorithm=%s%s", response, hash->name,
                         challenge->is_session ? "-sess" : "");
    if (challenge->opaque[0])
        add_quoted(out, ", opaque", challenge->opaque);
    if (challenge->has_qop)
        (void)buf_add_format(out, ", qop=auth, nc=%s, cnonce=\"%s\"", count, cnonce);
    return ok && !out->full;
}

static bool add_basic(const struct credentials *credentials, struct buf *out)
{
    struct buf pair BUF_LOCAL(CREDENTIALS_FIELD_BYTES / 2);
    char *place;

    (void)buf_add_format(&pair, "%s:%s", credentials->user, credentials->password);
    (void)buf_add_text(out, "Basic ");
    place = pair.full ? NULL : buf_reserve(out, 4 * (pair.len / 3 + 1) + 1);
    if (!place)
        return false;
    buf_grew(out,
             (size_t)EVP_EncodeBlock((unsigned char *)place, (const unsigned char *)pair.at, (int)pair.len));
    return true;
}

unsigned credentials_add_field(struct credentials *credentials, struct span path, struct buf *out)
{
    struct buf target BUF_LOCAL(LIMIT_URL_BYTES);
    bool added;

    if (credentials->is_refused || !covers(credentials, path))
        return 0;
    (void)buf_add_span(&target, path);
    added = credentials->challenge.scheme == AUTH_BASIC ? add_basic(credentials, out)
                                                        : add_digest(credentials, buf_text(&target), out);
    if (!added)
        buf_clear(out);
    return credentials->version;
}
