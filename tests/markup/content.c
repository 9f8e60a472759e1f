/* SPDX-License-Identifier: MIT */
/* How elements change the way in which the text after them is read. */
#include "config.h"

#include "base/buf.h"
#include "markup/tokenizer.h"
#include "tap.h"

static const struct {
    const char *text, *tags; /* those that are found, and a '*' before those in a template */
    bool xml;
} cases[] = {
    {"<a><b></b>", "a b /b ", false},
    {"<title><b></title><c>", "title /title c ", false},
    {"<textarea><b></textarea><c>", "textarea /textarea c ", false},
    {"<script><b></script><c>", "script /script c ", false},
    {"<style><b></style><c>", "style /style c ", false},
    {"<xmp><b></xmp><c>", "xmp /xmp c ", false},
    {"<iframe><b></iframe><c>", "iframe /iframe c ", false},
    {"<noscript><b></noscript><c>", "noscript b /noscript c ", false},
    {"<plaintext><b></plaintext>", "plaintext ", false},
    {"<title/><b></title><c>", "title /title c ", false},
    {"<title/><b></title><c>", "title b /title c ", true},
    {"<svg><title><b></title></svg>", "svg title b /title /svg ", false},
    {"<svg><style><x></style></svg>", "svg style /style /svg ", false},
    {"<svg><script/><b></svg>", "svg script b /svg ", false},
    {"<math><title><b></title></math>", "math title b /title /math ", false},
    {"<svg><desc><title><b></title></desc></svg>", "svg desc title /title /desc /svg ", false},
    {"<svg><foreignObject><title><b></title></foreignObject><title><c></svg>",
     "svg foreignObject title /title /foreignObject title c /svg ", false},
    {"<math><mi><title><b></title></mi><title><c></math>", "math mi title /title /mi title c /math ", false},
    {"<svg/><title><b></title>", "svg title /title ", false},
    {"<svg><p><title><b></title>", "svg p title /title ", false},
    {"<svg></svg><title><b></title>", "svg /svg title /title ", false},
    {"<svg><![CDATA[>]<x>]]></svg><![CDATA[>]<c>]]>", "svg /svg c ", false},
    {"<![CDATA[>]<a>]]><svg/><![CDATA[>]<x>]]>", "a svg x ", false},
    {"<a><![CDATA[>]<b>]]><c>", "a c ", true},
    {"<template><b></template><c>", "*template *b /template c ", false},
    {"<template><template></template><b></template><c>", "*template *template */template *b /template c ",
     false},
    {"</template><b>", "/template b ", false},
};

static const char *read_tags(struct tokenizer *t, struct span text, bool xml, struct buf *tags)
{
    struct content content;

    buf_clear(tags);
    tokenizer_start(t, text);
    t->cdata = xml;
    content_start(&content, xml);
    while (tokenizer_next(t)) {
        content_follow(&content, t);
        (void)buf_add_format(tags, "%s%s%.*s ", content.templates > 0 ? "*" : "",
                             t->token.kind == TOKEN_END ? "/" : "", (int)t->token.name.len, t->token.name.at);
    }
    return buf_text(tags);
}

/* Deeper nesting counts as that of the last level. */
static void test_depth(struct tokenizer *t, struct buf *tags)
{
    struct buf text;

    buf_init(&text, 10000);
    for (int i = 0; i < 2 * CONTENT_DEPTH; i++)
        (void)buf_add_text(&text, i % 2 ? "<foreignObject>" : "<svg>");
    (void)buf_add_text(&text, "<title><b></title>");
    (void)read_tags(t, buf_span(&text), false, tags);
    ok(strstr(buf_text(tags), "title /title ") != NULL, "as deep as is counted");
    buf_release(&text);
}

int main(void)
{
    struct tokenizer tokenizer = {0};
    struct buf tags;

    buf_init(&tags, 10000);
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        is_str(read_tags(&tokenizer, tap_exact(span_of(cases[i].text)), cases[i].xml, &tags), cases[i].tags,
               cases[i].text);
    test_depth(&tokenizer, &tags);
    tokenizer_release(&tokenizer);
    buf_release(&tags);
    return done();
}
