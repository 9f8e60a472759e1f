/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_PACE_RATELIMIT_H
#define TIPTOE_PACE_RATELIMIT_H

#include "base/span.h"

/* The rate of requests that the header fields of an answer allow. */

/* The most lines of one field that are read. */
enum { RATELIMIT_LINES_MAX = 4 };

/* The values of the fields, in their order in the header section; empty: no more lines. */
struct ratelimit_fields {
    struct span policies[RATELIMIT_LINES_MAX];  /* RateLimit-Policy */
    struct span limits[RATELIMIT_LINES_MAX];    /* RateLimit */
    struct span remaining[RATELIMIT_LINES_MAX]; /* RateLimit-Remaining, and the same with X- */
    struct span resets[RATELIMIT_LINES_MAX];    /* RateLimit-Reset, and the same with X- */
};

struct ratelimit {
    bool is_given;         /* a field is present and valid */
    int64_t interval_ms;   /* the gap of the tightest policy; 0: none */
    int64_t spread_ms;     /* the gap that makes the rest of a quota last, to apply … */
    int64_t spread_for_ms; /* … for this long; 0: not needed */
    int64_t wait_ms;       /* the quota is used up: no request for this long; 0: it is not */
    int connections;       /* the most at once; 0: no limit */
};

/* Reads FIELDS of an answer at NOW_MS by the server's clock. Invalid fields count as missing; no time is
 * longer than a year. */
struct ratelimit ratelimit_read(const struct ratelimit_fields *fields, int64_t now_ms) NONNULL;

#endif
