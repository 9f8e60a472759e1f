/* SPDX-License-Identifier: MIT */
/* Computes waits that do not depend on the pace of an origin: until the hours of a run begin (--hours), and
 * before a failed request is tried again, as the server states or after our own growing pauses. */
#include "config.h"

#include "pace/waits.h"

#include <stdio.h>
#include <time.h>

#include "robots/date.h"

enum { MINUTE_MS = 60 * 1000, DAY_MINUTES = 24 * 60 };

/* Takes "HH:MM" off the front of TEXT. */
static bool take_time(struct span *text, int *minute)
{
    uint64_t hour, rest;

    if (text->len < 5 || text->at[2] != ':' || !span_to_u64(span_part(*text, 0, 2), &hour) ||
        !span_to_u64(span_part(*text, 3, 2), &rest) || rest > 59 || hour * 60 + rest > DAY_MINUTES)
        return false;
    *minute = (int)(hour * 60 + rest) % DAY_MINUTES;
    *text = span_part(*text, 5, text->len);
    return true;
}

bool hours_parse(struct span text, struct hours *hours)
{
    struct hours read = {0};

    text = span_trim(text, " ");
    if (!take_time(&text, &read.from_minute) || !span_take_byte(&text, '-') ||
        !take_time(&text, &read.to_minute))
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

bool hours_describe(const struct hours *hours, int64_t wall_ms, char text[HOURS_TEXT_SIZE])
{
    if (hours_wait_ms(hours, wall_ms) == 0)
        return false;
    (void)snprintf(text, HOURS_TEXT_SIZE, "waiting until %02d:%02d%s (--hours)", hours->from_minute / 60,
                   hours->from_minute % 60, hours->utc ? " UTC" : "");
    return true;
}

static const int64_t longest_wait_ms = INT64_C(365) * 24 * 3600 * 1000;
static const int64_t longest_pause_ms = INT64_C(10) * 60 * 1000;

/* Returns the milliseconds of "5", "5.0", "5s", "5 m" or "5h": a fraction rounds up, other text is ignored.
 */
static bool read_length(struct span text, int64_t *wait_ms)
{
    uint64_t number, unit_s = 1, most_s = (uint64_t)(longest_wait_ms / 1000);

    if (!span_take_number(&text, &number))
        return false;
    if (text.len > 1 && text.at[0] == '.' && ascii_is_digit(text.at[1]) && number < most_s)
        number++;
    text = span_trim(text, HTTP_WHITE);
    if (span_starts_nocase(text, "m") && !span_starts_nocase(text, "ms"))
        unit_s = 60;
    else if (span_starts_nocase(text, "h"))
        unit_s = 3600;
    *wait_ms = number > most_s / unit_s ? longest_wait_ms : (int64_t)(number * unit_s) * 1000;
    return true;
}

/* Reads VALUE if it is a date and nothing else. */
static bool read_date(struct span value, int64_t *ms)
{
    return value.len > 0 && date_read(value, ms) == value.len;
}

bool retry_after_read(struct span value, int64_t now_ms, int64_t *wait_ms)
{
    struct span rest = value = span_trim(value, HTTP_WHITE "\"");
    uint64_t number;
    int64_t date_ms;
    bool is_number = span_take_number(&rest, &number) && rest.len == 0;

    if (is_number || !read_date(value, &date_ms))
        return read_length(value, wait_ms);
    *wait_ms = date_ms - now_ms;
    if (*wait_ms > longest_wait_ms)
        *wait_ms = longest_wait_ms;
    if (*wait_ms < 0)
        *wait_ms = 0;
    return true;
}

int64_t http_now_ms(struct span date, int64_t wall_ms)
{
    int64_t ms;

    return read_date(span_trim(date, HTTP_WHITE), &ms) ? ms : wall_ms;
}

int64_t retry_pause_max_ms(int64_t first_ms)
{
    return first_ms > longest_pause_ms ? first_ms : longest_pause_ms;
}

int64_t retry_pause_ms(int attempts, int64_t first_ms, uint32_t random)
{
    int64_t most_ms = retry_pause_max_ms(first_ms), pause_ms = first_ms;

    for (int i = 0; i < attempts && pause_ms < most_ms; i++)
        pause_ms *= 2;
    pause_ms += pause_ms / 2 * (int64_t)(random >> 16) / 65536;
    return pause_ms < most_ms ? pause_ms : most_ms;
}
