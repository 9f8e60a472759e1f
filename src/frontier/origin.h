/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_ORIGIN_H
#define TIPTOE_FRONTIER_ORIGIN_H

#include "base/span.h"
#include "frontier/names.h"

struct frontier;

/* Origins (scheme, host, port): their queues and the state of their pace. */

/* Finds the id of ORIGIN ("https://example.org", no trailing slash), which is added if it is new. Ids run
 * from 1 without gaps. */
int frontier_origin(struct frontier *frontier, struct span origin, int64_t *id)
    __attribute__((nonnull, warn_unused_result));

/* Returns the number of origins; their ids are 1 to this. [read] */
int64_t frontier_origin_count(const struct frontier *frontier) __attribute__((nonnull));

/* Room for an IP address as text, and its NUL. */
enum { FRONTIER_ADDRESS_SIZE = 46 };

/* The state of the pace that is kept between runs. Zero: none. */
struct frontier_pace {
    int64_t last_request_ms;
    int64_t pause_until_ms;
    int pause_reason, delay_reason; /* numbers that the caller defines; schema.sql names them */
    int connections;
    int64_t delay_ms; /* the gap between requests */
    int64_t limit_ms, rest_ms, answer_ms, usual_ms;
    char address[FRONTIER_ADDRESS_SIZE]; /* of the server, at the last request; "": unknown */
};

struct frontier_origin {
    struct frontier_pace pace;
    uint32_t queued[FRONTIER_KINDS]; /* by kind, including URLs in flight and URLs to be tried again */
    uint32_t waiting;                /* of these: to be tried again */
};

/* Sets ORIGIN to the state of the origin, from memory. Dies if the id does not exist, which is our bug.
 * [read] */
void frontier_get_origin(const struct frontier *frontier, int64_t id, struct frontier_origin *origin)
    __attribute__((nonnull));

/* Returns the next origin with an id above AFTER that has queued URLs; 0 at the end. [read] */
int64_t frontier_busy_origin(const struct frontier *frontier, int64_t after) __attribute__((nonnull));

/* Finds the text of an origin, borrowed until the next call of this. [read] */
int frontier_origin_text(struct frontier *frontier, int64_t id, struct span *text)
    __attribute__((nonnull, warn_unused_result));

/* Sets the state of the pace; written with the transaction. */
void frontier_set_pace(struct frontier *frontier, int64_t id, const struct frontier_pace *pace)
    __attribute__((nonnull));

#endif
