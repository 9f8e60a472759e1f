/* SPDX-License-Identifier: MIT */
/* The pace: gaps, connections, pauses, and Retry-After in all its forms. */
#include "config.h"

#include "policy/pace.h"

#include "tap.h"

static const int64_t friday_ms = 1795190400000; /* Fri, 20 Nov 2026 16:00:00 GMT */

static void test_gaps(void)
{
    struct pace_limits limits = {.delay_ms = 1000, .connections = 1};
    struct pace pace;

    pace_init(&pace);
    is_int(pace_next_start(&pace, &limits), PACE_NEVER, "the first request may start at once");
    pace_started(&pace, 5000);
    is_int(pace_next_start(&pace, &limits), PACE_NOT_YET, "one connection: not while a request is open");
    pace_ended(&pace);
    is_int(pace_next_start(&pace, &limits), 6000, "the gap counts from start to start");
    pace_arrived(&pace, 5020);
    is_int(pace_next_start(&pace, &limits), 6020, "from when the request really went out");
    pace_arrived(&pace, 5000);
    is_int(pace_next_start(&pace, &limits), 6020, "never back");
    pace.robots_delay_ms = 10000;
    is_int(pace_next_start(&pace, &limits), 15020, "robots.txt asks for more patience");
    limits.delay_ms = 60000;
    is_int(pace_next_start(&pace, &limits), 65020, "the user for even more");
    pace_pause(&pace, 5000, 90000);
    is_int(pace_next_start(&pace, &limits), 95000, "the server for most");
    pace_pause(&pace, 5000, 1000);
    is_int(pace_next_start(&pace, &limits), 95000, "a shorter pause does not end a longer one");
}

static void test_connections(void)
{
    struct pace_limits limits = {.delay_ms = 0, .connections = 2};
    struct pace pace;

    pace_init(&pace);
    pace_started(&pace, 100);
    is_int(pace_next_start(&pace, &limits), 100, "without a delay the second connection opens at once");
    pace_started(&pace, 100);
    is_int(pace_next_start(&pace, &limits), PACE_NOT_YET, "the third never");
    pace_ended(&pace);
    pace.robots_delay_ms = 500;
    is_int(pace_next_start(&pace, &limits), PACE_NOT_YET, "a site that asks for a delay gets one connection");
}

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
        {"99999999999999999999", 365LL * 24 * 3600 * 1000},
        {"4000000000", 365LL * 24 * 3600 * 1000},
        {"Fri, 31 Dec 9999 23:59:59 GMT", 365LL * 24 * 3600 * 1000},
        {"-5", -1},
        {"1.5", -1},
        {"soon", -1},
        {"20301231", 20301231000},
        {"", -1},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int64_t wait_ms = -1;

        if (!pace_retry_after(span_of(cases[i].value), friday_ms, &wait_ms))
            wait_ms = -1;
        is_int(wait_ms, cases[i].wait_ms, cases[i].value);
    }
}

int main(void)
{
    test_gaps();
    test_connections();
    test_retry_after();
    return done();
}
