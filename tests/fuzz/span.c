/* SPDX-License-Identifier: MIT */
/* Dividing a text at a byte loses nothing, and every number that is read is the number that was written. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/span.h"
#include "fuzz.h"

static void check_number(struct span text)
{
    char written[32];
    uint64_t value;

    if (!span_to_u64(text, &value))
        return;
    while (text.len > 1 && text.at[0] == '0')
        text = span_part(text, 1, text.len);
    (void)snprintf(written, sizeof written, "%" PRIu64, value);
    demand(span_is(text, written));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span rest = span_make((const char *)data, size);
    size_t seen = 0;

    while (rest.len > 0) {
        struct span part = span_take_until(&rest, '\n');
        struct span trimmed = span_trim(part, " \t");

        demand(span_find(part, '\n') == part.len && trimmed.len <= part.len);
        check_number(trimmed);
        seen += part.len + 1;
    }
    demand(seen == size || seen == size + 1);
    return 0;
}
