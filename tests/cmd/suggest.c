/* SPDX-License-Identifier: MIT */
/* Suggestions: distances, and which names are near enough. */
#include "config.h"

#include "cmd/option_value.h"
#include "robots/lines.h"

#include "tap.h"

#define LONG_8  "12345678"
#define LONG_64 LONG_8 LONG_8 LONG_8 LONG_8 LONG_8 LONG_8 LONG_8 LONG_8

static const struct distance_case {
    const char *a, *b;
    size_t distance;
} distances[] = {
    {"", "", 0},
    {"a", "", 1},
    {"", "abc", 3},
    {"mirror", "mirror", 0},
    {"miror", "mirror", 1},
    {"mirrror", "mirror", 1},
    {"mirrot", "mirror", 1},
    {"mirrro", "mirror", 2},
    {"imrror", "mirror", 2},
    {"ab", "ba", 2},
    {"ca", "abc", 3},
    {"dely", "delay", 1},
    {"stats", "status", 1},
    {"abc", "xyz", 3},
    {LONG_64, LONG_64, 0},
    {LONG_64 "x", LONG_64, SIZE_MAX},
    {LONG_64, LONG_64 "x", SIZE_MAX},
};

static const char *const names[] = {"go", "delay", "delete", "delete-most", "max-time", "mirror", "scope"};

static const struct near_case {
    const char *typed, *text;
} nears[] = {
    {"miror", " (did you mean '--mirror'?)"},
    {"mirrors", " (did you mean '--mirror'?)"},
    {"delete-mots", " (did you mean '--delete-most'?)"},
    {"deleet", " (did you mean '--delete'?)"},
    {"dleay", " (did you mean '--delay'?)"},
    {"max", " (did you mean '--max-time'?)"},
    {"ma", " (did you mean '--max-time'?)"},
    {"m", ""},
    {"og", ""},
    {"o", ""},
    {"nope", ""},
    {"xcope", " (did you mean '--scope'?)"},
    {"xyope", " (did you mean '--scope'?)"},
    {"xyzpe", ""},
    {"", ""},
};

int main(void)
{
    struct buf out;

    for (size_t i = 0; i < COUNT_OF(distances); i++)
        ok(text_distance(span_of(distances[i].a), span_of(distances[i].b)) == distances[i].distance,
           "%s → %s", distances[i].a, distances[i].b);
    buf_init(&out, 1000);
    for (size_t i = 0; i < COUNT_OF(nears); i++) {
        struct suggestion suggestion = {.typed = span_of(nears[i].typed)};

        for (size_t k = 0; k < COUNT_OF(names); k++)
            suggest_offer(&suggestion, span_of(names[k]));
        buf_clear(&out);
        suggest_add(&suggestion, "--", &out);
        is_str(buf_text(&out), nears[i].text, nears[i].typed);
    }
    buf_release(&out);
    return done();
}
