/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ARCHIVE_CHECK_INSIDE_H
#define TIPTOE_ARCHIVE_CHECK_INSIDE_H

#include "archive/check.h"
#include "archive/walk.h"
#include "base/digest.h"
#include "url/url.h"

/* Shared by the files of the check. No other file includes it. */

enum warc_type {
    WARC_TYPE_OTHER,
    WARC_TYPE_WARCINFO,
    WARC_TYPE_RESPONSE,
    WARC_TYPE_RESOURCE,
    WARC_TYPE_REQUEST,
    WARC_TYPE_METADATA,
    WARC_TYPE_REVISIT,
    WARC_TYPE_CONVERSION,
    WARC_TYPE_CONTINUATION,
    WARC_TYPES
};

/* The parts of a block that have digests: all of it, and the body without its transfer coding. */
enum warc_part { WARC_WHOLE, WARC_PAYLOAD, WARC_PARTS };

enum { WARC_DIGEST_KINDS = 2 }; /* of enum digest_kind */

/* A block that is read in pieces. */
struct warc_block {
    struct digest digests[WARC_PARTS][WARC_DIGEST_KINDS];
    unsigned char results[WARC_PARTS][WARC_DIGEST_KINDS][DIGEST_MAX_BYTES]; /* set by warc_block_end */
    struct buf head; /* of an HTTP message: start line to empty line; of a warcinfo: its first bytes */
    bool is_http, is_info, head_ended, head_too_long;
    bool is_chunked;   /* the body is in chunks; */
    bool lacks_chunks; /* only the header says so */
    struct chunked chunked;
    uint64_t len, body_len;
    bool keeps_coded; /* the payload is kept in CODED, if it has a content coding: */
    bool is_coded, coded_is_whole;
    struct body coded;
};

/* The current record. */
struct warc_subject {
    const struct warc_found *found;
    struct span head;
    enum warc_type type;
    bool is_1_0;
    struct span url; /* without brackets */
    struct span content_type;
    bool truncated;
    bool is_segment;      /* has only a part of a divided record's block (WARC 1.1, clause 7) */
    bool repeats_nothing; /* a revisit with the digest of empty input */
};

struct warc_links;

struct warc_check {
    struct warc_watch watch;
    int64_t now_us;
    struct url url, other;
    struct buf label, text;
    struct warc_check_result result;
    uint64_t file_records;
    bool has_info; /* the file begins with a warcinfo */
    struct warc_subject subject;
    struct warc_block block;
    struct warc_links *links;
};

/* Counts a finding about the current record and reports it with the text FORMAT. */
void warc_say(struct warc_check *check, enum warc_severity severity, const char *code, const char *format,
              ...) __attribute__((nonnull, format(printf, 4, 5)));

/* Checks the fields of the current record, and sets the members of its subject; later, the HTTP message in
 * its block (check_record.c). */
void warc_check_fields(struct warc_check *check) NONNULL;
void warc_check_http(struct warc_check *check) NONNULL;

/* Returns whether the block is an HTTP message, by the type and Content-Type of its record. */
bool warc_check_is_http(const struct warc_subject *subject) NONNULL;

/* Creates the list of links between records, to which each record is added (check_links.c). */
struct warc_links *warc_links_new(int spool_dir) __attribute__((returns_nonnull));
void warc_links_free(struct warc_links *links);
void warc_links_add(struct warc_check *check) NONNULL;

#endif
