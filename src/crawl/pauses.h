/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_PAUSES_H
#define TIPTOE_CRAWL_PAUSES_H

#include <stdint.h>

struct crawl;
struct fetch_result;
struct job;

/* Takes the pause that the answer to JOB requests by Retry-After: of its origin, or of its URL alone. To be
 * called for every answer, after its URL was settled or queued again. */
int pauses_take(struct crawl *crawl, const struct job *job, const struct fetch_result *result, int64_t now_ms)
    __attribute__((nonnull, warn_unused_result));

#endif
