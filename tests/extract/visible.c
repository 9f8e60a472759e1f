/* SPDX-License-Identifier: MIT */
/* Pages in, the text that a reader sees out. */
#include "config.h"

#include "extract/visible.h"

#include <sys/resource.h>

#include "tap.h"

static const struct {
    const char *page;
    const char *text;
} cases[] = {
    {"<!doctype html><title>No</title><p>one<p>two", "one two"},
    {"<p>a <b>b</b>old, <i>c</i>ut <code>x</code>y", "a bold, cut xy"},
    {"a<br>b<td>c</td><td>d", "a b c d"},
    {"  \n\t one \r\n\f two\xc2\xa0\xe3\x80\x80three ", "one two three"},
    {"a<script>var no = '<p>no</p>';</script>b<style>no{}</style>c", "a b c"},
    {"a<template>no<template>no</template>no</template>b", "a b"},
    {"a<noscript>Enable <b>scripts</b></noscript>b", "a b"},
    {"a<!-- no -->b<!--> c <!-- no <p>no</p> --!> d", "ab c d"},
    {"a<!-- no", "a"},
    {"a<? no ?>b</ no>c<!no>d", "abcd"},
    {"1 < 2 & 3 > 2 <3", "1 < 2 & 3 > 2 <3"},
    {"&lt;b&gt; &amp;amp; &eacute;&#x41; &nbsp; &nosuch;", "<b> &amp; \xc3\xa9"
                                                           "A &nosuch;"},
    {"a<textarea>no</textarea>b<iframe>no</iframe>c<noframes>no</noframes>", "a b c"},
    {"<xmp>1 &amp; <b></xmp>", "1 &amp; <b>"},
    {"ru<wbr>n so\xc2\xad"
     "ft&shy;er z\xe2\x80\x8bw a\xe2\x80\xae"
     "b\xef\xbb\xbf",
     "run softer zw ab"},
    {"\xe6\xbc\xa2<ruby>\xe5\xad\x97<rp>(</rp><rt>ji</rt><rp>)</rp></ruby>x", "\xe6\xbc\xa2\xe5\xad\x97x"},
    {"<ruby>a<rt>no<rp>no</ruby>b", "ab"},
    {"a\x01\x1b[31m\x7f"
     "b\xc2\x9b",
     "a [31m b"},
    {"\xff\xc3z", "\xef\xbf\xbd\xef\xbf\xbdz"},
    {"a<p class='cut", "a"},
    {"a<p hidden>b", "a b"},
    {"<title>t</title><svg><title>no</title><text>in</text></svg>out", "in out"},
    {"</script></noscript></p>a", "a"},
    {"", ""},
};

static struct visible visible;

static const char *text_of(struct span page, const char *type)
{
    static char text[200];
    struct buf out;

    buf_init(&out, 100);
    visible_read(&visible, page, span_of(type), &out);
    (void)snprintf(text, sizeof text, "%s", buf_text(&out));
    buf_release(&out);
    return text;
}

static void test_encodings(void)
{
    static const char wide[] = "\xff\xfe<\0p\0>\0\xe9\0";

    is_str(text_of(span_of("caf"
                           "\xe9"),
                   "text/html; charset=windows-1252"),
           "caf"
           "\xc3\xa9",
           "windows-1252");
    is_str(text_of(span_of("\x93\xfa\x96{"), "text/html; charset=shift_jis"), "\xe6\x97\xa5\xe6\x9c\xac",
           "Shift_JIS");
    is_str(text_of(span_of("<meta charset=koi8-r>\xc4\xc1"), "text/html"), "\xd0\xb4\xd0\xb0", "META");
    is_str(text_of(span_make(wide, sizeof wide - 1), "text/html"), "\xc3\xa9", "UTF-16");
    is_str(text_of(span_of("<p>a<script/>b</p>"), "application/xhtml+xml"), "a b", "XHTML: an empty script");
}

/* What a copy of a large page would add to the memory of this program. */
static void test_memory(void)
{
    enum { PAGE = 48 * 1024 * 1024, LEAST_KB = PAGE / 1024 / 2 };
    static char page[PAGE];
    struct rusage before, after;

    memset(page, 'a', sizeof page);
    (void)getrusage(RUSAGE_SELF, &before);
    ok(!visible_is_shell(&visible, span_make(page, sizeof page), span_of("text/html")), "a large text");
    (void)getrusage(RUSAGE_SELF, &after);
    ok(after.ru_maxrss - before.ru_maxrss < LEAST_KB, "is read without a copy");
    memset(page, 0, sizeof page);
    (void)visible_is_shell(&visible, span_make(page, sizeof page), span_of("text/html"));
    ok(visible.value.room < PAGE / 64, "bytes that are replaced are not listed for all of it");
}

/* A text that is decoded in pieces has no seams: words with a reference and a letter of two bytes. */
static void test_pieces(void)
{
    enum { WORDS = 30000 };
    struct buf page, wanted, out;

    buf_init(&page, 16 * WORDS);
    buf_init(&wanted, 16 * WORDS);
    buf_init(&out, 16 * WORDS);
    for (int i = 0; i < WORDS; i++) {
        (void)buf_add_format(&page, "%d&amp;\xc3\xa9%s", i, i < WORDS - 1 ? " " : "");
        (void)buf_add_format(&wanted, "%d&\xc3\xa9%s", i, i < WORDS - 1 ? " " : "");
    }
    visible_read(&visible, buf_span(&page), span_of("text/html; charset=utf-8"), &out);
    ok(span_equals(buf_span(&out), buf_span(&wanted)), "a long text in pieces");
    buf_release(&page);
    buf_release(&wanted);
    buf_release(&out);
}

/* A text without a space: COUNT times RAW in ENCODING, which is TEXT, after PADDING letters. */
static void test_unspaced(const char *type, const char *raw, const char *wanted, int padding)
{
    enum { COUNT = 40000, MOST = 10 * COUNT };
    struct buf page, text, out;

    buf_init(&page, MOST);
    buf_init(&text, MOST);
    buf_init(&out, MOST);
    for (int i = 0; i < COUNT + padding; i++) {
        (void)buf_add_text(&page, i < padding ? "a" : raw);
        (void)buf_add_text(&text, i < padding ? "a" : wanted);
    }
    visible_read(&visible, buf_span(&page), span_of(type), &out);
    ok(span_equals(buf_span(&out), buf_span(&text)), "%s", type);
    buf_release(&page);
    buf_release(&text);
    buf_release(&out);
}

static void test_limits(void)
{
    struct buf page, out;

    buf_init(&page, 8 * (size_t)VISIBLE_TEXT_MAX);
    for (int i = 0; i < VISIBLE_TEXT_MAX; i++)
        (void)buf_add_text(&page, "<p>\xc3\xa9");
    buf_init(&out, 2 * (size_t)VISIBLE_TEXT_MAX);
    visible_read(&visible, buf_span(&page), span_of("text/html; charset=utf-8"), &out);
    ok(out.len >= VISIBLE_TEXT_MAX - 2 && out.len <= VISIBLE_TEXT_MAX + 2, "a page has a maximum");
    buf_release(&out);
    buf_init(&out, 4);
    visible_read(&visible, span_of("\xc3\xa9\xc3\xa9\xc3\xa9"), span_of("text/html; charset=utf-8"), &out);
    is_str(buf_text(&out), "\xc3\xa9\xc3\xa9", "text is cut between characters");
    buf_release(&out);
    buf_release(&page);
}

/* The text of headings is in the text, and apart. */
static void test_headings(void)
{
    static const char page[] =
        "<h1>A <b>b</b></h1>c<H2>d</H2><h3><style>x</style></h3><p>e<h4>f</p>g</h4><h5>lost";
    struct buf headings;

    buf_init(&headings, 100);
    visible.headings = &headings;
    is_str(text_of(span_of(page), "text/html; charset=utf-8"), "A b c d e f g lost", "the text");
    is_str(buf_text(&headings), "A b  d  f g ", "the text of headings");
    visible.headings = NULL;
    buf_release(&headings);
}

#define ROOT "<title>t</title><div id=root></div>"

/* Pages that scripts build, and others that show little. */
static const struct {
    const char *page;
    bool is_shell;
} shells[] = {
    {ROOT "<script src=a.js></script>", true},
    {ROOT "<script>document.getElementById('root').innerHTML = '<p>x'</script>", true},
    {"<script type=module>document.querySelector('#a').append(1)</script>" ROOT "Wait", true},
    {"<body><script>import(\"./app.js\")</script>", true},
    {ROOT "<script type=application/json>{\"a\": \"b\"}</script>", false},
    {ROOT "<script type=text/template><p>{{ x }}</script>", false},
    {"<title>Moved</title><script>location.replace('/new/')</script>", false},
    {"<p>Copyright <script>document.write(new Date().getFullYear())</script>", false},
    {"<script>document.write(new Date().getFullYear())</script>", false},
    {ROOT
     "<script>(function (d) { var s = d.createElement('script'), f = d.getElementsByTagName('script')[0];"
     "s.src = '//t.example/t.js'; f.parentNode.insertBefore(s, f); })(document)</script>",
     false},
    {ROOT "<a href=/>Home</a><script>document.getElementById('root').innerHTML = 1</script>", false},
    {"<p>Text<script>document.getElementById('year').innerHTML = 2</script>", false},
};

int main(void)
{
    visible_init(&visible);
    for (size_t i = 0; i < COUNT_OF(shells); i++)
        ok(visible_is_shell(&visible, span_of(shells[i].page), span_of("text/html")) == shells[i].is_shell,
           "%s", shells[i].page);
    test_headings();
    for (size_t i = 0; i < COUNT_OF(cases); i++)
        is_str(text_of(span_of(cases[i].page), "text/html; charset=utf-8"), cases[i].text, cases[i].page);
    test_encodings();
    test_memory();
    test_pieces();
    for (int padding = 0; padding < 5; padding++) {
        test_unspaced("text/html; charset=utf-8", "\xe3\x81\x82", "\xe3\x81\x82", padding);
        test_unspaced("text/html; charset=euc-jp", "\xa4\xa2", "\xe3\x81\x82", padding);
        test_unspaced("text/html; charset=euc-jp", "\x8f\xb0\xa1", "\xe4\xb8\x82", padding);
        test_unspaced("text/html; charset=euc-kr", "\xa4\xa2", "\xe3\x84\xb2", padding);
        test_unspaced("text/html", "&amp;", "&", padding);
        test_unspaced("text/html", "\xe9&amp", "\xc3\xa9&", padding);
    }
    test_limits();
    visible_release(&visible);
    return done();
}
