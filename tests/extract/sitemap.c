/* SPDX-License-Identifier: MIT */
/* Sitemaps in, addresses out. */
#include "config.h"

#include "extract/extract.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/limits.h"
#include "tap.h"
#include "url/url.h"

#define XML "<?xml version='1.0' encoding='UTF-8'?>"
#define SET "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>"

static const struct {
    const char *document;
    enum sitemap_kind kind;
    bool truncated;
    const char *entries; /* address, and lastmod in brackets */
} cases[] = {
    {XML SET "<url><loc>http://h/a?x=1&amp;y=2</loc><lastmod>2026-01-02</lastmod></url></urlset>",
     SITEMAP_PAGES, false, "http://h/a?x=1&y=2 [2026-01-02]\n"},
    {SET "<url><lastmod> 2026-01-02T03:04:05Z </lastmod><loc>\n http://h/b#c "
         "\n</loc><priority>1</priority></url></urlset>",
     SITEMAP_PAGES, false, "http://h/b [2026-01-02T03:04:05Z]\n"},
    {SET "<url><loc><![CDATA[http://h/a&b]]></loc></url><url><lastmod>2026</lastmod></url></urlset>",
     SITEMAP_PAGES, false, "http://h/a&b []\n"},
    {SET
     "<url><loc>http://h/1</loc></url><url><loc>/relative</loc></url><url><loc>ftp://h/</loc></url></urlset>",
     SITEMAP_PAGES, false, "http://h/1 []\nhttp://h/relative []\n"},
    {"<urlset "
     "xmlns:i='urn:i'><url><loc>http://h/p</loc><i:image><i:loc>http://h/i.png</i:loc></i:image></url></"
     "urlset>",
     SITEMAP_PAGES, false, "http://h/p []\n"},
    {"<s:urlset xmlns:s='urn:s'><s:url><s:loc>http://h/p</s:loc></s:url></s:urlset>", SITEMAP_PAGES, false,
     "http://h/p []\n"},
    {"<sitemapindex><sitemap><loc>http://h/s1.xml.gz</loc></sitemap><url><loc>http://h/p</loc></url></"
     "sitemapindex>",
     SITEMAP_INDEX, false, "http://h/s1.xml.gz []\n"},
    {SET "<url><loc>http://h/1</loc></url><url><loc>http://h/2</loc>", SITEMAP_PAGES, true,
     "http://h/1 []\n"},
    /* almost XML: what is wrong costs itself */
    {SET
     "<url><loc>http://h/2?a&b&c=1&amp;d&#x26;</loc></url><url><loc>http://h/3&nbsp;</loc></url></urlset>",
     SITEMAP_PAGES, false, "http://h/2?a&b&c=1&d& []\nhttp://h/3%C2%A0 []\n"},
    {XML "<!DOCTYPE urlset [<!ENTITY a 'http://h/[>]'>]><urlset><url><loc>http://h/&a;</loc></url></urlset>",
     SITEMAP_PAGES, false, "http://h/&a; []\n"},
    {"<!DOCTYPE urlset SYSTEM 'file:///etc/passwd'><urlset><url><loc>http://h/1</loc></url></urlset>",
     SITEMAP_PAGES, false, "http://h/1 []\n"},
    {"\n \n" XML SET "<url><loc>http://h/1</loc></url></urlset>", SITEMAP_PAGES, false, "http://h/1 []\n"},
    {"<!-- a -- b -->" XML SET "<url><loc>http://h/1</loc></url></urlset>", SITEMAP_PAGES, false,
     "http://h/1 []\n"},
    {"Notice: Undefined index: x in /a.php on line 3\n" XML SET "<url><loc>http://h/1</loc></url></urlset>",
     SITEMAP_PAGES, false, "http://h/1 []\n"},
    {"<br />\n<b>Warning</b>: x<br />" XML SET "<url><loc>http://h/1</loc></url></urlset>", SITEMAP_PAGES,
     false, "http://h/1 []\n"},
    {SET "<url><loc>http://h/\xe9</loc></url><url><loc>http://h/\x01</loc></url><url><loc>http://h/"
         "\xc3\xa9</loc></url></urlset>",
     SITEMAP_PAGES, true, "http://h/%C3%A9 []\n"},
    {"<?xml version='1.0' encoding='iso-8859-1'?>" SET "<url><loc>http://h/\xe9</loc></url></urlset>",
     SITEMAP_PAGES, false, "http://h/%C3%A9 []\n"},
    {SET "<url><loc>http://h/1</b></loc></url><url><loc>http://h/2</loc></url></urlset>", SITEMAP_PAGES, true,
     "http://h/1 []\nhttp://h/2 []\n"},
    {"<html><body><a href='http://h/1'>x</a></body></html>", SITEMAP_NONE, false, ""},
    {"<rss><channel><item><link>http://h/1</link></item></channel></rss>", SITEMAP_NONE, false, ""},
    {"http://h/1\r\nhttps://h/\xc3\xa4 \n\n# no\nx\n", SITEMAP_PAGES, false,
     "http://h/1 []\nhttps://h/%C3%A4 []\n"},
    {"http://h/1\rhttp://h/2\r\n\r\nhttp://h/3", SITEMAP_PAGES, false,
     "http://h/1 []\nhttp://h/2 []\nhttp://h/3 []\n"},
    {"\xef\xbb\xbfhttp://h/bom", SITEMAP_PAGES, false, "http://h/bom []\n"},
    {"nothing of the kind", SITEMAP_NONE, false, ""},
    {"", SITEMAP_NONE, false, ""},
};

static const struct {
    const char *sitemap, *voucher, *page;
    bool may;
} places[] = {
    {"http://h/s.xml", "http://h", "http://h/a/b", true},
    {"http://h/d/s.xml", "http://h", "http://h/a", true},
    {"http://h/d/s.xml", "http://o", "http://h/d/e/f", true},
    {"http://h/d/s.xml", "http://o", "http://h/d", false},
    {"http://h/d/s.xml", "http://o", "http://h/dd", false},
    {"http://h/d/s.xml", "http://o", "http://o/x", true},
    {"http://h/d/s.xml", "http://o", "https://o/x", false},
    {"http://h/s.xml", "http://h", "http://h.example/", false},
    {"http://h/s.xml", "http://h", "http://h:8080/", false},
};

static void describe(struct buf *seen, const struct link_list *entries)
{
    buf_clear(seen);
    for (size_t i = 0; i < entries->count; i++) {
        const struct link *entry = &entries->links[i];

        buf_add_format(seen, "%.*s [%.*s]\n", (int)entry->url.len, entry->url.at, (int)entry->text.len,
                       entry->text.at ? entry->text.at : "");
    }
}

static void test_places(void)
{
    struct url sitemap, page;

    sitemap = (struct url){0};
    page = (struct url){0};
    for (size_t i = 0; i < COUNT_OF(places); i++) {
        ok(url_parse(&sitemap, span_of(places[i].sitemap), NULL, NULL) == URL_OK &&
               url_parse(&page, span_of(places[i].page), NULL, NULL) == URL_OK &&
               sitemap_may_list(&sitemap, span_of(places[i].voucher), &page) == places[i].may,
           "%s in %s, vouched for by %s", places[i].page, places[i].sitemap, places[i].voucher);
    }
    url_release(&sitemap);
    url_release(&page);
}

static void test_many(struct link_list *entries, const struct url *base)
{
    struct buf text;

    buf_init(&text, 4000000);
    for (int i = 0; i < LIMIT_SITEMAP_ENTRIES + 7; i++)
        buf_add_format(&text, "http://h/%d\n", i);
    (void)sitemap_read(entries, buf_span(&text), base);
    is_int(entries->count, LIMIT_SITEMAP_ENTRIES, "as many entries as the protocol allows");
    ok(entries->truncated, "and it is told that there were more");
    buf_release(&text);
}

/* A tag of very many attributes ends what is read: no one reads so many. */
static void test_attributes(struct link_list *entries, const struct url *base)
{
    enum { ATTRIBUTES = 400 * 1000, BYTES = 20 * ATTRIBUTES };
    struct buf text;

    buf_init(&text, BYTES);
    (void)buf_add_text(&text, SET "<url><loc>http://h/1</loc></url><url");
    for (unsigned i = 0; i < ATTRIBUTES; i++)
        (void)buf_add_format(&text, i % 2 ? " a%u='>'" : " a%u=\"<!---->\"", i);
    (void)buf_add_text(&text, "><loc>http://h/2</loc></url></urlset>");
    (void)alarm(240);
    (void)sitemap_read(entries, buf_span(&text), base);
    (void)alarm(0);
    is_int((int)entries->count, 1, "what is before it is read");
    ok(entries->truncated, "the sitemap is not whole");
    buf_release(&text);
}

/* A line of blanks after the last of as many entries as are read is none. */
static void test_full(struct link_list *entries, const struct url *base)
{
    struct buf text;

    buf_init(&text, 32 * LIMIT_SITEMAP_ENTRIES);
    for (unsigned i = 0; i < LIMIT_SITEMAP_ENTRIES; i++)
        (void)buf_add_format(&text, "http://h/%u\n", i);
    (void)buf_add_text(&text, "  \n");
    (void)sitemap_read(entries, buf_span(&text), base);
    is_int((int)entries->count, LIMIT_SITEMAP_ENTRIES, "all entries");
    ok(!entries->truncated, "are the whole sitemap");
    buf_release(&text);
}

int main(void)
{
    struct link_list entries = {0};
    enum sitemap_kind kind;
    struct buf seen;
    struct url base;

    base = (struct url){0};
    ok(url_parse(&base, span_of("http://h/d/s.xml"), NULL, NULL) == URL_OK, "the base");
    buf_init(&seen, 100000);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        kind = sitemap_read(&entries, tap_exact(span_of(cases[i].document)), &base);
        describe(&seen, &entries);
        is_str(buf_text(&seen), cases[i].entries, cases[i].document);
        is_int(kind, cases[i].kind, "its kind");
        is_int(entries.truncated, cases[i].truncated, "whether it is whole");
    }
    test_places();
    test_many(&entries, &base);
    test_attributes(&entries, &base);
    test_full(&entries, &base);
    url_release(&base);
    link_list_release(&entries);
    buf_release(&seen);
    return done();
}
