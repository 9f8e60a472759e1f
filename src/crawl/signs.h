/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_SIGNS_H
#define TIPTOE_CRAWL_SIGNS_H

#include <stdint.h>

struct fetch_result;
struct job;
struct pace_limits;

/* Tells the pace of the origin what an answer says: its status or failure, its duration, and RateLimit
 * fields (Retry-After: pauses.h). The connection of the request is then free. */
void signs_read(const struct pace_limits *limits, const struct job *job, const struct fetch_result *result,
                int64_t now_ms) __attribute__((nonnull));

#endif
