/* SPDX-License-Identifier: MIT */
/* Where custom properties are used; tests/weave/embed.c has what names are found. */
#include "config.h"

#include "weave/property.h"

#include "tap.h"

static const struct {
    const char *document;
    bool used;
} cases[] = {
    {"a{b:var(--x)}", true},
    {"a{b:VAR( \n--x , none)}", true},
    {"var(--x", true},
    {"a{--x:1} b{b:var(--xy) var(--x)}", true},
    {"a{b:var(--y,var(--x))}", true},
    {"", false},
    {"--x", false},
    {"(--x)", false},
    {"a{--x:1}", false},
    {"a{b:var(--xy)}", false},
    {"a{b:var(--x-y)}", false},
    {"a{b:var(--y--x)}", false},
    {"a{b:var(--X)}", false},
    {"a{b:vary(--x)}", false},
};

int main(void)
{
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        is_int(property_is_used(span_of(cases[i].document), span_of("--x")), cases[i].used,
               cases[i].document);
    return done();
}
