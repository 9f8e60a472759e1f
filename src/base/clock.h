/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_CLOCK_H
#define TIPTOE_BASE_CLOCK_H

#include <stdint.h>

/* Milliseconds of a clock that never jumps, for deadlines and intervals within a run. */
int64_t clock_monotonic_ms(void);

/* Microseconds since 1970-01-01 UTC, for records and for pauses that outlive a run. */
int64_t clock_wall_us(void);
static inline int64_t clock_wall_ms(void)
{
    return clock_wall_us() / 1000;
}

/* Room for "2026-11-20T15:44:00.123456Z" and its NUL. */
enum { CLOCK_TEXT_SIZE = 28 };

/* Writes WALL_US in UTC as RFC 3339 does, with DECIMALS (0, 3 or 6) of a second. Times outside the years 1970
 * to 9999 become the nearest time inside. */
void clock_format(int64_t wall_us, int decimals, char text[CLOCK_TEXT_SIZE]) __attribute__((nonnull));

#endif
