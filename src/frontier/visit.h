/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_VISIT_H
#define TIPTOE_FRONTIER_VISIT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"
#include "frontier/names.h"

struct frontier;

/* Answers and what was made of them. Only answered URLs have such a row. */

enum { FRONTIER_DIGEST_BYTES = 32 };

struct frontier_visit {
    int64_t url;
    enum frontier_state
        state; /* any but FRONTIER_QUEUED and FRONTIER_REFUSED; read: as the answer settled its URL,
                  which may be queued, gone or failing since (revisit.h); QUEUED: lost */
    enum frontier_reason reason; /* of FAILED, GONE and WITHHELD */
    struct span rule;            /* of WITHHELD: the META tag or header */
    int attempts;                /* made in all */
    int64_t requested_ms;        /* the request's start */
    int64_t duration_ms;
    int status;          /* HTTP status */
    struct span outcome; /* how the transfer ended, in a word; empty: as it should */
    struct span content_type, etag, last_modified;
    int64_t wire_bytes, plain_bytes; /* of the body, before and after decoding */
    struct span digest;              /* of the body as it came: FRONTIER_DIGEST_BYTES, or empty */
    bool document;                   /* site/ shows it rewritten: frontier_documents gives it */
    int64_t archive;                 /* from frontier_archive; 0 when it is not in the archive */
    int64_t archive_offset, archive_length;
    int64_t redirect_to;           /* of REDIRECTED: the URL's id */
    struct span redirect_fragment; /* and what Location has after it, with its '#' */
    struct span title;
    struct span preferences;  /* what the site says about uses of the page, line by line as written; kept once
                                 a text */
    struct span robots_terms; /* META robots and X-Robots-Tag terms that were obeyed */
    struct span path;         /* its file below site/, from frontier_claim_path; empty: none */
    /* Set by the frontier alone: */
    int64_t run;
    int64_t sequence;          /* 1 and up, in the order in which answers were settled, over all runs */
    int64_t woven;             /* the greatest sequence when it was last woven; 0: never */
    int64_t seen_run, seen_ms; /* the last request that left it in force, or its own */
    int seen_status;
};

/* Settles a URL with its answer, replacing an older one. The URL is not in flight any more. */
int frontier_finish(struct frontier *frontier, const struct frontier_visit *visit)
    __attribute__((nonnull, warn_unused_result));

/* The sequence of the last finished URL, 0 before the first. */
int64_t frontier_sequence(const struct frontier *frontier) __attribute__((nonnull));

/* Counts one on without a finished URL, so that what is woven from now on is told from what was. */
void frontier_count_on(struct frontier *frontier) __attribute__((nonnull));

/* Makes PATH (below site/) the file of URL, in place of one it had. KEY is the path as the file systems see
 * it that fold case: two paths with one key are one file. Returns 0 (also when it has this path already), or
 * ERROR_LOCKED when another URL, put in HOLDER, has the file, or has a file where the path needs a directory,
 * or a directory where it needs a file. */
int frontier_claim_path(struct frontier *frontier, int64_t url, struct span path, struct span key,
                        int64_t *holder) __attribute__((nonnull, warn_unused_result));

/* Sets URL to the one whose file has this key. ERROR_NOT_FOUND where none has. [read] */
int frontier_file_holder(struct frontier *frontier, struct span key, int64_t *url)
    __attribute__((nonnull, warn_unused_result));

/* The document was woven when SEQUENCE was the last. */
int frontier_set_woven(struct frontier *frontier, int64_t url, int64_t sequence)
    __attribute__((nonnull, warn_unused_result));

#endif
