/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_TIMES_H
#define TIPTOE_ROBOTS_TIMES_H

#include "base/span.h"

/* The values of Crawl-delay, Request-rate and Visit-time (Conner, "An Extended Standard for Robot Exclusion",
 * 1996). */

/* A part of the day in UTC, in minutes from midnight: FROM is included, UNTIL is not. It may include
 * midnight. Equal: the whole day. */
struct day_window {
    uint16_t from, until;
};

/* The readers set their outputs only if they return true. Longer times become ROBOTS_DELAY_MAX_MS. */

/* Reads the first decimal number, in seconds. Returns false if it is negative, or without a number. */
bool times_read_delay(struct span value, int64_t *ms) CHECKED;

/* Reads "n/m[s|m|h] [hhmm-hhmm]", n requests in m seconds, minutes or hours: MS is the time between two of
 * them. */
bool times_read_rate(struct span value, int64_t *ms, struct day_window *window) CHECKED;

/* Reads "hhmm-hhmm", or the same with a space instead of the hyphen. */
bool times_read_window(struct span value, struct day_window *window) CHECKED;

bool times_in_window(struct day_window window, unsigned minute);

#endif
