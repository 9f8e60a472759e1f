/* SPDX-License-Identifier: MIT */
/* Names in User-agent values, and names that are nearly ours. */
#include "config.h"

#include "robots/lines.h"

#include "base/buf.h"

#include "tap.h"

static const struct {
    const char *value, *names; /* each in brackets */
} cases[] = {
    {"tiptoe", "[tiptoe]"},
    {"*", "[*]"},
    {"a b", "[a][b]"},
    {" a,\tb ", "[a][b]"},
    {"tiptoe/1.0 (x)", "[tiptoe][x]"},
    {"\"tiptoe\"", "[tiptoe]"},
    {"tiptoe*", "[tiptoe]"},
    {"*/1", "[*]"},
    {"(*)", "[*]"},
    {"()", ""},
    {"/1.0", ""},
    {"() a", "[a]"},
    {"", ""},
    {" ", ""},
    {"\xe2\x80\x9c"
     "a\xe2\x80\x9d",
     "[a]"},
};

/* Names of others, compared with a name of ours. */
static const struct {
    char name[12], token[12];
    bool near;
} pairs[] = {
    {"tip", "tiptoe", true},     {"TOE", "tiptoe", true},     {"ti", "tiptoe", false},
    {"tiptoe", "tiptoe", false}, {"mytiptoe", "tip", true},   {"mytiptoe", "toe", true},
    {"other", "tip", false},     {"tiptop", "tiptoe", false}, {"tiptoe", "TIPTOE", false},
    {"ptoe", "tiptoe", true},    {"xx", "x", true},           {"", "tiptoe", false},
    {"tiptoe", "", false},
};

int main(void)
{
    struct buf seen;

    buf_init(&seen, 1000);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct span rest = tap_exact(span_of(cases[i].value)), name;

        buf_clear(&seen);
        while (names_next(&rest, &name))
            (void)buf_add_format(&seen, "[%.*s]", (int)name.len, name.at);
        is_span(buf_span(&seen), span_of(cases[i].names), cases[i].value);
    }
    for (size_t i = 0; i < COUNT_OF(pairs); i++) {
        ok(names_are_near(tap_exact(span_of(pairs[i].name)), span_of(pairs[i].token)) == pairs[i].near,
           "\"%s\" is%s near \"%s\"", pairs[i].name, pairs[i].near ? "" : " not", pairs[i].token);
        ok(names_are_near(span_of(pairs[i].name), tap_exact(span_of(pairs[i].token))) == pairs[i].near,
           "without a byte after it");
    }
    buf_release(&seen);
    return done();
}
