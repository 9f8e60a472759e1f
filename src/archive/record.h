/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ARCHIVE_RECORD_H
#define TIPTOE_ARCHIVE_RECORD_H

#include <stdbool.h>

#include "archive/member.h"
#include "archive/warc.h"
#include "base/body.h"
#include "base/buf.h"
#include "base/digest.h"
#include "base/span.h"

/* One record before it is written. Texts that are NULL or empty are left out; all are borrowed. For this
 * folder alone. */
struct record {
    const char *type, *content_type;
    const char *id, *concurrent_to, *info_id; /* UUIDs */
    const char *date;                         /* clock_format's */
    struct span url;
    const char *ip, *protocol, *truncated, *filename;
    struct span payload_digest; /* as the field's value */
    bool payload_is_block;
    const char *profile; /* of a revisit, and what it refers to: */
    struct span refers_to, refers_to_url, refers_to_date;
    struct span block;
    struct body *body; /* goes on with the block; NULL: nothing */
    bool store;        /* the body is compressed already */
};

/* What stands behind a block. */
#define RECORD_END "\r\n\r\n"

uint64_t record_block_len(const struct record *record) __attribute__((nonnull));

/* Where in a head the digest of the block goes; 0: nowhere else. */
struct record_marks {
    size_t block, payload;
};

/* Makes HEAD the record's version line and fields, with the empty line, and room for the digest of its block,
 * of KIND. */
int record_head(struct buf *head, const struct record *record, enum digest_kind kind,
                struct record_marks *marks) __attribute__((nonnull, warn_unused_result));

/* Puts the digest of the block where HEAD has room for it. */
void record_seal(char *head, const struct record_marks *marks, enum digest_kind kind,
                 const unsigned char *digest) __attribute__((nonnull));

/* Adds a record of any size to FILE; HEAD is used for its head. */
int record_write(const struct record *record, struct buf *head, struct digest *digest,
                 struct member_maker *maker, struct member_file *file)
    __attribute__((nonnull, warn_unused_result));

/* The UUID (RFC 9562) of VERSION that 16 BYTES make, of which the bits that say so are set. */
void record_write_id(unsigned char *bytes, unsigned version, char id[WARC_ID_SIZE]) __attribute__((nonnull));

/* A random one, of version 4. */
enum { RECORD_RANDOM_BYTES = 256 };
struct record_ids {
    unsigned char random[RECORD_RANDOM_BYTES];
    size_t left;
};
void record_make_id(struct record_ids *ids, char id[WARC_ID_SIZE]) __attribute__((nonnull));

/* Adds "NAME: VALUE" and a line end. Control bytes, which would start another line, become blanks. */
void record_add_field(struct buf *to, const char *name, struct span value) __attribute__((nonnull));

#endif
