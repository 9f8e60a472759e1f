/* SPDX-License-Identifier: MIT */
/* Counting: where each URL goes, the places of histograms, types, the largest, cut lists of changes. */
#include "config.h"

#include "report/facts.h"

#include <string.h>

#include "base/buf.h"
#include "frontier/row.h"
#include "report/overview.h"
#include "report/printer.h"
#include "report/report.h"
#include "tap.h"

static struct frontier_known_url stored(int64_t id, int64_t bytes, const char *type)
{
    return (struct frontier_known_url){.id = id,
                                       .state = FRONTIER_DONE,
                                       .roles = FRONTIER_AS_PAGE,
                                       .stored = true,
                                       .answered = true,
                                       .status = 200,
                                       .wire_bytes = bytes / 2,
                                       .plain_bytes = bytes,
                                       .duration_ms = 20,
                                       .content_type = span_of(type)};
}

static struct frontier_known_url known(bool page, bool requisite, bool guess)
{
    return (struct frontier_known_url){.id = 1,
                                       .kind = guess ? FRONTIER_CANDIDATE : FRONTIER_PAGE,
                                       .roles = (page ? FRONTIER_AS_PAGE : 0U) |
                                                (requisite ? FRONTIER_AS_REQUISITE : 0U)};
}

static void test_sizes(void)
{
    static const struct {
        int64_t bytes;
        int place;
    } cases[] = {{0, 0},      {999, 0},    {1000, 1},     {3999, 1},     {4000, 2},
                 {255999, 4}, {256000, 5}, {64000000, 9}, {63999999, 8}, {INT64_MAX, 9}};

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct report_facts facts;
        struct frontier_known_url url = stored(1, cases[i].bytes, "text/html");

        report_init(&facts, 10);
        report_add_url(&facts, &url);
        is_int(facts.charts[CHART_SIZES][cases[i].place], 1, "a size in its place");
        report_release(&facts);
    }
}

static void test_statuses(void)
{
    static const struct {
        int status, place;
    } cases[] = {{200, 0}, {206, 0}, {304, 1}, {301, 2}, {404, 3},
                 {499, 3}, {503, 4}, {0, 5},   {999, 5}, {100, 5}};

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct report_facts facts;
        struct frontier_known_url url = {
            .id = 1, .answered = true, .status = cases[i].status, .duration_ms = 5};

        report_init(&facts, 10);
        report_add_url(&facts, &url);
        is_int(facts.charts[CHART_STATUSES][cases[i].place], 1, "a status in its place");
        is_int(facts.charts[CHART_TIMES][0], cases[i].status > 0, "a time for what was answered");
        report_release(&facts);
    }
}

static void test_types(void)
{
    static const struct {
        const char *type, *name;
        bool is_page;
    } cases[] = {
        {"text/html; charset=utf-8", "text/html", true},
        {"TEXT/HTML", "text/html", true},
        {" image/png ", "image/png", false},
        {"text/css", "text/css", false},
        {"text/javascript", "text/javascript", false},
        {"font/woff2", "font/woff2", false},
        {"video/mp4", "video/mp4", false},
        {"text/plain", "text/plain", false},
        {"application/json", "application/json", false},
        {"", "no type", false},
        {"<b>", "<b>", false},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct report_facts facts;
        struct frontier_known_url url = stored(1, 100, cases[i].type);

        report_init(&facts, 10);
        report_add_url(&facts, &url);
        is_str(facts.type_names[0], cases[i].name, cases[i].name);
        is_int(facts.pages, cases[i].is_page, "whether it is a page");
        report_release(&facts);
    }
}

static void test_many_types(void)
{
    struct report_facts facts;
    char type[32];

    report_init(&facts, 200);
    for (int i = 0; i < 1000; i++) {
        struct frontier_known_url url;

        (void)snprintf(type, sizeof type, "x/%d", i);
        url = stored(i + 1, i < REPORT_TYPES - 1 ? 1 : 5, type);
        report_add_url(&facts, &url);
    }
    report_finish(&facts);
    is_int(facts.lists[LIST_TYPES].count, REPORT_TYPES, "no more types than there may be");
    is_str(facts.type_names[facts.lists[LIST_TYPES].list[0].first], "other types", "the rest is one");
    is_int(facts.lists[LIST_TYPES].list[0].count, 1000 - REPORT_TYPES + 1, "which counts them");
    is_int(facts.lists[LIST_LARGEST].count, REPORT_TOP, "the largest are a few");
    is_int(facts.lists[LIST_LARGEST].list[0].count, 5, "the largest first");
    is_int(facts.lists[LIST_LARGEST].list[0].first, REPORT_TYPES, "of equal ones the first");
    report_release(&facts);
}

static void test_classes(void)
{
    static const struct {
        enum frontier_state state;
        enum frontier_reason reason;
        bool page, requisite, guess, file;
        int links, requisites, withheld, left_out, guesses;
        const char *label;
    } cases[] = {
        {FRONTIER_GONE, FRONTIER_BY_STATUS, 1, 0, 0, 0, 1, 0, 0, 0, 0, "a broken link"},
        {FRONTIER_GONE, FRONTIER_BY_STATUS, 1, 0, 0, 1, 1, 0, 0, 0, 0,
         "a page that is gone, its last copy kept"},
        {FRONTIER_GONE, FRONTIER_BY_STATUS, 0, 1, 0, 0, 0, 1, 0, 0, 0, "a broken image"},
        {FRONTIER_GONE, FRONTIER_BY_STATUS, 0, 1, 0, 1, 0, 0, 0, 0, 0,
         "a broken image with a copy is not missing"},
        {FRONTIER_GONE, FRONTIER_BY_STATUS, 1, 1, 0, 0, 1, 1, 0, 0, 0, "wanted as both"},
        {FRONTIER_GONE, FRONTIER_BY_STATUS, 0, 0, 1, 0, 0, 0, 0, 0, 1, "a wrong guess does not break a link"},
        {FRONTIER_REFUSED, FRONTIER_BY_ROBOTS, 1, 0, 0, 0, 0, 0, 1, 0, 0,
         "a page that the site withholds is not a broken link"},
        {FRONTIER_REFUSED, FRONTIER_BY_ROBOTS, 0, 1, 0, 0, 0, 1, 1, 0, 0,
         "an image that the site withholds is missing"},
        {FRONTIER_REFUSED, FRONTIER_BY_SCOPE, 1, 0, 0, 0, 0, 0, 0, 1, 0, "a page out of scope"},
        {FRONTIER_REFUSED, FRONTIER_BY_SCOPE, 0, 1, 0, 0, 0, 1, 0, 1, 0, "an image out of scope"},
        {FRONTIER_FAILED, FRONTIER_BY_NETWORK, 1, 0, 0, 0, 1, 0, 0, 0, 0, "a page without an answer"},
        {FRONTIER_FAILED, FRONTIER_BY_CHALLENGE, 1, 0, 0, 0, 0, 0, 1, 0, 0, "a page behind a firewall"},
        {FRONTIER_FAILED, FRONTIER_BY_MAX_FILE_SIZE, 1, 0, 0, 0, 0, 0, 0, 1, 0, "a page that is too large"},
        {FRONTIER_WITHHELD, FRONTIER_BY_NOINDEX, 1, 0, 0, 0, 0, 0, 1, 0, 0, "a page with NOINDEX"},
        {FRONTIER_REFUSED, FRONTIER_BY_PATTERN, 1, 1, 0, 0, 0, 0, 0, 1, 0,
         "left out by the user: no problem"},
        {FRONTIER_REFUSED, FRONTIER_BY_REQUISITES, 1, 1, 0, 0, 0, 0, 0, 1, 0, "the same"},
        {FRONTIER_QUEUED, FRONTIER_NO_REASON, 1, 1, 0, 0, 0, 0, 0, 0, 0, "not requested yet"},
        {FRONTIER_DONE, FRONTIER_NO_REASON, 0, 0, 1, 1, 0, 0, 0, 0, 0, "a guess that was right"},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct report_facts facts;
        struct frontier_known_url url = known(cases[i].page, cases[i].requisite, cases[i].guess);

        url.state = cases[i].state;
        url.reason = cases[i].reason;
        url.stored = cases[i].file;
        report_init(&facts, 10);
        report_add_url(&facts, &url);
        ok((int)facts.lists[LIST_LINKS].total == cases[i].links &&
               (int)facts.lists[LIST_REQUISITES].total == cases[i].requisites &&
               (int)facts.lists[LIST_WITHHELD].count == cases[i].withheld &&
               (int)facts.lists[LIST_LEFT_OUT].count == cases[i].left_out &&
               (int)facts.lists[LIST_GUESSES].count == cases[i].guesses,
           "%s", cases[i].label);
        report_release(&facts);
    }
}

/* Only what the site itself says is dead there; the rest could not be fetched. */
static void test_verdict(void)
{
    static const struct {
        enum frontier_state state;
        enum frontier_reason reason;
        int status;
        bool is_dead;
    } cases[] = {
        {FRONTIER_GONE, FRONTIER_BY_STATUS, 404, true},
        {FRONTIER_FAILED, FRONTIER_BY_STATUS, 403, true},
        {FRONTIER_FAILED, FRONTIER_BY_REDIRECTS, 302, true},
        {FRONTIER_FAILED, FRONTIER_BY_STATUS, 408, false},
        {FRONTIER_FAILED, FRONTIER_BY_STATUS, 429, false},
        {FRONTIER_FAILED, FRONTIER_BY_STATUS, 500, false},
        {FRONTIER_FAILED, FRONTIER_BY_STATUS, 503, false},
        {FRONTIER_FAILED, FRONTIER_BY_NETWORK, 0, false},
        {FRONTIER_FAILED, FRONTIER_BY_NETWORK, 200, false},
        {FRONTIER_FAILED, FRONTIER_BY_CONTENT, 200, false},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct frontier_known_url url = known(true, false, false);
        struct report_facts facts;
        struct fact verdict;
        struct buf text;

        url.state = cases[i].state;
        url.reason = cases[i].reason;
        url.status = cases[i].status;
        buf_init(&text, 1000);
        report_init(&facts, 10);
        report_add_url(&facts, &url);
        verdict_make(&facts, &verdict, &text);
        is_int(strstr(buf_text(&text), " 1 link is dead on the site as well.") != NULL, cases[i].is_dead,
               buf_text(&text));
        is_int(strstr(buf_text(&text), " 1 link could not be fetched.") != NULL, !cases[i].is_dead, "or not");
        report_release(&facts);
        buf_release(&text);
    }
}

static void test_queue(void)
{
    struct frontier_known_url queued = known(true, false, true), url = stored(2, 10, "text/html");
    struct report_facts facts;

    report_init(&facts, 10);
    report_add_url(&facts, &queued);
    report_add_url(&facts, &url);
    is_int(facts.known, 2, "all are known");
    is_int(facts.queued, 1, "a guess is in the queue as well");
    report_release(&facts);
}

static void test_changes(void)
{
    struct report_facts facts;

    report_init(&facts, 3);
    for (int64_t id = 1; id <= 10; id++) {
        report_add_change(&facts, id, 3);
        report_add_change(&facts, id, 1);
    }
    report_add_change(&facts, 1, 99);
    report_finish(&facts);
    is_int(facts.lists[LIST_CHANGE_COUNTS].list[0].count, 10, "all are counted");
    is_int(facts.lists[LIST_CHANGES].count, 6, "three of each kind are kept");
    is_int(facts.lists[LIST_CHANGES].list[0].second, 1, "in the order of kinds");
    is_int(facts.lists[LIST_CHANGES].list[5].first, 3, "and of ids");
    is_int(facts.lists[LIST_CHANGES].total, 20, "with all in the total");
    is_int(facts.lists[LIST_CHANGE_COUNTS].count, 2, "and a row for each kind");
    report_release(&facts);
}

/* Adds the links of PAGE: ids up to 0. */
static void add_links(struct report_facts *facts, int64_t page, int64_t *ids)
{
    struct frontier_ids links = {.ids = ids};

    while (ids[links.count] > 0)
        links.count++;
    report_add_links(facts, page, &links);
}

/* Links of a page that has left the mirror do not make a link broken. */
static void test_links(void)
{
    struct frontier_known_url page = stored(1, 10, "text/html"),
                              gone = {.id = 3, .state = FRONTIER_GONE, .roles = FRONTIER_AS_PAGE},
                              left = {.id = 2, .state = FRONTIER_WITHHELD, .roles = FRONTIER_AS_PAGE};
    struct report_facts facts;

    report_init(&facts, 10);
    report_add_url(&facts, &page);
    report_add_url(&facts, &left);
    report_add_url(&facts, &gone);
    report_begin_links(&facts);
    add_links(&facts, 1, (int64_t[]){3, 0});
    add_links(&facts, 2, (int64_t[]){3, 0});
    add_links(&facts, 1000000, (int64_t[]){3, 0});
    report_finish(&facts);
    is_int(facts.lists[LIST_LINKS].list[0].count, 1, "one page of the mirror has the link");
    is_int(facts.lists[LIST_LINKS].list[0].ids[0], 1, "which is named");
    report_release(&facts);
}

/* Adds a URL that breaks links with these roles, or a redirect to the URL TO. */
static void add_gone(struct report_facts *facts, int64_t id, int64_t referrer, unsigned roles)
{
    report_add_url(facts, &(struct frontier_known_url){
                              .id = id, .referrer = referrer, .state = FRONTIER_GONE, .roles = roles});
}

static void add_redirect(struct report_facts *facts, int64_t id, int64_t to)
{
    report_add_url(facts,
                   &(struct frontier_known_url){
                       .id = id, .state = FRONTIER_REDIRECTED, .roles = FRONTIER_AS_PAGE, .redirect_to = to});
}

static const struct group *row_of(const struct report_facts *facts, enum report_list list, int64_t id)
{
    for (size_t i = 0; i < facts->lists[list].count; i++) {
        if (facts->lists[list].list[i].first == id)
            return &facts->lists[list].list[i];
    }
    return NULL;
}

/* Which pages have links that fail: straight, by redirects, twice from one page, from none. */
static void test_pages(void)
{
    const struct group *first;
    struct report_facts facts;
    struct frontier_known_url page;

    report_init(&facts, 10);
    page = stored(1, 10, "text/html");
    report_add_url(&facts, &page);
    add_gone(&facts, 3, 1, FRONTIER_AS_PAGE);
    page = stored(4, 10, "text/html");
    report_add_url(&facts, &page);
    add_redirect(&facts, 5, 6); /* to 70 by two hops */
    add_redirect(&facts, 6, 70);
    add_redirect(&facts, 7, 4); /* to what is well */
    add_redirect(&facts, 8, 9); /* a circle */
    add_redirect(&facts, 9, 8);
    for (int64_t id = 10; id < 20; id++) {
        page = stored(id, 10, "text/html");
        report_add_url(&facts, &page);
    }
    add_gone(&facts, 70, 1, FRONTIER_AS_PAGE | FRONTIER_AS_REQUISITE);
    add_gone(&facts, 71, 2, FRONTIER_AS_REQUISITE);
    report_begin_links(&facts);
    add_links(&facts, 1, (int64_t[]){3, 4, 3, 7, 8, 9, 1000000, 0});
    for (int64_t id = 10; id < 20; id++)
        add_links(&facts, id, (int64_t[]){5, 70, 6, 0});
    report_finish(&facts);
    is_int(facts.lists[LIST_LINKS].total, 2, "links");
    is_int(facts.lists[LIST_REQUISITES].total, 2, "requisites");
    first = &facts.lists[LIST_LINKS].list[0];
    is_int(first->first, 70, "the one on most pages first");
    is_int(first->count, 10, "a page that links by three ways counts once");
    is_int(first->ids[0], 10, "the first page");
    is_int(first->ids[GROUP_IDS - 1], 14, "and the last that is kept");
    is_int(facts.lists[LIST_REQUISITES].list[0].count, 10, "it is missing on the same pages");
    is_int(row_of(&facts, LIST_LINKS, 3)->count, 1, "linked twice from one page");
    is_int(row_of(&facts, LIST_REQUISITES, 71)->count, 1,
           "in no list of links: the page that it was found on");
    is_int(row_of(&facts, LIST_REQUISITES, 71)->ids[0], 2, "which is named");
    ok(!row_of(&facts, LIST_LINKS, 4) && !row_of(&facts, LIST_REQUISITES, 4), "a good URL is not a problem");
    report_release(&facts);
}

static void test_no_failure(void)
{
    struct frontier_known_url page = stored(1, 10, "text/html");
    struct report_facts facts;

    report_init(&facts, 10);
    report_add_url(&facts, &page);
    report_begin_links(&facts);
    add_links(&facts, 1, (int64_t[]){1, 64, 65, 0});
    report_finish(&facts);
    is_int(facts.lists[LIST_LINKS].count + facts.lists[LIST_REQUISITES].count, 0, "no failure at all");
    report_release(&facts);
}

/* A site whose robots.txt withholds the pictures of a page may have millions of them. */
static void test_many_failures(void)
{
    enum { MANY = 4 * GROUPS_MAX };
    struct frontier_known_url url = known(false, true, false);
    struct report_facts facts;

    report_init(&facts, 10);
    url.state = FRONTIER_REFUSED;
    url.reason = FRONTIER_BY_ROBOTS;
    for (url.id = 1; url.id <= MANY; url.id++)
        report_add_url(&facts, &url);
    ok(facts.lists[LIST_REQUISITES].room < MANY, "the memory for missing files has a limit");
    is_int(facts.lists[LIST_REQUISITES].total, MANY, "all are counted");
    report_begin_links(&facts);
    add_links(&facts, 9, (int64_t[]){1, MANY, 0});
    report_finish(&facts);
    is_int(facts.lists[LIST_REQUISITES].count, 10, "some are listed");
    report_release(&facts);
}

int main(void)
{
    test_sizes();
    test_statuses();
    test_types();
    test_many_types();
    test_classes();
    test_verdict();
    test_queue();
    test_changes();
    test_links();
    test_pages();
    test_no_failure();
    test_many_failures();
    return done();
}
