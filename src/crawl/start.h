/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_START_H
#define TIPTOE_CRAWL_START_H

#include <stdbool.h>

struct crawl;
struct frontier;

/* The start page, at its URL or where redirects lead. There is no mirror without it, so it is never given up
 * for good. */

/* Queues it again if the last run could not fetch it, if robots.txt disallowed it, or if nothing is stored
 * without it. */
int start_revive(struct frontier *frontier) __attribute__((nonnull, warn_unused_result));

/* Whether it failed in a way that may be temporary. */
bool start_may_come_later(struct frontier *frontier) __attribute__((nonnull));

/* Whether robots.txt disallows it. */
bool start_is_forbidden(struct frontier *frontier) __attribute__((nonnull));

/* Without a start page and with nothing stored, sets crawl->stop and crawl->advice: the same command cannot
 * help. */
void start_explain(struct crawl *crawl) __attribute__((nonnull));

#endif
