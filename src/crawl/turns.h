/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_TURNS_H
#define TIPTOE_CRAWL_TURNS_H

#include <stdbool.h>
#include <stdint.h>

struct crawl;
struct origin;

/* The origins with something queued take turns to make requests. */

/* Starts as many requests as limits and pace allow, and ends a slow one for whose connection another URL
 * waits. Sets crawl->stop where nothing more can be done for the site in this run. 0 or a negative enum
 * error. */
int turns_take(struct crawl *crawl, int64_t now_ms) CHECKED;

/* Returns when the next request to ASKED may start; it may be in the past. FOR_RULES: of a robots.txt. That a
 * request for it is a day after the one before is enough, so that a Crawl-delay of a year lasts no longer
 * than the site wants it. */
int64_t turns_next_start(const struct crawl *crawl, const struct origin *asked, bool for_rules,
                         int64_t now_ms) NONNULL;

/* Returns whether no request will ever start: nothing is in flight, and no origin has a time for its next
 * request. True at the end; with origins that have work, it is a bug. */
bool turns_are_over(struct crawl *crawl, int64_t now_ms) NONNULL;

/* Returns how long no request will start, in milliseconds; at most a quarter of a second. */
int turns_wait_ms(struct crawl *crawl, int64_t now_ms) NONNULL;

#endif
