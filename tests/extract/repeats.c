/* SPDX-License-Identifier: MIT */
/* Addresses that were met are found, and nothing else is, however many there are; links say the same with it
 * as without. */
#include "config.h"

#include "extract/collect.h"

#include "base/buf.h"
#include "extract_html.h"
#include "markup/arena.h"
#include "tap.h"
#include "url/url.h"

enum { ADDRESSES = 2000 };

static struct repeats repeats;
static struct arena text;

static void start(const char *document, const char *encoding)
{
    struct url url;

    url_init(&url);
    arena_clear(&text);
    ok(url_parse(&url, span_of(document), NULL, NULL) == URL_OK, "a page: %s", document);
    repeats_start(&repeats, &url, encoding);
    url_release(&url);
}

static struct span find(const char *address)
{
    return repeats_find(&repeats, span_of(address), &text);
}

static void test_table(void)
{
    static char addresses[ADDRESSES][24];
    unsigned wrong = 0, found = 0;

    start("http://h/d/p", "UTF-8");
    ok(find("a").len == 0, "nothing is known at first");
    repeats_add(&repeats, span_of("../a/b.html"), span_of("http://h/a/b.html"));
    ok(span_is(find("../a/b.html"), "http://h/a/b.html"), "what was added is found");
    ok(find("../c/b.html").len == 0, "another with the same end is not");
    for (unsigned i = 0; i < ADDRESSES; i++) {
        snprintf(addresses[i], sizeof addresses[i], "%u/page.html", i);
        repeats_add(&repeats, span_of(addresses[i]), span_of(addresses[i]));
    }
    for (unsigned i = 0; i < ADDRESSES; i++) {
        struct span url = find(addresses[i]);

        wrong += url.len > 0 && !span_is(url, addresses[i]);
        found += url.len > 0;
    }
    is_int(wrong, 0, "no address is taken for another");
    ok(found > 100, "many are remembered: %u", found);
}

/* What an address means on one page it means on others of the folder, if it depends on no more than that. */
static void test_folders(void)
{
    static const char *const lasting[] = {"a", "../a", "/a", "//g/a", "https://g/a?b", "a?b"};
    static const char *const passing[] = {"?a", "http:a", "http:?a", "\x01?a", "a:b"};

    for (size_t i = 0; i < COUNT_OF(lasting); i++) {
        start("http://h/d/p", "UTF-8");
        repeats_add(&repeats, span_of(lasting[i]), span_of("http://h/"));
        start("http://h/d/q?r/s", "UTF-8");
        ok(span_is(find(lasting[i]), "http://h/"), "an address is found on the next page");
    }
    for (size_t i = 0; i < COUNT_OF(passing); i++) {
        start("http://h/d/p", "UTF-8");
        repeats_add(&repeats, span_of(passing[i]), span_of("http://h/d/p?a"));
        ok(find(passing[i]).len > 0, "one that depends on more is found on its page");
        start("http://h/d/q", "UTF-8");
        ok(find(passing[i]).len == 0, "and not on the next one");
    }
    repeats_add(&repeats, span_of("c?b"), span_of("http://h/d/c?b"));
    start("http://h/e/p", "UTF-8");
    ok(find("c?b").len == 0, "nor is one of another folder");
    start("http://h/d/p", "windows-1251");
    ok(find("c?b").len == 0, "or in another encoding");
    start("http://h/d/p", "UTF-8");
    ok(span_is(find("c?b"), "http://h/d/c?b"), "back in the folder, it is");
    ok(find("c?b").at == find("c?b").at, "twice on a page, it is one text");
    for (int i = 0; i < REPEATS_FOLDERS; i++)
        start((char[]){'h', 't', 't', 'p', ':', '/', '/', 'g', '/', (char)('a' + i), '/', '\0'}, "UTF-8");
    start("http://h/d/p", "UTF-8");
    ok(find("c?b").len == 0, "after many folders it is forgotten");
    for (unsigned i = 0; i < 100 * ADDRESSES; i++) {
        char address[24];

        (void)snprintf(address, sizeof address, "%u.html", i);
        repeats_add(&repeats, span_of(address), span_of("http://h/d/x.html"));
    }
    ok(repeats.text_len < 1000 * 1000, "a page of very many takes no more memory than others");
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
    test_table();
    test_folders();
    repeats_release(&repeats);
    arena_release(&text);
    test_pages();
    return done();
}
