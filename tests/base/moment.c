/* SPDX-License-Identifier: MIT */
/* Dates in the forms of WARC, RFC 3339 and HTTP. */
#include "config.h"

#include "base/clock.h"

#include "tap.h"

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

int main(void)
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
    return done();
}
