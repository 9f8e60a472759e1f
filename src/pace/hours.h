/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_PACE_HOURS_H
#define TIPTOE_PACE_HOURS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

/* The hours of the day in which a run may ask for anything. */
struct hours {
    int from_minute, to_minute; /* of the day; TO not included; equal: the whole day */
    bool utc;                   /* else local time */
};

/* Reads "22:00-06:00" (local time) or "22:00-06:00 UTC". False, HOURS untouched, for anything else. */
bool hours_parse(struct span text, struct hours *hours) __attribute__((nonnull, warn_unused_result));

/* How long from WALL_MS until the hours begin; 0 within them. */
int64_t hours_wait_ms(const struct hours *hours, int64_t wall_ms) __attribute__((nonnull));

#endif
