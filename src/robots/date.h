/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_DATE_H
#define TIPTOE_ROBOTS_DATE_H

#include "base/span.h"

/* Reads a date at the front of TEXT, in any form that unavailable_after has: RFC 822 and 850 (weekday and
 * time may be missing, years have two or four digits), that of asctime, ISO 8601, and the Date of structured
 * fields ("@" and seconds). Without a zone it is UTC; without a time, midnight. Returns the length of the
 * date and sets MS to milliseconds since 1970 UTC; returns 0 and leaves MS untouched if there is no date. */
size_t date_read(struct span text, int64_t *ms) CHECKED;

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
