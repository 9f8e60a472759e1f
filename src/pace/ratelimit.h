/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_PACE_RATELIMIT_H
#define TIPTOE_PACE_RATELIMIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

/* What an answer's header fields say about the rate of requests. */

/* More lines of one field than this are not read. */
enum { RATELIMIT_LINES_MAX = 4 };

/* The values of the fields, in the order of the head. */
struct ratelimit_fields {
    struct span policies[RATELIMIT_LINES_MAX]; /* RateLimit-Policy */
    size_t policy_count;
    struct span limits[RATELIMIT_LINES_MAX]; /* RateLimit */
    size_t limit_count;
    struct span remaining, reset; /* RateLimit-Remaining and -Reset, or the X-RateLimit- forms */
};

struct ratelimit {
    bool is_given;         /* some field was there and could be read */
    int64_t interval_ms;   /* the gap that the tightest policy asks for; 0: none */
    int64_t spread_ms;     /* the gap that makes what is left of a quota last, for the next … */
    int64_t spread_for_ms; /* … so long; 0: not needed */
    int64_t wait_ms;       /* the quota is used up: nothing for so long; 0: it is not */
    int connections;       /* most at once; 0: no word */
};

/* Reads FIELDS at the time of day WALL_MS. What cannot be read is as if it were not there; no time comes out
 * longer than a year. */
struct ratelimit ratelimit_read(const struct ratelimit_fields *fields, int64_t wall_ms)
    __attribute__((nonnull));

#endif
