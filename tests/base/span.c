/* SPDX-License-Identifier: MIT */
/* Borrowed text: compare, trim, divide, read numbers. */
#include "config.h"

#include "base/span.h"

#include "tap.h"

static void test_numbers(void)
{
    static const struct {
        const char *text;
        bool valid;
        uint64_t value;
    } cases[] = {
        {"0", true, 0},
        {"18446744073709551615", true, UINT64_MAX},
        {"18446744073709551616", false, 0},
        {"", false, 0},
        {"-1", false, 0},
        {" 1", false, 0},
        {"007", true, 7},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        uint64_t value = 99;
        bool valid = span_to_u64(span_of(cases[i].text), &value);

        ok(valid == cases[i].valid && value == (valid ? cases[i].value : 99), "number '%s'", cases[i].text);
    }
}

static void test_patterns(void)
{
    static const struct {
        const char *pattern, *text;
        bool matches;
    } cases[] = {
        {"", "", true},           {"*", "", true},          {"", "a", false},
        {"a*b*c", "aXbYc", true}, {"a*b*c", "abcd", false}, {"*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaa", false},
        {"?", "", false},         {"a?c", "abc", true},     {"*/x", "a/x/x", true},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ok(span_matches(tap_exact(span_of(cases[i].text)), span_of(cases[i].pattern)) == cases[i].matches,
           "%s on %s", cases[i].pattern, cases[i].text);
        ok(span_matches(span_of(cases[i].text), tap_exact(span_of(cases[i].pattern))) == cases[i].matches,
           "the same without a byte after the pattern");
    }
}

static void test_taken_numbers(void)
{
    static const struct {
        const char *text;
        bool taken;
        uint64_t number;
        const char *rest;
    } cases[] = {
        {"", false, 7, ""},
        {"x1", false, 7, "x1"},
        {"-1", false, 7, "-1"},
        {"0", true, 0, ""},
        {"007s", true, 7, "s"},
        {"18446744073709551615.", true, UINT64_MAX, "."},
        {"18446744073709551616.", true, UINT64_MAX, "."},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct span rest = span_of(cases[i].text);
        uint64_t number = 7;

        is_int(span_take_number(&rest, &number), cases[i].taken, cases[i].text);
        ok(number == cases[i].number, "its value");
        is_span(rest, span_of(cases[i].rest), "what is after it");
    }
}

static void test_classes(void)
{
    static const char nul[] = "a\0b";
    int hex = 0, white = 0;

    for (int c = -128; c < 128; c++) {
        hex += ascii_is_hex((char)c);
        white += ascii_is_white((char)c) == byte_is_in((char)c, HTML_WHITE);
    }
    is_int(hex, 22, "hexadecimal digits");
    is_int(white, 256, "white space of HTML is one set");
    is_int((int64_t)span_skip(span_of(" \t\r x"), 1, PLAIN_WHITE), 4, "white space is skipped");
    is_int((int64_t)span_skip(span_of("  "), 0, HTTP_WHITE), 2, "up to the end");
    is_int((int64_t)span_skip(span_make("\0 ", 2), 0, PLAIN_WHITE), 0, "a zero byte is in no set");
    ok(span_is_token(span_of("X-a_1!")) && !span_is_token(span_of("a b")) && !span_is_token(span_of("")) &&
           !span_is_token(span_make(nul, 3)),
       "tokens");
}

int main(void)
{
    struct span rest = span_of("a,b,,c");

    is_span(span_part(span_of("hello"), 1, 3), span_of("ell"), "a part");
    is_span(span_part(span_of("hello"), 9, 3), span_of(""), "a part beyond the end is empty");
    is_span(span_trim(span_of(" \t x y\n"), " \t\n"), span_of("x y"), "trim");
    is_span(span_trim(span_of("   "), " "), span_of(""), "trim everything");
    ok(span_equals_nocase(span_of("Robots"), span_of("rOBOTS")), "ASCII letters fold");
    ok(!span_equals_nocase(span_of("\xc3\x84"), span_of("\xc3\xa4")), "other letters do not");
    ok(!span_equals_nocase(span_of("@"), span_of("`")), "neither do neighbours of the letters");
    ok(span_starts_nocase(span_of("Text/HTML; x"), "text/html") && !span_starts(span_of("te"), "text"),
       "starts");
    ok(span_has(span_of("hello"), "ell") && !span_has(span_of("hello"), "lel") &&
           !span_has(span_make(NULL, 0), "l"),
       "a part that occurs");
    ok(span_is_one_of(span_of("b"), "a b cd") && span_is_one_of(span_of("cd"), "a b cd") &&
           !span_is_one_of(span_of("c"), "a b cd") && !span_is_one_of(span_of("a b"), "a b cd") &&
           !span_is_one_of(span_of(""), "a b cd") && !span_is_one_of(span_of("B"), "a b cd"),
       "one of several words");
    ok(span_starts_one_of_nocase(span_of("Bcd"), "a b") &&
           !span_starts_one_of_nocase(span_of("c"), "a b cd") && !span_starts_one_of_nocase(span_of("a"), ""),
       "the start is one of some words");
    ok(span_is_one_of_nocase(span_of("B"), "a b cd") && !span_is_one_of_nocase(span_of("C"), "a b cd"),
       "in any case");
    ok(!span_take_text(&rest, "b,"), "take what is not there");
    is_span(rest, span_of("a,b,,c"), "nothing is taken");
    is_span(span_take_until(&rest, ','), span_of("a"), "take the first word");
    is_span(span_take_until(&rest, ','), span_of("b"), "take the second");
    is_span(span_take_until(&rest, ','), span_of(""), "take an empty one");
    is_span(span_take_until(&rest, ','), span_of("c"), "take the last");
    is_span(rest, span_of(""), "nothing is left");
    rest = span_of("a,b");
    ok(span_take_text(&rest, "a,"), "take a text");
    is_span(rest, span_of("b"), "what is after it is left");
    test_numbers();
    test_taken_numbers();
    test_classes();
    ok(span_compare(span_of("a"), span_of("ab")) < 0 && span_compare(span_of("b"), span_of("ab")) > 0 &&
           span_compare(span_of("a\xff"), span_of("ab")) > 0 &&
           span_compare(span_make(NULL, 0), span_of("")) == 0,
       "spans in the order of bytes");
    test_patterns();
    return done();
}
