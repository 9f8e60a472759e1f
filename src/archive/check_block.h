/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ARCHIVE_CHECK_BLOCK_H
#define TIPTOE_ARCHIVE_CHECK_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/chunked.h"
#include "base/digest.h"

/* A block that is read in pieces: its digest. For an HTTP message also the header block, and the digests of
 * the body with and without its transfer coding. */
struct warc_block {
    struct digest whole[2], payload[2], framed[2]; /* by enum digest_kind */
    struct buf head;                               /* of an HTTP message: start line to empty line */
    bool is_http, head_ended, head_too_long, is_chunked;
    struct chunked chunked;
    uint64_t len, body_len, payload_len;
};

/* Digests of a complete block, by enum digest_kind. */
struct warc_block_digests {
    unsigned char whole[2][DIGEST_MAX_BYTES], payload[2][DIGEST_MAX_BYTES], framed[2][DIGEST_MAX_BYTES];
};

void warc_block_init(struct warc_block *block) __attribute__((nonnull));
void warc_block_release(struct warc_block *block) __attribute__((nonnull));

/* Begins the next block. */
void warc_block_begin(struct warc_block *block, bool is_http) __attribute__((nonnull));
void warc_block_add(struct warc_block *block, struct span piece) __attribute__((nonnull));
void warc_block_end(struct warc_block *block, struct warc_block_digests *digests) __attribute__((nonnull));

#endif
