/* SPDX-License-Identifier: MIT */
/* Addresses that were met are found, and nothing else is, however many there are; links say the same with it
 * as without. */
#include "config.h"

#include "extract/repeats.h"

#include "base/buf.h"
#include "extract/html.h"
#include "tap.h"
#include "url/url.h"

enum { ADDRESSES = 2000 };

static struct repeats repeats;

static void test_table(void)
{
    static char addresses[ADDRESSES][24];
    unsigned wrong = 0, found = 0;

    repeats_clear(&repeats);
    ok(repeats_find(&repeats, span_of("a")).len == 0, "nothing is known at first");
    repeats_add(&repeats, span_of("../a/b.html"), span_of("http://h/a/b.html"));
    ok(span_is(repeats_find(&repeats, span_of("../a/b.html")), "http://h/a/b.html"),
       "what was added is found");
    ok(repeats_find(&repeats, span_of("../c/b.html")).len == 0, "another with the same end is not");
    for (unsigned i = 0; i < ADDRESSES; i++) {
        snprintf(addresses[i], sizeof addresses[i], "%u/page.html", i);
        repeats_add(&repeats, span_of(addresses[i]), span_of(addresses[i]));
    }
    for (unsigned i = 0; i < ADDRESSES; i++) {
        struct span url = repeats_find(&repeats, span_of(addresses[i]));

        wrong += url.len > 0 && !span_is(url, addresses[i]);
        found += url.len > 0;
    }
    is_int(wrong, 0, "no address is taken for another");
    ok(found > 100, "many are remembered: %u", found);
    repeats_clear(&repeats);
    ok(repeats_find(&repeats, span_of("1999/page.html")).len == 0, "all are forgotten");
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
    url_init(&url);
    buf_init(&seen, 1024);
    ok(url_parse(&url, span_of("http://h/"), NULL, NULL) == URL_OK, "the page's own");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
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
    test_table();
    test_pages();
    return done();
}
