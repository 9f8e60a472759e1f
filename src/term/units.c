/* SPDX-License-Identifier: MIT */
/* Writes bytes and times for people. */
#include "config.h"

#include "term/units.h"

#include <inttypes.h>

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
        (void)buf_add_format(out, "%.1f s", (double)ms / 1000);
    else if (ms < 120 * 60 * 1000)
        (void)buf_add_format(out, "%.0f min", (double)ms / 60000);
    else if (ms < 2 * day_ms)
        (void)buf_add_format(out, "%.1f h", (double)ms / 3600000);
    else
        (void)buf_add_format(out, "%.1f days", (double)ms / (double)day_ms);
}
