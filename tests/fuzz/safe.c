/* SPDX-License-Identifier: MIT */
/* Text made safe is UTF-8 without control characters, and a second pass changes nothing. */
#include "config.h"

#include <stdint.h>

#include "base/utf8.h"
#include "fuzz.h"
#include "term/message.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct buf once, twice;
    uint32_t c = 0;

    buf_init(&once, 4 * size);
    buf_init(&twice, 4 * size);
    demand(safe_add(&once, span_make((const char *)data, size)) == 0);
    demand(once.len >= size);
    for (size_t at = 0, len; at < once.len; at += len) {
        len = utf8_decode(once.at + at, once.len - at, &c);
        demand(len > 0 && c >= 0x20 && (c < 0x7f || c >= 0xa0));
        demand(c != 0x2028 && c != 0x2029 && !(c >= 0x202a && c <= 0x202e) && !(c >= 0x2066 && c <= 0x2069));
    }
    demand(safe_add(&twice, buf_span(&once)) == 0);
    demand(span_equals(buf_span(&once), buf_span(&twice)));
    buf_release(&once);
    buf_release(&twice);
    return 0;
}
