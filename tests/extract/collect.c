/* SPDX-License-Identifier: MIT */
/* Links say the same with the table of resolved URLs as without. */
#include "config.h"

#include "base/buf.h"
#include "extract_html.h"
#include "tap.h"
#include "url/url.h"

enum { ADDRESSES = 5000 };

/* Each of very many addresses leads to its own URL; a URL that is repeated is one text. */
static void test_many(void)
{
    struct page page;
    struct url url URL_LOCAL;
    struct buf html BUF_LOCAL(1 << 20);
    char wanted[40];
    unsigned wrong = 0;

    page_init(&page);
    (void)buf_add_text(&html, "<a href=0/page.html><a href=0/page.html>");
    for (unsigned i = 0; i < ADDRESSES; i++)
        (void)buf_add_format(&html, "<a href=%u/page.html><a href=%u/page.html>", i, i / 2);
    ok(url_parse(&url, span_of("http://h/"), NULL, NULL) == URL_OK, "the page's own");
    for (int pass = 0; pass < 2; pass++) {
        ok(extract_html(&page, buf_span(&html), span_of("text/html"), &url) == 0, "read");
        is_int((int64_t)page.links.count, 2 + 2 * ADDRESSES, "many links");
        ok(page.links.links[0].url.at == page.links.links[1].url.at, "one text");
        for (unsigned i = 0; i < 2 * ADDRESSES; i++) {
            (void)snprintf(wanted, sizeof wanted, "http://h/%u/page.html", i % 2 ? i / 4 : i / 2);
            wrong += !span_is(page.links.links[i + 2].url, wanted);
        }
    }
    is_int(wrong, 0, "no address is taken for another");
    page_release(&page);
}

static const struct {
    const char *label, *html, *links;
} cases[] = {
    {"fragments are each link's own",
     "<a href=x#a><a href=x><a href='x#'><a href='x#a b'><a href=X><a href=x#b>",
     "/x#a /x /x# /x#a%20b /X /x#b "},
    {"blanks are cut off, unless a fragment is behind them",
     "<a href='x '><a href='x #a'><a href='x '><a href='x&#1;'><a href='x&#1;#a'><a href='x&#1;'>",
     "/x /x%20#a /x /x /x%01#a /x "},
    {"after a base it is another", "<img src=i><a href=i><base href=/e/><img src=i><a href=i>",
     "/i /e/i /e/i /e/i "},
    {"a query is part of it", "<a href=x?a><a href=x?b><a href=x?a>", "/x?a /x?b /x?a "},
};

static void test_pages(void)
{
    struct page page;
    struct url url;
    struct buf seen;

    page_init(&page);
    url = (struct url){0};
    buf_init(&seen, 1024);
    ok(url_parse(&url, span_of("http://h/"), NULL, NULL) == URL_OK, "the page's own");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        buf_clear(&seen);
        ok(extract_html(&page, span_of(cases[i].html), span_of("text/html"), &url) == 0, "read");
        for (size_t j = 0; j < page.links.count; j++) {
            const struct link *link = &page.links.links[j];

            if (link->role == LINK_BASE)
                continue;
            (void)buf_add_span(&seen, span_part(link->url, 8, link->url.len));
            (void)buf_add_span(&seen, link->fragment);
            (void)buf_add_byte(&seen, ' ');
        }
        is_str(buf_text(&seen), cases[i].links, cases[i].label);
    }
    buf_release(&seen);
    url_release(&url);
    page_release(&page);
}

int main(void)
{
    test_many();
    test_pages();
    return done();
}
