/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_STEER_H
#define TIPTOE_CRAWL_STEER_H

#include <stdbool.h>
#include <stdint.h>

struct crawl;

/* What else than the pace keeps a run from asking: orders in control/, --hours, a disk that is nearly full.
 * Says on stderr when that begins and ends. */

/* Looks for orders in control/; one to stop is followed by setting crawl->stop. Cheap: looks at most every
 * quarter of a second, and says whether it did. For a run that asks for nothing this is all. */
bool steer_look(struct crawl *crawl, int64_t now_ms) __attribute__((nonnull));

/* Whether the run is to end, by a signal or an order; then crawl->stop says so. */
bool steer_stops(struct crawl *crawl) __attribute__((nonnull));

/* Looks for orders too, and whether nothing may be asked for now. */
bool steer_holds(struct crawl *crawl, int64_t now_ms) __attribute__((nonnull));

#endif
