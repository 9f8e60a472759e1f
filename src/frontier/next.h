/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_NEXT_H
#define TIPTOE_FRONTIER_NEXT_H

#include <stdint.h>

#include "base/span.h"
#include "frontier/names.h"

struct frontier;

/* The URL to request next, and the URLs in flight. */

struct frontier_item {
    int64_t id, origin, referrer;
    struct span url; /* borrowed until the next frontier_next or frontier_queued */
    enum frontier_kind kind;
    unsigned roles;
    int depth;
    int attempts;          /* made before */
    int64_t not_before_ms; /* 0 unless it is to be tried again */
};

/* Finds the best queued URL of ORIGIN whose kind is at most KIND_MAX: first fresh ones by kind and id, then
 * those to be tried again whose time has come, the longest waiting first. It is then in flight: it is not
 * returned again until release, finish, settle or retry is called for it. ERROR_END if no URL is ready now.
 */
int frontier_next(struct frontier *frontier, int64_t origin, enum frontier_kind kind_max, int64_t now_ms,
                  struct frontier_item *item) __attribute__((nonnull, warn_unused_result));

/* The `not_before` of a URL that an update revisits. It is in the past, so the URL comes after new ones but
 * does not wait. */
enum { FRONTIER_LATER_MS = 1 };

/* Returns an item to the queue; nothing is written. */
void frontier_release(struct frontier *frontier, int64_t id) __attribute__((nonnull));

/* Finds the earliest time at which one of ORIGIN's URLs may be tried again; ERROR_NOT_FOUND if none waits. */
int frontier_earliest_retry(struct frontier *frontier, int64_t origin, int64_t *not_before_ms)
    __attribute__((nonnull, warn_unused_result));

/* The next of ORIGIN's queued URLs after CURSOR, in flight or not, in the order of the queue. The caller may
 * settle them during the walk. Start with a zeroed cursor; ERROR_END at the end. */
struct frontier_cursor {
    int64_t not_before_ms, id;
    int kind;
};
int frontier_queued(struct frontier *frontier, int64_t origin, struct frontier_cursor *cursor,
                    struct frontier_item *item) __attribute__((nonnull, warn_unused_result));

#endif
