/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_DIGEST_H
#define TIPTOE_BASE_DIGEST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

/* SHA-256 and SHA-1 of bytes as they come, and their WARC spelling. */
enum digest_kind { DIGEST_SHA256, DIGEST_SHA1 };

enum {
    DIGEST_MAX_BYTES = 32,
    DIGEST_TEXT_SIZE =
        72 /* room for "sha256:" and 64 hexadecimal digits, or "sha1:" and 32 of base 32, and a NUL */
};

struct body;
struct evp_md_ctx_st;

/* Made once, used for any number of digests one after the other. */
struct digest {
    struct evp_md_ctx_st *context;
    enum digest_kind kind;
};

/* Ready for digest_add. */
void digest_init(struct digest *digest, enum digest_kind kind) __attribute__((nonnull));
void digest_release(struct digest *digest) __attribute__((nonnull));

void digest_add(struct digest *digest, const void *bytes, size_t len) __attribute__((nonnull(1)));

/* Adds all of BODY, piece by piece: 0, or the error of body_piece, after which digest_finish comes all the
 * same. */
int digest_add_body(struct digest *digest, struct body *body) __attribute__((nonnull, warn_unused_result));

/* The digest of what was added since the last call; the object is ready for the next one. */
void digest_finish(struct digest *digest, unsigned char bytes[DIGEST_MAX_BYTES]) __attribute__((nonnull));

/* How many of the bytes count: 32 or 20. */
size_t digest_len(enum digest_kind kind);

/* "sha256:" and lower-case hexadecimal, or "sha1:" and upper-case base 32 (RFC 4648, no padding is needed).
 */
void digest_text(enum digest_kind kind, const unsigned char *bytes, char text[DIGEST_TEXT_SIZE])
    __attribute__((nonnull));

/* The opposite, in the spellings found in the wild: label and base 32 in any case, either digest in
 * hexadecimal. False when TEXT is none of these. */
bool digest_parse(struct span text, enum digest_kind *kind, unsigned char bytes[DIGEST_MAX_BYTES])
    __attribute__((nonnull, warn_unused_result));

#endif
