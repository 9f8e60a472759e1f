/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_ROBOTS_H
#define TIPTOE_FRONTIER_ROBOTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

struct frontier;

/* The answer to a request for robots.txt. */
struct frontier_robots {
    int answer;         /* the caller's number for its meaning; part of the public format, see schema.sql */
    int status;         /* HTTP status, 0 without an answer */
    struct span error;  /* one word, if there was no answer */
    struct span body;   /* as it is parsed */
    bool truncated;     /* the body was cut at the limit */
    int64_t fetched_ms; /* of the last try */
    int64_t expires_ms; /* of the answer in force */
    struct span final_url;
    int redirects;
    int attempts; /* that failed since the last answer */
    int64_t next_try_ms;
};

/* ERROR_NOT_FOUND if it was never requested. Spans are borrowed until the next frontier_robots. [read] */
int frontier_robots(struct frontier *frontier, int64_t origin, struct frontier_robots *robots)
    __attribute__((nonnull, warn_unused_result));
int frontier_set_robots(struct frontier *frontier, int64_t origin, const struct frontier_robots *robots)
    __attribute__((nonnull, warn_unused_result));

/* Whether redirects of a robots.txt may have led to URL. With more than one redirect, the URLs between are
 * not stored, so any URL is possible. [read] */
bool frontier_robots_led_to(struct frontier *frontier, struct span url) __attribute__((nonnull));

#endif
