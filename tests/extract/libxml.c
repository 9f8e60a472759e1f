/* SPDX-License-Identifier: MIT */
/* The META elements that libxml2 finds, whose names and which of them; readers.c compares them with ours. */
#include "config.h"

#include "extract/metas.h"
#include "markup/charset.h"

#include "base/buf.h"
#include "tap.h"

static const struct {
    const char *html, *all, *ours; /* name|http-equiv|content of each */
} cases[] = {
    {"", "", ""},
    {"<p>", "", ""},
    {"<meta>", "||;", ""},
    {"<meta name=a content=b>", "a||b;", ""},
    {"<META NAME=robots CONTENT=b>", "robots||b;", "robots||b;"},
    {"<meta http-equiv=x-robots-tag content=b>", "|x-robots-tag|b;", "|x-robots-tag|b;"},
    {"<meta name=a content=b><meta name=tiptoe content=c><meta name=other content=d>",
     "a||b;tiptoe||c;other||d;", "tiptoe||c;"},
    {"<meta x=y content=b name=a>", "a||b;", ""},
    {"<metas name=a><met name=a>", "", ""},
    {"<p a=b><b c=d e=f><meta name=robot>", "robot||;", "robot||;"},
};

static const char *read_metas(struct meta_list *list, struct span html, const char *token, struct buf *seen)
{
    struct transcoder transcoder = {0};
    bool whole;

    meta_list_clear(list);
    buf_clear(seen);
    whole = libxml_read(list, &transcoder, html, NULL, span_of(token));
    for (size_t i = 0; i < list->count; i++) {
        const struct meta_entry *entry = &list->entries[i];

        (void)buf_add_format(seen, "%.*s|%.*s|%.*s;", (int)entry->name.len, entry->name.at,
                             (int)entry->http_equiv.len, entry->http_equiv.at, (int)entry->content.len,
                             entry->content.at);
    }
    if (!whole)
        (void)buf_add_text(seen, "cut");
    transcoder_release(&transcoder);
    return buf_text(seen);
}

/* An element behind so many bytes, of which the parser gets a few thousand at a time. */
static void test_pieces(struct meta_list *list, struct buf *seen)
{
    static const char unit[] = "\xe2\x82\xac", element[] = "<meta name=a content='x\xe2\x82\xacy'>";
    struct buf text;
    size_t wrong = 0;

    buf_init(&text, 100000);
    for (size_t len = 4040; len < 4110; len++) {
        buf_clear(&text);
        for (size_t i = 0; i < len; i++)
            (void)buf_add_byte(&text, 'x');
        (void)buf_add_text(&text, element);
        wrong += strcmp(read_metas(list, tap_exact(buf_span(&text)), "", seen), "a||x\xe2\x82\xacy;") != 0;
        buf_clear(&text);
        for (size_t i = 0; i < len % 4; i++)
            (void)buf_add_byte(&text, 'x');
        for (size_t i = 0; i < len; i++)
            (void)buf_add_text(&text, unit);
        (void)buf_add_text(&text, element);
        wrong += strcmp(read_metas(list, tap_exact(buf_span(&text)), "", seen), "a||x\xe2\x82\xacy;") != 0;
    }
    is_int((int64_t)wrong, 0, "pieces lose nothing, wherever they end");
    buf_release(&text);
}

int main(void)
{
    static const char nuls[] = "\0<meta name=a content='x\0y\0\0z'>\0";
    struct meta_list list = {0};
    struct buf seen;

    buf_init(&seen, 100000);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        is_str(read_metas(&list, tap_exact(span_of(cases[i].html)), "", &seen), cases[i].all, cases[i].html);
        is_str(read_metas(&list, tap_exact(span_of(cases[i].html)), "tiptoe", &seen), cases[i].ours,
               "of these, for us");
    }
    is_str(read_metas(&list, span_make(nuls, sizeof nuls - 1), "", &seen),
           "a||x\xef\xbf\xbdy\xef\xbf\xbd\xef\xbf\xbdz;", "NUL bytes");
    test_pieces(&list, &seen);
    meta_list_release(&list);
    buf_release(&seen);
    return done();
}
