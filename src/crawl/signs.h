/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_SIGNS_H
#define TIPTOE_CRAWL_SIGNS_H

#include <stdint.h>

struct fetch_result;
struct job;
struct pace_limits;

/* Tells the pace of the origin that was asked what an answer says of it: its status or failure, how long it
 * took, Retry-After, RateLimit and its kin. The request's connection is free then. */
void signs_read(const struct pace_limits *limits, const struct job *job, const struct fetch_result *result,
                int64_t now_ms) __attribute__((nonnull));

#endif
