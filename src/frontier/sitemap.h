/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_SITEMAP_H
#define TIPTOE_FRONTIER_SITEMAP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

struct frontier;

/* The sitemaps of a site: asked for to learn of pages, and no part of the mirror themselves. */

struct frontier_sitemap {
    int64_t id;
    struct span url; /* canonical; borrowed until the next frontier_next_sitemap */
    int64_t origin;  /* the URL's */
    int64_t voucher; /* the origin whose robots.txt names it, or the index that names it */
    int level;       /* 0: named by robots.txt; one more with each index */
};

/* Queues ROW (its id is ignored) unless it is known; beyond LIMIT_SITEMAP_FILES it is passed over. */
int frontier_add_sitemap(struct frontier *frontier, const struct frontier_sitemap *row, bool *added)
    __attribute__((nonnull, warn_unused_result));

/* The first queued one of ORIGIN; ERROR_NOT_FOUND. */
int frontier_next_sitemap(struct frontier *frontier, int64_t origin, struct frontier_sitemap *row)
    __attribute__((nonnull, warn_unused_result));

/* It was asked for: STATUS is the answer's, 0 for none or where robots.txt forbids it, PAGES how many
 * addresses it has. */
int frontier_settle_sitemap(struct frontier *frontier, int64_t id, int status, uint64_t pages)
    __attribute__((nonnull, warn_unused_result));

/* Queues all again. */
int frontier_requeue_sitemaps(struct frontier *frontier) __attribute__((nonnull, warn_unused_result));

/* How many are queued. */
int frontier_queued_sitemaps(struct frontier *frontier, uint64_t *count)
    __attribute__((nonnull, warn_unused_result));

/* The next origin with an id above AFTER that has one queued; ERROR_NOT_FOUND. */
int frontier_sitemap_origin(struct frontier *frontier, int64_t after, int64_t *origin)
    __attribute__((nonnull, warn_unused_result));

/* Whether URL is one, read or not. [read] */
bool frontier_is_sitemap(struct frontier *frontier, struct span url) __attribute__((nonnull));

#endif
