/* SPDX-License-Identifier: MIT */
/* --hours: valid values, and the time until the hours begin. Retry-After in all its forms, and our own
 * pauses. */
#include "config.h"

#include "pace/waits.h"

#include "tap.h"

static const int64_t noon_ms = 1795176000000; /* 2026-11-20T12:00:00Z */

static void test_hours(void)
{
    static const struct {
        const char *text;
        int64_t wait_minutes; /* from noon; -1: not valid */
    } cases[] = {
        {"22:00-06:00 UTC", 600},
        {"06:00-22:00 UTC", 0},
        {"12:00-12:01Z", 0},
        {"11:00-12:00 utc", 1380},
        {"00:00-24:00 UTC", 0},
        {"12:01-12:00 UTC", 1},
        {"23:59-00:00 UTC", 719},
        {"22-6 UTC", -1},
        {"22:00", -1},
        {"25:00-06:00 UTC", -1},
        {"22:60-06:00 UTC", -1},
        {"22:00-06:00 CET", -1},
        {"", -1},
        {"24:01-06:00", -1},
        {"23:60-06:00", -1},
        {"22:59-06:00 Z", 659},
        {"2:00-06:00", -1},
        {"22:00 06:00", -1},
        {"22:00-6:00", -1},
        {"2x:00-06:00", -1},
        {"22:0x-06:00", -1},
        {"22x00-06:00", -1},
        {"22:00-", -1},
        {"22:00-Z", -1},
        {"22:00- UTC", -1},
    };
    struct hours hours = {0};

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        int64_t wait_ms = -60000;

        if (hours_parse(tap_exact(span_of(cases[i].text)), &hours))
            wait_ms = hours_wait_ms(&hours, noon_ms);
        is_int(wait_ms / 60000, cases[i].wait_minutes, cases[i].text);
    }
    ok(hours_parse(span_of("22:00-06:00 UTC"), &hours), "seconds count too");
    is_int(hours_wait_ms(&hours, noon_ms + 30500), 600 * 60000 - 30500, "to the millisecond");
}

static const int64_t friday_ms = 1795190400000; /* Fri, 20 Nov 2026 16:00:00 GMT */
#define YEAR_MS (365LL * 24 * 3600 * 1000)

static void test_retry_after(void)
{
    static const struct {
        const char *value;
        int64_t wait_ms; /* -1: not valid */
    } cases[] = {
        {"120", 120000},
        {" 0 ", 0},
        {"Fri, 20 Nov 2026 16:00:30 GMT", 30000},
        {"Friday, 20-Nov-26 16:00:30 GMT", 30000},
        {"Fri Nov 20 16:00:30 2026", 30000},
        {"Thu, 19 Nov 2026 16:00:30 GMT", 0},
        {"99999999999999999999", YEAR_MS},
        {"4000000000", YEAR_MS},
        {"Fri, 31 Dec 9999 23:59:59 GMT", YEAR_MS},
        {"-5", -1},
        {"1.5", 2000},
        {"5s", 5000},
        {"5.0", 6000},
        {"\"5\"", 5000},
        {"5 min", 300000},
        {"5ms", 5000},
        {"2H", 7200000},
        {"99999999h", YEAR_MS},
        {"2026-11-20T16:00:30Z", 30000},
        {"2026-11-20T17:00:30+01:00", 30000},
        {"1999-11-20T16:00:30Z", 0},
        {"soon", -1},
        {"20301231", 20301231000},
        {"", -1},
        {"Fri, 20 Nov 2026 16:00:30 GMT                                   x", -1},
        {"@Fri, 20 Nov 2026 16:00:30 GMT", -1},
        {"000000000000000000000000000000000000000000000000000000000000120", 120000},
        {"0000000000000000000000000000000000000000000000000000000000000120", 120000},
        {"31536000", YEAR_MS},
        {"31535999", 31535999000},
        {"Sat, 20 Nov 2027 16:00:01 GMT", YEAR_MS},
    };
    int64_t wait_ms;

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        bool is_valid;

        wait_ms = -1;
        is_valid = retry_after_read(span_of(cases[i].value), friday_ms, &wait_ms);
        is_int(wait_ms, cases[i].wait_ms, cases[i].value);
        is_int(is_valid, cases[i].wait_ms >= 0, "  valid");
    }
    /* Some versions of libcurl read this as a date. */
    ok(!retry_after_read(span_of("A5 Jun 2000000000 15:00:00"), friday_ms, &wait_ms) || wait_ms == YEAR_MS,
       "a year of ten digits");
}

static void test_pauses(void)
{
    static const struct {
        int attempts;
        int64_t first_ms;
        uint32_t random;
        int64_t pause_ms;
        const char *label;
    } cases[] = {
        {0, 1000, 0, 1000, "the first pause is the least"},
        {0, 1000, UINT32_MAX, 1499, "the random part is less than half"},
        {0, 1000, 0x80000000, 1250, "and proportional to the random number"},
        {1, 1000, 0, 2000, "it doubles"},
        {4, 1000, 0, 16000, "with each attempt"},
        {20, 1000, UINT32_MAX, 600000, "ten minutes at most"},
        {20, 0, UINT32_MAX, 0, "zero stays zero"},
        {3, 86400000, UINT32_MAX, 86400000, "never shorter than the first"},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++)
        is_int(retry_pause_ms(cases[i].attempts, cases[i].first_ms, cases[i].random), cases[i].pause_ms,
               cases[i].label);
}

int main(void)
{
    test_hours();
    test_retry_after();
    test_pauses();
    return done();
}
