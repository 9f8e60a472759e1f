/* SPDX-License-Identifier: MIT */
/* Reads the values of Crawl-delay (seconds; not in any standard), Request-rate and Visit-time (Conner, "An
 * Extended Standard for Robot Exclusion", 1996), as people write them. */
#include "config.h"

#include "robots/times.h"

#include "robots/robots.h"
#include "robots/text.h"

enum { DAY_MINUTES = 24 * 60 };

/* Takes a number off the front of TEXT, ROBOTS_DELAY_MAX_MS if it is larger. Returns false without digits. */
static bool take_number(struct span *text, int64_t *number)
{
    uint64_t value;

    if (!span_take_number(text, &value))
        return false;
    *number = value < ROBOTS_DELAY_MAX_MS ? (int64_t)value : ROBOTS_DELAY_MAX_MS;
    return true;
}

/* Returns the digits after a decimal point as milliseconds, rounded up. */
static int64_t fraction_ms(struct span text)
{
    int64_t ms = 0, unit = 100;
    bool is_more = false;

    for (size_t i = 0; i < text.len && ascii_is_digit(text.at[i]); i++, unit /= 10) {
        ms += (text.at[i] - '0') * unit;
        is_more |= unit == 0 && text.at[i] != '0';
    }
    return ms + is_more;
}

static int64_t cut_to_max(int64_t ms)
{
    return ms < ROBOTS_DELAY_MAX_MS ? ms : ROBOTS_DELAY_MAX_MS;
}

bool times_read_delay(struct span value, int64_t *ms)
{
    int64_t seconds = 0;
    int64_t fraction = 0;
    size_t at = 0;

    while (at < value.len && !ascii_is_digit(value.at[at]))
        at++;
    if (at == value.len)
        return false;
    if (at > 0 && value.at[at - 1] == '.')
        at--;
    if (at > 0 && value.at[at - 1] == '-')
        return false;
    value = span_part(value, at, value.len);
    if (!take_number(&value, &seconds))
        seconds = 0;
    if (span_starts(value, "."))
        fraction = fraction_ms(span_part(value, 1, value.len));
    *ms = cut_to_max(seconds * 1000 + fraction);
    return true;
}

/* Takes "hhmm" off the front. */
static bool take_minute(struct span *text, uint16_t *minute)
{
    struct span rest = *text;
    int64_t number;

    if (!take_number(&rest, &number) || text->len - rest.len != 4 || number % 100 > 59 || number > 2400)
        return false;
    *minute = (uint16_t)(number / 100 * 60 + number % 100);
    *text = rest;
    return true;
}

bool times_read_window(struct span value, struct day_window *window)
{
    struct day_window read;
    struct span rest = span_trim(value, TEXT_SPACE), gap;

    if (!take_minute(&rest, &read.from))
        return false;
    gap = rest;
    rest = span_trim(rest, TEXT_SPACE);
    if (span_starts(rest, "-"))
        rest = span_trim(span_part(rest, 1, rest.len), TEXT_SPACE);
    if (rest.len == gap.len || !take_minute(&rest, &read.until) || span_trim(rest, TEXT_SPACE).len > 0)
        return false;
    read.from %= DAY_MINUTES;
    read.until %= DAY_MINUTES;
    *window = read;
    return true;
}

bool times_read_rate(struct span value, int64_t *ms, struct day_window *window)
{
    struct day_window hours = {0, 0};
    struct span rest = span_trim(value, TEXT_SPACE);
    int64_t requests, period;
    char unit;

    if (!take_number(&rest, &requests))
        return false;
    rest = span_trim(rest, TEXT_SPACE);
    if (!span_starts(rest, "/"))
        return false;
    rest = span_trim(span_part(rest, 1, rest.len), TEXT_SPACE);
    if (requests == 0 || !take_number(&rest, &period))
        return false;
    unit = ascii_lower(span_byte(rest, 0));
    period *= unit == 'h' ? 3600 : unit == 'm' ? 60 : 1; /* a second without one */
    while (rest.len > 0 && ascii_is_alpha(rest.at[0]))
        rest = span_part(rest, 1, rest.len);
    /* With invalid hours the rate applies to the whole day, which restricts more. */
    if (!times_read_window(rest, &hours))
        hours = (struct day_window){0, 0};
    *ms = cut_to_max((period * 1000 + requests - 1) / requests);
    *window = hours;
    return true;
}

bool times_in_window(struct day_window window, unsigned minute)
{
    if (window.from < window.until)
        return minute >= window.from && minute < window.until;
    return minute >= window.from || minute < window.until;
}
