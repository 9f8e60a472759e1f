/* SPDX-License-Identifier: MIT */
/* UTF-8: every boundary of what is and is not a character. */
#include "config.h"

#include "base/utf8.h"
#include "tap.h"

static const struct decode_case {
    const char *bytes;
    size_t len; /* taken */
    uint32_t character;
} cases[] = {
    {"a", 1, 'a'},
    {"\x7f", 1, 0x7f},
    {"\xc2\x80", 2, 0x80},
    {"\xdf\xbf", 2, 0x7ff},
    {"\xe0\xa0\x80", 3, 0x800},
    {"\xed\x9f\xbf", 3, 0xd7ff},
    {"\xee\x80\x80", 3, 0xe000},
    {"\xef\xbf\xbf", 3, 0xffff},
    {"\xf0\x90\x80\x80", 4, 0x10000},
    {"\xf4\x8f\xbf\xbf", 4, 0x10ffff},
    {"\xc3\xa9z", 2, 0xe9},
    {"", 0, 7},
    {"\x80", 0, 7},
    {"\xbf", 0, 7},
    {"\xc1\xbf", 0, 7},
    {"\xe0\x9f\xbf", 0, 7},
    {"\xed\xa0\x80", 0, 7},
    {"\xed\xbf\xbf", 0, 7},
    {"\xf0\x8f\xbf\xbf", 0, 7},
    {"\xf4\x90\x80\x80", 0, 7},
    {"\xf8\x88\x80\x80\x80", 0, 7},
    {"\xff", 0, 7},
    {"\xc3", 0, 7},
    {"\xe2\x82", 0, 7},
    {"\xf0\x9f\x98", 0, 7},
    {"\xc3z", 0, 7},
    {"\xe2\x82z", 0, 7},
};

int main(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint32_t character = 7;
        size_t len = utf8_decode(cases[i].bytes, strlen(cases[i].bytes), &character);

        ok(len == cases[i].len && character == cases[i].character, "case %zu: %zu bytes, U+%04X", i, len,
           character);
    }
    return done();
}
