/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_POLICY_PACE_H
#define TIPTOE_POLICY_PACE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

/* When may the next request to an origin start? Times are milliseconds of the monotonic clock unless a name
 * says otherwise; a pace is a plain value that its owner may copy. */

/* What the user allows. */
struct pace_limits {
    int64_t delay_ms; /* least gap between the starts of two requests */
    int connections;  /* most requests at once */
};

/* What is known of one origin. */
struct pace {
    int64_t robots_delay_ms; /* Crawl-delay and its kin; 0 for none */
    int64_t last_start_ms;   /* PACE_NEVER before the first request */
    int64_t pause_until_ms;  /* a pause the server asked for; PACE_NEVER for none */
    int in_flight;
};

#define PACE_NEVER   INT64_MIN
#define PACE_NOT_YET INT64_MAX

/* No pause is longer: a year. */
#define PACE_LONGEST_MS (INT64_C(365) * 24 * 3600 * 1000)

/* An origin nothing is known of. */
void pace_init(struct pace *pace) __attribute__((nonnull));

/* The gap in force: the most patient of the limits and robots.txt. */
int64_t pace_delay_ms(const struct pace *pace, const struct pace_limits *limits) __attribute__((nonnull));

/* The connections in force: with a delay that robots.txt asks for, one. */
int pace_connections(const struct pace *pace, const struct pace_limits *limits) __attribute__((nonnull));

/* The earliest time the next request may start, perhaps in the past; PACE_NOT_YET while all connections are
 * in use. */
int64_t pace_next_start(const struct pace *pace, const struct pace_limits *limits) __attribute__((nonnull));

void pace_started(struct pace *pace, int64_t now_ms) __attribute__((nonnull));
void pace_ended(struct pace *pace) __attribute__((nonnull));

/* The last request was with the server at ARRIVED_MS at the latest, after its start: its connection had to be
 * made first, and it travelled. The gap counts from there. */
void pace_arrived(struct pace *pace, int64_t arrived_ms) __attribute__((nonnull));

/* Puts off the next request until NOW_MS + WAIT_MS; a longer pause that runs already stays. */
void pace_pause(struct pace *pace, int64_t now_ms, int64_t wait_ms) __attribute__((nonnull));

/* Reads a Retry-After value (RFC 9110, 10.2.3: seconds or an HTTP-date in any of its three forms) into
 * milliseconds from WALL_MS on; a date in the past is 0. False, WAIT_MS untouched, for anything else. Longer
 * than PACE_LONGEST_MS is cut to it. */
bool pace_retry_after(struct span value, int64_t wall_ms, int64_t *wait_ms)
    __attribute__((nonnull, warn_unused_result));

#endif
