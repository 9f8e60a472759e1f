/* SPDX-License-Identifier: MIT */
/* Crawl-delay, Request-rate and Visit-time: their values, and the robots they apply to. Sitemap and Noindex.
 */
#include "config.h"

#include "robots/date.h"

#include "robots/robots.h"
#include "tap.h"

static struct robots *parse(const char *text)
{
    struct robots_options options = {.agent = span_of("tiptoe"), .origin = span_of("https://site.example")};

    return robots_parse(span_of(text), &options);
}

static void test_delay_values(void)
{
    static const struct {
        const char *value;
        int64_t ms; /* -1: not valid */
    } cases[] = {
        {"10", 10000},
        {"0", 0},
        {"1.5", 1500},
        {".5", 500},
        {"0.0004", 1},
        {"10s", 10000},
        {"10 s", 10000},
        {"about 3.25", 3250},
        {"1,5", 1000},
        {"5.", 5000},
        {"-1", -1},
        {"-.5", -1},
        {"slow", -1},
        {"", -1},
        {"x-5", -1},
        {"5-10", 5000},
        {"0.000", 0},
        {"1e3", 1000},
        {"007", 7000},
        {"2.5.1", 2500},
        {"99999999999999999999999", ROBOTS_DELAY_MAX_MS},
        {"31536000", ROBOTS_DELAY_MAX_MS},
        {"31535999.9991", ROBOTS_DELAY_MAX_MS},
        {"31535999.999", ROBOTS_DELAY_MAX_MS - 1},
        {"0.0010", 1},
        {"0.0011", 2},
        {".", -1},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        int64_t ms = -1;
        bool valid = times_read_delay(span_of(cases[i].value), &ms);

        ok(valid == (cases[i].ms >= 0) && ms == cases[i].ms, "Crawl-delay '%s'", cases[i].value);
    }
}

static void test_rate_values(void)
{
    static const struct {
        const char *value;
        int64_t ms;
        int from, until;
    } cases[] = {
        {"1/20", 20000, 0, 0},
        {"5/10", 2000, 0, 0},
        {"3/1", 334, 0, 0},
        {"1/5m", 300000, 0, 0},
        {"60/1h 0600-0845", 60000, 360, 525},
        {"1 / 10s 2200-0600", 10000, 1320, 360},
        {"1/10 nonsense", 10000, 0, 0},
        {"1/10min", 600000, 0, 0},
        {"0/10", -1, 0, 0},
        {"1", -1, 0, 0},
        {"1/", -1, 0, 0},
        {"x/1", -1, 0, 0},
        {"1/99999999999999999h", ROBOTS_DELAY_MAX_MS, 0, 0},
        {"1/1M", 60000, 0, 0},
        {"1/1H", 3600000, 0, 0},
        {"1/1S", 1000, 0, 0},
        {"2/3", 1500, 0, 0},
        {"1/0", 0, 0, 0},
        {"315360000000/31536000h", 3600, 0, 0},
        {"1/10 0600-0600", 10000, 360, 360},
        {"99999999999999999999/1", 1, 0, 0},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct day_window window = {0, 0};
        int64_t ms = -1;
        bool valid = times_read_rate(tap_exact(span_of(cases[i].value)), &ms, &window);

        ok(valid == (cases[i].ms >= 0) && ms == cases[i].ms && window.from == cases[i].from &&
               window.until == cases[i].until,
           "Request-rate '%s'", cases[i].value);
    }
}

static void test_windows(void)
{
    static const struct {
        const char *value;
        int from, until; /* -1: not valid */
    } cases[] = {
        {"0600-0845", 360, 525},
        {"0600 0845", 360, 525},
        {"0600 - 0845", 360, 525},
        {"2200-0100", 1320, 60},
        {"0000-2400", 0, 0},
        {"0660-0700", -1, -1},
        {"2401-0100", -1, -1},
        {"0659-2400", 419, 0},
        {"2400-0659", 0, 419},
        {"0600-0660", -1, -1},
        {"0600--0845", -1, -1},
        {" 0600-0845 ", 360, 525},
        {"0600 ", -1, -1},
        {"0600-", -1, -1},
        {"00600-0845", -1, -1},
        {"600-845", -1, -1},
        {"06000845", -1, -1},
        {"0600", -1, -1},
        {"", -1, -1},
        {"0600-0845x", -1, -1},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct day_window window = {9, 9};
        bool valid = times_read_window(span_of(cases[i].value), &window);

        ok(valid == (cases[i].from >= 0) && window.from == (valid ? cases[i].from : 9) &&
               window.until == (valid ? cases[i].until : 9),
           "hours '%s'", cases[i].value);
    }
    ok(times_in_window((struct day_window){60, 120}, 60) &&
           !times_in_window((struct day_window){60, 120}, 120),
       "the first minute is inside, the last is not");
    ok(times_in_window((struct day_window){1320, 60}, 0) &&
           !times_in_window((struct day_window){1320, 60}, 60),
       "across midnight");
    ok(times_in_window((struct day_window){0, 0}, 700), "the whole day");
}

/* 5.4: the delay that applies. */
static void test_delay_scope(void)
{
    static const struct {
        const char *robots;
        int64_t ms;
        uint32_t line;
    } cases[] = {
        {"User-agent: *\nCrawl-delay: 5", 5000, 2},
        {"User-agent: *\nDisallow: /x\nCrawl-delay: 5", 5000, 3},
        {"User-agent: *\nCrawl-delay: 5\nCrawl-delay: 9\nCrawl-delay: 7", 9000, 3},
        {"User-agent: *\nCrawl-delay: 60\nUser-agent: tiptoe\nCrawl-delay: 2", 2000, 4},
        {"User-agent: *\nCrawl-delay: 60\nUser-agent: tiptoe\nDisallow: /x", 60000, 2},
        {"User-agent: *\nCrawl-delay: 60\nUser-agent: tiptoe\nCrawl-delay: 0", 0, 4},
        {"User-agent: tiptoe\nCrawl-delay: 2\nUser-agent: *\nCrawl-delay: 60\nDisallow: /", 2000, 2},
        {"User-agent: slurp\nCrawl-delay: 300\nUser-agent: *\nDisallow: /x", -1, 0},
        {"User-agent: *\nSitemap: x\nUser-agent: slurp\nCrawl-delay: 300", -1, 0},
        {"User-agent: *\n\n# x\nUser-agent: slurp\nCrawl-delay: 300", 300000, 5},
        {"User-agent: *\nwords\nUser-agent: slurp\nCrawl-delay: 300", -1, 0},
        {"Crawl-delay: 4\nUser-agent: *\nDisallow: /x", 4000, 1},
        {"User-agent:\nCrawl-delay: 4", 4000, 2},
        {"User-agent: tip\nCrawl-delay: 4\nUser-agent: *\nCrawl-delay: 3", 4000, 2},
        {"User-agent: *\nCrawl-delay 4", 4000, 2},
        {"User-agent: *\nRequest-rate: 1/20\nCrawl-delay: 3", 20000, 2},
        {"User-agent: *\nCrawl-delay: soon", -1, 0},
        {"User-agent: *\nDisallow: /", -1, 0},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct robots *robots = parse(cases[i].robots);
        struct robots_delay delay = robots_delay(robots, ROBOTS_ANY_TIME);

        ok(delay.ms == cases[i].ms && delay.line == cases[i].line, "delay of case %zu", i);
        robots_free(robots);
    }
}

static void test_hours(void)
{
    static const int64_t minute = 60000;
    struct robots *robots = parse("User-agent: *\nRequest-rate: 1/20 0600-0700\nCrawl-delay: 1\n"
                                  "Visit-time: 0600-0800\nVisit-time: 2300-0100\n");

    is_int(robots_delay(robots, 390 * minute).ms, 20000, "within the hours of the rate");
    is_int(robots_delay(robots, 420 * minute).ms, 1000, "outside them");
    is_int(robots_delay(robots, ROBOTS_ANY_TIME).ms, 20000, "at any time");
    is_int(robots_visit_wait_ms(robots, 360 * minute), 0, "visits are open");
    is_int(robots_visit_wait_ms(robots, 480 * minute + 500), (1380 - 480) * minute - 500,
           "until the next window");
    is_int(robots_visit_wait_ms(robots, 1439 * minute), 0, "across midnight");
    is_int(robots_visit_wait_ms(robots, (1440 + 60) * minute), 300 * minute, "on the next day");
    robots_free(robots);
    robots = parse("User-agent: *\nVisit-time: 0600-0700\nUser-agent: tip\nVisit-time: 0800-0900\n");
    is_int(robots_visit_wait_ms(robots, 0), -1, "two sets without a common hour: never");
    robots_free(robots);
    robots = parse("User-agent: *\nVisit-time: 0600-0700\nUser-agent: tiptoe\nVisit-time: 0800-0900\n");
    is_int(robots_visit_wait_ms(robots, 0), 480 * minute, "only our own hours");
    robots_free(robots);
    robots = parse("User-agent: *\nDisallow: /\n");
    is_int(robots_visit_wait_ms(robots, 0), 0, "no hours: always");
    robots_free(robots);
}

static void test_sitemaps(void)
{
    struct robots *robots =
        parse("Sitemap: https://a.example/1.xml # x\nUser-agent: q\nSite-map:  /2.xml \nSITEMAP:\n");

    is_int(robots_sitemap_count(robots), 2, "sitemaps at any place");
    is_span(robots_sitemap(robots, 0), span_of("https://a.example/1.xml"), "the first");
    is_span(robots_sitemap(robots, 1), span_of("/2.xml"), "the second, as written");
    robots_free(robots);
}

static void test_noindex(void)
{
    static const struct {
        const char *robots, *path;
        bool store;
    } cases[] = {
        {"User-agent: *\nNoindex: /d", "/d/1", false},
        {"User-agent: *\nNoarchive: /d", "/d/1", false},
        {"User-agent: *\nNoindex: /d", "/e", true},
        {"User-agent: *\nNoindex: /*.pdf$", "/e/x.pdf", false},
        {"User-agent: *\nNoindex: d", "/d", false},
        {"User-agent: *\nNoindex: /a%2Fb", "/a/b", false},
        {"User-agent: *\nAllow: /d/e\nNoindex: /d", "/d/e", false},
        {"User-agent: slurp\nNoindex: /d", "/d", true},
        {"User-agent: *\nNoindex: /d\nUser-agent: tiptoe\nDisallow: /x", "/d", false},
        {"User-agent: *\nDisallow: /x\nNoindex: /d\nUser-agent: tiptoe\nDisallow: /x", "/d", true},
        {"Noindex: /d\nUser-agent: *\nDisallow: /x", "/d", false},
        {"User-agent: *\nNoindex:", "/d", true},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct robots *robots = parse(cases[i].robots);
        char url[100];

        (void)snprintf(url, sizeof url, "https://site.example%s", cases[i].path);
        ok(robots_judge(robots, span_of(url)).store == cases[i].store, "noindex of case %zu", i);
        robots_free(robots);
    }
}

int main(void)
{
    test_delay_values();
    test_rate_values();
    test_windows();
    test_delay_scope();
    test_hours();
    test_sitemaps();
    test_noindex();
    return done();
}
