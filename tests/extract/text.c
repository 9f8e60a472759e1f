/* SPDX-License-Identifier: MIT */
/* Links of playlists, cues, models and Markdown. */
#include "config.h"

#include "extract/extract.h"

#include <unistd.h>

#include "tap.h"
#include "url/url.h"

/* The text is at http://h/v/x. */
static const struct {
    const char *type, *text;
    const char *links; /* '!' for what is certain and rewritten */
} cases[] = {
    {"", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nlow/i.m3u8\r\n/high.m3u8?a=b\n",
     "!http://h/v/low/i.m3u8|!http://h/high.m3u8?a=b|"},
    {"audio/x-mpegurl",
     "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXTINF:1,\ns.ts\n#EXT-X-"
     "ENDLIST\n",
     "!http://h/v/k|!http://h/v/s.ts|"},
    {"", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\ns.ts\n", ""},
    {"", "\xef\xbb\xbf#EXTM3U\n#EXTINF:1,A name\n\n \nhttp://o/a b.mp3\n#", "!http://o/a%20b.mp3|"},
    {"text/vtt", "WEBVTT\n\n00:00.000 --> 00:01.000\nsheet.png#xywh=0,0,9,9\nsaid about a.png\n",
     "http://h/v/sheet.png|"},
    {"text/plain", "# made\nmtllib a.mtl\nv 0 0 0\n", "http://h/v/a.mtl|"},
    {"", "newmtl m\nKd 1 1 1\nmap_Kd bark.png\nmap_Bump no.exe", "http://h/v/bark.png|"},
    {"text/markdown; charset=utf-8", "# A\n[b](b.md \"c\") ![](d/e.png) [f](https://o/) [g](#g)",
     "http://h/v/b.md|http://h/v/d/e.png|"},
};

/* A mark in an address that does not end: a text of many takes no more time than it is long. */
static void test_time(struct link_list *links, const struct url *url)
{
    enum { BYTES = 4 * 1024 * 1024 };
    static const struct {
        const char *type, *start, *mark;
    } marks[] = {{"text/markdown", "", "]("}, {"", "mtllib a\n", "mtllib "}, {"", "newmtl a\n", "map_Kd "}};
    struct buf text;

    buf_init(&text, 2 * BYTES);
    (void)alarm(240);
    for (size_t i = 0; i < COUNT_OF(marks); i++) {
        buf_clear(&text);
        (void)buf_add_text(&text, marks[i].start);
        while (text.len < BYTES)
            (void)buf_add_text(&text, marks[i].mark);
        is_int(extract_text(links, buf_span(&text), span_of(marks[i].type), url), 0, marks[i].mark);
    }
    (void)alarm(0);
    buf_release(&text);
}

int main(void)
{
    struct link_list links = {0};
    struct url url;
    struct buf out;

    url = (struct url){0};
    buf_init(&out, 4096);
    ok(url_parse(&url, span_of("http://h/v/x"), NULL, NULL) == URL_OK, "URL");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct span text = tap_exact(span_of(cases[i].text));

        ok(text_is(span_of(cases[i].type), text), "%s", cases[i].text);
        is_int(extract_text(&links, text, span_of(cases[i].type), &url), 0, cases[i].text);
        buf_clear(&out);
        for (size_t j = 0; j < links.count; j++)
            (void)buf_add_format(&out, "%s%.*s|", links.links[j].role == LINK_CANDIDATE ? "" : "!",
                                 (int)links.links[j].url.len, links.links[j].url.at);
        is_str(buf_text(&out), cases[i].links, cases[i].text);
    }
    ok(!text_is(span_of("text/plain"), span_of("see a.png, newmtl")), "any other text");
    test_time(&links, &url);
    buf_release(&out);
    url_release(&url);
    link_list_release(&links);
    return done();
}
