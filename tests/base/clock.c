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
    return done();
}
