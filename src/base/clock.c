/* SPDX-License-Identifier: MIT */
/* Reads the clocks, and reads and writes times as text (RFC 3339, RFC 9110), in the Gregorian calendar from
 * year 1 on. */
#include "config.h"

#include "base/clock.h"

#include <stdio.h>
#include <time.h>

static int64_t read_us(clockid_t clock)
{
    struct timespec now;

    (void)clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t clock_monotonic_ms(void)
{
    return read_us(CLOCK_BOOTTIME) / 1000;
}

int64_t clock_process_ms(void)
{
    return read_us(CLOCK_PROCESS_CPUTIME_ID) / 1000;
}

int64_t clock_wall_us(void)
{
    return read_us(CLOCK_REALTIME);
}

/* Splits a time, the nearest one in the years 1970 to 9999; returns its microseconds after the second. */
static int split_time(int64_t wall_us, struct tm *parts)
{
    static const int64_t last_us = 253402300799999999;
    int64_t us = wall_us < 0 ? 0 : wall_us > last_us ? last_us : wall_us;
    time_t seconds = (time_t)(us / 1000000);

    (void)gmtime_r(&seconds, parts);
    return (int)(us % 1000000);
}

void clock_format(int64_t wall_us, int decimals, char text[CLOCK_TEXT_SIZE])
{
    struct tm parts;
    int us = split_time(wall_us, &parts);
    size_t len = strftime(text, CLOCK_TEXT_SIZE, "%Y-%m-%dT%H:%M:%S", &parts);

    (void)snprintf(text + len, CLOCK_TEXT_SIZE - len, ".%06d", us);
    memcpy(text + len + (decimals > 0 ? decimals + 1 : 0), "Z", 2);
}

void clock_stamp(int64_t wall_us, char text[CLOCK_STAMP_SIZE])
{
    struct tm parts;

    (void)split_time(wall_us, &parts);
    (void)strftime(text, CLOCK_STAMP_SIZE, "%Y%m%d%H%M%S", &parts);
}

static const int64_t second_us = 1000000, minute_us = 60 * INT64_C(1000000),
                     day_us = 86400 * INT64_C(1000000);

struct moment {
    int year, month, day, hour, minute, second;
    int64_t fraction_us, offset_us;
    int64_t span_us; /* its length; 0: that of its month, or of its year */
    bool whole_year;
};

/* Removes exactly COUNT digits from the start of TEXT: a number from LEAST to MOST. */
static bool take_number(struct span *text, size_t count, int least, int most, int *number)
{
    uint64_t value;

    if (text->len < count || !span_to_u64(span_part(*text, 0, count), &value) || value < (uint64_t)least ||
        value > (uint64_t)most)
        return false;
    *number = (int)value;
    *text = span_part(*text, count, text->len);
    return true;
}

static int days_of_month(int year, int month)
{
    return (int)(clock_days(year, month + 1) - clock_days(year, month));
}

/* Takes ".123456" off the front: at most nine decimals, of which those after the sixth are ignored. */
static bool take_fraction(struct span *text, struct moment *moment)
{
    int64_t unit = second_us;
    size_t digits = 0;

    if (!span_take_byte(text, '.'))
        return true;
    for (; text->len > 0 && ascii_is_digit(text->at[0]); digits++) {
        unit /= 10;
        moment->fraction_us += unit * (text->at[0] - '0');
        *text = span_part(*text, 1, text->len);
    }
    moment->span_us = unit > 0 ? unit : 1;
    return digits > 0 && digits <= 9;
}

static bool take_zone(struct span *text, struct moment *moment)
{
    bool is_west = text->len > 0 && text->at[0] == '-';
    int hours, minutes;

    if (span_take_byte(text, 'Z') || span_take_byte(text, 'z'))
        return true;
    if (!span_take_byte(text, is_west ? '-' : '+') || !take_number(text, 2, 0, 23, &hours) ||
        !span_take_byte(text, ':') || !take_number(text, 2, 0, 59, &minutes))
        return false;
    moment->offset_us = (hours * 60 + minutes) * minute_us * (is_west ? -1 : 1);
    return true;
}

static bool take_time(struct span *text, struct moment *moment)
{
    moment->span_us = minute_us;
    if (!take_number(text, 2, 0, 23, &moment->hour) || !span_take_byte(text, ':') ||
        !take_number(text, 2, 0, 59, &moment->minute))
        return false;
    if (span_take_byte(text, ':')) {
        moment->span_us = second_us;
        if (!take_number(text, 2, 0, 60, &moment->second) || !take_fraction(text, moment))
            return false;
    }
    return take_zone(text, moment);
}

static bool take_date(struct span *text, struct moment *moment)
{
    moment->month = moment->day = 1;
    if (!take_number(text, 4, 1, 9999, &moment->year))
        return false;
    moment->whole_year = text->len == 0;
    if (text->len > 0 && (!span_take_byte(text, '-') || !take_number(text, 2, 1, 12, &moment->month)))
        return false;
    if (text->len == 0)
        return true;
    moment->span_us = day_us;
    return span_take_byte(text, '-') &&
           take_number(text, 2, 1, days_of_month(moment->year, moment->month), &moment->day);
}

bool moment_parse(struct span text, int64_t *first_us, int64_t *last_us)
{
    struct moment moment = {0};

    if (!take_date(&text, &moment))
        return false;
    if (moment.span_us > 0 &&
        (span_take_byte(&text, 'T') || span_take_byte(&text, 't') || span_take_byte(&text, ' ')) &&
        !take_time(&text, &moment))
        return false;
    if (text.len > 0)
        return false;
    *first_us = (clock_days(moment.year, moment.month) + moment.day - 1) * day_us +
                (moment.hour * 60 + moment.minute) * minute_us + moment.second * second_us +
                moment.fraction_us - moment.offset_us;
    if (moment.span_us == 0) {
        int64_t end =
            moment.whole_year ? clock_days(moment.year + 1, 1) : clock_days(moment.year, moment.month + 1);

        moment.span_us = (end - clock_days(moment.year, moment.month)) * day_us;
    }
    *last_us = *first_us + moment.span_us - 1;
    return true;
}

void moment_http(int64_t wall_us, char text[MOMENT_HTTP_SIZE])
{
    struct tm parts;

    (void)split_time(wall_us, &parts);
    (void)strftime(text, MOMENT_HTTP_SIZE, "%a, %d %b %Y %H:%M:%S GMT", &parts); /* the locale is always C */
}
