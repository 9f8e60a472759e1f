/* SPDX-License-Identifier: MIT */
/* Hosts that are reached from here alone: loopback, link-local and private addresses (RFC 1918, 3927, 4193),
 * localhost (RFC 6761), and bare names. */
#include "config.h"

#include "url/private.h"

bool url_host_is_private(struct span host)
{
    static const char *const starts[] = {"127.",  "10.",    "192.168.", "169.254.",
                                         "[::1]", "[fe80:", "[fc",      "[fd"};

    for (size_t i = 0; i < sizeof starts / sizeof starts[0]; i++) {
        if (span_starts(host, starts[i]))
            return true;
    }
    if (span_starts(host, "172.")) {
        struct span rest = span_part(host, 4, host.len), second = span_take_until(&rest, '.');
        uint64_t number;

        return span_to_u64(second, &number) && number >= 16 && number <= 31;
    }
    return span_is(host, "localhost") || span_find(host, '.') == host.len ||
           (host.len > 10 && span_is(span_part(host, host.len - 10, 10), ".localhost"));
}
