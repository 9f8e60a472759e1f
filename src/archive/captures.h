/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ARCHIVE_CAPTURES_H
#define TIPTOE_ARCHIVE_CAPTURES_H

#include "base/alloc.h"
#include "url/url.h"

enum capture_kind {
    CAPTURE_RESPONSE, /* the record has head and body */
    CAPTURE_REVISIT,  /* the record has a head; another record has the body */
    CAPTURE_UNCHANGED /* not modified, according to the server; another record has head and body */
};

struct capture {
    uint64_t url; /* its hash */
    int64_t date_us;
    uint64_t offset, len; /* of the record in its file */
    uint32_t file;        /* NUMBER of captures_add_file */
    uint32_t body;        /* index of the capture that has the body; a response's own index */
    uint16_t status;      /* of HTTP; of CAPTURE_UNCHANGED: that of the capture with the body */
    uint8_t kind;         /* enum capture_kind */
    bool cut : 1;         /* the record, or its Content-Length, says that it has only a part of the body */
    bool used : 1;        /* for the caller */
    uint32_t counts;      /* index of the capture that counts at this time */
};

/* An index of WARC files by URL and time. It is in memory, takes about 60 bytes for each capture, and is made
 * from the files only. A capture is a response to GET, a resource of http or https, or a revisit whose
 * original is also in the files. URLs are identified by hashes under a random key. Damaged records are
 * skipped. */
struct captures {
    LIST(struct capture) all; /* by URL and time */
    uint32_t *order;          /* their indexes in the order of the files */
    size_t orphans;           /* the number of revisits whose original is not in the files */
    /* Conversion records in the order of the files, which are not captures: only the place is set. */
    LIST(struct capture) conversions;

    /* For captures.c. */
    uint64_t key[2];
    uint32_t file;           /* the number of the current one */
    LIST(struct lead) leads; /* until they are resolved, captures have the index of their lead in `body` */
    LIST(uint64_t) others;   /* ids of records of requests other than GET */
    LIST(struct payload) payloads;
    uint32_t *responses; /* for each capture, the last response of its URL up to it, or UINT32_MAX */
    struct url url;
    struct buf http;
};

/* Creates an empty index; never NULL. */
struct captures *captures_new(void) __attribute__((returns_nonnull));
void captures_free(struct captures *captures);

/* Adds the records in the first LIMIT bytes of a file. NUMBER identifies the file in its captures. */
int captures_add_file(struct captures *captures, int fd, uint64_t limit, uint32_t number) CHECKED;

/* Sorts the captures and finds the originals of revisits. Nothing may be added afterwards. */
void captures_finish(struct captures *captures) NONNULL;

/* Returns the last capture of URL, a canonical text, that began at UNTIL_US or before; NULL without one. One
 * whose body is truncated counts only if none before it is whole and has a status below 400. */
struct capture *captures_find(struct captures *captures, struct span url, int64_t until_us) NONNULL;

/* Returns true if another capture of the same URL counts. */
bool captures_is_outdone(const struct captures *captures, const struct capture *capture) NONNULL;

#endif
