/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_RESPONSE_PACE_H
#define TIPTOE_CRAWL_RESPONSE_PACE_H

#include <stdint.h>

struct crawl;
struct fetch_result;
struct job;

/* Tells the pace of JOB's origin what the answer says: its status or failure, its duration, RateLimit fields
 * and Retry-After. Called once for every answer, after its URL was settled or queued again. The connection of
 * the request is then free. */
int response_pace_take(struct crawl *crawl, const struct job *job, const struct fetch_result *result,
                       int64_t now_ms) __attribute__((nonnull, warn_unused_result));

#endif
