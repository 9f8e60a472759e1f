/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_DATE_H
#define TIPTOE_ROBOTS_DATE_H

#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

/* Reads the date at the front of TEXT, in the forms that unavailable_after is written in: RFC 822 and 850
 * (weekday and time may be missing, years have two or four digits), ISO 8601, and the Date of structured
 * fields ("@" and seconds). Without a zone it is UTC; without a time, midnight. Returns how many bytes it
 * took, with MS the milliseconds since 1970 UTC; 0, MS untouched, where no date stands there. */
size_t date_read(struct span text, int64_t *ms) __attribute__((nonnull, warn_unused_result));

#endif
