/* SPDX-License-Identifier: MIT */
/* --hours: a part of the day, which may include midnight. */
#include "config.h"

#include "pace/hours.h"

#include <time.h>

enum { MINUTE_MS = 60 * 1000, DAY_MINUTES = 24 * 60 };

/* Takes "HH:MM" off the front of TEXT. */
static bool take_time(struct span *text, int *minute)
{
    int hour, rest;

    if (text->len < 5 || text->at[2] != ':')
        return false;
    for (size_t i = 0; i < 5; i++) {
        if (i != 2 && !ascii_is_digit(text->at[i]))
            return false;
    }
    hour = (text->at[0] - '0') * 10 + text->at[1] - '0';
    rest = (text->at[3] - '0') * 10 + text->at[4] - '0';
    if (hour > 24 || rest > 59 || hour * 60 + rest > DAY_MINUTES)
        return false;
    *minute = (hour * 60 + rest) % DAY_MINUTES;
    *text = span_part(*text, 5, text->len);
    return true;
}

bool hours_parse(struct span text, struct hours *hours)
{
    struct hours read = {0};

    text = span_trim(text, " ");
    if (!take_time(&text, &read.from_minute) || !span_starts(text, "-"))
        return false;
    text = span_part(text, 1, text.len);
    if (!take_time(&text, &read.to_minute))
        return false;
    text = span_trim(text, " ");
    read.utc = span_is_nocase(text, "utc") || span_is(text, "Z");
    if (text.len > 0 && !read.utc)
        return false;
    *hours = read;
    return true;
}

int64_t hours_wait_ms(const struct hours *hours, int64_t wall_ms)
{
    time_t seconds = (time_t)(wall_ms / 1000);
    int minute, since, length;
    struct tm now;

    (void)(hours->utc ? gmtime_r(&seconds, &now) : localtime_r(&seconds, &now));
    minute = now.tm_hour * 60 + now.tm_min;
    length = (hours->to_minute - hours->from_minute + DAY_MINUTES) % DAY_MINUTES;
    since = (minute - hours->from_minute + DAY_MINUTES) % DAY_MINUTES;
    if (length == 0 || since < length)
        return 0;
    return (int64_t)(DAY_MINUTES - since) * MINUTE_MS - now.tm_sec * 1000 - wall_ms % 1000;
}
