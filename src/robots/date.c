/* SPDX-License-Identifier: MIT */
/* Reads dates as site owners write them in unavailable_after. Text after a date is left to the caller; an
 * unknown zone is such text, and the date is UTC. A day that its month does not have is a day of the next
 * month. */
#include "config.h"

#include "robots/date.h"

#include "robots/text.h"

struct date {
    int64_t year, month, day; /* month from 1 */
    int64_t hour, minute, second;
    int64_t zone_minutes; /* east of UTC */
};

static struct span skip_bytes(struct span text, size_t len)
{
    return span_part(text, len, text.len);
}

/* Takes MIN to MAX digits off the front; more than MAX are not a number. */
static bool take_digits(struct span *text, size_t min, size_t max, int64_t *number)
{
    int64_t value = 0;
    size_t len = 0;

    for (; len < text->len && ascii_is_digit(text->at[len]); len++) {
        if (len == max)
            return false;
        value = value * 10 + (text->at[len] - '0');
    }
    if (len < min)
        return false;
    *number = value;
    *text = skip_bytes(*text, len);
    return true;
}

static struct span take_letters(struct span *text)
{
    struct span letters;
    size_t len = 0;

    while (len < text->len && ascii_is_alpha(text->at[len]))
        len++;
    letters = span_part(*text, 0, len);
    *text = skip_bytes(*text, len);
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
    if (span_take_byte(&rest, '.')) {
        while (rest.len > 0 && ascii_is_digit(rest.at[0]))
            rest = skip_bytes(rest, 1);
    }
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

/* Takes "yyyy-mm-dd[Thh:mm…]" off the front. */
static bool take_iso(struct span *text, struct date *date)
{
    struct span rest = *text, time;

    if (!take_digits(&rest, 4, 4, &date->year) || !span_take_byte(&rest, '-') ||
        !take_digits(&rest, 2, 2, &date->month) || !span_take_byte(&rest, '-') ||
        !take_digits(&rest, 2, 2, &date->day))
        return false;
    time = rest;
    if (span_take_byte(&time, 'T') || span_take_byte(&time, 't') || text_skip_blanks(time).len < time.len) {
        time = text_skip_blanks(time);
        if (take_time(&time, date)) {
            take_zone(&time, date);
            rest = time;
        }
    }
    *text = rest;
    return true;
}

/* Takes one or more blanks and hyphens. */
static bool take_gap(struct span *text)
{
    size_t before = text->len;

    *text = skip_bytes(*text, span_skip(*text, 0, TEXT_BLANK "-"));
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

/* Takes "dd mmm yyyy [hh:mm[:ss]] [zone]", "mmm dd, yyyy …" or "mmm dd hh:mm:ss yyyy" off the front. */
static bool take_named(struct span *text, struct date *date)
{
    struct span rest = *text, time;
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
    time = text_skip_blanks(rest);
    if (take_time(&time, date)) {
        take_zone(&time, date);
        rest = time;
    }
    *text = rest;
    return true;
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

/* Returns the days from 1970-01-01 in the Gregorian calendar. */
static int64_t days_from_civil(int64_t year, int64_t month, int64_t day)
{
    int64_t era, year_of_era, day_of_year;

    /* Years that start in March end with the leap day. */
    year -= month <= 2;
    era = (year >= 0 ? year : year - 399) / 400;
    year_of_era = year - era * 400;
    day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719468;
}

static int64_t date_ms(const struct date *date)
{
    int64_t minutes = days_from_civil(date->year, date->month, date->day) * 24 * 60 + date->hour * 60 +
                      date->minute - date->zone_minutes;

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
    *ms = date_ms(&date);
    return text.len - rest.len;
}
