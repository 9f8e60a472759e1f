/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_GUESS_H
#define TIPTOE_FRONTIER_GUESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct frontier;

/* URLs that turned out otherwise than pages woven before had assumed. A page is to be woven again when it
 * links to one of them and its `woven` is less than the number kept here. */

/* Remembers the URL; a greater SEQUENCE replaces a lesser one. */
int frontier_misguessed(struct frontier *frontier, int64_t url, int64_t sequence)
    __attribute__((nonnull, warn_unused_result));

/* Whether there is any. [read] */
int frontier_has_misguesses(struct frontier *frontier, bool *any)
    __attribute__((nonnull, warn_unused_result));

/* All of them, and what redirects to them, a bit a known URL (none at all where COUNT is 0). Zeroed at first,
 * released at the end. */
struct frontier_misguesses {
    uint8_t *bits;
    size_t count;
    int64_t least, greatest; /* of their sequences */
};
int frontier_read_misguesses(struct frontier *frontier, struct frontier_misguesses *misguesses)
    __attribute__((nonnull, warn_unused_result));
void frontier_misguesses_release(struct frontier_misguesses *misguesses) __attribute__((nonnull));

/* The next ROOM pages with ids above AFTER, woven before WOVEN_BELOW, that are to be woven again: their ids,
 * into PAGES. COUNT becomes how many; less than ROOM at the end. */
int frontier_stale_pages(struct frontier *frontier, const struct frontier_misguesses *misguesses,
                         int64_t after, int64_t woven_below, int64_t *pages, size_t room, size_t *count)
    __attribute__((nonnull, warn_unused_result));

/* All pages are mended: forgets all. */
int frontier_forget_misguesses(struct frontier *frontier) __attribute__((nonnull, warn_unused_result));

#endif
