/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_LINKS_H
#define TIPTOE_FRONTIER_LINKS_H

#include <stddef.h>
#include <stdint.h>

struct frontier;

/* The URLs that a stored page links to. */

/* A list that grows as needed and can be reused. Start with zeros, and release it at the end. */
struct frontier_ids {
    int64_t *ids;
    size_t count, room;
};
void frontier_ids_add(struct frontier_ids *list, int64_t id) __attribute__((nonnull));
void frontier_ids_release(struct frontier_ids *list) __attribute__((nonnull));

/* Replaces the links of PAGE. Order and repetitions are kept. */
int frontier_set_links(struct frontier *frontier, int64_t page, const struct frontier_ids *targets)
    __attribute__((nonnull, warn_unused_result));

/* Sets TARGETS to the links of PAGE. ERROR_NOT_FOUND if none were set, ERROR_CORRUPT if the stored list is
 * damaged. [read] */
int frontier_links(struct frontier *frontier, int64_t page, struct frontier_ids *targets)
    __attribute__((nonnull, warn_unused_result));

/* Calls EACH for every page with its links, in the order of ids. LINKS is borrowed for the call. EACH must
 * not call other functions of the frontier. [read] */
typedef void frontier_links_reader(void *context, int64_t page, const struct frontier_ids *links);
int frontier_walk_links(struct frontier *frontier, frontier_links_reader *each, void *context)
    __attribute__((nonnull, warn_unused_result));

#endif
