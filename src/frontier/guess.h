/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_GUESS_H
#define TIPTOE_FRONTIER_GUESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct frontier;

/* URLs whose outcome differs from what earlier woven pages assumed. A page must be woven again if it links to
 * one of them and its `woven` is less than the sequence stored here. */

/* Stores the URL. A greater SEQUENCE replaces a lesser one. */
int frontier_misguessed(struct frontier *frontier, int64_t url, int64_t sequence)
    __attribute__((nonnull, warn_unused_result));

/* Whether there are any. [read] */
int frontier_has_misguesses(struct frontier *frontier, bool *any)
    __attribute__((nonnull, warn_unused_result));

/* All of them, and the URLs that redirect to them: a bit for each known URL, or no bits if COUNT is 0. Start
 * with zeros, and release it at the end. */
struct frontier_misguesses {
    uint8_t *bits;
    size_t count;
    int64_t least, greatest; /* of their sequences */
};
int frontier_read_misguesses(struct frontier *frontier, struct frontier_misguesses *misguesses)
    __attribute__((nonnull, warn_unused_result));
void frontier_misguesses_release(struct frontier_misguesses *misguesses) __attribute__((nonnull));

/* Sets PAGES to the ids of the next ROOM pages above AFTER that were woven before WOVEN_BELOW and must be
 * woven again. COUNT becomes their number, which is less than ROOM at the end. */
int frontier_stale_pages(struct frontier *frontier, const struct frontier_misguesses *misguesses,
                         int64_t after, int64_t woven_below, int64_t *pages, size_t room, size_t *count)
    __attribute__((nonnull, warn_unused_result));

/* Deletes all of them, because all pages were woven again. */
int frontier_forget_misguesses(struct frontier *frontier) __attribute__((nonnull, warn_unused_result));

#endif
