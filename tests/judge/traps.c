/* SPDX-License-Identifier: MIT */
/* Which URLs are of one family, and when a family is exhausted. */
#include "config.h"

#include "judge/traps.h"

#include "markup/link.h"
#include "tap.h"

static const struct {
    const char *url, *family; /* as the rule names it; NULL: none */
} cases[] = {
    {"http://h/a", NULL},
    {"http://h/a?", "http://h/a?*"},
    {"http://h/a?id=17", "http://h/a?*"},
    {"http://h/a?id=1500&page=13", "http://h/a?*"},
    {"http://h/2024/13/x", NULL},
    {"http://h/2024/05/x9", "dates of http://h/#/#/x#"},
    {"http://h/events/2031-02-14/", "dates of http://h/events/#-#-#/"},
    {"http://h/cal?month=2&year=2031", "dates of http://h/cal?month=#&year=#"},
    {"http://h/cal?d=20310214", "dates of http://h/cal?d=#"},
    {"http://h/cal?d=203113", "http://h/cal?*"},
    {"http://h/cal?d=99999999999999999999999999", "http://h/cal?*"},
    {"http://h/x?sid=1f3c9a0b7e2d4c6f", "http://h/x?*"},
    {"http://h/x;jsessionid=1F3C9A0B7E2D4C6F.node?y=1", "http://h/x?*"},
    {"http://h/x?title=The_Long_Winter_of_1902", "http://h/x?*"},
    {"http://h/x?t=1795201710", "http://h/x?*"},
    {"http://h/x=1f3c9a0b7e2d4c6f/y", NULL},
    {"http://h/a&s=1f3c9a0b7e2d4c6f", NULL},
    {"http://h/a?b/s=1f3c9a0b7e2d4c6f", "http://h/a?*"},
    {"http://h/1899/12", NULL},
    {"http://h/1900/01", "dates of http://h/#/#"},
    {"http://h/2199/1", "dates of http://h/#/#"},
    {"http://h/2200/12", NULL},
    {"http://h/2024/0", NULL},
    {"http://h/2024/012", NULL},
    {"http://h/12/02024", NULL},
    {"http://h/203101", "dates of http://h/#"},
    {"http://h/20310100", "dates of http://h/#"},
    {"http://h/2031010", NULL},
    {"http://h/2031011234", NULL},
};

static void test_names(void)
{
    struct traps *traps = traps_new();
    struct url url;
    char name[200];

    url_init(&url);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct span rule = {0};
        uint64_t family;

        is_int(url_parse(&url, span_of(cases[i].url), NULL, NULL), URL_OK, cases[i].url);
        family = traps_family(traps, &url);
        ok((family == 0) == !cases[i].family, "%s: of a family or not", cases[i].url);
        for (int count = 0; family && count < 1000; count++)
            traps_count(traps, family, false, false);
        ok(traps_is_exhausted(traps, &url, &rule) == (family != 0), "%s: exhausted", cases[i].url);
        snprintf(name, sizeof name, "nothing new for long: %s", family ? cases[i].family : "");
        is_span(rule, span_of(family ? name : ""), cases[i].url);
    }
    url_release(&url);
    traps_free(traps);
}

/* Pages of one family in turn; whether each is news. */
static const struct {
    const char *url, *page;
    bool news;
} pages[] = {
    {"http://h/a?1", "<p>one <b>two", true},
    {"http://h/a?2", "<b> two </b><i>one</i>", false},
    {"http://h/a?2", "<b x='three'>", false},
    {"http://h/a?3", "<b>2</b>", true},
    {"http://h/b?4", "<b>2</b>", true},
    {"http://h/c?2031-01", "<b>1 January</b>", true},
    {"http://h/c?2032-01", "<b>2 January</b>", false},
    {"http://h/c?2032-02", "<b>2 February</b>", true},
    {"http://h/e", "<b>any other page is news</b>", true},
    {"http://h/e", "<b>any other page is news</b>", true},
};

static void test_news(struct traps *traps, struct url *url, struct link_list *links)
{
    for (size_t i = 0; i < COUNT_OF(pages); i++) {
        is_int(url_parse(url, span_of(pages[i].url), NULL, NULL), URL_OK, pages[i].url);
        is_int(traps_is_news(traps, url, span_of(pages[i].page), links), pages[i].news, pages[i].page);
    }
}

static void test_images(struct traps *traps, struct url *url, struct link_list *links)
{
    static const struct {
        const char *image;
        bool news;
    } images[] = {
        {"http://h/1.png", true},      {"http://h/1.png", false},           {"http://h/2.png", true},
        {"http://h/2.png?1795", true}, {"http://h/2.png?795201710", false},
    };
    struct link *link = link_list_add(links);

    if (!link)
        return;
    link->role = LINK_REQUISITE;
    is_int(url_parse(url, span_of("http://h/images?1"), NULL, NULL), URL_OK, "images");
    for (size_t i = 0; i < COUNT_OF(images); i++) {
        link->url = span_of(images[i].image);
        is_int(traps_is_news(traps, url, span_of("<img>"), links), images[i].news, images[i].image);
    }
    link_list_clear(links);
}

/* Counts until URL's family is exhausted. */
static int patience(struct traps *traps, const struct url *url)
{
    struct span rule;
    int count = 0;

    while (!traps_is_exhausted(traps, url, &rule) && count < 1000) {
        traps_count(traps, traps_family(traps, url), false, false);
        count++;
    }
    return count;
}

static void test_patience(struct traps *traps, struct url *url)
{
    uint64_t family;

    is_int(url_parse(url, span_of("http://h/many?1"), NULL, NULL), URL_OK, "many");
    family = traps_family(traps, url);
    ok(traps_is_promising(traps, family), "what is not known is promising");
    for (int i = 0; i < 100; i++)
        traps_count(traps, family, true, false);
    is_int(patience(traps, url), 300, "as much as there was news, and 200");
    ok(!traps_is_promising(traps, family), "not promising");
    traps_count(traps, family, false, true);
    is_int(patience(traps, url), 300, "what leads on begins anew, but is no news");
    traps_count(traps, family, true, false);
    is_int(patience(traps, url), 301, "news is");
    is_int(url_parse(url, span_of("http://h/x"), NULL, NULL), URL_OK, "no query");
    is_int(patience(traps, url), 1000, "what is of no family is never exhausted");
}

static void test_doubts(struct traps *traps)
{
    ok(!traps_is_doubted(traps, 7), "nobody is doubted");
    traps_doubt(traps, 100000);
    traps_doubt(traps, 7);
    traps_doubt(traps, 8);
    traps_trust(traps, 7);
    traps_trust(traps, 5000000);
    ok(!traps_is_doubted(traps, 7), "trusted again");
    ok(traps_is_doubted(traps, 8) && traps_is_doubted(traps, 100000), "two are doubted");
    ok(!traps_is_doubted(traps, 5000000) && !traps_is_doubted(traps, 99999), "others are not");
}

/* Reads the page of URL with TEXT, and counts it. */
static void read_page(struct traps *traps, struct url *url, const char *text, const char *shows)
{
    struct link_list none = {0};
    uint64_t family;

    is_int(url_parse(url, span_of(text), NULL, NULL), URL_OK, text);
    family = traps_family(traps, url);
    traps_count(traps, family, traps_is_news(traps, url, span_of(shows), &none), false);
}

/* Filters: combinations of values that other pages have had are exhausted soon, new values and new words are
 * not. */
static void test_combinations(struct url *url)
{
    struct traps *traps = traps_new();
    struct span rule = {0};
    char text[100];

    for (int i = 0; i < 4; i++) {
        snprintf(text, sizeof text, "http://h/shop?color=%d", i);
        read_page(traps, url, text, "<p>red shirt<p>blue shoe<p>12 items");
        snprintf(text, sizeof text, "http://h/shop?size=%d", i);
        read_page(traps, url, text, "<p>red shirt<p>blue shoe<p>13 items");
    }
    for (int i = 0; i < 12; i++) {
        ok(!traps_is_exhausted(traps, url, &rule), "%d combinations", i);
        snprintf(text, sizeof text, "http://h/shop?color=%d&size=%d", i / 4, i % 4);
        read_page(traps, url, text, i == 0 ? "<p>green hat" : "<p>shirt red<p>3 items");
    }
    read_page(traps, url, "http://h/shop?color=3&size=0", "<p>shoe");
    is_int(url_parse(url, span_of("http://h/shop?color=3&size=1&sid=x1"), NULL, NULL), URL_OK, "one more");
    ok(!traps_is_exhausted(traps, url, &rule), "one had a new word, which counts for one");
    read_page(traps, url, "http://h/shop?color=3&size=2", "<p>shoe");
    is_int(url_parse(url, span_of("http://h/shop?color=3&size=3&sid=x1"), NULL, NULL), URL_OK, "one more");
    ok(traps_is_exhausted(traps, url, &rule), "exhausted, with a session or without");
    is_span(rule, span_of("nothing new for long: combinations of http://h/shop?color=*&size=*"), "the rule");
    is_int(url_parse(url, span_of("http://h/shop?color=9&size=1"), NULL, NULL), URL_OK, "a new value");
    ok(!traps_is_exhausted(traps, url, &rule), "a new value is no combination");
    traps_free(traps);
}

int main(void)
{
    struct traps *traps = traps_new();
    struct link_list links = {0};
    struct url url;

    url_init(&url);
    test_names();
    test_news(traps, &url, &links);
    test_images(traps, &url, &links);
    test_doubts(traps);
    test_patience(traps, &url);
    test_combinations(&url);
    traps_free(traps);
    traps_free(NULL);
    link_list_release(&links);
    url_release(&url);
    return done();
}
