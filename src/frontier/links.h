/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_LINKS_H
#define TIPTOE_FRONTIER_LINKS_H

#include <stddef.h>
#include <stdint.h>

struct frontier;

/* Which URLs a stored page links to. */

/* A list that grows as needed and is used again; zeroed at first, released at the end. */
struct frontier_ids {
    int64_t *ids;
    size_t count, room;
};
void frontier_ids_add(struct frontier_ids *list, int64_t id) __attribute__((nonnull));
void frontier_ids_release(struct frontier_ids *list) __attribute__((nonnull));

/* Replaces the links of PAGE; the order and repetitions are kept. */
int frontier_set_links(struct frontier *frontier, int64_t page, const struct frontier_ids *targets)
    __attribute__((nonnull, warn_unused_result));

/* Fills TARGETS anew; ERROR_NOT_FOUND when none were set, ERROR_CORRUPT when what is stored is no list.
 * [read] */
int frontier_links(struct frontier *frontier, int64_t page, struct frontier_ids *targets)
    __attribute__((nonnull, warn_unused_result));

/* Every page with its links, in the order of ids; LINKS is borrowed for the call, in which no other function
 * of the frontier may be called. [read] */
typedef void frontier_links_reader(void *context, int64_t page, const struct frontier_ids *links);
int frontier_walk_links(struct frontier *frontier, frontier_links_reader *each, void *context)
    __attribute__((nonnull, warn_unused_result));

#endif
