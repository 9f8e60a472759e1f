/* SPDX-License-Identifier: MIT */
/* robots/lines.h: tokens, lines, escapes, distances, trimming, quotes and UTF-16. */
#include "config.h"

#include "robots/lines.h"

#include "tap.h"

/* A copy of TEXT without a NUL after it, so that the sanitizers notice a read past its end. */
static struct span copy_of(const char *text, size_t len)
{
    static char *copy;

    free(copy);
    copy = malloc(len > 0 ? len : 1);
    if (!copy)
        abort();
    memcpy(copy, text, len);
    return span_make(copy, len);
}

static struct span copy(const char *text)
{
    return copy_of(text, strlen(text));
}

static void test_lines(void)
{
    static const struct {
        const char *text, *line, *rest;
        size_t end_len;
    } cases[] = {
        {"a\nb", "a", "b", 1},     {"a\r\nb", "a", "b", 2},   {"a\rb", "a", "b", 1},
        {"a\n\rb", "a", "\rb", 1}, {"a", "a", "", 0},         {"a\r", "a", "", 1},
        {"\n", "", "", 1},         {"\r\r\n", "", "\r\n", 1}, {"", "", "", 0},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct span rest = copy(cases[i].text), line;
        size_t end_len = text_take_line(&rest, &line);

        ok(end_len == cases[i].end_len && span_is(line, cases[i].line) && span_is(rest, cases[i].rest),
           "line %zu", i);
    }
}

static void test_escapes(void)
{
    static const struct {
        const char *text;
        int value;
    } cases[] = {
        {"%41", 0x41}, {"%aF", 0xaf}, {"%4", -1},  {"%", -1},   {"", -1},
        {"%4g", -1},   {"%g4", -1},   {"x41", -1}, {"%00x", 0},
    };
    char out[3];

    for (size_t i = 0; i < COUNT_OF(cases); i++)
        is_int(span_escape(copy(cases[i].text)), cases[i].value, cases[i].text);
    ok(text_put_escape(out, 0xaf) == out + 3 && memcmp(out, "%AF", 3) == 0, "an escape in upper case");
}

static void test_distances(void)
{
    static const struct {
        const char *name;
        size_t distance;
    } cases[] = {
        {"disallow", 0},   {"DISALLOW", 0}, {"dissallow", 1}, {"disalow", 1}, {"disollow", 1}, {"isallo", 2},
        {"xdisallowx", 2}, {"", 8},         {"dsiallow", 2},  {"allow", 3},   {"dsialolw", 4},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++)
        is_int(text_distance(copy(cases[i].name), span_of("Disallow")), cases[i].distance, cases[i].name);
}

static void test_tokens(void)
{
    static const char *const cases[][2] = {
        {"tiptoe", "tiptoe"}, {"tiptoe/1.0 (+x)", "tiptoe"}, {" tiptoe (x)", "tiptoe"}, {"/1", ""}, {"", ""},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++)
        ok(span_is(text_token(copy(cases[i][0])), cases[i][1]), "token of '%s'", cases[i][0]);
}

static void test_trimming(void)
{
    static const char *const cases[][2] = {
        {" a ", "a"},
        {"\xc2\xa0 a\xc2\xa0", "a"},
        {"\xa0"
         "a\xa0",
         "a"},
        {"\xe2\x80\x8b\xef\xbb\xbf"
         "a b\xe3\x80\x80\t",
         "a b"},
        {"\xc3\xa0", "\xc3\xa0"},
        {"\xa0", ""},
        {"\xe2\x80", "\xe2\x80"},
        {"", ""},
    };
    static const char *const quoted[][2] = {
        {"\"a\"", "a"},
        {"''a`", "a"},
        {"\xe2\x80\x9c"
         "a\xe2\x80\x9d",
         "a"},
        {"\xe2\x80\x98"
         "a\xe2\x80\x9f",
         "a"},
        {"\xe2\x80\x97", "\xe2\x80\x97"},
        {"\xe2\x80\xa0", "\xe2\x80\xa0"},
        {"a\"b", "a\"b"},
        {"\"", ""},
        {"\xe2\x80", "\xe2\x80"},
        {"", ""},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++)
        ok(span_is(text_trim(copy(cases[i][0])), cases[i][1]), "trimmed text %zu", i);
    for (size_t i = 0; i < COUNT_OF(quoted); i++)
        ok(span_is(text_unquote(copy(quoted[i][0])), quoted[i][1]), "unquoted text %zu", i);
}

static void check_utf16(const char *text, size_t len, const char *wanted, const char *label)
{
    struct buf out;

    buf_init(&out, 100);
    text_from_utf16(&out, copy_of(text, len), true);
    is_str(buf_text(&out), wanted, label);
    buf_release(&out);
}

static void test_utf16(void)
{
    check_utf16("\0a\0\x7f", 4, "a\x7f", "ASCII");
    check_utf16("\0\x80\7\xff\x08\0", 6, "\xc2\x80\xdf\xbf\xe0\xa0\x80", "two and three bytes");
    check_utf16("\xff\xff\xd7\xff\xe0\0", 6, "\xef\xbf\xbf\xed\x9f\xbf\xee\x80\x80",
                "next to the surrogates");
    check_utf16("\xd8\0\xdc\0\xdb\xff\xdf\xff", 8, "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf",
                "the first and last pair");
    check_utf16("\xd8\0\xe0\0", 4, "\xef\xbf\xbd\xee\x80\x80", "a high surrogate before another character");
    check_utf16("\xd8\0\xdb\xff", 4, "\xef\xbf\xbd\xef\xbf\xbd", "two high surrogates");
    check_utf16("\xdc\0\0a", 4,
                "\xef\xbf\xbd"
                "a",
                "a low surrogate first");
    check_utf16("\0a\xd8\0", 4, "a\xef\xbf\xbd", "a high surrogate at the end");
    check_utf16("\0a\xd8", 3, "a", "an odd byte at the end");
}

int main(void)
{
    test_lines();
    test_escapes();
    test_distances();
    test_tokens();
    test_trimming();
    test_utf16();
    return done();
}
