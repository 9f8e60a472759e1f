/* SPDX-License-Identifier: MIT */
/* The two clocks, and time as text. */
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
    static const int64_t first_us = 0, last_us = 253402300799999999;
    char whole[24], fraction[12];
    struct tm parts;
    time_t seconds;
    int64_t rest;

    if (wall_us < first_us)
        wall_us = first_us;
    if (wall_us > last_us)
        wall_us = last_us;
    rest = wall_us % 1000000;
    if (rest < 0)
        rest += 1000000;
    seconds = (time_t)((wall_us - rest) / 1000000);
    (void)gmtime_r(&seconds, &parts);
    (void)strftime(whole, sizeof whole, "%Y-%m-%dT%H:%M:%S", &parts);
    (void)snprintf(fraction, sizeof fraction, ".%06d", (int)rest);
    (void)snprintf(text, CLOCK_TEXT_SIZE, "%.19s%.*sZ", whole, decimals > 0 ? decimals + 1 : 0, fraction);
}
