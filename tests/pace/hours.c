/* SPDX-License-Identifier: MIT */
/* --hours: valid values, and the time until the hours begin. */
#include "config.h"

#include "pace/hours.h"

#include "tap.h"

static const int64_t noon_ms = 1795176000000; /* 2026-11-20T12:00:00Z */

int main(void)
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

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int64_t wait_ms = -60000;

        if (hours_parse(tap_exact(span_of(cases[i].text)), &hours))
            wait_ms = hours_wait_ms(&hours, noon_ms);
        is_int(wait_ms / 60000, cases[i].wait_minutes, cases[i].text);
    }
    ok(hours_parse(span_of("22:00-06:00 UTC"), &hours), "seconds count too");
    is_int(hours_wait_ms(&hours, noon_ms + 30500), 600 * 60000 - 30500, "to the millisecond");
    return done();
}
