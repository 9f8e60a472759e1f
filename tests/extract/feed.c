/* SPDX-License-Identifier: MIT */
/* Feeds in, links out. */
#include "config.h"

#include "extract/extract.h"

#include "base/buf.h"
#include "base/limits.h"
#include "tap.h"
#include "url/url.h"

static const struct {
    const char *document;
    bool is_feed;
    const char *links;
} cases[] = {
    {"<rss version='2.0'><channel><link>http://h/</link><item><link> /p1 "
     "</link><guid>http://h/p1?id=1&amp;a</guid>"
     "<enclosure url='a.mp3?x&amp;y' length='1'/></item></channel></rss>",
     true, "http://h/ http://h/p1 http://h/p1?id=1&a http://h/d/a.mp3?x&y "},
    {"<rss><channel><item><guid "
     "isPermaLink='false'>http://h/no</guid><guid>tag:x</guid></item></channel></rss>",
     true, ""},
    {"<rdf:RDF xmlns:rdf='urn:r' xmlns='urn:s'><item><link>http://h/1.0</link></item></rdf:RDF>", true,
     "http://h/1.0 "},
    {"<feed xmlns='http://www.w3.org/2005/Atom'><link rel='self' href='/self'/><link href='/'/>"
     "<entry><link rel='alternate' href='e1#x'/><link rel='edit' href='/edit'/><link rel='enclosure' "
     "href='/e.pdf'/></entry>"
     "<link rel='next' href='?page=2'/></feed>",
     true, "http://h/ http://h/d/e1 http://h/e.pdf http://h/d/feed?page=2 "},
    {"<feed xml:base='http://b/x/'><entry xml:base='y/'><link href='1'/></entry><entry><link "
     "href='2'/></entry></feed>",
     true, "http://b/x/y/1 http://b/x/2 "},
    {"<rss><channel><link>http://h/1</link><item><link>http://h/2", true, "http://h/1 "},
    {"<!DOCTYPE rss [<!ENTITY x 'y'>]><rss><channel><link>http://h/1</link></channel></rss>", true,
     "http://h/1 "},
    {"\n<!-- made -- by x -->\n<?xml "
     "version='1.0'?><rss><channel><link>http://h/1?a&b</link><title>&nbsp;\xe9</title><item><link>http://h/"
     "2</link></item></channel></rss>",
     true, "http://h/1?a&b http://h/2 "},
    {"<html><link href='/x'/></html>", false, ""},
    {"<rss xmlns:m='urn:m' xmlns:i='urn:i'><channel><image><url>/logo.png</url></image><i:image "
     "href='i.png'/><item>"
     "<m:content url='v.mp4'/><m:thumbnail url='t.png'/></item></channel></rss>",
     true, "http://h/logo.png http://h/d/i.png http://h/d/v.mp4 http://h/d/t.png "},
    {"<feed><logo>l.png</logo><icon> i.ico </icon><entry><content src='c.html'/></entry></feed>", true,
     "http://h/d/l.png http://h/d/i.ico http://h/d/c.html "},
    {"<urlset><url><loc>http://h/1</loc><image:image "
     "xmlns:image='urn:i'><image:loc>http://h/1.png</image:loc>"
     "</image:image><lastmod>2020-01-01</lastmod></url></urlset>",
     true, "http://h/1 http://h/1.png "},
    {"<sitemapindex><sitemap><loc>http://h/s.xml</loc></sitemap></sitemapindex>", true, "http://h/s.xml "},
    {"<browserconfig><msapplication><tile><square70x70logo src='/a.png'/><TileImage src='b.png'/>"
     "<TileColor>#fff</TileColor></tile></msapplication></browserconfig>",
     true, "http://h/a.png http://h/d/b.png "},
    {"<playlist><trackList><track><location>s/a.mp3</location></track></trackList></playlist>", true,
     "http://h/d/s/a.mp3 "},
    {"<map><tileset source='t.tsx'/><tileset><image source='/t.png'/></tileset></map>", true,
     "http://h/d/t.tsx http://h/t.png "},
    {"<OpenSearchDescription><Image width='16'>/f.ico</Image><Url type='text/html' "
     "template='/s?q={searchTerms}'/>"
     "</OpenSearchDescription>",
     true, "http://h/f.ico "},
    {"<x:stylesheet xmlns:x='urn:x'><x:import href='a.xsl'/><x:include href='b.xsl'/></x:stylesheet>", true,
     "http://h/d/a.xsl http://h/d/b.xsl "},
    {"<?xml version='1.0'?><?xml-stylesheet href='f.xsl?a&amp;b' "
     "type='text/xsl'?><rss><channel><link>/p</link>"
     "</channel></rss>",
     true, "http://h/d/f.xsl?a&b http://h/p "},
    {"<?xml-stylesheet href='f.css'?><any><link>/p</link></any>", true, "http://h/d/f.css "},
    {"<MPD><Period><AdaptationSet><SegmentTemplate media='$RepresentationID$-$Number%03d$.m4s' "
     "startNumber='0' "
     "initialization='$RepresentationID$-$Bandwidth$.mp4'/><Representation id='v&amp;1' "
     "bandwidth='9'/><Representation id='b'><SegmentTemplate media='/b/$Number$.m4s'/></Representation>"
     "</AdaptationSet></Period></MPD>",
     true, "http://h/d/v&1-9.mp4 http://h/d/v&1-000.m4s http://h/d/b-.mp4 http://h/b/0.m4s http://h/b/ "},
    {"<MPD><Period><AdaptationSet><Representation id='b'><SegmentTemplate "
     "media='$$a$Number$.m4s'/></Representation>"
     "</AdaptationSet></Period></MPD>",
     true, "http://h/d/$a1.m4s "},
    {"<MPD type='static'><BaseURL>http://h/v/</BaseURL><BaseURL>http://o/</BaseURL><Period><AdaptationSet>"
     "<Representation id='a'><SegmentTemplate media='$Time$.m4s'><SegmentTimeline><S t='5' d='10' r='1'/><S "
     "d='3'/></SegmentTimeline></SegmentTemplate></Representation></AdaptationSet></Period></MPD>",
     true, "http://h/v/5.m4s http://h/v/15.m4s http://h/v/25.m4s http://h/v/ "},
    {"<MPD><Period><AdaptationSet><Representation><BaseURL>r/</BaseURL><SegmentList><Initialization "
     "sourceURL='i.mp4'/><SegmentURL "
     "media='/s/1.m4s'/></SegmentList></Representation><Representation><BaseURL> "
     "a.mp4 </BaseURL></Representation></AdaptationSet></Period></MPD>",
     true, "http://h/d/r/i.mp4 http://h/d/a.mp4 http://h/s/1.m4s "},
    {"<MPD type='dynamic'><Period><BaseURL>a.mp4</BaseURL></Period></MPD>", false, ""},
    {"no feed", false, ""},
    {"", false, ""},
};

/* As large as is read, and larger. */
static void test_large(struct link_list *links, const struct url *base)
{
    static const char feed[] = "<rss><channel><item><link>a</link></item></channel></rss>";
    char *text = malloc(LIMIT_DOCUMENT_BYTES + 1);

    if (!text)
        abort();
    memset(text, ' ', LIMIT_DOCUMENT_BYTES + 1);
    memcpy(text, feed, sizeof feed - 1);
    ok(feed_read(links, span_make(text, LIMIT_DOCUMENT_BYTES), span_of(""), base) && links->count == 1,
       "a feed of 64 MiB");
    ok(!feed_read(links, span_make(text, LIMIT_DOCUMENT_BYTES + 1), span_of(""), base) && links->count == 0,
       "a larger one is not read");
    free(text);
}

int main(void)
{
    struct link_list links = {0};
    struct url base;
    struct buf seen;

    base = (struct url){0};
    buf_init(&seen, 100000);
    if (url_parse(&base, span_of("http://h/d/feed"), NULL, NULL) != URL_OK)
        return 1;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        is_int(feed_read(&links, tap_exact(span_of(cases[i].document)), span_of("text/xml"), &base),
               cases[i].is_feed, "whether it is a feed");
        buf_clear(&seen);
        for (size_t k = 0; k < links.count; k++)
            buf_add_format(&seen, "%.*s ", (int)links.links[k].url.len, links.links[k].url.at);
        is_str(buf_text(&seen), cases[i].links, cases[i].document);
        for (size_t k = 0; k < links.count; k++)
            ok(links.links[k].stands == (links.links[k].len == 0), "only what has a place is to be woven");
        ok(!strstr(cases[i].document, "<sitemapindex>") || links.links[0].role == LINK_LIVE,
           "what an index names is no page");
    }
    test_large(&links, &base);
    link_list_release(&links);
    url_release(&base);
    buf_release(&seen);
    return done();
}
