/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_TIMES_H
#define TIPTOE_ROBOTS_TIMES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

/* The values of Crawl-delay, Request-rate and Visit-time (ROBOTS.md, 2.4 and 5.4). */

/* A part of the day in UTC: minutes from midnight, the last not included; it may pass midnight. Equal: the
 * whole day. */
struct day_window {
    uint16_t from, until;
};

/* All of these leave their outputs untouched unless they return true. Times longer than ROBOTS_DELAY_MAX_MS
 * are cut to it. */

/* The first decimal number, in seconds; false where it is negative or there is none. */
bool times_read_delay(struct span value, int64_t *ms) __attribute__((nonnull, warn_unused_result));

/* "n/m[s|m|h] [hhmm-hhmm]": MS between two of n requests in m seconds, minutes or hours. */
bool times_read_rate(struct span value, int64_t *ms, struct day_window *window)
    __attribute__((nonnull, warn_unused_result));

/* "hhmm-hhmm", or with a space for the hyphen. */
bool times_read_window(struct span value, struct day_window *window)
    __attribute__((nonnull, warn_unused_result));

bool times_in_window(struct day_window window, unsigned minute);

#endif
