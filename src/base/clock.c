/* SPDX-License-Identifier: MIT */
/* The two clocks, and times as text (RFC 3339). */
#include "config.h"

#include "base/clock.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

int64_t clock_monotonic_ms(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int64_t clock_wall_us(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

void clock_format(int64_t wall_us, int decimals, char text[CLOCK_TEXT_SIZE])
{
    static const int64_t last_us = 253402300799999999;
    int64_t us = wall_us < 0 ? 0 : wall_us > last_us ? last_us : wall_us;
    time_t seconds = (time_t)(us / 1000000);
    char whole[24], fraction[12];
    struct tm parts;

    (void)gmtime_r(&seconds, &parts);
    (void)strftime(whole, sizeof whole, "%Y-%m-%dT%H:%M:%S", &parts);
    (void)snprintf(fraction, sizeof fraction, ".%06d", (int)(us % 1000000));
    (void)snprintf(text, CLOCK_TEXT_SIZE, "%.19s%.*sZ", whole, decimals > 0 ? decimals + 1 : 0, fraction);
}
