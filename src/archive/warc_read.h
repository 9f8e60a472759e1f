/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ARCHIVE_WARC_READ_H
#define TIPTOE_ARCHIVE_WARC_READ_H

#include "base/body.h"

/* A record that is read from a WARC file of tiptoe, or of another writer that gives each record a gzip
 * member. */
struct warc_record {
    struct buf head; /* version line, fields, empty line */
    struct body block;
    struct buf made;     /* the header block of a resource record, which has none of its own */
    bool tolerant;       /* a block that differs from its digest is kept, */
    bool altered;        /* and it did */
    uint64_t member_len; /* of its gzip member in the file */
    struct warc_walk *walk;
};

/* Initialises an empty record, which can be read into repeatedly. Blocks above LIMIT_BODY_IN_MEMORY are
 * spooled below SPOOL_DIR, which outlives the record. A block above BLOCK_MAX bytes is ERROR_TOO_LARGE. */
void warc_record_init(struct warc_record *record, int spool_dir, uint64_t block_max) NONNULL;
void warc_record_release(struct warc_record *record) NONNULL;

/* Reads the record at OFFSET of NAME below DIR; LEN is the length of its member. ERROR_CORRUPT if it is not a
 * complete WARC record or, unless it is TOLERANT, does not match its block digest; the record is then empty.
 */
int warc_read(int dir, const char *name, uint64_t offset, uint64_t len, struct warc_record *record) CHECKED;

/* Reads only the head of the record at OFFSET. Its block may have any size. */
int warc_read_head(int dir, const char *name, uint64_t offset, struct warc_record *record) CHECKED;

/* Reads the record at OFFSET of the first LIMIT bytes of FD in the same way; others may follow it. */
int warc_read_from(int fd, uint64_t offset, uint64_t limit, struct warc_record *record) CHECKED;

/* Sets VALUE to that of a field of the record's head, borrowed from the record. Returns false without the
 * field. */
bool warc_field(const struct warc_record *record, const char *name, struct span *value) NONNULL;

/* Sets HEAD and BODY to the parts of an application/http block: its header block, and the body as on the
 * wire. Returns ERROR_INVALID if it has no header block. A resource record is a body, with status 200 and the
 * record's Content-Type. Borrowed from the record. */
int warc_http(struct warc_record *record, struct span *head, struct span *body) CHECKED;

#endif
