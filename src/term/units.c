/* SPDX-License-Identifier: MIT */
/* Writes bytes and times for people. */
#include "config.h"

#include "term/message.h"

#include <inttypes.h>

/* Adds NUMBER with at least two digits. */
static void add_time(struct buf *out, double number, const char *unit)
{
    (void)buf_add_format(out, "%.*f %s", number < 9.95 ? 1 : 0, number, unit);
}

void units_add_bytes(struct buf *out, int64_t bytes)
{
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
    double number = (double)bytes;
    size_t unit = 0;

    for (; number >= 999.5 && unit < 6; unit++)
        number /= 1000;
    (void)buf_add_format(out, unit > 0 && number < 9.95 ? "%.1f %s" : "%.0f %s", number, units[unit]);
}

void units_add_ms(struct buf *out, int64_t ms)
{
    static const int64_t day_ms = INT64_C(24) * 3600 * 1000;

    if (ms < 1000)
        (void)buf_add_format(out, "%" PRId64 " ms", ms);
    else if (ms < 120 * 1000)
        add_time(out, (double)ms / 1000, "s");
    else if (ms < 120 * 60 * 1000)
        add_time(out, (double)ms / 60000, "min");
    else if (ms < 2 * day_ms)
        add_time(out, (double)ms / 3600000, "h");
    else
        add_time(out, (double)ms / (double)day_ms, "days");
}
