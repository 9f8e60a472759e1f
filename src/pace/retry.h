/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_PACE_RETRY_H
#define TIPTOE_PACE_RETRY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

/* When to ask again for what was not to be had. */

/* Reads a Retry-After value (RFC 9110, 10.2.3: seconds or an HTTP-date in any of its three forms) into
 * milliseconds from WALL_MS on; a date in the past is 0. False, WAIT_MS untouched, for anything else. Longer
 * than a year is cut to it. */
bool retry_after_read(struct span value, int64_t wall_ms, int64_t *wait_ms)
    __attribute__((nonnull, warn_unused_result));

/* How long to put off what failed ATTEMPTS times before (0: never) and now again: FIRST_MS, doubled with each
 * attempt, and up to half as much again by RANDOM, so that many clients that failed together do not come back
 * together; ten minutes at most, or FIRST_MS where that is longer. */
int64_t retry_pause_ms(int attempts, int64_t first_ms, uint32_t random);

#endif
