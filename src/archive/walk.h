/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ARCHIVE_WALK_H
#define TIPTOE_ARCHIVE_WALK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

/* Goes through anyone's WARC file from record to record: a gzip member a record, one gzip stream over many,
 * or none at all. Nothing is believed and nothing is held in memory but the fields of one record: a block
 * comes in pieces. What is wrong with the framing is noted, and the walk goes on where the next record can be
 * found. */
struct warc_walk;

/* What can be wrong with a record's framing; bits of warc_found.faults. */
enum warc_fault {
    WARC_BARE_LF = 1,       /* a line of its head ends without CR */
    WARC_NO_LENGTH = 2,     /* no Content-Length that can be read: where it ends is a guess */
    WARC_BAD_END = 4,       /* its block is not followed by CR LF CR LF */
    WARC_SHARED_MEMBER = 8, /* its gzip member has another record too */
    WARC_SPLIT_MEMBER = 16, /* it goes on in the next gzip member */
    WARC_CUT = 32,          /* the file or its compressed data ends, or breaks, inside it */
    WARC_NO_RECORD = 64     /* not the beginning of a record: everything up to the next one was passed over */
};

struct warc_found {
    struct buf head;      /* version line, fields, empty line; as it stands */
    uint64_t offset, len; /* of its gzip members, or of its bytes in a file that is not compressed; LEN is
                             known when it has been ended */
    uint64_t block_len;   /* as its Content-Length says */
    unsigned faults;
};

/* FD is read from its beginning, up to LIMIT bytes of it, and stays the caller's. Never NULL. */
struct warc_walk *warc_walk_new(int fd, uint64_t limit) __attribute__((returns_nonnull));
void warc_walk_free(struct warc_walk *walk);

/* Whether the file is gzip, as its first two bytes say. */
bool warc_walk_is_coded(const struct warc_walk *walk) __attribute__((nonnull));

/* The next record's head; what is left of the one before is passed over. ERROR_NOT_FOUND at the end of the
 * file; ERROR_IO where it cannot be read. FOUND is borrowed until the next call. */
int warc_walk_next(struct warc_walk *walk, struct warc_found **found)
    __attribute__((nonnull, warn_unused_result));

/* The next piece of its block, borrowed until the next call; an empty one at its end. */
int warc_walk_block(struct warc_walk *walk, struct span *piece) __attribute__((nonnull, warn_unused_result));

/* The header block of the HTTP message that the record's block is: as much of it as HEAD has room for. */
int warc_walk_http(struct warc_walk *walk, struct buf *head) __attribute__((nonnull, warn_unused_result));

/* Reads on to the record's end; then its faults and its length are known. */
int warc_walk_end(struct warc_walk *walk) __attribute__((nonnull, warn_unused_result));

/* The value of the INDEX-th field NAME (from 0) of a head; false when there are not so many. */
bool warc_walk_field(struct span head, const char *name, size_t index, struct span *value)
    __attribute__((nonnull));

#endif
