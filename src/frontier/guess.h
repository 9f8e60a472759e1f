/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_GUESS_H
#define TIPTOE_FRONTIER_GUESS_H

#include <stddef.h>
#include <stdint.h>

struct frontier;

/* URLs that turned out otherwise than pages woven before had assumed. A page is to be woven again when it
 * links to one of them and its `woven` is less than the number kept here. */

/* Remembers the URL; a greater SEQUENCE replaces a lesser one. */
int frontier_misguessed(struct frontier *frontier, int64_t url, int64_t sequence)
    __attribute__((nonnull, warn_unused_result));

struct frontier_misguess {
    int64_t url, sequence;
};

/* The first of them in the order of their URLs: at most ROOM, into MISGUESSES. COUNT becomes how many. */
int frontier_misguesses(struct frontier *frontier, struct frontier_misguess *misguesses, size_t room,
                        size_t *count) __attribute__((nonnull, warn_unused_result));

/* Pages that link to URLs up to LAST are mended: forgets these. */
int frontier_forget_misguesses(struct frontier *frontier, int64_t last)
    __attribute__((nonnull, warn_unused_result));

#endif
