/* SPDX-License-Identifier: MIT */
/* Safe text: the characters that are kept and escaped, and a second pass, which has no effect. */
#include "config.h"

#include "base/buf.h"
#include "base/error.h"
#include "tap.h"
#include "term/message.h"

static const struct safe_case {
    const char *text, *safe;
} cases[] = {
    {"", ""},
    {"plain text, 100 % of it", "plain text, 100 % of it"},
    {"caf\xc3\xa9 \xe6\x97\xa5\xe6\x9c\xac \xf0\x9f\x90\x88",
     "caf\xc3\xa9 \xe6\x97\xa5\xe6\x9c\xac \xf0\x9f\x90\x88"},
    {"a\x1b[31mred", "a\\x1B[31mred"},
    {"one\r\ntwo\tthree", "one\\x0D\\x0Atwo\\x09three"},
    {"\x7f", "\\x7F"},
    {"\xc2\x9b"
     "31m",
     "\\xC2\\x9B31m"},
    {"\xe2\x80\xae"
     "fdp.exe",
     "\\xE2\\x80\\xAE"
     "fdp.exe"},
    {"\xe2\x81\xa6", "\\xE2\\x81\\xA6"},
    {"\xd8\x9c", "\\xD8\\x9C"},
    {"\xe2\x80\xa8", "\\xE2\\x80\\xA8"},
    {"\xf3\xa0\x81\x81", "\\xF3\\xA0\\x81\\x81"},
    {"latin \xe9t\xe9", "latin \\xE9t\\xE9"},
    {"\xff\xfe", "\\xFF\\xFE"},
    {"cut \xe2\x82", "cut \\xE2\\x82"},
    {"\\x41 stays", "\\x41 stays"},
    {"\xef\xbb\xbf"
     "bom",
     "\\xEF\\xBB\\xBF"
     "bom"},
};

int main(void)
{
    struct buf once, twice;

    buf_init(&once, 1000);
    buf_init(&twice, 1000);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        buf_clear(&once);
        buf_clear(&twice);
        is_int(safe_add(&once, span_of(cases[i].text)), 0, "it fits");
        is_span(buf_span(&once), span_of(cases[i].safe), cases[i].safe);
        is_int(safe_add(&twice, buf_span(&once)), 0, "again");
        is_span(buf_span(&twice), buf_span(&once), "a second pass has no effect");
    }
    buf_clear(&once);
    is_int(safe_add(&once, span_make("a\0b", 3)), 0, "NUL");
    is_str(buf_text(&once),
           "a\\x00"
           "b",
           "NUL is escaped");
    buf_release(&once);
    buf_init(&once, 5);
    is_int(safe_add(&once, span_of("ab\ncd")), ERROR_TOO_LARGE, "too little room is an error");
    buf_release(&once);
    buf_release(&twice);
    return done();
}
