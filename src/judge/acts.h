/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_ACTS_H
#define TIPTOE_JUDGE_ACTS_H

#include "base/span.h"
#include "url/url.h"

/* Returns the word by which a request for URL would change something on the site: add to a cart, vote, edit,
 * reply, report, unsubscribe, set a language, log out. Empty for URLs that have the form of a page, such as
 * /how-to-vote.html, /vote and /sql/delete. Borrowed from URL. */
struct span acts_find(const struct url *url) __attribute__((nonnull, pure));

#endif
