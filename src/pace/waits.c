/* SPDX-License-Identifier: MIT */
/* Computes waits that do not depend on the pace of an origin: until the hours of a run begin (--hours), and
 * before a failed request is tried again, as the server states or after our own growing pauses. */
#include "config.h"

#include "pace/waits.h"

#include <curl/curl.h>
#include <time.h>

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

static const int64_t longest_wait_ms = INT64_C(365) * 24 * 3600 * 1000;
static const int64_t longest_pause_ms = INT64_C(10) * 60 * 1000;

bool retry_after_read(struct span value, int64_t wall_ms, int64_t *wait_ms)
{
    char text[64];
    uint64_t seconds;
    struct span rest;
    time_t date;

    rest = value = span_trim(value, HTTP_WHITE);
    if (value.len == 0 || value.len >= sizeof text)
        return false;
    if (span_take_number(&rest, &seconds) && rest.len == 0) {
        *wait_ms = seconds > (uint64_t)(longest_wait_ms / 1000) ? longest_wait_ms : (int64_t)seconds * 1000;
        return true;
    }
    /* libcurl would read the number 20301231 as a date. */
    if (!ascii_is_alpha(value.at[0]))
        return false;
    memcpy(text, value.at, value.len);
    text[value.len] = '\0';
    date = curl_getdate(text, NULL);
    if (date < 0)
        return false;
    if (date > wall_ms / 1000 + longest_wait_ms / 1000)
        *wait_ms = longest_wait_ms;
    else
        *wait_ms = (int64_t)date * 1000 > wall_ms ? (int64_t)date * 1000 - wall_ms : 0;
    return true;
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
