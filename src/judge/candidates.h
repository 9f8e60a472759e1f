/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_CANDIDATES_H
#define TIPTOE_JUDGE_CANDIDATES_H

#include <stdbool.h>

#include "base/span.h"
#include "frontier/names.h"

struct site;
struct frontier_item;
struct url;

/* Guesses: URLs to which no link leads, only texts of scripts and data that look like files of the site. */

/* Whether a queued candidate may still be asked for: where most of those before it led nowhere, it is
 * refused.
 */
enum frontier_reason candidates_judge(struct site *site, const struct frontier_item *item)
    __attribute__((nonnull));

/* Whether its name is that of a page: it counts for --max-pages then. */
bool candidates_may_be_page(const struct url *url) __attribute__((nonnull));

/* Whether the HTML that came for a candidate is a page of the site, named as one and whole, and makes it one
 * then. Anything else is stored as it came and leads nowhere: a fragment that a script puts into a page means
 * its links from there, and a page in place of a file is how sites say that there is none. 0 or the
 * frontier's error. */
int candidates_accept(struct site *site, const struct frontier_item *item, const struct url *url,
                      struct span html, bool *is_page) __attribute__((nonnull, warn_unused_result));

#endif
