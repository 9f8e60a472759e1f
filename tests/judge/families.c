/* SPDX-License-Identifier: MIT */
/* Which URLs are of one family, what a page brings to it, and when a family dries up and comes back. */
#include "config.h"

#include "judge/judge.h"

#include "base/digest.h"
#include "judge/evidence.h"
#include "judge/scene.h"
#include "markup/link.h"

static const struct {
    const char *url, *kind, *family; /* NULL: none */
} cases[] = {
    {"http://h/a", "http://h/a", NULL},
    {"http://h/a?", "http://h/a", NULL},
    {"http://h/a?id=17", "http://h/a", "id"},
    {"http://h/a?page=13&id=1500&id=2", "http://h/a", "id, page"},
    {"http://h/a?x[17]=1&x[2]=1", "http://h/a", "x[#], x[#]"},
    {"http://h/a7/b8/?id=1", "http://h/a#/b#", "id"},
    {"http://h/2024/13/x", "http://h/#/#/x", NULL},
    {"http://h/2024/05/x9", "http://h/#/#/x#", ""},
    {"http://h/events/2031-02-14/", "http://h/events/#-#-#", ""},
    {"http://h/cal?month=2&year=2031", "http://h/cal", "month, year"},
    {"http://h/x?sid=1f3c9a0b7e2d4c6f", "http://h/x", NULL},
    {"http://h/x;jsessionid=1F3C9A0B7E2D4C6F.node?y=1", "http://h/x", "y"},
    {"http://h/x;a=1/y", "http://h/x/y", "a"},
    {"http://h/tag/b+c+a", "http://h/tag/*", "3 words"},
    {"http://h/tag/b", "http://h/tag/b", NULL},
};

static void test_names(void)
{
    struct buf kind BUF_LOCAL(1000), name BUF_LOCAL(1000);
    struct variant variant;
    struct url url;

    url = (struct url){0};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        must(url_parse(&url, span_of(cases[i].url), NULL, NULL));
        variant_read(&variant, &url);
        variant_kind(&variant, false, &kind);
        is_span(buf_span(&kind), span_of(cases[i].kind), cases[i].url);
        ok(variant_family(&variant, &name) == (cases[i].family != NULL), "%s: of a family or not",
           cases[i].url);
        if (cases[i].family)
            is_span(buf_span(&name), span_of(cases[i].family), cases[i].url);
    }
    url_release(&url);
}

static void test_dates(void)
{
    static const struct {
        const char *text;
        bool is_date;
    } dates[] = {
        {"/1899/12", false},    {"/1900/01", true},      {"/2199/1", true},
        {"/2200/12", false},    {"/2024/0", false},      {"/2024/012", false},
        {"/12/02024", false},   {"/203101", true},       {"/20310100", true},
        {"/2031010", false},    {"/20310112", true},     {"/2031011234", false},
        {"/c?d=203113", false}, {"/c?m=2&y=2031", true}, {"/99999999999999999999", false},
    };

    for (size_t i = 0; i < COUNT_OF(dates); i++)
        is_int(variant_has_date(span_of(dates[i].text)), dates[i].is_date, dates[i].text);
}

/* Reads the page of URL, found on the page FROM, which shows TEXT, as a crawl does. */
static struct frontier_item read_page(struct scene *scene, const char *url, int64_t from, const char *text)
{
    unsigned char digest[DIGEST_MAX_BYTES] = {0};
    struct frontier_item item = {.id = scene_list(scene, url),
                                 .url = span_of(url),
                                 .kind = FRONTIER_PAGE,
                                 .roles = FRONTIER_AS_PAGE,
                                 .referrer = from};
    struct frontier_visit visit = {
        .url = item.id, .state = FRONTIER_DONE, .status = 200, .content_type = span_of("text/html")};
    struct link_list none = {0};

    visit.shown = families_read(&scene->site, &item, scene_url(scene, url), span_of(text), &none);
    memcpy(digest, &visit.shown, sizeof visit.shown);
    visit.digest = span_make((const char *)digest, FRONTIER_DIGEST_BYTES);
    must(frontier_finish(scene->mirror.frontier, &visit));
    must(evidence_note(&scene->site, &visit, &scene->url));
    must(families_weigh(&scene->site, &item, &scene->url));
    return item;
}

/* Returns whether URL would be kept back now; EXPLAINS receives why. */
static bool is_kept_back(struct scene *scene, const char *url)
{
    struct frontier_item item = {
        .id = scene_list(scene, url), .kind = FRONTIER_PAGE, .roles = FRONTIER_AS_PAGE};
    struct span rule;
    bool waits, kept = families_keep_back(&scene->site, &item, scene_url(scene, url), &waits, &rule);

    if (kept)
        must(frontier_settle(scene->mirror.frontier, item.id, FRONTIER_REFUSED, FRONTIER_BY_FAMILY, rule));
    return kept;
}

/* Reads pages whose URLs are PREFIX and a number; each shows the topic of its number. */
static void read_many(struct scene *scene, const char *prefix, int from, int to)
{
    char url[200], page[200];

    for (int i = from; i < to; i++) {
        (void)snprintf(url, sizeof url, "%s%d", prefix, i);
        (void)snprintf(page, sizeof page, "<p>topic %d", i);
        (void)read_page(scene, url, 0, page);
    }
}

/* Pages that repeat others dry a family up, and one that does not brings it back. */
static void test_repetition(void)
{
    struct scene scene;
    struct frontier_item item;
    bool any;

    scene_make(&scene);
    read_many(&scene, "https://example.org/t?id=", 1, 31);
    read_many(&scene, "https://example.org/t?p=", 1, 13);
    ok(!is_kept_back(&scene, "https://example.org/t?id=31"), "a family that brings something");
    ok(is_kept_back(&scene, "https://example.org/t?p=100"), "one that repeats it");
    item = scene_row(&scene, scene_list(&scene, "https://example.org/t?p=100")).item;
    is_span(scene_row(&scene, item.id).rule, span_of("nothing new for long: https://example.org/t with p"),
            "the rule");
    for (int i = 0; i < 18; i++)
        (void)is_kept_back(&scene, "https://example.org/t?id=31");
    ok(!is_kept_back(&scene, "https://example.org/t?p=101"), "one request in twenty is for it");
    ok(is_kept_back(&scene, "https://example.org/t?p=102"), "the next is not");
    must(families_probe(&scene.site, &any));
    ok(any && scene_row(&scene, item.id).state == FRONTIER_QUEUED, "at the end, it is tested");
    ok(!is_kept_back(&scene, "https://example.org/t?p=100") &&
           !is_kept_back(&scene, "https://example.org/t?p=102"),
       "and requested");
    ok(is_kept_back(&scene, "https://example.org/t?p=103"), "others are not");
    (void)read_page(&scene, "https://example.org/t?p=100", 0, "<p>a new topic");
    ok(scene_row(&scene, scene_list(&scene, "https://example.org/t?p=103")).state == FRONTIER_QUEUED,
       "what brings something queues what was kept back");
    ok(!is_kept_back(&scene, "https://example.org/t?p=104"), "and others");
    scene_remove(&scene);
}

/* A page that brings something brings back the family of the page that led to it. */
static void test_finders(void)
{
    struct scene scene;
    int64_t list;

    scene_make(&scene);
    read_many(&scene, "https://example.org/t?id=", 1, 31);
    read_many(&scene, "https://example.org/t?p=", 1, 13);
    list = scene_list(&scene, "https://example.org/t?p=12");
    ok(is_kept_back(&scene, "https://example.org/t?p=100"), "a list that has dried up");
    (void)read_page(&scene, "https://example.org/item?id=1", 0, "<p>an item");
    (void)read_page(&scene, "https://example.org/item?id=2", list, "<p>another one");
    ok(!is_kept_back(&scene, "https://example.org/t?p=101"), "has led to a new page");
    scene_remove(&scene);
}

/* The request in twenty for a family that has dried up waits for one in flight that may show the same. */
static void test_sample_waits(void)
{
    struct scene scene;
    struct frontier_item item;
    struct span rule;
    int64_t id;
    bool waits;

    scene_make(&scene);
    read_many(&scene, "https://example.org/t?id=", 1, 31);
    read_many(&scene, "https://example.org/t?p=", 1, 13);
    id = scene_list(&scene, "https://example.org/t?id=100");
    do {
        must(frontier_next(scene.mirror.frontier, 1, FRONTIER_PAGE, 0, &item));
    } while (item.id != id);
    ok(!is_kept_back(&scene, "https://example.org/t?id=100"),
       "in flight: one of a family that brings something");
    scene.site.evidence->others = 100;
    item = (struct frontier_item){.id = scene_list(&scene, "https://example.org/t?p=100"),
                                  .kind = FRONTIER_PAGE,
                                  .roles = FRONTIER_AS_PAGE};
    ok(!families_keep_back(&scene.site, &item, scene_url(&scene, "https://example.org/t?p=100"), &waits,
                           &rule) &&
           waits,
       "the other family's turn, which waits for it");
    is_int(scene.site.evidence->others, 100, "and remains");
    scene_remove(&scene);
}

/* A family that has brought nothing for too long is given up, except one test in a run. */
static void test_end(void)
{
    struct scene scene;
    struct evidence *evidence;
    bool any;

    scene_make(&scene);
    read_many(&scene, "https://example.org/t?id=", 1, 31);
    read_many(&scene, "https://example.org/t?p=", 1, 18);
    evidence = scene.site.evidence;
    ok(is_kept_back(&scene, "https://example.org/t?p=100"), "kept back");
    evidence->others = 100;
    ok(is_kept_back(&scene, "https://example.org/t?p=101"), "no request in twenty any more");
    must(families_probe(&scene.site, &any));
    ok(any && !is_kept_back(&scene, "https://example.org/t?p=100"), "one is tested");
    ok(is_kept_back(&scene, "https://example.org/t?p=101"), "one");
    must(families_probe(&scene.site, &any));
    ok(!any, "once");
    evidence_free(evidence);
    scene.site.evidence = evidence = evidence_new();
    must(evidence_load(evidence, scene.mirror.frontier));
    ok(is_kept_back(&scene, "https://example.org/t?p=102"), "the next run knows it");
    (void)read_page(&scene, "https://example.org/t?p=103", 0, "<p>words that this run did not know");
    ok(is_kept_back(&scene, "https://example.org/t?p=104"), "but not the words: they prove nothing at first");
    (void)read_page(&scene, "https://example.org/t?p=105", 0, "<p>more words");
    ok(!is_kept_back(&scene, "https://example.org/t?p=106"), "later ones do");
    scene_remove(&scene);
}

/* Combinations of known values bring something by new words only, if pages of their own folder link to them.
 */
static void test_combinations(void)
{
    for (int is_own = 0; is_own < 2; is_own++) {
        struct scene scene;
        int64_t from;
        char url[200], text[200];

        scene_make(&scene);
        from = read_page(&scene, is_own ? "https://example.org/shop?size=0" : "https://example.org/a/", 0,
                         "<p>red shoe")
                   .id;
        for (int i = 0; i < 320; i++) {
            bool is_pair = i >= 160;

            (void)snprintf(url, sizeof url, "https://example.org/shop?color=%d%s", i % 160,
                           is_pair ? "&size=0" : "");
            (void)snprintf(text, sizeof text, "<p>%s %d", is_pair ? "shoe red" : "red shoe", i);
            (void)read_page(&scene, url, is_pair ? from : 0, text);
        }
        is_int(is_kept_back(&scene, "https://example.org/shop?size=0&color=160"), is_own,
               is_own ? "filters that lead to filters" : "a table, page by page");
        scene_remove(&scene);
    }
}

/* Texts with another number at each visit do not count; other numbers do. */
static void test_numbers(void)
{
    struct shown numbers = {.known = NULL}, *shown = &numbers;
    struct link_list none = {0};
    struct shown_page page = {.id = 1, .links = &none};
    int64_t first, second, third;
    bool is_new;

    shown_init(shown);
    page.bytes = span_of("<p>height 14 m<p>made in 0.017 s");
    first = shown_read(shown, &page, &is_new);
    page.id = 2;
    page.bytes = span_of("<p>height 14 m<p>made in 0.031 s");
    second = shown_read(shown, &page, &is_new);
    ok(shown_differ_in_numbers(first, second), "numbers differ");
    ok(shown_try(shown, 2) && !shown_try(shown, 2), "it is read again, once");
    page.bytes = span_of("<p>height 14 m<p>made in 0.003 s");
    second = shown_read(shown, &page, &is_new);
    page.id = 3;
    page.bytes = span_of("<p>height 14 m<p>made in 0.044 s");
    third = shown_read(shown, &page, &is_new);
    ok(second == third, "what varies does not count");
    page.bytes = span_of("<p>height 15 m<p>made in 0.044 s");
    ok(second != shown_read(shown, &page, &is_new), "what does not vary counts");
    page.bytes = span_of("<p>depth 14 m<p>made in 0.003 s");
    ok(!shown_differ_in_numbers(second, shown_read(shown, &page, &is_new)), "words differ");
    second = shown_read(shown, &page, &is_new);
    page.kind = 7;
    ok(second == shown_read(shown, &page, &is_new) && is_new, "it does not depend on the family");
    free(shown->known);
}

int main(void)
{
    test_names();
    test_dates();
    test_repetition();
    test_finders();
    test_sample_waits();
    test_end();
    test_combinations();
    test_numbers();
    return done();
}
