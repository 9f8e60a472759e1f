/* SPDX-License-Identifier: MIT */
/* Which URLs are of one family, and when a family is exhausted. */
#include "config.h"

#include "judge/family.h"

#include "base/limits.h"
#include "judge/traps.h"
#include "markup/link.h"
#include "tap.h"

static const struct {
    const char *url, *name;
    enum family_sort sort;
} cases[] = {
    {"http://h/a", "", FAMILY_NONE},
    {"http://h/a?", "http://h/a?*", FAMILY_QUERY},
    {"http://h/a?id=17", "http://h/a?*", FAMILY_QUERY},
    {"http://h/a?id=1500&page=13", "http://h/a?*", FAMILY_QUERY},
    {"http://h/2024/13/x", "", FAMILY_NONE},
    {"http://h/2024/05/x9", "http://h/#/#/x#", FAMILY_DATE},
    {"http://h/events/2031-02-14/", "http://h/events/#-#-#/", FAMILY_DATE},
    {"http://h/cal?month=2&year=2031", "http://h/cal?month=#&year=#", FAMILY_DATE},
    {"http://h/cal?d=20310214", "http://h/cal?d=#", FAMILY_DATE},
    {"http://h/cal?d=203113", "http://h/cal?*", FAMILY_QUERY},
    {"http://h/cal?d=99999999999999999999999999", "http://h/cal?*", FAMILY_QUERY},
    {"http://h/x?sid=1f3c9a0b7e2d4c6f", "http://h: sid", FAMILY_SESSION},
    {"http://h/x;jsessionid=1F3C9A0B7E2D4C6F.node?y=1", "http://h: jsessionid", FAMILY_SESSION},
    {"http://h/x?a=1&s=550e8400-e29b-41d4-a716-446655440000", "http://h: s", FAMILY_SESSION},
    {"http://h/x?title=The_Long_Winter_of_1902", "http://h/x?*", FAMILY_QUERY},
    {"http://h/x?t=1795201710", "http://h/x?*", FAMILY_QUERY},
    {"http://h/x=1f3c9a0b7e2d4c6f/y", "", FAMILY_NONE},
    {"http://h/?s=1f3c9a0b7e2d4c6", "http://h/?*", FAMILY_QUERY},
    {"http://h/?s=a1b2222222222222", "http://h/?*", FAMILY_QUERY},
    {"http://h/?s=a1b2aaaaaaaaaaaa", "http://h: s", FAMILY_SESSION},
    {"http://h/?s=aaaa1111bbbb2222#f", "http://h/?*", FAMILY_QUERY},
    {"http://h/?s=aaaa1111bbbb22c2#f", "http://h: s", FAMILY_SESSION},
    {"http://h/a&s=1f3c9a0b7e2d4c6f", "", FAMILY_NONE},
    {"http://h/a?b/s=1f3c9a0b7e2d4c6f", "http://h/a?*", FAMILY_QUERY},
    {"http://h/1899/12", "", FAMILY_NONE},
    {"http://h/1900/01", "http://h/#/#", FAMILY_DATE},
    {"http://h/2199/1", "http://h/#/#", FAMILY_DATE},
    {"http://h/2200/12", "", FAMILY_NONE},
    {"http://h/2024/0", "", FAMILY_NONE},
    {"http://h/2024/012", "", FAMILY_NONE},
    {"http://h/12/02024", "", FAMILY_NONE},
    {"http://h/203101", "http://h/#", FAMILY_DATE},
    {"http://h/20310100", "http://h/#", FAMILY_DATE},
    {"http://h/2031010", "", FAMILY_NONE},
    {"http://h/2031011234", "", FAMILY_NONE},
    {"http://h/1//2/3/4/5/6/7/8/9/0/1/2/3/4/5/6/7/8/9/0/1/2/3/4/5/6/7/8/9/0/1/2/3/4/5/6/7/8/9/0/", "",
     FAMILY_NONE},
    {"http://h/1/2/3/4/5/6/7/8/9/0/1/2/3/4/5/6/7/8/9/0/1/2/3/4/5/6/7/8/9/0/1/2/3/4/5/6/7/8/9/0/1", "http://h",
     FAMILY_DEEP},
};

static void test_names(void)
{
    struct url url;
    struct buf name;

    url_init(&url);
    buf_init(&name, LIMIT_URL_BYTES + 64);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        is_int(url_parse(&url, span_of(cases[i].url), NULL, NULL), URL_OK, cases[i].url);
        is_int(family_name(&url, &name), cases[i].sort, cases[i].url);
        is_span(buf_span(&name), span_of(cases[i].name), cases[i].url);
    }
    url_release(&url);
    buf_release(&name);
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
    {"http://h/d?s=1f3c9a0b7e2d4c6f", "<b>hello a0b1c2d3e4f5a6b7c8 there</b>", true},
    {"http://h/e?s=2f3c9a0b7e2d4c6f", "<b>hello d0b1c2d3e4f5a6b7c8 there</b>", false},
    {"http://h/e", "<b>any other page is news</b>", true},
    {"http://h/e", "<b>any other page is news</b>", true},
};

static void test_news(struct traps *traps, struct url *url, struct link_list *links)
{
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
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
    for (size_t i = 0; i < sizeof images / sizeof images[0]; i++) {
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
    is_int(url_parse(url, span_of("http://h/x?s=1f3c9a0b7e2d4c6f"), NULL, NULL), URL_OK, "session");
    is_int(patience(traps, url), 20, "session ids are known sooner");
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

int main(void)
{
    struct traps *traps = traps_new();
    struct link_list links;
    struct url url;

    url_init(&url);
    link_list_init(&links);
    test_names();
    test_news(traps, &url, &links);
    test_images(traps, &url, &links);
    test_doubts(traps);
    test_patience(traps, &url);
    traps_free(traps);
    traps_free(NULL);
    link_list_release(&links);
    url_release(&url);
    return done();
}
