/* SPDX-License-Identifier: MIT */
/* UTF-8 at every boundary between valid and malformed. */
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

static void test_decode(void)
{
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint32_t character = 7;
        size_t len = utf8_decode(cases[i].bytes, strlen(cases[i].bytes), &character);

        ok(len == cases[i].len && character == cases[i].character, "case %zu: %zu bytes, U+%04X", i, len,
           character);
        is_int(utf8_is_valid(span_part(span_of(cases[i].bytes), 0, len > 0 ? len : 9)),
               len > 0 || cases[i].bytes[0] == '\0', "valid or not");
    }
    ok(!utf8_is_valid(span_of("a\xc3\xa9\xff")) && !utf8_is_valid(span_of("\xffgood")),
       "one malformed byte at either end is noticed");
}

/* The examples of the Unicode Standard, table 3-8 and beyond: how many U+FFFD a browser shows. */
static const struct next_case {
    const char *bytes;
    size_t lens[5];
    uint32_t codes[5];
} next_cases[] = {
    {"\xf1\x80\x80\xe1\x80", {3, 2}, {0xfffd, 0xfffd}},
    {"\xe1\x80\xe2\xf0\x91\x92", {2, 1, 3}, {0xfffd, 0xfffd, 0xfffd}},
    {"\xed\xa0z", {1, 1, 1}, {0xfffd, 0xfffd, 'z'}},
    {"\xf4\x90\x80", {1, 1, 1}, {0xfffd, 0xfffd, 0xfffd}},
    {"\xc3\xef\xbf\xbd", {1, 3}, {0xfffd, 0xfffd}},
    {"\xc3\xa9\xe2\x82\xac", {2, 3}, {0xe9, 0x20ac}},
};

static void test_next(void)
{
    for (size_t i = 0; i < COUNT_OF(next_cases); i++) {
        struct span text = span_of(next_cases[i].bytes);
        size_t at = 0;

        for (size_t j = 0; j < 5 && next_cases[i].lens[j] > 0; j++) {
            uint32_t code;
            size_t len = utf8_next(text, at, &code);

            ok(len == next_cases[i].lens[j] && code == next_cases[i].codes[j], "text %zu, code %zu", i, j);
            at += len;
        }
        is_int(at, text.len, "all of the text is read");
    }
}

/* Every code point survives a round trip, in the shortest form. */
static void test_add(void)
{
    size_t wrong = 0;
    struct buf out;

    buf_init(&out, 8);
    for (uint32_t code = 0; code < 0x110000; code++) {
        uint32_t read = 0;

        buf_clear(&out);
        if (code >= 0xd800 && code <= 0xdfff)
            continue;
        wrong += utf8_add(&out, code) != 0 || utf8_decode(out.at, out.len, &read) != out.len || read != code;
    }
    is_int(wrong, 0, "what utf8_add writes, utf8_decode reads");
    buf_release(&out);
}

static void test_ascii(void)
{
    char text[24];
    size_t wrong = 0;

    memset(text, 0x7f, sizeof text);
    for (size_t len = 0; len < sizeof text; len++)
        for (size_t at = 0; at <= len; at++) {
            text[at] = (char)0x80;
            wrong += utf8_is_ascii(span_make(text, len)) != (at == len);
            text[at] = 0x7f;
        }
    is_int(wrong, 0, "one byte beyond ASCII is noticed at every place, and none behind the end");
}

static void test_harmful(void)
{
    static const uint32_t harmful[] = {0,      0x1b,   0x1f,   0x7f,   0x9f,    0xad,
                                       0x61c,  0x200e, 0x200f, 0x2028, 0x202e,  0x2060,
                                       0x206f, 0xfeff, 0xfff9, 0xfffb, 0xe0000, 0xe0fff};
    static const uint32_t harmless[] = {0x20,   0x7e,   0xa0,   0xac,    0xae,   0x61b,  0x61d,
                                        0x200d, 0x2010, 0x2027, 0x202f,  0x205f, 0x2070, 0xfefe,
                                        0xff00, 0xfff8, 0xfffc, 0xdffff, 0xe1000};

    for (size_t i = 0; i < COUNT_OF(harmful); i++)
        ok(utf8_is_harmful(harmful[i]), "U+%04X is harmful", harmful[i]);
    for (size_t i = 0; i < COUNT_OF(harmless); i++)
        ok(!utf8_is_harmful(harmless[i]), "U+%04X is not", harmless[i]);
}

int main(void)
{
    test_decode();
    test_next();
    test_add();
    test_ascii();
    test_harmful();
    return done();
}
