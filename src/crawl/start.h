/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_START_H
#define TIPTOE_CRAWL_START_H

#include <stdbool.h>

struct frontier;

/* The start page, there or where redirects have led it. Without it there is no mirror, so it is never given
 * up for good. */

/* Queues it again when it could not be had last time, or was closed by robots.txt. */
int start_revive(struct frontier *frontier) __attribute__((nonnull, warn_unused_result));

/* Whether it failed in a way that may pass. */
bool start_may_come_later(struct frontier *frontier) __attribute__((nonnull));

/* Whether robots.txt closes it. */
bool start_is_forbidden(struct frontier *frontier) __attribute__((nonnull));

#endif
