/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_WAITING_H
#define TIPTOE_CRAWL_WAITING_H

#include <stdbool.h>
#include <stdint.h>

struct crawl;

/* Returns whether nothing may be requested now, for a reason from outside: orders in control/, --hours, a
 * disk that is nearly full. Looks for orders at most every quarter of a second, and says on stderr when
 * waiting begins and ends. An order to stop sets crawl->stop. */
bool waiting_holds(struct crawl *crawl, int64_t now_ms) NONNULL;

/* Stops the run if nothing is in flight and no origin with work may be requested for longer than
 * --max-wait, because the site says so. A shorter pause is waited for, and announced if a user would notice
 * it. */
void waiting_check(struct crawl *crawl, int64_t now_ms) NONNULL;

#endif
