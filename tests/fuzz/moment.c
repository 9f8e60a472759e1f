/* SPDX-License-Identifier: MIT */
/* Any text as a time, in all forms that tiptoe reads: of WARC, of HTTP, of Retry-After, of unavailable_after.
 */
#include "config.h"

#include "base/clock.h"
#include "fuzz.h"
#include "pace/pace.h"
#include "pace/waits.h"
#include "robots/date.h"

/* The last moment that RFC 3339 can write, with its year of four digits. */
static const int64_t last_us = INT64_C(253402300799999999);

/* What is written of a moment is read as the same moment. */
static void check_written(int64_t us)
{
    char text[CLOCK_TEXT_SIZE], http[MOMENT_HTTP_SIZE];
    int64_t first, last, ms;

    clock_format(us, 6, text);
    demand(moment_parse(span_of(text), &first, &last) && first == last);
    demand(us < 0 || us > last_us || first == us);
    moment_http(us, http);
    demand(date_read(span_of(http), &ms) == sizeof http - 1 && ms == first / 1000000 * 1000);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span text = span_make((const char *)data, size);
    int64_t first = 0, last = 0, ms, wait_ms = -1;

    if (moment_parse(text, &first, &last)) {
        demand(first <= last);
        check_written(first);
        check_written(last);
    }
    demand(date_read(text, &ms) <= size);
    if (retry_after_read(text, 1000, &wait_ms))
        demand(wait_ms >= 0 && wait_ms <= PACE_LONGEST_MS);
    else
        demand(wait_ms == -1);
    return 0;
}
