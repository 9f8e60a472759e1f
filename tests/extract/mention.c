/* SPDX-License-Identifier: MIT */
/* Which texts may say something to robots. */
#include "config.h"

#include "extract/metas.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "robots/meta.h"
#include "tap.h"

static const struct {
    const char *text;
    bool is_mention;
} cases[] = {
    {"", false},
    {"robot", true},
    {"robots", true},
    {"ROBOTS", true},
    {"<meta name=Robots>", true},
    {"<meta name='robot'>", true},
    {"<meta http-equiv=x-robots-tag>", true},
    {"about robots and crawlers", true},
    {"<meta name=tiptoe>", true},
    {"<meta name=TipToe/1.0>", true},
    {"<meta name='otherbot,tiptoe'>", true},
    {"Roboto", false},
    {"robotic", false},
    {"microrobot", false},
    {"robotss", false},
    {"robots2", false},
    {"robots_", false},
    {"see robots.txt", false},
    {"bot", false},
    {"obots", false},
    {"robo", false},
    {"tipto", false},
    {"tiptop", false},
    {"iptoe", false},
    {"tiptoed", false},
    {"ro\nbots", false},
    {"&#114;obots", true},
    {"&#x72;obots", true},
    {"&#X52;obots", true},
    {"robo&#0000116;s", true},
    {"robot&#x", true},
    {"&#42;", true},
    {"&#x2a", true},
    {"&#122;", true},
    {"&#97;", true},
    {"&#65;", true},
    {"&#90;", true},
    {"&#96;", false},
    {"&#123;", false},
    {"&#64;", false},
    {"&#91;", false},
    {"&#39; &#8217; &#160; &#187;", false},
    {"&#1114;", false},
    {"&#x10072;", false},
    {"&#99999999999999999999972;", false},
    {"&#", false},
    {"&#;", false},
    {"&", false},
    {"<meta name=*>", true},
    {"<meta name='&ast;'>", true},
    {"<meta name=\"*\" content=noindex>", true},
    {"<meta NAME = '*'>", true},
    {"<meta name='otherbot, *'>", true},
    {"<meta name='*,otherbot'>", true},
    {"<meta content=noindex name=*", true},
    {"<meta content=* name=a>", true},
    {"*", true},
    {"<meta name=\"*/1.0\">", true},
    {"<meta name='\xc2\xa0*'>", true},
    {"<meta name='*\xe2\x80\x8b'>", true},
    {"<meta name='*\v'>", true},
    {"<meta name='&nbsp*'>", true},
    {"<meta name='\x1b$B!!\x1b(B*'>", true},
    {"name=<meta/name=* content=noindex>", true},
    {"<meta name=\"a>,*\" content=noindex>", true},
    {"<meta name='otherbot&comma;*' content=noindex>", true},
    {"<meta name='&Tab;*' content=noindex>", true},
    {"<meta name = 'a<b,*' content=noindex>", true},
    {"<meta name= */ content=noindex>", true},
    {"<meta name='a,\n*/1.0' content=noindex>", true},
};

/* Words count in a META tag, to its end where parsers agree on that. */
static const struct {
    const char *text;
    bool is_mention;
} tags[] = {
    {"about robots", false},
    {"SELECT * FROM t &ast; &#42;", false},
    {"<a name=robots>", false},
    {"<a name=*>", false},
    {"</meta robots>", false},
    {"<met robots>", false},
    {"<META robots>", true},
    {"<metadata robots>", true},
    {"<meta>robots", false},
    {"<meta a>* &ast;", false},
    {"<meta/>robots", false},
    {"<meta charset=utf-8>robots", false},
    {"<meta charset=utf-8/>robots", false},
    {"<meta charset = 'utf-8' />robots", false},
    {"<meta\tname=\"a\"content='b>c'\r\nd>robots", false},
    {"<meta a=><p>robots", false},
    {"<meta a='>robots'>", true},
    {"<meta a=\">robots\">", true},
    {"<meta a='robots", true},
    {"<meta a> <meta name=robots>", true},
    {"<meta a> <meta b> robots", false},
    {"<meta a='<meta name=robots>'>", true},
    {"<!-- <meta a='--><meta name=robots>'>", true},
    {"<meta>robots<meta name=\"a\">robots", false},
    {"<meta / a='>robots'>", true},
    {"<meta/a='>robots'>", true},
    {"<meta a\fb='>robots'>", true},
    {"<meta a=b\fc='>robots'>", true},
    {"<meta a=b'c='>robots'>", true},
    {"<meta a='b''>robots'>", true},
    {"<meta ='>robots'>", true},
    {"<meta 1a='>robots'>", true},
    {"<meta 1>robots", true},
    {"<meta\xc3\xa9>robots", true},
    {"<meta a\xc3\xa9>robots", true},
    {"<meta <b>robots", true},
    {"<meta a>robots <meta <b>", false},
    {"<meta "
     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
     ">robots",
     true},
};

static void test_tags(void)
{
    char text[256];

    for (size_t i = 0; i < COUNT_OF(tags); i++) {
        int wrong = 0;

        for (int shift = 0; shift < 40; shift++) {
            int len = snprintf(text, sizeof text, "%*s%s", shift, "", tags[i].text);

            wrong += mention_is_in(span_make(text, (size_t)len), span_of("tiptoe")) != tags[i].is_mention;
        }
        is_int(wrong, 0, tags[i].text);
    }
}

/* The time is linear in the text, whatever is within what. */
static void test_nesting(void)
{
    struct buf text;

    buf_init(&text, 16 * 1024 * 1024);
    for (int k = 0; k < 100; k++) {
        buf_add_text(&text, "<meta a=\"");
        for (int i = 0; i < 6000; i++)
            buf_add_text(&text, "<meta b> ");
        buf_add_text(&text, "\">");
    }
    ok(!mention_is_in(buf_span(&text), span_of("tiptoe")), "tags in values");
    buf_clear(&text);
    for (int i = 0; i < 500; i++)
        buf_add_text(&text, "<meta a='' ");
    for (int i = 0; i < 500; i++)
        buf_add_format(&text, "<meta a%d='", i);
    buf_add_text(&text, ">");
    ok(!mention_is_in(buf_span(&text), span_of("tiptoe")), "tags that do not end");
    buf_release(&text);
}

/* The same at every place of a step, and at both ends. */
static void test_cases(void)
{
    static const char tag[] = "<meta ";
    char text[256];

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        size_t len = strlen(tag) + strlen(cases[i].text), wrong = 0;

        for (size_t shift = 0; shift < 100; shift++) {
            memset(text, ' ', sizeof text);
            memcpy(text + shift, tag, strlen(tag));
            memcpy(text + shift + strlen(tag), cases[i].text, strlen(cases[i].text));
            wrong += mention_is_in(span_make(text, shift + len), span_of("tiptoe")) != cases[i].is_mention;
            wrong +=
                mention_is_in(span_make(text, shift + len + 40), span_of("tiptoe")) != cases[i].is_mention;
        }
        is_int(wrong, 0, cases[i].text);
    }
}

/* No byte beyond the end is looked at (with the sanitizers), and no word is found that the end cuts off. */
static void test_ends(void)
{
    static const char word[] = "           <meta robots";

    for (size_t len = 0; len < sizeof word; len++) {
        char *exact = mem_new(len > 0 ? len : 1, 1);

        memcpy(exact, word, len);
        is_int(mention_is_in(span_make(exact, len), span_of("tiptoe")), len >= sizeof word - 2,
               "the end of a text");
        free(exact);
    }
    ok(mention_is_in(tap_exact(span_of("<meta name=\"*")), span_of("tiptoe")), "a star at the end");
}

static void test_tokens(void)
{
    ok(mention_is_in(span_of("<meta a FOOBOT b"), span_of("foobot")), "another token");
    ok(mention_is_in(span_of("<meta a my_bot-x b"), span_of("My_Bot-X")), "one with other characters");
    ok(!mention_is_in(span_of("<meta a tiptoe b"), span_of("foobot")), "the words of others do not count");
    ok(mention_is_in(span_of("<meta a robot b"), span_of("foobot")), "that of all robots does");
    ok(mention_is_in(span_of("<meta fbot>"), span_of("fbot")), "a short token");
    ok(mention_is_in(span_of("a page"), span_of("")), "no token may be anywhere");
    ok(!mention_is_in(span_of("a page"), span_of("fbots")), "one of five characters is looked for");
}

/* Every name that counts is a mention. */
static void test_names(void)
{
    static const char *const names[] = {"robots", "robot", "tiptoe", "*", "Tiptoe/2", "a,robots", " ROBOT "};

    for (size_t i = 0; i < COUNT_OF(names); i++) {
        struct meta_entry entry = {.name = span_of(names[i])};
        char html[100];

        ok(meta_is_addressed(&entry, span_of("tiptoe")), "%s: counts", names[i]);
        (void)snprintf(html, sizeof html, "<meta content=none name='%s'>", names[i]);
        ok(mention_is_in(span_of(html), span_of("tiptoe")), "%s", html);
    }
}

int main(void)
{
    test_cases();
    test_tags();
    test_nesting();
    test_ends();
    test_tokens();
    test_names();
    return done();
}
