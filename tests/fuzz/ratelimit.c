/* SPDX-License-Identifier: MIT */
/* The fields that ask clients to slow down. An input is RateLimit-Policy, RateLimit, RateLimit-Remaining,
 * -Reset and Retry-After, with line ends between. Whatever they are: no time is negative or longer than a
 * year, and the pace they make is never below the delay; a pause is believed for a day. */
#include "config.h"

#include <stdint.h>

#include "pace/pace.h"
#include "fuzz.h"
#include "pace/waits.h"

static void check_time(int64_t ms)
{
    demand(ms >= 0 && ms <= PACE_LONGEST_MS);
}

static int64_t at_most_believed(int64_t ms)
{
    return ms < PACE_BELIEVED_MS ? ms : PACE_BELIEVED_MS;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct pace_limits limits = {.delay_ms = 1000, .connections = 4};
    const int64_t wall_ms = INT64_C(1795190400000);
    struct span rest = span_make((const char *)data, size);
    struct ratelimit_fields fields = {0};
    struct ratelimit limit;
    struct pace pace;
    int64_t wait_ms = 0;

    fields.policies[0] = span_take_until(&rest, '\n');
    fields.limits[0] = span_take_until(&rest, '\n');
    fields.remaining[0] = span_take_until(&rest, '\n');
    fields.resets[0] = span_take_until(&rest, '\n');
    limit = ratelimit_read(&fields, wall_ms);
    check_time(limit.interval_ms);
    check_time(limit.spread_ms);
    check_time(limit.spread_for_ms);
    check_time(limit.wait_ms);
    demand(limit.connections >= 0);
    demand(retry_after_read(rest, wall_ms, &wait_ms) || wait_ms == 0);
    check_time(wait_ms);

    pace_init(&pace);
    pace_started(&pace, 0);
    pace.in_flight = 0;
    pace_limited(&pace, 0, &limit);
    demand(pace_in_force(&pace, &limits).delay_ms >= 1000 && pace_in_force(&pace, &limits).connections >= 1);
    demand(pace_next_start(&pace, &limits, 0) >=
           (limit.wait_ms > 1000 ? at_most_believed(limit.wait_ms) : 1000));
    return 0;
}
