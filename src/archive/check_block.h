/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ARCHIVE_CHECK_BLOCK_H
#define TIPTOE_ARCHIVE_CHECK_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/chunked.h"
#include "base/digest.h"

/* The parts of a block that have digests: all of it, and the body without and with its transfer coding. */
enum warc_part { WARC_WHOLE, WARC_PAYLOAD, WARC_FRAMED, WARC_PARTS };

enum { WARC_DIGEST_KINDS = 2 }; /* of enum digest_kind */

/* A block that is read in pieces. */
struct warc_block {
    struct digest digests[WARC_PARTS][WARC_DIGEST_KINDS];
    unsigned char results[WARC_PARTS][WARC_DIGEST_KINDS][DIGEST_MAX_BYTES]; /* set by warc_block_end */
    struct buf head; /* of an HTTP message: start line to empty line */
    bool is_http, head_ended, head_too_long, is_chunked;
    struct chunked chunked;
    uint64_t len, body_len;
};

void warc_block_init(struct warc_block *block) __attribute__((nonnull));
void warc_block_release(struct warc_block *block) __attribute__((nonnull));

/* Begins the next block. */
void warc_block_begin(struct warc_block *block, bool is_http) __attribute__((nonnull));
void warc_block_add(struct warc_block *block, struct span piece) __attribute__((nonnull));
void warc_block_end(struct warc_block *block) __attribute__((nonnull));

#endif
