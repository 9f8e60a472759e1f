/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_REFERRER_H
#define TIPTOE_CRAWL_REFERRER_H

#include "url/url.h"

struct buf;
struct frontier;

/* Adds the value of Referer to OUT for a request for URL, which has this id: the page on which it was found,
 * as far as the page's policy lets the server of URL know it; nothing for URLs that no page has. */
int referrer_add(struct frontier *frontier, int64_t id, const struct url *url, struct buf *out) CHECKED;

#endif
