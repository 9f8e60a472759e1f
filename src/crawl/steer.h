/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_STEER_H
#define TIPTOE_CRAWL_STEER_H

#include <stdbool.h>
#include <stdint.h>

struct crawl;

/* What keeps a run from requesting, other than the pace: orders in control/, --hours, a disk that is nearly
 * full. Says on stderr when that begins and ends. */

/* Looks for orders in control/, at most every quarter of a second. Returns whether nothing may be requested
 * now. An order to stop sets crawl->stop. */
bool steer_holds(struct crawl *crawl, int64_t now_ms) __attribute__((nonnull));

#endif
