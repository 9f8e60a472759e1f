/* SPDX-License-Identifier: MIT */
/* What a page says about itself. */
#include "config.h"

#include "base/buf.h"
#include "base/limits.h"
#include "extract_html.h"
#include "tap.h"
#include "url/url.h"

static struct page page;
static struct url document_url;
static struct buf seen;

/* The sayings in one text; metas as name|http-equiv|content. */
static const char *say(void)
{
    buf_clear(&seen);
    buf_add_text(&seen, "t=");
    buf_add_span(&seen, page.title);
    for (size_t i = 0; i < page.meta_count; i++) {
        buf_add_byte(&seen, ' ');
        buf_add_span(&seen, page.metas[i].name);
        buf_add_byte(&seen, '|');
        buf_add_span(&seen, page.metas[i].http_equiv);
        buf_add_byte(&seen, '|');
        buf_add_span(&seen, page.metas[i].content);
    }
    return buf_text(&seen);
}

static const struct {
    const char *html;
    const char *type;
    const char *says;
} cases[] = {
    {"", "", "t="},
    {"<title> A &amp; B &lt;b> </title>", "", "t= A & B <b> "},
    {"<title>A</title><title>B</title>", "", "t=A"},
    {"<title></title><title>B</title>", "", "t=B"},
    {"<title>A <b>C</b><meta name=a></title>", "", "t=A <b>C</b><meta name=a>"},
    {"<title>A", "", "t=A"},
    {"<svg><title>A</title></svg><title>B</title>", "", "t=B"},
    {"<META HTTP-EQUIV=Refresh CONTENT='1;url=x'>", "", "t= |Refresh|1;url=x"},
    {"<meta name=robots content=no&#105;ndex>", "", "t= robots||noindex"},
    {"<meta name=robots value=noindex>", "", "t= robots||noindex"},
    {"<meta name=robots value=noindex content=all>", "", "t= robots||all"},
    {"<meta content=1 NAME=a name=b content=2>", "", "t= a||1"},
    {"<meta name=a><meta name=b content=''>", "", "t= a|| b||"},
    {"<p><meta name=a content=1></p>", "", "t= a||1"},
    {"<noscript><meta name=a content=1></noscript>", "", "t= a||1"},
    {"<template><meta name=a content=1></template><meta name=b content=2>", "", "t= b||2"},
    {"<!-- <meta name=a content=1> --><meta name=b content=2>", "", "t= b||2"},
    {"<script>'<meta name=a content=1>'</script><style><meta name=b content=2></style>", "", "t="},
    {"<textarea><meta name=a content=1></textarea>", "", "t="},
    {"<iframe srcdoc='<meta name=a content=1><title>B</title>'></iframe>", "", "t="},
    {"<meta name=a content='x\n  y'>", "", "t= a||x\n  y"},
    {"<title>\xef\xf0</title><meta name=\xef content=\xf0>", "text/html;charset=windows-1251",
     "t=\xd0\xbf\xd1\x80 \xd0\xbf||\xd1\x80"},
    {"<meta charset=windows-1251><title>\xef</title>", "", "t=\xd0\xbf ||"},
    {"<title>\x95\x5c</title>", "text/html;charset=shift_jis", "t=\xe8\xa1\xa8"},
    {"<title>\xff</title>", "text/html;charset=utf-8", "t=\xef\xbf\xbd"},
    {"<html><head><title>A</title></head><body><meta name=a content=1></body></html>",
     "application/xhtml+xml", "t=A a||1"},
    {"<img src=i><title>A</title><base href=/e/><meta name=a content=1>", "", "t=A a||1"},
};

static int extract(struct span html, const char *type)
{
    return extract_html(&page, html, span_of(type), &document_url);
}

static void test_cases(void)
{
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        is_int(extract(span_of(cases[i].html), cases[i].type), 0, "is read");
        is_str(say(), cases[i].says, cases[i].html);
        ok(!page.metas_cut, "completely");
    }
}

/* Browsers read on behind a NUL byte. */
static void test_nul(void)
{
    static const char html[] =
        "<title>A\0</title><meta name=a content=\"x\0\"><meta name=robots content=noindex>";

    is_int(extract(span_make(html, sizeof html - 1), ""), 0, "a page with NUL bytes");
    is_str(say(), "t=A\xef\xbf\xbd a||x\xef\xbf\xbd robots||noindex", "is read behind them");
}

/* A page says nothing of what the page before it said. */
static void test_same(void)
{
    static const struct {
        const char *html, *says;
    } pages[] = {
        {"<title>A</title><meta name=a content=1>", "t=A a||1"},
        {"<meta name=a content=2>", "t= a||2"},
        {"<title>B</title><meta name=a content=2><base href=/x/>", "t=B a||2"},
        {"<title>C</title><meta name=a content=2><link rel=canonical href=c>", "t=C a||2"},
        {"<p>", "t="},
        {"<p>", "t="},
    };

    for (size_t i = 0; i < COUNT_OF(pages); i++) {
        is_int(extract(span_of(pages[i].html), ""), 0, "after others, a page is read");
        is_str(say(), pages[i].says, pages[i].html);
    }
}

static void add_many(struct buf *text, const char *what, size_t times)
{
    while (times-- > 0)
        buf_add_text(text, what);
}

static void test_limits(void)
{
    struct buf text;

    buf_init(&text, 8 * 1024 * 1024);
    add_many(&text, "<meta name=a content=1>", 100000);
    is_int(extract(buf_span(&text), ""), 0, "100,000 metas");
    ok(page.metas_cut && page.meta_count == 2000, "are cut, and the page says so");
    for (int extra = 0; extra < 2; extra++) {
        buf_clear(&text);
        for (int i = 0; i < 32; i++) {
            buf_add_text(&text, "<meta name=a content='");
            add_many(&text, "x", 32767 + (size_t)(extra && i == 31));
            buf_add_text(&text, "'>");
        }
        is_int(extract(buf_span(&text), ""), 0, "long metas");
        is_int((int64_t)page.meta_count, 32 - extra, "as many bytes as are read");
        ok(page.metas_cut == (extra > 0), "%s", extra ? "are too many" : "are whole");
    }
    buf_clear(&text);
    add_many(&text, "<title>", 1);
    add_many(&text, "\xc3\xa9", 100000);
    is_int(extract(buf_span(&text), "text/html;charset=utf-8"), 0, "an endless title");
    is_int(page.title.len, 4096, "is cut after a character");
    buf_clear(&text);
    for (int i = 0; i < 20000; i++)
        buf_add_format(&text, "<meta name%d=x>", i);
    is_int(extract(buf_span(&text), ""), 0, "20,000 names");
    is_int(extract(span_of("<meta name=a content=1>"), ""), 0, "the page after them");
    is_str(say(), "t= a||1", "is read as ever");
    buf_release(&text);
}

/* A long base makes kilobytes of each short link. */
static void test_long_base(void)
{
    struct buf html;

    buf_init(&html, 1024 * 1024);
    (void)buf_add_text(&html, "<base href=/");
    for (int i = 0; i < 4000; i++)
        (void)buf_add_byte(&html, 'x');
    (void)buf_add_text(&html, "/>");
    for (int i = 0; i < 50000; i++)
        (void)buf_add_format(&html, "<a href=%d>", i);
    is_int(extract(buf_span(&html), "text/html"), 0, "a long base before many links");
    ok(page.links.truncated && page.links.count > 10000, "%zu of 50000 are kept", page.links.count);
    ok(page.links.text.total < LIMIT_LINK_TEXT_BYTES + LIMIT_TAG_BYTES, "as many as their texts have room");
    buf_release(&html);
}

int main(void)
{
    page_init(&page);
    document_url = (struct url){0};
    buf_init(&seen, 64 * 1024);
    if (url_parse(&document_url, span_of("http://h/"), NULL, NULL) != URL_OK)
        return 1;
    test_cases();
    test_nul();
    test_same();
    test_limits();
    test_long_base();
    page_clear(&page);
    is_str(say(), "t=", "a page that was cleared says nothing");
    page_release(&page);
    url_release(&document_url);
    buf_release(&seen);
    return done();
}
