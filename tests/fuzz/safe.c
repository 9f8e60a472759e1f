/* SPDX-License-Identifier: MIT */
/* Text made safe is UTF-8 without control characters, and a second pass changes nothing. */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "term/safe.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void claim(bool truth)
{
    if (!truth)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct buf once, twice;
    uint32_t c = 0;

    buf_init(&once, 4 * size);
    buf_init(&twice, 4 * size);
    claim(safe_add(&once, span_make((const char *)data, size)) == 0);
    claim(once.len >= size);
    for (size_t at = 0, len; at < once.len; at += len) {
        len = utf8_decode(once.at + at, once.len - at, &c);
        claim(len > 0 && c >= 0x20 && (c < 0x7f || c >= 0xa0));
        claim(c != 0x2028 && c != 0x2029 && !(c >= 0x202a && c <= 0x202e) && !(c >= 0x2066 && c <= 0x2069));
    }
    claim(safe_add(&twice, buf_span(&once)) == 0);
    claim(span_equals(buf_span(&once), buf_span(&twice)));
    buf_release(&once);
    buf_release(&twice);
    return 0;
}
