/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ARCHIVE_WARC_H
#define TIPTOE_ARCHIVE_WARC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/body.h"
#include "base/digest.h"
#include "base/span.h"

/* Writes WARC 1.1 files: a gzip member a record, a warcinfo record first in each file. What is added outlasts
 * a kill from the moment warc_flush has returned 0: its file name and length then go to the database. After a
 * crash warc_continue cuts the file back to that length, never below. A power cut may take what no sync of
 * the file system followed; that is the caller's to know. */
struct warc;
struct worker;

enum { WARC_NAME_SIZE = 128, WARC_ID_SIZE = 37 };

/* A file and how much of it lasts. */
struct warc_file {
    char name[WARC_NAME_SIZE];
    uint64_t len;
};

/* Where a record stands: what an index keeps. */
struct warc_position {
    char name[WARC_NAME_SIZE];
    char id[WARC_ID_SIZE]; /* the UUID of its WARC-Record-ID */
    size_t number;         /* of those since the last flush, for warc_locate */
    uint64_t offset, len;  /* of the gzip member, from warc_locate */
};

/* All texts are copied; those of warcinfo are left out where NULL. Nothing about the machine is written. */
struct warc_options {
    int dir;               /* the archive directory; stays the caller's, outlives this */
    struct worker *worker; /* likewise */
    const char *prefix;    /* of file names: letters, digits, '.', '-'; the site's host name */
    uint64_t roll_bytes;   /* a file as long as this is full; 0: 10^9 */
    enum digest_kind digest;
    const char *software, *robots, *user_agent, *from, *operator, * is_part_of, *description;
};

/* A response that another repeats, with the values of its fields as they stand in its record. */
struct warc_original {
    struct span id, url, date, payload_digest;
};

/* What an answer repeats. */
enum warc_revisit {
    WARC_NO_REVISIT,
    WARC_SAME_PAYLOAD, /* the payload of an original, of whatever URL; its body is not written again */
    WARC_NOT_MODIFIED  /* the server says (304) that the original is still what it has */
};

/* One request and what came of it. Spans are borrowed for the call. */
struct warc_capture {
    struct span url;                     /* as requested on the wire */
    int64_t started_wall_us;             /* just before the request was made: the date of all its records */
    const char *ip;                      /* bare address, "" unknown */
    const char *protocol;                /* where it was not that of the heads: "h2"; else NULL */
    struct span request_head;            /* without secrets; empty: none was sent, or it is not to be kept */
    struct span response_head;           /* the final header block, verbatim; empty: no answer came */
    struct body *response_body;          /* verbatim, transfer coding included; NULL for none */
    const unsigned char *payload_digest; /* of the options' kind: of the body without its transfer coding */
    const char *truncated;               /* "length", "time", "disconnect", "unspecified"; NULL when whole */
    bool is_coded;                       /* the body is compressed already: stored, not deflated again */
    enum warc_revisit revisit;
    struct warc_original original; /* of a revisit */
    struct span via;               /* the URL that led here; empty for a seed */
    struct span hops;              /* path of hop letters from the seed */
    int64_t fetch_ms;              /* -1 unknown */
    struct span trouble;           /* how it failed, in words; empty: it did not */
    struct span usage;             /* what the site says about uses of it, line by line */
};

/* Never NULL. The object has no file yet: warc_begin or warc_continue comes next. warc_free drops what was
 * not flushed. */
struct warc *warc_new(const struct warc_options *options) __attribute__((nonnull, returns_nonnull));
void warc_free(struct warc *warc);

/* Starts the next file, which did not exist before, and writes its warcinfo to the disk; FILE is for the
 * database before any capture is added. What was added before must have been flushed. */
int warc_begin(struct warc *warc, struct warc_file *file) __attribute__((nonnull, warn_unused_result));

/* Goes on with a file at its committed length. What stands behind it is cut off. SAME is whether its warcinfo
 * record says what a new file's would; if not, warc_begin should follow. ERROR_CORRUPT when the file is
 * shorter, or does not start with a warcinfo record. */
int warc_continue(struct warc *warc, const struct warc_file *file, bool *same)
    __attribute__((nonnull, warn_unused_result));

/* Whether the file is as long as it should be: after the next flush, warc_begin. On failure as warc_add. */
int warc_is_full(struct warc *warc, bool *full) __attribute__((nonnull, warn_unused_result));

/* Adds the records of one capture: response (or revisit), request, metadata; metadata and request where no
 * answer came. POSITION is the first one's, for warc_locate. Another thread makes digests and deflates, so a
 * failure may come as late as with the next flush. On failure everything since the last flush is gone from
 * the file, and must be forgotten by the caller too. */
int warc_add(struct warc *warc, const struct warc_capture *capture, struct warc_position *position)
    __attribute__((nonnull, warn_unused_result));

/* Adds a field NAME to a block of fields for every one of LINES; control bytes become blanks. */
void warc_add_lines(struct buf *fields, const char *name, struct span lines) __attribute__((nonnull));

/* Adds what no server sent: a resource under a URI of our own making, or metadata (lines of fields) about a
 * URL. On failure as warc_add. */
int warc_add_resource(struct warc *warc, struct span uri, const char *content_type, struct body *content)
    __attribute__((nonnull, warn_unused_result));
int warc_add_metadata(struct warc *warc, struct span url, struct span fields)
    __attribute__((nonnull, warn_unused_result));

/* Everything added so far written to the file. On failure as warc_add. */
int warc_flush(struct warc *warc, struct warc_file *file) __attribute__((nonnull, warn_unused_result));

/* Fills in where what was flushed stands, until more is added. */
void warc_locate(const struct warc *warc, struct warc_position *position) __attribute__((nonnull));

#endif
