/* SPDX-License-Identifier: MIT */
/* Retry-After in all its forms, and our own pauses. */
#include "config.h"

#include "pace/retry.h"

#include "tap.h"

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
        {"1.5", -1},
        {"soon", -1},
        {"20301231", 20301231000},
        {"", -1},
        {"Fri, 20 Nov 2026 16:00:30 GMT                                   x", -1},
        {"@Fri, 20 Nov 2026 16:00:30 GMT", -1},
        {"000000000000000000000000000000000000000000000000000000000000120", 120000},
        {"0000000000000000000000000000000000000000000000000000000000000120", -1},
        {"31536000", YEAR_MS},
        {"31535999", 31535999000},
        {"Sat, 20 Nov 2027 16:00:01 GMT", YEAR_MS},
    };
    int64_t wait_ms;

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
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

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        is_int(retry_pause_ms(cases[i].attempts, cases[i].first_ms, cases[i].random), cases[i].pause_ms,
               cases[i].label);
}

int main(void)
{
    test_retry_after();
    test_pauses();
    return done();
}
