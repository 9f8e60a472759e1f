/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_PACE_HOURS_H
#define TIPTOE_PACE_HOURS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

/* The hours of the day in which a run may send requests: --hours. */
struct hours {
    int from_minute, to_minute; /* of the day; TO is not included; equal: the whole day */
    bool utc;                   /* otherwise local time */
};

/* Reads "22:00-06:00" (local time) or "22:00-06:00 UTC". False for anything else, with HOURS untouched. */
bool hours_parse(struct span text, struct hours *hours) __attribute__((nonnull, warn_unused_result));

/* The time from WALL_MS until the hours begin; 0 inside them. */
int64_t hours_wait_ms(const struct hours *hours, int64_t wall_ms) __attribute__((nonnull));

#endif
