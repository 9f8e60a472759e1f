/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_PACE_WAITS_H
#define TIPTOE_PACE_WAITS_H

#include "base/span.h"

/* The hours of the day in which a run may send requests: --hours. */
struct hours {
    int from_minute, to_minute; /* of the day; TO is not included; equal: the whole day */
    bool utc;                   /* otherwise local time */
};

/* Reads "22:00-06:00" (local time) or "22:00-06:00 UTC". Returns false for anything else, with HOURS
 * untouched. */
bool hours_parse(struct span text, struct hours *hours) CHECKED;

/* Returns the time from WALL_MS until the hours begin; 0 inside them. */
int64_t hours_wait_ms(const struct hours *hours, int64_t wall_ms) NONNULL;

/* Sets TEXT to until when a run waits, such as "waiting until 22:00 UTC (--hours)". Returns false, with TEXT
 * untouched, inside the hours. */
enum { HOURS_TEXT_SIZE = 64 };
bool hours_describe(const struct hours *hours, int64_t wall_ms, char text[HOURS_TEXT_SIZE]) NONNULL;

/* Reads a Retry-After value (RFC 9110, 10.2.3: seconds, or an HTTP-date in any of its three forms) as
 * milliseconds from NOW_MS, at most a year; a date in the past is 0. Also in quotes, with a fraction or a
 * unit
 * ("5.5", "5s", "5m", "5h"), and a date of ISO 8601. Returns false for anything else, with WAIT_MS untouched.
 */
bool retry_after_read(struct span value, int64_t now_ms, int64_t *wait_ms) CHECKED;

/* Returns the time of an answer by the server's clock, to which its dates are relative: its field DATE (RFC
 * 9110, 6.6.1); or WALL_MS without a valid one. */
int64_t http_now_ms(struct span date, int64_t wall_ms);

/* Returns the pause after a failure that ATTEMPTS failures precede: FIRST_MS, doubled for each of them, plus
 * up to half of that by RANDOM, so that clients that failed together do not return together. At most ten
 * minutes, or FIRST_MS if that is longer: retry_pause_max_ms. */
int64_t retry_pause_ms(int attempts, int64_t first_ms, uint32_t random);
int64_t retry_pause_max_ms(int64_t first_ms);

#endif
