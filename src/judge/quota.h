/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_QUOTA_H
#define TIPTOE_JUDGE_QUOTA_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"
#include "frontier/names.h"

struct site;
struct frontier_item;
struct url;

/* --max-pages and --max-bytes count over all runs of a mirror, so that an interrupted run ends where an
 * uninterrupted one would have ended. Requisites of stored pages do not count as pages. RULE is the option as
 * a user writes it, borrowed until the next verdict. */
enum frontier_reason quota_judge(struct site *site, const struct frontier_item *item, const struct url *url,
                                 struct span *rule) __attribute__((nonnull));

/* Whether ITEM, whose URL is URL, counts for --max-pages. */
bool quota_counts_as_page(struct site *site, const struct frontier_item *item, const struct url *url)
    __attribute__((nonnull));

/* Whether a page that --max-pages refuses now may be allowed later, because a request in flight may not
 * return a page. */
bool quota_may_allow_later(const struct site *site) __attribute__((nonnull));

/* What --max-bytes leaves for the next request, whatever it is for; UINT64_MAX without that option. */
uint64_t quota_bytes_left(const struct site *site) __attribute__((nonnull));

/* The option that a body exceeded, as a user writes it; borrowed until the next verdict. */
struct span quota_rule(struct site *site, enum frontier_reason reason) __attribute__((nonnull));

#endif
