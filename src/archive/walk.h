/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ARCHIVE_WALK_H
#define TIPTOE_ARCHIVE_WALK_H

#include "base/body.h"
#include "base/http.h"

/* Walks over the records of a WARC file of any writer: with a gzip member for each record, one gzip stream
 * for many, or no compression. It trusts no field, and holds only the fields of one record in memory: a block
 * comes in pieces. Faults of the framing are recorded, and the walk continues at the next record that it can
 * find. */
struct warc_walk;

/* Faults of a record's framing; bits of warc_found.faults. */
enum warc_fault {
    WARC_BARE_LF = 1,       /* a line of its head ends without CR */
    WARC_NO_LENGTH = 2,     /* no valid Content-Length: its end is a guess */
    WARC_BAD_END = 4,       /* its block is not followed by CR LF CR LF */
    WARC_SHARED_MEMBER = 8, /* its gzip member has another record too */
    WARC_SPLIT_MEMBER = 16, /* it continues in the next gzip member */
    WARC_CUT = 32,          /* the file or its compressed data ends, or is damaged, inside it */
    WARC_NO_RECORD = 64,    /* not the beginning of a record: everything up to the next one was skipped */
    WARC_OVERLAPS = 128     /* it and others before it reach too far into later ones: the rest was skipped */
};

struct warc_found {
    struct buf head;      /* version line, fields and empty line, verbatim */
    uint64_t offset, len; /* of its gzip members, or of its bytes in an uncompressed file; LEN is set by
                           * warc_walk_end */
    uint64_t block_len;   /* its Content-Length */
    uint64_t left;        /* bytes of the block that were not read yet */
    unsigned faults;
};

/* Reads the first LIMIT bytes of FD, which the caller keeps. Never NULL. */
struct warc_walk *warc_walk_new(int fd, uint64_t limit) __attribute__((returns_nonnull));
void warc_walk_free(struct warc_walk *walk);

/* Continues in the first LIMIT bytes of FD at OFFSET, that of a record which a walk found. */
void warc_walk_open(struct warc_walk *walk, int fd, uint64_t offset, uint64_t limit) NONNULL;

/* Returns true if the file is gzip, according to the first two bytes of the walk. */
bool warc_walk_is_coded(const struct warc_walk *walk) NONNULL;

/* Reads the next record's head, after skipping the rest of the current record. ERROR_END at the end of
 * the file; ERROR_IO if it cannot be read. FOUND is borrowed until the next call. */
int warc_walk_next(struct warc_walk *walk, struct warc_found **found) CHECKED;

/* Sets PIECE to the next piece of the record's block, borrowed until the next call; empty at the end of the
 * block. */
int warc_walk_block(struct warc_walk *walk, struct span *piece) CHECKED;

/* Sets HEAD to the header block of the HTTP message in the record's block, or to the part for which HEAD has
 * room, and passes over those of interim responses before it. The bytes after it are the next piece of the
 * block. */
int warc_walk_http(struct warc_walk *walk, struct buf *head) CHECKED;

/* Appends the rest of the record's block to TO, and reads to the end of the record. */
int warc_walk_body(struct warc_walk *walk, struct body *to) CHECKED;

/* Reads to the end of the record. Its faults and length are then known. */
int warc_walk_end(struct warc_walk *walk) CHECKED;

/* Calls VISIT with CONTEXT for every record in the first LIMIT bytes of FD, after its head, until it returns
 * an error; ERROR_END ends the walk, as the end of the file does. */
typedef int warc_visitor(void *context, struct warc_walk *walk, struct warc_found *found);
int warc_walk_each(int fd, uint64_t limit, warc_visitor *visit, void *context) CHECKED;

/* Returns the value of the first field NAME of a record's head; empty without one. */
static inline struct span warc_walk_value(struct span head, const char *name)
{
    struct span value = {0};

    (void)head_value(head, name, 0, &value);
    return value;
}

#endif
