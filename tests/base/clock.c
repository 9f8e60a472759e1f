/* SPDX-License-Identifier: MIT */
/* The clocks advance in their units, and times as text. */
#include "config.h"

#include "base/clock.h"

#include <time.h>
#include <unistd.h>

#include "tap.h"

static const struct {
    int64_t us;
    int decimals;
    const char *text;
} cases[] = {
    {0, 0, "1970-01-01T00:00:00Z"},
    {-1, 6, "1970-01-01T00:00:00.000000Z"},
    {1795189440123456, 0, "2026-11-20T15:44:00Z"},
    {1795189440123456, 3, "2026-11-20T15:44:00.123Z"},
    {1795189440000009, 6, "2026-11-20T15:44:00.000009Z"},
    {253402300799999999, 6, "9999-12-31T23:59:59.999999Z"},
    {253402300800000000, 6, "9999-12-31T23:59:59.999999Z"},
    {INT64_MAX, 0, "9999-12-31T23:59:59Z"},
    {INT64_MIN, 0, "1970-01-01T00:00:00Z"},
};

static const struct {
    const char *text;
    int64_t first_us, length_us;
} good[] = {
    {"1970-01-01T00:00:00Z", 0, 1000000},
    {"2026-11-20T15:44:00Z", 1795189440000000, 1000000},
    {"2026-11-20t15:44:00z", 1795189440000000, 1000000},
    {"2026-11-20 15:44:00Z", 1795189440000000, 1000000},
    {"2026-11-20T15:44:00.5Z", 1795189440500000, 100000},
    {"2026-11-20T15:44:00.123456Z", 1795189440123456, 1},
    {"2026-11-20T15:44:00.123456789Z", 1795189440123456, 1},
    {"2026-11-20T17:44:00+02:00", 1795189440000000, 1000000},
    {"2026-11-20T10:14:00-05:30", 1795189440000000, 1000000},
    {"2026-11-20T15:44Z", 1795189440000000, 60000000},
    {"2026-11-20", 1795132800000000, 86400000000},
    {"2024-02", 1706745600000000, 29 * INT64_C(86400000000)},
    {"2100-02", 4105123200000000, 28 * INT64_C(86400000000)},
    {"2024", 1704067200000000, 366 * INT64_C(86400000000)},
    {"1969-12-31T23:59:59Z", -1000000, 1000000},
};

static const char *const bad[] = {
    "",
    "20",
    "20261",
    "2026-",
    "2026-13",
    "2026-11-",
    "2026-11-31",
    "2025-02-29",
    "2026-11-20T",
    "2026-11-20T24:00Z",
    "2026-11-20T15:44",
    "2026-11-20T15:44:00",
    "0000-01-01",
    "2026-11-20Z",
    "2026-11-20T15:44:00.Z",
    "2026-11-20T15:44:00.1234567890Z",
    "+026-11-20",
    "2026-11-20T15:44:00+2:00",
    "2026-11-20T15:44:00Zx",
    "20261120154400",
    "-123",
};

static const struct {
    int64_t us;
    const char *text;
} http[] = {
    {784111777000000, "Sun, 06 Nov 1994 08:49:37 GMT"},
    {1795189440999999, "Fri, 20 Nov 2026 15:44:00 GMT"},
    {-5, "Thu, 01 Jan 1970 00:00:00 GMT"},
    {INT64_MAX, "Fri, 31 Dec 9999 23:59:59 GMT"},
};

/* Dates in the forms of WARC, RFC 3339 and HTTP. */
static void test_moments(void)
{
    char text[MOMENT_HTTP_SIZE];
    int64_t first, last;

    for (size_t i = 0; i < COUNT_OF(good); i++) {
        first = last = 1;
        ok(moment_parse(span_of(good[i].text), &first, &last), "%s", good[i].text);
        is_int(first, good[i].first_us, "its first microsecond");
        is_int(last - first + 1, good[i].length_us, "its length");
    }
    for (size_t i = 0; i < COUNT_OF(bad); i++)
        ok(!moment_parse(span_of(bad[i]), &first, &last), "no date: %s", bad[i]);
    for (size_t i = 0; i < COUNT_OF(http); i++) {
        moment_http(http[i].us, text);
        is_str(text, http[i].text, "as HTTP writes it");
    }
}

int main(void)
{
    int64_t process = clock_process_ms(), before = clock_monotonic_ms(), wall = clock_wall_us();
    char text[CLOCK_TEXT_SIZE];
    struct timespec boot;

    (void)usleep(30000);
    ok(clock_monotonic_ms() - before >= 29 && clock_monotonic_ms() - before < 60000, "milliseconds pass");
    (void)clock_gettime(CLOCK_BOOTTIME, &boot);
    ok(clock_monotonic_ms() - boot.tv_sec * 1000 >= 0 && clock_monotonic_ms() - boot.tv_sec * 1000 < 60000,
       "also those of a machine that sleeps");
    ok(clock_wall_us() - wall >= 29000 && clock_wall_us() - wall < 20000000, "so do microseconds");
    ok(clock_wall_us() / 1000000 - time(NULL) <= 1 && time(NULL) - clock_wall_us() / 1000000 <= 1,
       "since 1970");
    ok(process >= 0 && clock_process_ms() - process < 29, "waiting takes no processor time");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        clock_format(cases[i].us, cases[i].decimals, text);
        is_str(text, cases[i].text, cases[i].text);
    }
    is_int(clock_us(1795190400123), 1795190400123000, "milliseconds in microseconds");
    is_int(clock_us(INT64_C(1) << 62), INT64_MAX, "too many of them");
    is_int(clock_us(INT64_MIN), INT64_MIN, "or too few");
    test_moments();
    return done();
}
