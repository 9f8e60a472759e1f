/* SPDX-License-Identifier: MIT */
/* Sitemaps: in which order they are read, and what their entries change. */
#include "config.h"

#include "intake/intake.h"

#include <sqlite3.h>

#include "frontier/frontier.h"
#include "judge/scene.h"
#include "said.h"
#include "update/update.h"

static const struct span robots_url = {"https://example.org/robots.txt",
                                       sizeof "https://example.org/robots.txt" - 1};

static void answer(struct scene *scene, int status, const char *lines, const char *body)
{
    must(rules_answered(&scene->site, scene_origin(scene), robots_url,
                        scene_answer(scene, status, lines, body), false));
}

/* Queues the sitemap ROW. */
static void add(struct scene *scene, const struct frontier_sitemap *row)
{
    struct frontier_sitemap queued = *row;
    bool added;

    queued.origin = scene_origin(scene)->id;
    must(frontier_add_sitemap(scene->mirror.frontier, &queued, &added));
}

/* Returns the number of queued sitemaps; -1 if they cannot be counted. */
static int64_t queued(struct scene *scene)
{
    sqlite3 *sqlite = NULL;
    sqlite3_stmt *use = NULL;
    char path[100];
    int64_t count = -1;

    must(frontier_commit(scene->mirror.frontier));
    snprintf(path, sizeof path, "%s/mirror.db", scene->dir);
    if (sqlite3_open(path, &sqlite) == SQLITE_OK &&
        sqlite3_prepare_v2(sqlite, "SELECT count(*) FROM sitemap WHERE queued", -1, &use, NULL) ==
            SQLITE_OK &&
        sqlite3_step(use) == SQLITE_ROW)
        count = sqlite3_column_int64(use, 0);
    sqlite3_finalize(use);
    sqlite3_close(sqlite);
    return count;
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
    is_int(queued(&scene), 2, "two sitemaps, each once");
    ok(sitemaps_remain(&scene.site, origin) && !sitemaps_wait(&scene.site, origin),
       "they wait for the start page");
    scene_finish(&scene, 1, FRONTIER_DONE, 1, "index.html");
    ok(sitemaps_wait(&scene.site, origin), "which was fetched");
    must(sitemaps_next(&scene.site, origin, &sitemap, &found));
    ok(found && origin->sitemap_asked, "the first");
    is_span(sitemap.url, span_of("https://example.org/1.xml"), "its URL");
    sitemap.url = span_of("https://example.org/1.xml");
    must(sitemaps_answered(&scene.site, &sitemap, scene_answer(&scene, 200, "", index)));
    is_int(queued(&scene), 2, "an index queues another");
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
    is_int(queued(&scene), 0, "all are read");
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
    add(&scene, &row);
    row.level = LIMIT_SITEMAP_LEVELS - 1;
    must(sitemaps_answered(&scene.site, &row, scene_answer(&scene, 200, "", index)));
    is_int(queued(&scene), 0, "the last level's index is not followed");
    row.level = LIMIT_SITEMAP_LEVELS - 2;
    must(sitemaps_answered(&scene.site, &row, scene_answer(&scene, 200, "", index)));
    is_int(queued(&scene), 1, "the level above is");
    must(sitemaps_answered(&scene.site, &row, scene_answer(&scene, 302, "Location: /3.xml\r\n", "")));
    is_int(queued(&scene), 2, "a redirect queues its target");
    must(sitemaps_answered(&scene.site, &row, scene_answer(&scene, 404, "", "")));
    must(frontier_find_sitemap(scene.mirror.frontier, row.url, &row));
    ok(!row.queued && row.status == 404, "a 404 settles it");
    scene_remove(&scene);
}

/* Sitemaps that stay unread. */
static void test_unread(void)
{
    static const char body[] = "User-agent: *\nSitemap: /1.xml\nSitemap: /2.xml\n";
    struct scene scene;
    struct origin *origin, *other;
    int64_t id;

    scene_make(&scene);
    origin = scene_origin(&scene);
    answer(&scene, 200, "", body);
    scene.settings.sitemaps = false;
    must(sitemaps_note(&scene.site, origin));
    is_int(queued(&scene), 0, "an option leaves them out");
    scene.settings.sitemaps = true;
    must(sitemaps_note(&scene.site, origin));
    ok(sitemaps_remain(&scene.site, origin), "two sitemaps");
    scene.settings.sitemaps = false;
    ok(!sitemaps_remain(&scene.site, origin), "an option leaves them unread");
    scene.settings.sitemaps = true;
    scene.settings.dry_run = true;
    ok(!sitemaps_remain(&scene.site, origin), "so does a dry run");
    scene.settings.dry_run = false;
    is_int(sitemaps_abandon(&scene.site, origin), 0, "a host that refuses requests");
    ok(queued(&scene) == 0 && !origin->has_sitemaps, "has none that remain");
    must(frontier_origin(scene.mirror.frontier, span_of("https://cdn.example"), &id));
    must(site_origin(&scene.site, id, &other));
    must(rules_answered(&scene.site, other, robots_url, scene_answer(&scene, 200, "", body), false));
    must(sitemaps_note(&scene.site, other));
    is_int(queued(&scene), 0, "a host of requisites: its sitemaps are not read");
    scene_remove(&scene);

    scene_make(&scene);
    origin = scene_origin(&scene);
    answer(&scene, 200, "", body);
    must(sitemaps_note(&scene.site, origin));
    must(frontier_settle(scene.mirror.frontier, 1, FRONTIER_REFUSED, FRONTIER_BY_ROBOTS, span_of("")));
    ok(!sitemaps_remain(&scene.site, origin) && !sitemaps_wait(&scene.site, origin),
       "a start page that is refused: they are not read");
    scene_remove(&scene);
}

/* Takes BODY as the sitemap /s.xml; whether /a is then known. */
static bool lists_a(struct scene *scene, struct span body)
{
    struct frontier_sitemap row = {.id = 1, .url = span_of("https://example.org/s.xml"), .voucher = 1};
    struct fetch_result *result = scene_answer(scene, 200, "", "");
    unsigned flags;
    int64_t id;

    body_clear(result->plain, 1 << 20);
    must(body_add(result->plain, body.at, body.len));
    add(scene, &row);
    must(frontier_edit(scene->mirror.frontier, FRONTIER_REQUEUE_SITEMAPS, 0));
    said_begin();
    must(sitemaps_answered(&scene->site, &row, result));
    ok(queued(scene) == 0, "it is read");
    return frontier_known(scene->mirror.frontier, span_of("https://example.org/a"), &id, &flags);
}

static void test_listings(void)
{
    static const char gzip[] =
        "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\xff"
        "\xb3\x29\x2d\xca\x29\x4e\x2d\xb1\xb3\x01\xd2\x76\x36\x39\xf9\xc9\x76\x19\x25\x25\x05\xc5\x56\xfa"
        "\xfa\xa9\x15\x89\xb9\x05\x39\xa9\x7a\xf9\x45\xe9\xfa\x89\x36\xfa\x20\x29\x1b\x7d\xb0\x2a\x7d\xa8"
        "\x1e\x00\x73\x23\xaf\xae\x3c\x00\x00\x00";
    static const struct {
        const char *label, *body;
        size_t len;
        bool lists, complains;
    } cases[] = {
        {"a list", "<urlset><url><loc>https://example.org/a</loc></url></urlset>", 0, true, false},
        {"a list in gzip", gzip, sizeof gzip - 1, true, false},
        {"a list of addresses", "https://example.org/a\n", 0, true, false},
        {"a feed", "<rss><channel><item><link>https://example.org/a</link></item></channel></rss>", 0, true,
         false},
        {"tiles", "<browserconfig><square70x70logo src='https://example.org/a'/></browserconfig>", 0, false,
         false},
        {"a list that is cut", "<urlset><url><loc>https://example.org/a</loc></url><url><lo", 0, true, true},
        {"something else", "<html><a href=https://example.org/a>", 0, false, false},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct span body = span_of(cases[i].body);
        struct scene scene;

        scene_make(&scene);
        if (cases[i].len > 0)
            body = span_make(cases[i].body, cases[i].len);
        ok(lists_a(&scene, body) == cases[i].lists, "%s", cases[i].label);
        ok(said("malformed or too long") == cases[i].complains, "%s",
           cases[i].complains ? "is cut" : "is whole");
        scene_remove(&scene);
    }
}

/* In an update, what changed after its last visit comes first. A date without a time means its whole day. */
static void test_lastmod(void)
{
    static const struct {
        const char *modified;
        bool first;
    } cases[] = {
        {"2020-06-15", true},           {"2020-06-14", false},          {"2020-06-15T11:59:59Z", false},
        {"2020-06-15T12:00:00Z", true}, {"2020-06-15T12:00:01Z", true}, {"soon", false},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct frontier_visit visit = {.state = FRONTIER_DONE,
                                       .status = 200,
                                       .requested_ms = INT64_C(1592222400000)}; /* 2020-06-15T12:00:00Z */
        struct scene scene;
        char body[200];

        scene_make(&scene);
        scene_finish(&scene, 1, FRONTIER_DONE, 1, "index.html");
        visit.url = scene_list(&scene, "https://example.org/a");
        must(frontier_finish(scene.mirror.frontier, &visit));
        scene.settings.revisit = true;
        must(update_begin(&scene.update, scene.run));
        (void)snprintf(body, sizeof body,
                       "<urlset><url><loc>https://example.org/a</loc><lastmod>%s</lastmod></url></urlset>",
                       cases[i].modified);
        (void)lists_a(&scene, span_of(body));
        ok((scene_row(&scene, visit.url).item.not_before_ms == 0) == cases[i].first, "%s", cases[i].modified);
        scene_remove(&scene);
    }
}

/* The next run reads what is left. */
static void test_later_run(void)
{
    struct scene scene;

    scene_make(&scene);
    answer(&scene, 200, "", "User-agent: *\nSitemap: /1.xml\nSitemap: /2.xml\n");
    must(sitemaps_note(&scene.site, scene_origin(&scene)));
    site_close(&scene.site);
    must(site_open(&scene.site, &scene.mirror, &scene.settings));
    is_int(sitemaps_begin(&scene.site), 0, "another run");
    ok(queued(&scene) == 2 && scene_origin(&scene)->has_sitemaps && scene_origin(&scene)->active,
       "reads the two that are left");
    scene_remove(&scene);
}

int main(void)
{
    test_sitemaps();
    test_levels();
    test_unread();
    test_listings();
    test_lastmod();
    test_later_run();
    return done();
}
