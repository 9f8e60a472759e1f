/* SPDX-License-Identifier: MIT */
/* The buffer with a maximum. */
#include "config.h"

#include "base/buf.h"

#include "base/error.h"
#include "tap.h"

int main(void)
{
    struct buf buf;

    buf_init(&buf, 10);
    is_int(buf_add(&buf, NULL, 0), 0, "no bytes at all");
    is_str(buf_text(&buf), "", "an empty buffer is an empty string");
    is_int(buf_add_text(&buf, "hello"), 0, "add");
    is_int(buf_add_format(&buf, "%d", 12345), 0, "up to the maximum");
    is_span(buf_span(&buf), span_of("hello12345"), "content");
    is_int(buf_add_byte(&buf, 'x'), ERROR_TOO_LARGE, "one more is refused");
    ok(buf.full, "the buffer remembers that");
    buf_cut(&buf, 5);
    is_int(buf_add_byte(&buf, 'x'), ERROR_TOO_LARGE, "and refuses until it is cleared");
    buf_clear(&buf);
    is_int(buf_add(&buf, "a\0b", 3), 0, "NUL is a usual byte");
    is_int(buf.len, 3, "and counts");
    buf_release(&buf);
    buf_init(&buf, 32);
    is_int(buf_add_decimal(&buf, 0), 0, "a number");
    is_int(buf_add_decimal(&buf, UINT64_MAX), 0, "the largest one");
    is_span(buf_span(&buf), span_of("018446744073709551615"), "in decimal digits");
    buf_release(&buf);
    buf_init(&buf, 1000);
    (void)buf_add_format(&buf, "%100s", "");
    buf_recycle(&buf, 200);
    ok(buf.len == 0 && buf.room > 100, "recycled: empty, and a little memory is kept");
    (void)buf_add_format(&buf, "%500s", "");
    (void)buf_add_format(&buf, "%501s", "");
    buf_recycle(&buf, 200);
    ok(buf.room == 0 && !buf.full && buf.max == 1000, "much is freed, and the rest unchanged");
    buf_release(&buf);
    return done();
}
