/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_QUOTA_H
#define TIPTOE_CRAWL_QUOTA_H

#include "base/span.h"
#include "frontier/names.h"

struct crawl;
struct frontier_item;

/* --max-pages and --max-bytes, which count over all runs of a mirror, so that a run that was interrupted ends
 * where one that was not would have ended. Requisites of stored pages do not count as pages. RULE is the
 * option as a user writes it, borrowed from the crawl's short text. */
enum frontier_reason quota_judge(struct crawl *crawl, const struct frontier_item *item, struct span *rule)
    __attribute__((nonnull));

#endif
