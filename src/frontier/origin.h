/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_ORIGIN_H
#define TIPTOE_FRONTIER_ORIGIN_H

#include <stdbool.h>
#include <stdint.h>

#include "frontier/frontier.h"

/* Origins (scheme, host, port): their queues, what the pace must remember of them, their robots.txt. */

/* The id of ORIGIN ("https://example.org", no trailing slash); it is added when it is new. Ids run from 1
 * without gaps. */
int frontier_origin(struct frontier *frontier, struct span origin, int64_t *id)
    __attribute__((nonnull, warn_unused_result));

/* How many origins there are; their ids are 1 to this. [read] */
int64_t frontier_origin_count(const struct frontier *frontier) __attribute__((nonnull));

/* What outlives a run of the pace. Zero: none. */
struct frontier_pace {
    int64_t last_request_ms;
    int64_t pause_until_ms;
    int64_t delay_ms; /* the gap that was kept between requests, for status */
};

struct frontier_origin {
    struct span text; /* borrowed until frontier_free */
    struct frontier_pace pace;
    uint64_t queued[FRONTIER_KINDS]; /* by kind, those in flight and to be tried again included */
    uint64_t waiting;                /* of these: to be tried again */
};

/* The origin, from memory; an id that does not exist is our bug: it dies. [read] */
void frontier_get_origin(const struct frontier *frontier, int64_t id, struct frontier_origin *origin)
    __attribute__((nonnull));

/* Remembers the pace; written with the group. */
void frontier_set_pace(struct frontier *frontier, int64_t id, const struct frontier_pace *pace)
    __attribute__((nonnull));

/* What was answered when robots.txt was asked for. */
struct frontier_robots {
    int answer;         /* the caller's number for what it means; part of the public format, see schema.sql */
    int status;         /* HTTP status, 0 without an answer */
    struct span error;  /* in a word, when there was no answer */
    struct span body;   /* as it is to be parsed */
    bool truncated;     /* the body was cut at the limit */
    int64_t fetched_ms; /* of the last try */
    int64_t expires_ms; /* of what is in force */
    struct span final_url;
    int redirects;
    int attempts; /* that failed since the last answer */
    int64_t next_try_ms;
};

/* ERROR_NOT_FOUND when it was never asked for. Spans are borrowed until the next frontier_robots. [read] */
int frontier_robots(struct frontier *frontier, int64_t origin, struct frontier_robots *robots)
    __attribute__((nonnull, warn_unused_result));
int frontier_set_robots(struct frontier *frontier, int64_t origin, const struct frontier_robots *robots)
    __attribute__((nonnull, warn_unused_result));

#endif
