/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_NEXT_H
#define TIPTOE_FRONTIER_NEXT_H

#include <stdint.h>

#include "base/span.h"
#include "frontier/names.h"

struct frontier;

/* What is to be asked for next, and what is in flight. */

struct frontier_item {
    int64_t id, origin, referrer;
    struct span url; /* borrowed until the next frontier_next or frontier_queued */
    enum frontier_kind kind;
    unsigned roles;
    int depth;
    int attempts;          /* made before */
    int64_t not_before_ms; /* 0 unless it is to be tried again */
};

/* The best queued URL of ORIGIN whose kind is at most KIND_MAX: fresh ones by kind and id, then those to be
 * tried again whose time has come, the longest waiting first. It is then in flight: not given again until one
 * of release, finish, settle or retry is called for it. ERROR_NOT_FOUND when there is none now. */
int frontier_next(struct frontier *frontier, int64_t origin, enum frontier_kind kind_max, int64_t now_ms,
                  struct frontier_item *item) __attribute__((nonnull, warn_unused_result));

/* The time not before which a URL that is visited again may be asked: long gone, so that it comes after what
 * is new and need not wait. */
enum { FRONTIER_LATER_MS = 1 };

/* Gives an item back to the queue; nothing is written. */
void frontier_release(struct frontier *frontier, int64_t id) __attribute__((nonnull));
unsigned frontier_in_flight(const struct frontier *frontier) __attribute__((nonnull));

/* When the first of ORIGIN's URLs to be tried again may be; ERROR_NOT_FOUND when none waits. */
int frontier_earliest_retry(struct frontier *frontier, int64_t origin, int64_t *not_before_ms)
    __attribute__((nonnull, warn_unused_result));

/* Walks over ORIGIN's queued URLs, in flight or not, in the order of the queue; they may be settled on the
 * way. Start with a zeroed cursor; ERROR_NOT_FOUND at the end. */
struct frontier_cursor {
    int64_t not_before_ms, id;
    int kind;
};
int frontier_queued(struct frontier *frontier, int64_t origin, struct frontier_cursor *cursor,
                    struct frontier_item *item) __attribute__((nonnull, warn_unused_result));

#endif
