/* SPDX-License-Identifier: MIT */
/* Reads dates as site owners write them in unavailable_after, and the values of Crawl-delay (seconds; not in
 * any standard), Request-rate and Visit-time (Conner, "An Extended Standard for Robot Exclusion", 1996), as
 * people write them. Text after a date is left to the caller; an unknown zone is such text, and the date is
 * UTC. A day that its month does not have is a day of the next month. */
#include "config.h"

#include "robots/date.h"

#include "base/clock.h"
#include "robots/lines.h"
#include "robots/robots.h"

struct date {
    int64_t year, month, day; /* month from 1 */
    int64_t hour, minute, second;
    int64_t zone_minutes; /* east of UTC */
};

/* Takes MIN to MAX digits off the front; more than MAX are not a number. */
static bool take_digits(struct span *text, size_t min, size_t max, int64_t *number)
{
    struct span rest = *text;
    uint64_t value;
    size_t len;

    if (!span_take_number(&rest, &value))
        return false;
    len = text->len - rest.len;
    if (len < min || len > max)
        return false;
    *number = (int64_t)value;
    *text = rest;
    return true;
}

static struct span take_letters(struct span *text)
{
    struct span letters;
    size_t len = 0;

    while (len < text->len && ascii_is_alpha(text->at[len]))
        len++;
    letters = span_part(*text, 0, len);
    *text = span_part(*text, len, text->len);
    return letters;
}

/* Returns the number, from 1, of the name in NAMES (three letters each) that WORD starts with; 0 if none. */
static int64_t name_number(struct span word, const char *names)
{
    for (int64_t i = 0; word.len >= 3 && names[i * 3]; i++) {
        if (span_equals_nocase(span_part(word, 0, 3), span_make(names + i * 3, 3)))
            return i + 1;
    }
    return 0;
}

/* Takes "hh:mm[:ss[.fraction]]" off the front. */
static bool take_time(struct span *text, struct date *date)
{
    struct span rest = *text;
    int64_t hour, minute, second = 0;

    if (!take_digits(&rest, 1, 2, &hour) || !span_take_byte(&rest, ':') || !take_digits(&rest, 2, 2, &minute))
        return false;
    if (span_take_byte(&rest, ':') && !take_digits(&rest, 2, 2, &second))
        return false;
    if (span_take_byte(&rest, '.'))
        rest = span_part(rest, span_skip(rest, 0, "0123456789"), rest.len);
    if (hour > 24 || minute > 59 || second > 60)
        return false;
    date->hour = hour;
    date->minute = minute;
    date->second = second;
    *text = rest;
    return true;
}

static bool take_offset(struct span *text, struct date *date)
{
    struct span rest = *text;
    int64_t hours, minutes = 0;
    bool is_west = span_starts(rest, "-");

    if (!span_take_byte(&rest, '+') && !span_take_byte(&rest, '-'))
        return false;
    if (take_digits(&rest, 4, 4, &hours)) {
        minutes = hours % 100;
        hours /= 100;
    } else if (!take_digits(&rest, 2, 2, &hours)) {
        return false;
    } else if (span_take_byte(&rest, ':') && !take_digits(&rest, 2, 2, &minutes)) {
        return false;
    }
    date->zone_minutes = (is_west ? -1 : 1) * (hours * 60 + minutes);
    *text = rest;
    return true;
}

/* Takes a zone off the front, if there is one. */
static void take_zone(struct span *text, struct date *date)
{
    static const struct {
        const char *name;
        int64_t hours;
    } zones[] = {
        {"gmt", 0},  {"utc", 0},  {"ut", 0},   {"z", 0},    {"est", -5}, {"edt", -4},
        {"cst", -6}, {"cdt", -5}, {"mst", -7}, {"mdt", -6}, {"pst", -8}, {"pdt", -7},
    };
    struct span rest = text_skip_blanks(*text), name;

    if (take_offset(&rest, date)) {
        *text = rest;
        return;
    }
    name = take_letters(&rest);
    for (size_t i = 0; i < COUNT_OF(zones); i++) {
        if (span_is_nocase(name, zones[i].name)) {
            date->zone_minutes = zones[i].hours * 60;
            *text = rest;
            return;
        }
    }
}

/* Takes "yyyy-mm-dd" off the front. */
static bool take_iso(struct span *text, struct date *date)
{
    struct span rest = *text;

    if (!take_digits(&rest, 4, 4, &date->year) || !span_take_byte(&rest, '-') ||
        !take_digits(&rest, 2, 2, &date->month) || !span_take_byte(&rest, '-') ||
        !take_digits(&rest, 2, 2, &date->day))
        return false;
    *text = rest;
    return true;
}

/* Takes one or more blanks and hyphens. */
static bool take_gap(struct span *text)
{
    size_t before = text->len;

    *text = span_part(*text, span_skip(*text, 0, TEXT_BLANK "-"), text->len);
    return text->len < before;
}

/* Takes "yyyymmdd" off the front. */
static bool take_compact(struct span *text, struct date *date)
{
    int64_t number;

    if (!take_digits(text, 8, 8, &number))
        return false;
    date->year = number / 10000;
    date->month = number / 100 % 100;
    date->day = number % 100;
    return true;
}

static bool take_month(struct span *text, struct date *date)
{
    date->month = name_number(take_letters(text), "janfebmaraprmayjunjulaugsepoctnovdec");
    return date->month != 0 && take_gap(text);
}

/* Takes a day and what divides it from the text after it: "25 ", "25-" or, after a month, "25, ". */
static bool take_day(struct span *text, struct date *date)
{
    if (!take_digits(text, 1, 2, &date->day))
        return false;
    (void)span_take_byte(text, ',');
    return take_gap(text);
}

/* Takes "dd mmm yyyy", "mmm dd, yyyy" or "mmm dd hh:mm:ss yyyy" off the front. */
static bool take_named(struct span *text, struct date *date)
{
    struct span rest = *text;
    bool month_is_first = rest.len > 0 && ascii_is_alpha(rest.at[0]);
    size_t year_len;

    if (!(month_is_first ? take_month(&rest, date) && take_day(&rest, date)
                         : take_day(&rest, date) && take_month(&rest, date)))
        return false;
    if (month_is_first && take_time(&rest, date))
        rest = text_skip_blanks(rest);
    year_len = rest.len;
    if (!take_digits(&rest, 2, 4, &date->year))
        return false;
    year_len -= rest.len;
    if (year_len == 2)
        date->year += date->year < 70 ? 2000 : 1900;
    *text = rest;
    return true;
}

/* Takes the time after a date off the front, with its zone, if there is one. */
static void take_clock(struct span *text, struct date *date)
{
    struct span rest = *text;

    if (!span_take_byte(&rest, 'T') && !span_take_byte(&rest, 't'))
        rest = text_skip_blanks(rest);
    if (!take_time(&rest, date))
        return;
    take_zone(&rest, date);
    *text = rest;
}

/* Takes a weekday and the comma after it off the front, if there is one. */
static void take_weekday(struct span *text)
{
    struct span rest = *text;

    if (name_number(take_letters(&rest), "montuewedthufrisatsun") == 0)
        return;
    (void)span_take_byte(&rest, '.');
    rest = text_skip_blanks(rest);
    (void)span_take_byte(&rest, ',');
    *text = text_skip_blanks(rest);
}

static int64_t date_ms(const struct date *date)
{
    int64_t days = clock_days(date->year, date->month) + date->day - 1;
    int64_t minutes = (days * 24 + date->hour) * 60 + date->minute - date->zone_minutes;

    return (minutes * 60 + date->second) * 1000;
}

size_t date_read(struct span text, int64_t *ms)
{
    struct span rest = text_skip_blanks(text);
    struct date date = {0};
    int64_t seconds;

    if (span_take_byte(&rest, '@')) {
        bool is_negative = span_take_byte(&rest, '-');

        if (!take_digits(&rest, 1, 12, &seconds))
            return 0;
        *ms = (is_negative ? -seconds : seconds) * 1000;
        return text.len - rest.len;
    }
    take_weekday(&rest);
    if (!take_iso(&rest, &date) && !take_named(&rest, &date) && !take_compact(&rest, &date))
        return 0;
    if (date.month < 1 || date.month > 12 || date.day < 1 || date.day > 31)
        return 0;
    take_clock(&rest, &date);
    *ms = date_ms(&date);
    return text.len - rest.len;
}

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

    if (!take_digits(&rest, 4, 4, &number) || number % 100 > 59 || number > 2400)
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
