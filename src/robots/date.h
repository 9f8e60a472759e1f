/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_DATE_H
#define TIPTOE_ROBOTS_DATE_H

#include "base/span.h"

/* Reads a date at the front of TEXT, in any form that unavailable_after has: RFC 822 and 850 (weekday and
 * time may be missing, years have two or four digits), that of asctime, ISO 8601, and the Date of structured
 * fields ("@" and seconds). Without a zone it is UTC; without a time, midnight. Returns the length of the
 * date and sets MS to milliseconds since 1970 UTC; returns 0 and leaves MS untouched if there is no date. */
size_t date_read(struct span text, int64_t *ms) CHECKED;

#endif
