/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_TIMES_H
#define TIPTOE_ROBOTS_TIMES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

/* The values of Crawl-delay, Request-rate and Visit-time (ROBOTS.md, 2.4 and 5.4). */

/* A part of the day in UTC, in minutes from midnight: FROM is included, UNTIL is not. It may include
 * midnight. Equal: the whole day. */
struct day_window {
    uint16_t from, until;
};

/* The readers set their outputs only if they return true. Longer times become ROBOTS_DELAY_MAX_MS. */

/* The first decimal number, in seconds; false if it is negative or there is none. */
bool times_read_delay(struct span value, int64_t *ms) __attribute__((nonnull, warn_unused_result));

/* "n/m[s|m|h] [hhmm-hhmm]", n requests in m seconds, minutes or hours: MS is the time between two of them. */
bool times_read_rate(struct span value, int64_t *ms, struct day_window *window)
    __attribute__((nonnull, warn_unused_result));

/* "hhmm-hhmm", or with a space instead of the hyphen. */
bool times_read_window(struct span value, struct day_window *window)
    __attribute__((nonnull, warn_unused_result));

bool times_in_window(struct day_window window, unsigned minute);

#endif
