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

/* All of them in the order of their URLs; COUNT may become 0. The caller frees the array with free(). */
int frontier_misguesses(struct frontier *frontier, struct frontier_misguess **misguesses, size_t *count)
    __attribute__((nonnull, warn_unused_result));

/* The pages are mended: forgets them all. */
int frontier_forget_misguesses(struct frontier *frontier) __attribute__((nonnull, warn_unused_result));

#endif
