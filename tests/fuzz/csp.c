/* SPDX-License-Identifier: MIT */
/* Policies. The first byte of an input says what the mirror needs, the rest is a policy. What is adjusted
 * needs no more adjusting, is not much longer, and has nothing that reports. */
#include "config.h"

#include <stdint.h>

#include "fuzz.h"
#include "markup/csp.h"

static bool has_directive(struct span policy, const char *name)
{
    while (policy.len > 0) {
        struct span one = span_take_until(&policy, ',');

        while (one.len > 0)
            if (span_is_nocase(span_trim(span_take_until(&one, ';'), "\t\n\f\r "), name))
                return true;
    }
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span policy = span_make((const char *)data + (size > 0), size > 0 ? size - 1 : 0);
    unsigned bits = size > 0 ? data[0] : 0;
    struct csp_needs needs = {
        .style_changed = bits & 1,
        .script_changed = bits & 2,
        .integrity_dropped = bits & 4,
        .data = bits & 8,
        .live = span_of(bits & 16 ? "https://h.example" : ""),
    };
    struct buf once, twice;

    buf_init(&once, SIZE_MAX / 4);
    buf_init(&twice, SIZE_MAX / 4);
    demand(csp_adjust(&once, policy, &needs) || once.len <= policy.len);
    demand(!has_directive(buf_span(&once), "upgrade-insecure-requests"));
    needs.live = span_of("");
    demand(!csp_adjust(&twice, buf_span(&once), &needs));
    buf_release(&once);
    buf_release(&twice);
    return 0;
}
