/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_PACE_RETRY_H
#define TIPTOE_PACE_RETRY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

/* Pauses before a failed request is tried again. */

/* Reads a Retry-After value (RFC 9110, 10.2.3: seconds, or an HTTP-date in any of its three forms) as
 * milliseconds from WALL_MS, at most a year; a date in the past is 0. False for anything else, with WAIT_MS
 * untouched. */
bool retry_after_read(struct span value, int64_t wall_ms, int64_t *wait_ms)
    __attribute__((nonnull, warn_unused_result));

/* The pause after a failure that ATTEMPTS failures precede: FIRST_MS, doubled for each of them, plus up to
 * half of that by RANDOM, so that clients that failed together do not return together. At most ten minutes,
 * or FIRST_MS if that is longer: retry_pause_max_ms. */
int64_t retry_pause_ms(int attempts, int64_t first_ms, uint32_t random);
int64_t retry_pause_max_ms(int64_t first_ms);

#endif
