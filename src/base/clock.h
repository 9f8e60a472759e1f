/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_CLOCK_H
#define TIPTOE_BASE_CLOCK_H

#include "base/span.h"

/* Returns milliseconds of a clock that never jumps and counts the time that the machine sleeps, for deadlines
 * and intervals within a run. */
int64_t clock_monotonic_ms(void);

/* Returns the milliseconds of processor time that this process has used. */
int64_t clock_process_ms(void);

/* Returns microseconds since 1970-01-01 UTC, for records and for pauses that outlive a run. */
int64_t clock_wall_us(void);
static inline int64_t clock_wall_ms(void)
{
    return clock_wall_us() / 1000;
}

/* Returns WALL_MS in microseconds; the nearest possible number if WALL_MS is larger than any clock's. */
static inline int64_t clock_us(int64_t wall_ms)
{
    return wall_ms > INT64_MAX / 1000 ? INT64_MAX : wall_ms < INT64_MIN / 1000 ? INT64_MIN : wall_ms * 1000;
}

/* Room for "2026-11-20T15:44:00.123456Z" and its NUL. */
enum { CLOCK_TEXT_SIZE = 28 };

/* Returns the days from 1970-01-01 to the first of a month, in the Gregorian calendar from the year 0 on. The
 * month 13 is the first of the next year. */
static inline int64_t clock_days(int64_t year, int64_t month)
{
    /* Years that start in March end with the leap day; 400 years have 146,097 days. */
    int64_t march_year = year + 400 - (month <= 2), months = month + (month > 2 ? -3 : 9);

    return march_year * 365 + march_year / 4 - march_year / 100 + march_year / 400 + (153 * months + 2) / 5 -
           719468 - 146097;
}

/* Writes WALL_US in UTC as RFC 3339 does, with DECIMALS (0, 3 or 6) of a second. Times outside the years 1970
 * to 9999 become the nearest time inside. */
void clock_format(int64_t wall_us, int decimals, char text[CLOCK_TEXT_SIZE]) NONNULL;

/* Writes a time to the second in 14 digits: "20261120154400". */
enum { CLOCK_STAMP_SIZE = 15 };
void clock_stamp(int64_t wall_us, char text[CLOCK_STAMP_SIZE]) NONNULL;

/* Reads a date and time as WARC and RFC 3339 write them: 2026, 2026-11, 2026-11-20, 2026-11-20T15:44Z,
 * 2026-11-20T15:44:00Z, with decimals, with an offset instead of Z. FIRST_US and LAST_US are the first and
 * the last microsecond (since 1970 UTC) of that year, day, minute and so on. Returns false, with both
 * unchanged, for any other text. */
bool moment_parse(struct span text, int64_t *first_us, int64_t *last_us) CHECKED;

/* Room for "Sun, 06 Nov 1994 08:49:37 GMT" and its NUL. */
enum { MOMENT_HTTP_SIZE = 30 };

/* Writes a moment as HTTP does (RFC 9110, IMF-fixdate). One outside the years 1970 to 9999 becomes the
 * nearest inside. */
void moment_http(int64_t wall_us, char text[MOMENT_HTTP_SIZE]) NONNULL;

#endif
