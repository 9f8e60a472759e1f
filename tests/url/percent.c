/* SPDX-License-Identifier: MIT */
/* Percent-encoding: which bytes each set encodes, and decoding at the end of a text. */
#include "config.h"

#include "url/percent.h"

#include "tap.h"

/* The printable ASCII characters that a set encodes. */
static const struct {
    enum percent_set set;
    const char *encoded;
} sets[] = {
    {PERCENT_FRAGMENT, " \"<>`"},  {PERCENT_QUERY, " \"#'<>"},
    {PERCENT_PATH, " \"#<>?^`{}"}, {PERCENT_USERINFO, " \"#/:;<=>?@[\\]^`{|}"},
    {PERCENT_URI, " \"<>\\^`{|}"}, {PERCENT_REFERENCE, " \"#%&'()+,:<>?[\\]^`{|}"},
};

static void test_sets(void)
{
    struct buf out;
    size_t wrong = 0;

    buf_init(&out, 10);
    for (size_t i = 0; i < COUNT_OF(sets); i++) {
        for (int c = 0; c < 256; c++) {
            char byte = (char)c;
            bool encoded = c <= 0x20 || c >= 0x7f || strchr(sets[i].encoded, c);

            buf_clear(&out);
            wrong += percent_add(&out, span_make(&byte, 1), sets[i].set) != 0;
            wrong += (out.len == 3) != encoded || (out.len == 1) == encoded;
        }
        is_int((int64_t)wrong, 0, sets[i].encoded);
    }
    buf_clear(&out);
    is_int(percent_add(&out, tap_exact(span_of("\xff~a z")), PERCENT_PATH), 0, "a text");
    is_str(buf_text(&out), "%FF~a%20z", "is encoded");
    is_int(percent_add(&out, span_of(NULL), PERCENT_PATH), 0, "an empty text");
    ok(percent_add(&out, span_of("ab"), PERCENT_PATH) != 0, "a text without room");
    ok(percent_add(&out, span_of(" "), PERCENT_PATH) != 0, "an escape without room");
    buf_release(&out);
}

static void test_decode(void)
{
    static const struct {
        const char *text, *decoded;
    } cases[] = {
        {"", ""},       {"a%41b", "aAb"}, {"%41", "A"},   {"%4", "%4"},   {"%", "%"},      {"a%", "a%"},
        {"%zz", "%zz"}, {"%4g", "%4g"},   {"%g4", "%g4"}, {"%%41", "%A"}, {"%fF", "\xff"}, {"%2541", "%41"},
    };
    struct buf out;

    buf_init(&out, 10);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        buf_clear(&out);
        is_int(percent_decode(&out, tap_exact(span_of(cases[i].text))), 0, "decode");
        is_span(buf_span(&out), span_of(cases[i].decoded), cases[i].text);
    }
    ok(percent_decode(&out, span_of("aaaaaaaaaaa")) != 0, "a text without room");
    buf_release(&out);
}

static void test_normalize(void)
{
    static const char *const cases[][2] = {
        {"", ""},
        {"/%7Eu/%61%2E%2d%5f", "/~u/a.-_"},
        {"/%c3%a9%2f", "/%C3%A9%2F"},
        {"%2541", "%2541"},
        {"/%4", "/%4"},
        {"%zz%", "%zz%"},
        {"%00%26", "%00%26"},
    };
    char out[32];

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        size_t len = percent_normalize(out, tap_exact(span_of(cases[i][0])));

        is_span(span_make(out, len), span_of(cases[i][1]), cases[i][0]);
    }
}

int main(void)
{
    test_sets();
    test_decode();
    test_normalize();
    return done();
}
