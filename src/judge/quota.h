/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_QUOTA_H
#define TIPTOE_JUDGE_QUOTA_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"
#include "frontier/names.h"

struct crawl;
struct frontier_item;

/* --max-pages and --max-bytes, which count over all runs of a mirror, so that a run that was interrupted ends
 * where one that was not would have ended. Requisites of stored pages do not count as pages. RULE is the
 * option as a user writes it, borrowed from the crawl's short text. */
enum frontier_reason quota_judge(struct crawl *crawl, const struct frontier_item *item, struct span *rule)
    __attribute__((nonnull));

/* Whether what ITEM (parsed into crawl->found) may bring counts for --max-pages. */
bool quota_counts_as_page(const struct crawl *crawl, const struct frontier_item *item)
    __attribute__((nonnull));

/* Whether a page that --max-pages leaves out now may have its turn yet, because one in flight turns out to be
 * none. */
bool quota_may_allow_later(const struct crawl *crawl) __attribute__((nonnull));

/* The most bytes that the next body may have by --max-file-size and --max-bytes, and which of the two says
 * so; 0 and no reason for no limit. */
uint64_t quota_body_max(const struct crawl *crawl, enum frontier_reason *reason) __attribute__((nonnull));

/* The option that a body was too large for, as a user writes it; borrowed from the crawl's short text. */
struct span quota_rule(struct crawl *crawl, enum frontier_reason reason) __attribute__((nonnull));

#endif
