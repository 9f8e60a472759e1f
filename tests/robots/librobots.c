/* SPDX-License-Identifier: MIT */
/* The public interface of librobots: sites are separate, agent and mode may change, copies age, and nothing
 * that was not read is allowed. What the rules mean is robots.c's and meta.c's test. */
#include "config.h"

#include "robots/librobots.h"

#include <pthread.h>

#include "tap.h"

#define NOW INT64_C(1800000000)
enum { HOUR = 3600, DAY = 24 * HOUR };

static struct span text_of(const struct robots_decision *decision)
{
    return span_make(decision->text, decision->text_len);
}

static bool parse(struct robots_rules *rules, const char *url, const char *body, int status, int64_t now)
{
    return robots_rules_parse(rules, url, body, strlen(body), status, now, -1);
}

static void test_sites(void)
{
    static const struct {
        const char *url;
        bool allowed;
        enum robots_why why;
    } cases[] = {
        {"http://some.place/x", false, ROBOTS_WHY_RULE},
        {"http://some.place/y", true, ROBOTS_WHY_NO_RULE},
        {"HTTP://user@Some.Place:80/x?q", false, ROBOTS_WHY_RULE},
        {"http://some.place", true, ROBOTS_WHY_NO_RULE},
        {"http://some.place#/x", true, ROBOTS_WHY_NO_RULE},
        {"http://some.place:8080/x", true, ROBOTS_WHY_ANSWER},
        {"https://some.place/y", false, ROBOTS_WHY_ANSWER},
        {"http://other.place/y", false, ROBOTS_WHY_UNKNOWN},
        {"http://other.place/robots.txt", true, ROBOTS_WHY_ROBOTS_TXT},
        {"ftp://some.place/y", false, ROBOTS_WHY_NO_URL},
        {"http:///y", false, ROBOTS_WHY_NO_URL},
        {"/y", false, ROBOTS_WHY_NO_URL},
        {"", false, ROBOTS_WHY_NO_URL},
    };
    struct robots_rules *rules = robots_rules_new("MOMspider/1.0");

    ok(parse(rules, "http://some.place/robots.txt", "User-agent: *\nDisallow: /x\n", 200, NOW), "a file");
    ok(parse(rules, "http://some.place:8080/robots.txt", "", 404, NOW), "another port");
    ok(parse(rules, "https://some.place/robots.txt", "", 503, NOW), "another scheme");
    ok(!parse(rules, "file:///robots.txt", "", 200, NOW), "not http or https");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct robots_decision decision;

        ok(robots_rules_judge(rules, cases[i].url, NOW, &decision) == cases[i].allowed &&
               decision.allowed == cases[i].allowed && decision.why == cases[i].why,
           "<%s>", cases[i].url);
        is_int(robots_rules_allowed(rules, cases[i].url, NOW), cases[i].allowed,
               "  robots_rules_allowed agrees");
    }
    robots_rules_free(rules);
    robots_rules_free(NULL);
}

/* A change of agent or mode needs no new copy. */
static void test_agent(void)
{
    static const char file[] =
        "User-agent: *\nDisallow: /all\nUser-agent: cybermapper\nDisallow: /own\n"
        "User-agent: third\nDisallow: /third\nUser-agent: tie\nDisallow: /t\nAllow: /t\n";
    static const char url[] = "http://a.example/own";
    struct robots_rules *rules = robots_rules_new("Other");
    struct robots_decision decision;

    ok(parse(rules, url, file, 200, NOW), "parsed for one agent");
    ok(robots_rules_allowed(rules, url, NOW), "which is allowed");
    robots_rules_set_agent(rules, "CyberMapper/2.0");
    is_str(robots_rules_agent(rules), "CyberMapper/2.0", "another agent");
    ok(!robots_rules_judge(rules, url, NOW, &decision), "is not allowed");
    is_int(decision.line, 4, "by its own line");
    is_span(text_of(&decision), span_of("Disallow: /own"), "whose text is told");
    ok(robots_rules_allowed(rules, "http://a.example/third", NOW),
       "a group for another agent does not apply");
    ok(robots_rules_also_obey(rules, "third"), "also_obey adds it");
    ok(!robots_rules_allowed(rules, "http://a.example/third", NOW), "and then it restricts");
    for (int i = 1; i < ROBOTS_ALSO_MAX; i++)
        ok(robots_rules_also_obey(rules, "many"), "name %d", i + 1);
    ok(!robots_rules_also_obey(rules, "more"), "one name too many");
    robots_rules_set_agent(rules, "tie");
    ok(robots_rules_allowed(rules, "http://a.example/t", NOW), "a tie allows");
    robots_rules_set_strict(rules, true);
    ok(!robots_rules_allowed(rules, "http://a.example/t", NOW), "or, in strict mode, forbids");
    robots_rules_free(rules);
}

static void test_lifetimes(void)
{
    static const char url[] = "http://a.example/robots.txt", page[] = "http://a.example/x";
    struct robots_rules *rules = robots_rules_new("Example");
    struct robots_decision decision;
    static const struct {
        int64_t max_age, wanted;
    } cases[] = {{-1, DAY}, {0, 600}, {HOUR, HOUR}, {365 * DAY, DAY}};

    is_int(robots_rules_fresh_until(rules, url), 0, "an unknown site");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        ok(robots_rules_parse(rules, url, "", 0, 200, NOW, cases[i].max_age), "max-age %" PRId64,
           cases[i].max_age);
        is_int(robots_rules_fresh_until(rules, url) - NOW, cases[i].wanted, "  is fresh for");
    }
    ok(robots_rules_allowed(rules, page, NOW + DAY - 1), "fresh for a day");
    ok(!robots_rules_judge(rules, page, NOW + DAY, &decision), "stale after it");
    is_int(decision.why, ROBOTS_WHY_STALE, "because the copy is stale");
    ok(robots_rules_allowed(rules, url, NOW + DAY), "robots.txt itself may be fetched");
    ok(parse(rules, url, "", 503, NOW + DAY), "the next answer is 503");
    ok(robots_rules_allowed(rules, page, NOW + DAY + 599), "the copy stays in force for ten minutes");
    ok(!robots_rules_allowed(rules, page, NOW + DAY + 600), "then it must be requested again");
    ok(parse(rules, url, "", 304, NOW + DAY + 600), "unchanged");
    ok(robots_rules_allowed(rules, page, NOW + DAY + 600 + DAY - 1), "fresh for another day");
    ok(parse(rules, url, "", 0, NOW + 31 * DAY), "no answer, 30 days after the copy");
    ok(robots_rules_allowed(rules, page, NOW + 31 * DAY), "the copy is not 30 days old yet");
    ok(parse(rules, url, "", 0, NOW + 31 * DAY + 600), "no answer, 30 days and 10 minutes later");
    ok(!robots_rules_allowed(rules, page, NOW + 31 * DAY + 600), "the copy is too old");
    is_int(robots_rules_answer(rules, url), ROBOTS_ANSWER_UNREACHABLE, "the site is unreachable");
    ok(parse(rules, url, "", 304, NOW + 32 * DAY), "a 304 without a copy");
    ok(!robots_rules_allowed(rules, page, NOW + 32 * DAY), "changes nothing");
    robots_rules_forget(rules, page);
    is_int(robots_rules_answer(rules, url), ROBOTS_ANSWER_UNKNOWN, "forgotten");
    robots_rules_forget(rules, page);
    robots_rules_free(rules);
}

static void test_answers(void)
{
    static const struct {
        int status;
        enum robots_answer standard, strict;
    } cases[] = {
        {200, ROBOTS_ANSWER_RULES, ROBOTS_ANSWER_RULES},
        {204, ROBOTS_ANSWER_RULES, ROBOTS_ANSWER_RULES},
        {301, ROBOTS_ANSWER_UNREACHABLE, ROBOTS_ANSWER_UNREACHABLE},
        {401, ROBOTS_ANSWER_CLOSED, ROBOTS_ANSWER_CLOSED},
        {404, ROBOTS_ANSWER_OPEN, ROBOTS_ANSWER_OPEN},
        {418, ROBOTS_ANSWER_OPEN, ROBOTS_ANSWER_CLOSED},
        {429, ROBOTS_ANSWER_UNREACHABLE, ROBOTS_ANSWER_UNREACHABLE},
        {500, ROBOTS_ANSWER_UNREACHABLE, ROBOTS_ANSWER_UNREACHABLE},
        {0, ROBOTS_ANSWER_UNREACHABLE, ROBOTS_ANSWER_UNREACHABLE},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++)
        ok(robots_answer(cases[i].status, false) == cases[i].standard &&
               robots_answer(cases[i].status, true) == cases[i].strict,
           "status %d", cases[i].status);
}

static void test_facts(void)
{
    static const char url[] = "http://a.example/robots.txt";
    static const char file[] =
        "User-agent: *\nCrawl-delay: 1.5\nVisit-time: 0600-0700\nNoindex: /n\nSitemap: /s.xml\n"
        "Disallow: http://a.example/own\nDisallow: http://b.example/other\n";
    static char large[ROBOTS_BODY_MAX + 100];
    struct robots_rules *rules = robots_rules_new("Example");
    struct robots_decision decision;
    const char *sitemap;
    size_t len = 1;

    ok(!robots_rules_body(rules, url, &len) && len == 0, "no bytes yet");
    is_int(robots_rules_delay_ms(rules, url, NOW), -1, "and no delay");
    ok(parse(rules, url, file, 200, NOW), "a file with all kinds of lines");
    is_int(robots_rules_delay_ms(rules, url, NOW), 1500, "delay");
    is_int(robots_rules_visit_wait_ms(rules, url, NOW - NOW % DAY + 5 * HOUR), HOUR * 1000, "hours of visit");
    is_int(robots_rules_sitemap_count(rules, url), 1, "one sitemap");
    sitemap = robots_rules_sitemap(rules, url, 0, &len);
    is_span(span_make(sitemap, len), span_of("/s.xml"), "as it is written");
    ok(!robots_rules_sitemap(rules, url, 1, &len) && len == 0, "no second one");
    ok(robots_rules_judge(rules, "http://a.example/n", NOW, &decision) && !decision.store, "not to store");
    is_int(decision.store_line, 4, "by line 4");
    is_span(span_make(decision.store_text, decision.store_text_len), span_of("Noindex: /n"), "of this text");
    ok(!robots_rules_allowed(rules, "http://a.example/own", NOW), "a rule that is a URL of the site");
    ok(robots_rules_allowed(rules, "http://a.example/other", NOW), "a rule that is a URL of another");
    is_span(span_make(robots_rules_body(rules, url, &len), strlen(file)), span_of(file), "the bytes");
    is_int(len, strlen(file), "all bytes");

    memset(large, '\n', sizeof large);
    robots_rules_set_strict(rules, true);
    ok(robots_rules_parse(rules, url, large, ROBOTS_BODY_MAX, 200, NOW, -1), "a file of the largest size");
    ok(robots_rules_allowed(rules, url + 0, NOW) && robots_rules_allowed(rules, "http://a.example/", NOW),
       "is read whole");
    ok(robots_rules_parse(rules, url, large, sizeof large, 200, NOW, -1), "a larger one");
    ok(!robots_rules_judge(rules, "http://a.example/", NOW, &decision), "closes the site in strict mode");
    is_int(decision.why, ROBOTS_WHY_SIZE, "because of its size");
    (void)robots_rules_body(rules, url, &len);
    is_int(len, ROBOTS_BODY_MAX + 1, "one byte more is kept");
    ok(parse(rules, url, "<!DOCTYPE html><p>hi", 200, NOW), "a web page");
    ok(!robots_rules_judge(rules, "http://a.example/", NOW, &decision), "closes the site too");
    is_int(decision.why, ROBOTS_WHY_FORM, "because of its form");
    robots_rules_free(rules);
}

/* Many sites, in sorted order, which is the worst for a plain tree. */
static void test_many(void)
{
    enum { SITES = 2000 };
    struct robots_rules *rules = robots_rules_new("Example");
    unsigned right = 0;
    char url[64], body[64];

    for (int i = 0; i < SITES; i++) {
        (void)snprintf(url, sizeof url, "http://h%06d.example/robots.txt", i);
        (void)snprintf(body, sizeof body, "User-agent: *\nDisallow: /%d$\n", i);
        right += parse(rules, url, body, 200, NOW);
    }
    for (int i = 0; i < SITES; i++) {
        (void)snprintf(url, sizeof url, "http://h%06d.example/%d", i, i);
        right += !robots_rules_allowed(rules, url, NOW);
        (void)snprintf(url, sizeof url, "http://h%06d.example/%d", i, i + 1);
        right += robots_rules_allowed(rules, url, NOW);
    }
    is_int(right, 3 * SITES, "each site has its own rules");
    robots_rules_free(rules);
}

struct found {
    char text[256];
};

static void add_found(void *context, const char *text, size_t len, unsigned bits, bool is_header, size_t i)
{
    struct found *found = context;
    size_t used = strlen(found->text);

    (void)snprintf(found->text + used, sizeof found->text - used, "%.*s=%u@%s%zu ", (int)len, text, bits,
                   is_header ? "header" : "meta", i);
}

static void test_pages(void)
{
    static const struct robots_page_meta metas[] = {
        {"description", NULL, "none"}, {"robots", NULL, "noindex, follow"}, {NULL, "robots", "noimageindex"}};
    static const char *const headers[] = {"Server: none", "X-Robots-Tag: example: noarchive, other: nofollow",
                                          "X-Robots-Tag: unavailable_after: 2027-01-16T00:00:00Z"};
    struct robots_page page = {.agent = "Example/1.0",
                               .metas = metas,
                               .meta_count = 3,
                               .headers = headers,
                               .header_count = 2,
                               .now = NOW};
    struct found found = {""};

    is_int(robots_page_judge(&page, add_found, &found),
           ROBOTS_PAGE_NO_INDEX | ROBOTS_PAGE_NO_ARCHIVE | ROBOTS_PAGE_NO_IMAGES, "restrictions add up");
    is_str(found.text, "noarchive=4@header1 noindex=1@meta1 follow=0@meta1 noimageindex=8@meta2 ",
           "term by term");
    page.agent = "Other";
    page.meta_count = 0;
    is_int(robots_page_judge(&page, NULL, NULL), ROBOTS_PAGE_NO_FOLLOW, "another agent, and no callback");
    page.header_count = 3;
    page.now = NOW + DAY;
    is_int(robots_page_judge(&page, NULL, NULL), ROBOTS_PAGE_NO_FOLLOW | ROBOTS_PAGE_NO_INDEX,
           "unavailable_after in the past");
    page = (struct robots_page){.agent = "Example"};
    is_int(robots_page_judge(&page, NULL, NULL), 0, "a page without terms");
}

/* A saved store, as bytes. */
struct saved {
    char bytes[8192];
    size_t len, most;
};

static bool save(void *context, const void *bytes, size_t len)
{
    struct saved *saved = context;

    if (len > saved->most - saved->len)
        return false;
    memcpy(saved->bytes + saved->len, bytes, len);
    saved->len += len;
    return true;
}

static struct saved save_all(const struct robots_rules *rules, size_t most)
{
    struct saved saved = {.most = most};

    ok(robots_rules_save(rules, save, &saved), "the store is saved");
    return saved;
}

/* Sites are forgotten at every place of the list, and join it again at its end. */
static void test_forget(void)
{
    static const char *const urls[] = {"http://a.example/", "http://b.example/", "http://c.example/"};
    static const int order[] = {2, 0, 1};

    for (size_t i = 0; i < COUNT_OF(urls); i++) {
        struct robots_rules *rules = robots_rules_new("x");
        struct saved saved;
        char wanted[64];

        for (size_t j = 0; j < COUNT_OF(urls); j++)
            (void)parse(rules, urls[j], "", 404, NOW);
        for (size_t j = 0; j <= i; j++) {
            robots_rules_forget(rules, urls[order[j]]);
            (void)parse(rules, urls[order[j]], "", 404, NOW);
        }
        saved = save_all(rules, sizeof saved.bytes);
        (void)snprintf(wanted, sizeof wanted, "%.16s 404", urls[order[i]]);
        ok(memmem(saved.bytes, saved.len, wanted, strlen(wanted)), "a site that was forgotten is back");
        robots_rules_set_agent(rules, "y");
        for (size_t j = 0; j < COUNT_OF(urls); j++)
            ok(robots_rules_allowed(rules, urls[j], NOW), "and all are read again");
        robots_rules_free(rules);
    }
}

static void test_save(void)
{
    struct robots_rules *rules = robots_rules_new("Example"), *again = robots_rules_new("Example");
    struct saved first, second = {.most = 20};
    struct robots_decision decision;

    ok(robots_rules_load(again, "librobots 1\nend\n", 16), "an empty store is loaded");
    ok(parse(rules, "http://a.example/robots.txt", "User-agent: *\nDisallow: /x\n\n", 200, NOW), "a file");
    ok(robots_rules_parse(rules, "https://b.example:8443/", "", 0, 404, NOW + 1, 700), "none");
    ok(robots_rules_parse(rules, "http://c.example/", NULL, 0, 503, NOW, -1), "an error");
    ok(!robots_rules_save(rules, save, &second), "a failure to write is returned");
    first = save_all(rules, sizeof first.bytes);
    ok(robots_rules_load(again, first.bytes, first.len), "and loaded");
    second = save_all(again, sizeof second.bytes);
    is_span(span_make(second.bytes, second.len), span_make(first.bytes, first.len), "it is the same store");
    ok(!robots_rules_judge(again, "http://a.example/x", NOW, &decision), "with its rules");
    is_int(decision.line, 2, "and lines");
    is_int(robots_rules_fresh_until(again, "https://b.example:8443/"), NOW + 701, "and times");
    for (size_t len = 0; len < first.len; len++) {
        struct robots_rules *damaged = robots_rules_new("Example");

        if (robots_rules_load(damaged, first.bytes, len))
            ok(false, "cut after %zu bytes", len);
        robots_rules_free(damaged);
    }
    robots_rules_free(rules);
    robots_rules_free(again);
}

static void test_damaged(void)
{
    static const char *const cases[] = {
        "librobots 2\nend\n",
        "librobots 1\nhttp://a.example 200 0 0 1\n\nend\n",
        "librobots 1\nhttp://a.example 200 0 0 1\nxx\nend\n",
        "librobots 1\nhttp://a.example 200 0 0 -1\n\nend\n",
        "librobots 1\nhttp://a.example 200 0 0 99999999999999999999\n\nend\n",
        "librobots 1\nhttp://a.example 200 0 0 3000000\n\nend\n",
        "librobots 1\nhttp://a.example 200 0 0\n\nend\n",
        "librobots 1\nhttp://a.example -200 0 0 0\n\nend\n",
        "librobots 1\nhttp://a.example 1000 0 0 0\n\nend\n",
        "librobots 1\nhttp://a.example 2x0 0 0 0\n\nend\n",
        "librobots 1\nhttp://A.example 200 0 0 0\n\n",
        "librobots 1\nhttp://a.example/x 200 0 0 0\n\nend\n",
        "librobots 1\nftp://a.example 200 0 0 0\n\nend\n",
        "librobots 1\n 200 0 0 0\n\nend\n",
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct robots_rules *rules = robots_rules_new("Example");

        ok(!robots_rules_load(rules, cases[i], strlen(cases[i])) &&
               robots_rules_answer(rules, "http://a.example/") == ROBOTS_ANSWER_UNKNOWN,
           "%s", cases[i] + 12);
        robots_rules_free(rules);
    }
}

static void test_null(void)
{
    static const char url[] = "http://a.example/";
    struct robots_rules *rules = robots_rules_new("Example");
    struct robots_page page = {.agent = NULL, .meta_count = 1};
    struct robots_decision decision = {.allowed = true};

    is_str(robots_version(), PACKAGE_VERSION, "the version");
    ok(!robots_rules_new(NULL) && !robots_rules_agent(NULL), "no agent");
    ok(!robots_rules_set_agent(rules, NULL) && !robots_rules_set_agent(NULL, "a"), "set_agent");
    ok(!robots_rules_set_strict(NULL, true), "set_strict");
    ok(!robots_rules_also_obey(rules, NULL) && !robots_rules_also_obey(NULL, "a"), "also_obey");
    ok(!robots_rules_parse(NULL, url, "", 0, 200, NOW, -1) && !parse(rules, NULL, "", 200, NOW), "parse");
    ok(!robots_rules_parse(rules, url, NULL, 1, 200, NOW, -1), "a body of NULL with a length");
    ok(robots_rules_parse(rules, url, NULL, 0, 200, NOW, -1), "and without one");
    robots_rules_forget(NULL, url);
    robots_rules_forget(rules, NULL);
    ok(!robots_rules_save(NULL, save, NULL) && !robots_rules_save(rules, NULL, NULL), "save");
    ok(!robots_rules_load(NULL, "", 0) && !robots_rules_load(rules, NULL, 1), "load");
    ok(!robots_rules_judge(NULL, url, NOW, &decision) && !decision.allowed, "judge without rules");
    ok(!robots_rules_judge(rules, NULL, NOW, &decision) && !robots_rules_judge(rules, url, NOW, NULL),
       "judge");
    ok(!robots_rules_allowed(NULL, url, NOW) && !robots_rules_allowed(rules, NULL, NOW), "allowed");
    is_int(robots_rules_answer(NULL, url), ROBOTS_ANSWER_UNKNOWN, "answer");
    ok(!robots_rules_body(NULL, url, NULL) && !robots_rules_body(rules, NULL, NULL), "body");
    ok(!robots_rules_sitemap(NULL, url, 0, NULL) && !robots_rules_sitemap_count(NULL, url), "sitemaps");
    is_int(robots_rules_delay_ms(NULL, NULL, NOW) + robots_rules_visit_wait_ms(NULL, NULL, NOW), -1, "times");
    is_int(robots_page_judge(NULL, NULL, NULL), 15, "no page: all is withheld");
    is_int(robots_page_judge(&page, NULL, NULL), 15, "no elements, in spite of their count");
    robots_rules_free(rules);
}

/* What all queries say that take a const object. */
static struct saved query_all(const struct robots_rules *rules)
{
    struct saved all = {.most = sizeof all.bytes};

    for (int site = 0; site < 8; site++) {
        struct robots_decision decision;
        size_t body_len = 0, map_len = 0;
        const char *body, *map;
        char url[64];

        (void)snprintf(url, sizeof url, "http://s%d.example/%s", site, site % 2 ? "x/y" : "y");
        (void)robots_rules_judge(rules, url, NOW, &decision);
        body = robots_rules_body(rules, url, &body_len);
        map = robots_rules_sitemap(rules, url, 0, &map_len);
        all.len += (size_t)snprintf(
            all.bytes + all.len, all.most - all.len, "%d %d %d %d %u %.*s %.*s %.*s %zu %jd %jd %jd\n",
            decision.allowed, decision.why, robots_rules_allowed(rules, url, NOW),
            robots_rules_answer(rules, url), decision.line, (int)decision.text_len, decision.text,
            (int)body_len, body, (int)map_len, map, robots_rules_sitemap_count(rules, url),
            (intmax_t)robots_rules_delay_ms(rules, url, NOW),
            (intmax_t)robots_rules_visit_wait_ms(rules, url, NOW),
            (intmax_t)robots_rules_fresh_until(rules, url));
    }
    (void)save(&all, robots_rules_agent(rules), strlen(robots_rules_agent(rules)));
    if (!robots_rules_save(rules, save, &all))
        all.len = 0;
    return all;
}

struct reader {
    const struct robots_rules *rules;
    const struct saved *wanted;
    pthread_barrier_t *start;
    int wrong;
};

static void *read_rules(void *context)
{
    struct reader *reader = context;

    (void)pthread_barrier_wait(reader->start);
    for (int i = 0; i < 200; i++) {
        struct saved seen = query_all(reader->rules);

        reader->wrong +=
            seen.len != reader->wanted->len || memcmp(seen.bytes, reader->wanted->bytes, seen.len) != 0;
    }
    return NULL;
}

/* What cannot be seen here, a thread sanitizer sees. */
static void test_threads(void)
{
    enum { THREADS = 4 };
    struct robots_rules *rules = robots_rules_new("Example");
    struct reader readers[THREADS];
    pthread_t threads[THREADS];
    pthread_barrier_t start;
    struct saved wanted;
    int wrong = 0;

    for (int site = 0; site < 7; site++) {
        char url[64], body[256];

        (void)snprintf(url, sizeof url, "http://s%d.example/robots.txt", site);
        (void)snprintf(body, sizeof body,
                       "User-agent: *\nDisallow: /x\nCrawl-delay: %d\nVisit-time: 0100-0200\nSitemap: /%d\n",
                       site, site);
        ok(parse(rules, url, body, site == 3 ? 503 : 200, NOW), "%s", url);
    }
    wanted = query_all(rules);
    ok(wanted.len > 1000, "the queries answer");
    (void)pthread_barrier_init(&start, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) {
        readers[i] = (struct reader){.rules = rules, .wanted = &wanted, .start = &start};
        ok(pthread_create(&threads[i], NULL, read_rules, &readers[i]) == 0, "thread %d", i);
    }
    for (int i = 0; i < THREADS; i++) {
        (void)pthread_join(threads[i], NULL);
        wrong += readers[i].wrong;
    }
    is_int(wrong, 0, "threads that share one object see what one alone sees");
    (void)pthread_barrier_destroy(&start);
    robots_rules_free(rules);
}

int main(void)
{
    test_forget();
    test_save();
    test_damaged();
    test_null();
    test_sites();
    test_agent();
    test_lifetimes();
    test_answers();
    test_facts();
    test_many();
    test_pages();
    test_threads();
    return done();
}
