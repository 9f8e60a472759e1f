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

/* --max-pages and --max-bytes, which count over all runs of a mirror, so that a run that was interrupted ends
 * where one that was not would have ended. Requisites of stored pages do not count as pages. RULE is the
 * option as a user writes it, borrowed until the next verdict. */
enum frontier_reason quota_judge(struct site *site, const struct frontier_item *item, const struct url *url,
                                 struct span *rule) __attribute__((nonnull));

/* Whether what ITEM, whose URL is URL, may bring counts for --max-pages. */
bool quota_counts_as_page(const struct frontier_item *item, const struct url *url) __attribute__((nonnull));

/* Whether a page that --max-pages leaves out now may have its turn yet, because one in flight turns out to be
 * none. */
bool quota_may_allow_later(const struct site *site) __attribute__((nonnull));

/* The most bytes that the next body may have by --max-file-size and --max-bytes, and which of the two says
 * so; 0 and no reason for no limit. */
uint64_t quota_body_max(const struct site *site, enum frontier_reason *reason) __attribute__((nonnull));

/* The option that a body was too large for, as a user writes it; borrowed until the next verdict. */
struct span quota_rule(struct site *site, enum frontier_reason reason) __attribute__((nonnull));

#endif
