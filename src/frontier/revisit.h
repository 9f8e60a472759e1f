/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_REVISIT_H
#define TIPTOE_FRONTIER_REVISIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"
#include "frontier/names.h"

struct frontier;

/* Visiting again. A URL's row in the table visit is its last answer that is of use: while the URL is queued
 * for another visit, and when that visit finds nothing better, it stays, and so does its file.
 * frontier_target and frontier_documents go by it. */

/* Queues every URL that was answered or given up again, its answer staying in force: the start page as when
 * it was new, all others to come after what is new. COUNT is how many. */
int frontier_revisit_all(struct frontier *frontier, uint64_t *count)
    __attribute__((nonnull, warn_unused_result));

/* The same for one URL. */
int frontier_revisit(struct frontier *frontier, int64_t url) __attribute__((nonnull, warn_unused_result));

/* A queued URL that is visited again comes as if it were new. */
int frontier_advance(struct frontier *frontier, int64_t url) __attribute__((nonnull, warn_unused_result));

/* How many pages are queued whose answer has a file. */
int frontier_kept_pages(struct frontier *frontier, uint64_t *count)
    __attribute__((nonnull, warn_unused_result));

/* A request that left the answer in force. */
struct frontier_seen {
    int64_t url;
    int status;
    int64_t requested_ms;
    int attempts;
    struct span etag, last_modified;                 /* in place of the answer's, when not empty */
    int64_t archive, archive_offset, archive_length; /* the same, when archive is not 0 */
};

/* The page is as it was: settles the URL as its answer did. */
int frontier_keep(struct frontier *frontier, const struct frontier_seen *seen)
    __attribute__((nonnull, warn_unused_result));

/* There is nothing now, or nothing whole: settles the URL as STATE (FAILED or GONE) for REASON; its answer
 * and its file stay. */
int frontier_keep_old(struct frontier *frontier, const struct frontier_seen *seen, enum frontier_state state,
                      enum frontier_reason reason) __attribute__((nonnull, warn_unused_result));

/* The answer of URL is of no use any more: its file was lost or is to go. It is then as one that has no
 * target. */
int frontier_lose_answer(struct frontier *frontier, int64_t url) __attribute__((nonnull, warn_unused_result));

/* URL has no file any more; another may claim its path. */
int frontier_release_path(struct frontier *frontier, int64_t url)
    __attribute__((nonnull, warn_unused_result));

/* Files that are to be removed, written down before that is done: a kill in between leaves none behind. PATH
 * is below site/. */
int frontier_leave(struct frontier *frontier, struct span path) __attribute__((nonnull, warn_unused_result));

/* One of them into PATH, and whether another URL has claimed it since; ERROR_NOT_FOUND when there is none. */
int frontier_leaving(struct frontier *frontier, struct buf *path, bool *claimed)
    __attribute__((nonnull, warn_unused_result));
int frontier_left(struct frontier *frontier, struct span path) __attribute__((nonnull, warn_unused_result));

/* The next URL with an id above AFTER that is gone and has its file still; ERROR_NOT_FOUND at the end. PATH
 * becomes its file. */
int frontier_gone(struct frontier *frontier, int64_t after, int64_t *url, struct buf *path)
    __attribute__((nonnull, warn_unused_result));

/* How many files site/ has for URLs. */
int frontier_file_count(struct frontier *frontier, uint64_t *count)
    __attribute__((nonnull, warn_unused_result));

#endif
