/* SPDX-License-Identifier: MIT */
/* The robots.txt of an origin: lifetimes, redirects, failures; and the sitemaps that it names. */
#include "config.h"

#include "base/clock.h"
#include "frontier/robots.h"
#include "frontier/sitemap.h"
#include "judge/reading.h"
#include "judge/scene.h"
#include "judge/sitemaps.h"

static const struct span robots_url = {"https://example.org/robots.txt",
                                       sizeof "https://example.org/robots.txt" - 1};
enum { MINUTE_MS = 60 * 1000, HOUR_MS = 60 * MINUTE_MS };

static void answer(struct scene *scene, int status, const char *lines, const char *body)
{
    must(rules_answered(&scene->site, scene_origin(scene), robots_url,
                        scene_answer(scene, status, lines, body), false));
}

/* Whether the rules last for so long, give or take the time that a test takes. */
static bool lasts(struct scene *scene, int64_t ms)
{
    int64_t left_ms = scene_origin(scene)->rules_until_ms - clock_monotonic_ms();

    return left_ms <= ms && left_ms > ms - 5 * MINUTE_MS;
}

static void test_lifetimes(void)
{
    static const struct {
        const char *lines;
        int64_t ms;
    } cases[] = {
        {"", 24 * (int64_t)HOUR_MS},
        {"Cache-Control: max-age=7200\r\n", 2 * (int64_t)HOUR_MS},
        {"Cache-Control: public, MAX-AGE=7200\r\n", 2 * (int64_t)HOUR_MS},
        {"Cache-Control: public\r\nCache-Control: max-age=7200\r\n", 2 * (int64_t)HOUR_MS},
        {"Cache-Control: max-age=1\r\n", 10 * MINUTE_MS},
        {"Cache-Control: max-age=999999999\r\n", 24 * (int64_t)HOUR_MS},
        {"Cache-Control: max-age=x\r\n", 24 * (int64_t)HOUR_MS},
    };

    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct scene scene;

        scene_make(&scene);
        answer(&scene, 200, cases[i].lines, "User-agent: *\nDisallow:\n");
        ok(lasts(&scene, cases[i].ms), "lifetime %zu", i);
        scene_remove(&scene);
    }
}

static void test_states(void)
{
    struct scene scene;
    struct origin *origin;
    struct origin *host;

    scene_make(&scene);
    origin = scene_origin(&scene);
    ok(!rules_hold(&scene.site, origin, clock_monotonic_ms()) && origin->rules == RULES_WANTED,
       "nothing is known");
    must(rules_host(&scene.site, origin, &host));
    ok(host == origin, "requested at the origin");
    is_span(buf_span(&origin->rules_url), robots_url, "the URL to request");
    answer(&scene, 503, "", "");
    ok(origin->rules == RULES_WAITING && origin->rules_until_ms > clock_monotonic_ms(), "a 503 waits");
    ok(!rules_hold(&scene.site, origin, clock_monotonic_ms()), "and allows nothing");
    ok(!rules_hold(&scene.site, origin, origin->rules_until_ms) && origin->rules == RULES_WANTED,
       "after the wait it is wanted again");
    answer(&scene, 503, "", "");
    answer(&scene, 503, "", "");
    ok(origin->rules == RULES_GIVEN_UP, "after two retries it is given up");
    answer(&scene, 404, "", "");
    ok(origin->rules == RULES_KNOWN && rules_hold(&scene.site, origin, clock_monotonic_ms()),
       "a 404 is known rules");
    ok(robots_judge(origin->robots, span_of("https://example.org/x")).allowed, "that allow all");
    ok(!rules_hold(&scene.site, origin, origin->rules_until_ms) && origin->rules == RULES_WANTED,
       "they expire");
    answer(&scene, 403, "", "");
    ok(!robots_judge(origin->robots, span_of("https://example.org/x")).allowed, "a 403 closes the origin");
    answer(&scene, 500, "", "");
    ok(origin->rules == RULES_KNOWN, "a later failure: the saved answer stands in");
    scene_remove(&scene);
}

static void test_redirects(void)
{
    struct scene scene;
    struct origin *origin, *host;

    scene_make(&scene);
    origin = scene_origin(&scene);
    answer(&scene, 301, "Location: https://www.example/r.txt#x\r\n", "");
    ok(origin->rules == RULES_WANTED && origin->rules_redirects == 1, "a redirect is followed");
    is_span(buf_span(&origin->rules_url), span_of("https://www.example/r.txt"), "without its fragment");
    must(rules_host(&scene.site, origin, &host));
    ok(host != origin && strcmp(host->text, "https://www.example") == 0,
       "its pace is that of the other host");
    for (int i = 1; i < LIMIT_ROBOTS_REDIRECTS; i++)
        answer(&scene, 302, "Location: /next\r\n", "");
    is_int(origin->rules_redirects, LIMIT_ROBOTS_REDIRECTS, "as many as are allowed");
    answer(&scene, 302, "Location: /next\r\n", "");
    ok(origin->rules != RULES_WANTED, "one more is not followed");
    scene_remove(&scene);
}

static void test_challenge(void)
{
    struct scene scene;
    struct origin *origin;

    scene_make(&scene);
    origin = scene_origin(&scene);
    must(rules_answered(&scene.site, origin, robots_url, scene_answer(&scene, 200, "", "<html>"), true));
    ok(origin->rules == RULES_WAITING, "a challenge with 200 is no robots.txt");
    scene_remove(&scene);
}

static void test_kept(void)
{
    struct frontier_robots kept = {.answer = ROBOTS_USE_FILE,
                                   .body = span_of("User-agent: *\nDisallow: /x\n")};
    struct scene scene;
    struct origin *origin;
    int64_t now_ms = clock_monotonic_ms();

    scene_make(&scene);
    origin = scene_origin(&scene);
    kept.fetched_ms = clock_wall_ms() - HOUR_MS;
    kept.expires_ms = clock_wall_ms() + HOUR_MS;
    must(frontier_set_robots(scene.mirror.frontier, origin->id, &kept));
    ok(rules_hold(&scene.site, origin, now_ms), "saved rules hold");
    ok(!robots_judge(origin->robots, span_of("https://example.org/x")).allowed, "and forbid");
    ok(lasts(&scene, HOUR_MS), "for as long as they were meant to");
    scene_remove(&scene);
    scene_make(&scene);
    origin = scene_origin(&scene);
    scene.site.update.since_ms = kept.fetched_ms + 1;
    must(frontier_set_robots(scene.mirror.frontier, origin->id, &kept));
    ok(!rules_hold(&scene.site, origin, now_ms), "an update reads them again");
    scene.site.update.since_ms = kept.fetched_ms;
    ok(rules_hold(&scene.site, origin, now_ms), "if they are older than the update");
    scene_remove(&scene);
}

static void test_sitemaps(void)
{
    static const char list[] = "<urlset><url><loc>https://example.org/a</loc></url>"
                               "<url><loc>https://other.example/b</loc></url></urlset>";
    static const char index[] =
        "<sitemapindex><sitemap><loc>https://example.org/2.xml</loc></sitemap></sitemapindex>";
    struct frontier_sitemap sitemap;
    struct scene scene;
    struct origin *origin;
    unsigned flags;
    int64_t id;
    bool found;

    scene_make(&scene);
    origin = scene_origin(&scene);
    answer(&scene, 200, "",
           "User-agent: *\nDisallow: /no\nSitemap: /1.xml#f\nSitemap: /no.xml\nSitemap: /1.xml\n");
    must(sitemaps_note(&scene.site, origin));
    must(sitemaps_note(&scene.site, origin));
    is_int((int64_t)scene.site.sitemaps_queued, 2, "two sitemaps, each once");
    ok(sitemaps_remain(&scene.site, origin) && !sitemaps_wait(&scene.site, origin),
       "they wait for the start page");
    scene_finish(&scene, 1, FRONTIER_DONE, 1, "index.html");
    ok(sitemaps_wait(&scene.site, origin), "which was fetched");
    must(sitemaps_next(&scene.site, origin, &sitemap, &found));
    ok(found && origin->sitemap_asked, "the first");
    is_span(sitemap.url, span_of("https://example.org/1.xml"), "its URL");
    sitemap.url = span_of("https://example.org/1.xml");
    must(sitemaps_answered(&scene.site, &sitemap, scene_answer(&scene, 200, "", index)));
    is_int((int64_t)scene.site.sitemaps_queued, 2, "an index queues another");
    must(sitemaps_next(&scene.site, origin, &sitemap, &found));
    ok(!found, "one that robots.txt disallows is settled");
    must(sitemaps_next(&scene.site, origin, &sitemap, &found));
    ok(found && sitemap.level == 1, "the one from the index");
    sitemap.url = span_of("https://example.org/2.xml");
    must(sitemaps_answered(&scene.site, &sitemap, scene_answer(&scene, 200, "", list)));
    ok(frontier_known(scene.mirror.frontier, span_of("https://example.org/a"), &id, &flags),
       "its page is queued");
    is_span(scene_row(&scene, id).via, span_of("sitemap https://example.org/2.xml"), "by the sitemap");
    ok(!frontier_known(scene.mirror.frontier, span_of("https://other.example/b"), &id, &flags),
       "another host's page is not");
    is_int((int64_t)scene.site.sitemaps_queued, 0, "all are read");
    must(sitemaps_next(&scene.site, origin, &sitemap, &found));
    ok(!found && !sitemaps_remain(&scene.site, origin), "none is left");
    scene_remove(&scene);
}

static void test_levels(void)
{
    static const char index[] =
        "<sitemapindex><sitemap><loc>https://example.org/2.xml</loc></sitemap></sitemapindex>";
    struct frontier_sitemap row = {.id = 1, .url = span_of("https://example.org/1.xml"), .voucher = 1};
    struct scene scene;

    scene_make(&scene);
    scene.site.sitemaps_queued = 10;
    row.level = LIMIT_SITEMAP_LEVELS - 1;
    must(sitemaps_answered(&scene.site, &row, scene_answer(&scene, 200, "", index)));
    is_int((int64_t)scene.site.sitemaps_queued, 9, "the last level's index is not followed");
    row.level = LIMIT_SITEMAP_LEVELS - 2;
    must(sitemaps_answered(&scene.site, &row, scene_answer(&scene, 200, "", index)));
    is_int((int64_t)scene.site.sitemaps_queued, 9, "the level above is");
    must(sitemaps_answered(&scene.site, &row, scene_answer(&scene, 302, "Location: /3.xml\r\n", "")));
    is_int((int64_t)scene.site.sitemaps_queued, 9, "a redirect queues its target");
    must(sitemaps_answered(&scene.site, &row, scene_answer(&scene, 404, "", "")));
    is_int((int64_t)scene.site.sitemaps_queued, 8, "a 404 settles it");
    scene_remove(&scene);
}

int main(void)
{
    test_lifetimes();
    test_states();
    test_redirects();
    test_challenge();
    test_kept();
    test_sitemaps();
    test_levels();
    return done();
}
