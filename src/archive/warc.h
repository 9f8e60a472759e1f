/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ARCHIVE_WARC_H
#define TIPTOE_ARCHIVE_WARC_H

#include "base/body.h"
#include "base/digest.h"

/* Writes WARC 1.1 files: a gzip member for each record, and a warcinfo record first in each file. Records
 * survive a kill once warc_flush has returned 0; the caller then stores the file's name and length in the
 * database. After a crash warc_continue cuts the file back to that length, never below. To survive a power
 * cut, the caller must also sync the file system. */
struct warc;
struct worker;

enum { WARC_NAME_SIZE = 128, WARC_ID_SIZE = 37 };

/* A file and its length that survives a kill. */
struct warc_file {
    char name[WARC_NAME_SIZE];
    uint64_t len;
};

/* The position of a record, for an index. */
struct warc_position {
    char name[WARC_NAME_SIZE];
    char id[WARC_ID_SIZE]; /* the UUID of its WARC-Record-ID */
    size_t number;         /* counted from the last flush, for warc_locate */
    uint64_t offset, len;  /* of the gzip member, from warc_locate */
};

/* All texts are copied; warcinfo omits those that are NULL. Of the machine, only
 * what its kernel can restrict is written. */
struct warc_options {
    int dir;               /* the archive directory; the caller keeps it, and it outlives this */
    struct worker *worker; /* likewise */
    const char *prefix;    /* of file names: letters, digits, '.', '-'; the site's host name */
    uint64_t roll_bytes;   /* no file with several captures is longer; 0: 10^9 */
    enum digest_kind digest;
    const char *software, *robots, *user_agent, *from, *operator, * is_part_of, *description, *sandbox;
    struct span info; /* the user's fields, as in record_take_info; they replace ours of the same name */
};

/* The original of a revisit: the values of the fields in its record. */
struct warc_original {
    struct span id, url, date, payload_digest;
};

/* How an answer repeats an original. */
enum warc_revisit {
    WARC_NO_REVISIT,
    WARC_SAME_PAYLOAD, /* it has the payload of an original of any URL; the body is not written again */
    WARC_NOT_MODIFIED  /* it is a 304: the original is unchanged */
};

/* One request and its answer. Spans are borrowed for the call. */
struct warc_exchange {
    struct span url;                     /* as requested on the wire */
    int64_t started_wall_us;             /* just before the request: the date of all its records */
    const char *ip;                      /* address without port; "": unknown */
    const char *protocol;                /* if it differs from that of the heads: "h2"; otherwise NULL */
    const char *tls_version;             /* "tls/1.3"; NULL without TLS, or if unknown */
    const char *tls_cipher;              /* IANA's name of the suite; or NULL */
    struct span request_head;            /* without secrets; empty: none was sent, or it is not stored */
    struct span response_head;           /* the final header block, verbatim; empty: there was no answer */
    struct body *response_body;          /* verbatim, with its transfer coding; NULL for none */
    const unsigned char *payload_digest; /* of the options' kind: of the body without its transfer coding */
    const char *truncated;               /* "length", "time", "disconnect", "unspecified"; NULL if complete */
    bool is_coded;                       /* the body is already compressed: it is stored, not deflated */
    bool is_page;                        /* the body is HTML */
    enum warc_revisit revisit;
    struct warc_original original; /* of a revisit */
    struct span via;               /* the referring URL; empty for a seed */
    struct span hops;              /* path of hop letters from the seed */
    int64_t fetch_ms;              /* -1: unknown */
    struct span trouble;           /* why it failed, in words; empty: it did not fail */
    struct span usage;             /* the site's preferences about uses of it, one to a line */
};

/* Creates a writer, never NULL. It has no file yet: warc_begin or warc_continue comes next. warc_free
 * discards records that were not flushed. */
struct warc *warc_new(const struct warc_options *options) __attribute__((nonnull, returns_nonnull));
void warc_free(struct warc *warc);

/* Creates the next file. It appears under its name with its warcinfo record, on the disk. The caller stores
 * FILE in the database before it adds a capture. All earlier records must be flushed. DIR has one writer. */
int warc_begin(struct warc *warc, struct warc_file *file) CHECKED;

/* Continues a file at its committed length; bytes after it are removed. Sets SAME to true if its warcinfo
 * record equals that of a new file; if not, the caller should call warc_begin. Returns ERROR_CORRUPT if the
 * file is shorter, or does not start with a warcinfo record. */
int warc_continue(struct warc *warc, const struct warc_file *file, bool *same) CHECKED;

/* Sets FULL to true if the file would be too long with ROOM more bytes: after the next flush, call
 * warc_begin. A file without captures is never full. Failures are as in warc_add. */
int warc_is_full(struct warc *warc, uint64_t room, bool *full) CHECKED;

/* Returns an upper bound of the bytes that an exchange, or a resource with a body of LEN bytes, takes in a
 * file. */
uint64_t warc_room(const struct warc_exchange *exchange) NONNULL;
uint64_t warc_resource_room(uint64_t len);

/* Adds the records of one capture: response (or revisit), request and metadata; without an answer, metadata
 * and request. POSITION is that of the first record, for warc_locate. Another thread computes digests and
 * deflates, so a failure may come as late as the next flush. A failure removes all records since the last
 * flush from the file; the caller must discard them too. */
int warc_add(struct warc *warc, const struct warc_exchange *exchange, struct warc_position *position) CHECKED;

/* Adds a record that no single response has, of the time WALL_US: a resource, or a conversion of the record
 * with the WARC-Record-ID FROM, if that is not empty. POSITION is as in warc_add, or NULL. Failures are as in
 * warc_add. */
int warc_add_resource(struct warc *warc, struct span url, int64_t wall_us, struct span from,
                      const char *content_type, struct body *content, struct warc_position *position)
    __attribute__((nonnull(1, 5, 6), warn_unused_result));

/* Writes all records to the file. Failures are as in warc_add. */
int warc_flush(struct warc *warc, struct warc_file *file) CHECKED;

/* Sets the rest of POSITION after a flush, and before more records are added. */
void warc_locate(const struct warc *warc, struct warc_position *position) NONNULL;

#endif
