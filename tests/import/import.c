/* SPDX-License-Identifier: MIT */
/* A run whose answers come from an archive: what becomes of each URL, and how a later run continues. */
#include "config.h"

#include "import/import.h"

#include "base/error.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "import/scene.h"
#include "intake/intake.h"
#include "judge/judge.h"
#include "judge/site.h"
#include "said.h"
#include "update/update.h"

#define OK     "HTTP/1.1 200 OK\r\nContent-Type: "
#define MOVED  "HTTP/1.1 301 Moved\r\nLocation: "
#define RULES  OK "text/plain\r\n\r\nUser-agent: *\nDisallow: /private\n"
#define SPACES "                                                                                "

/* The start page links to everything that is not said to be unlinked. */
#define START                                                                                                \
    OK "text/html\r\n\r\n<a href=/a><a href=/private/x><a href=/private/y><a href=/missing><a "              \
       "href=/damaged>"                                                                                      \
       "<a href=/moved><img src=http://five.org/private/x.png><img src=http://six.org/private/x.png>"        \
       "<img src=http://none.org/private/x.png><img src=http://failed.org/private/x.png>"                    \
       "<img src=http://silent.org/private/x.png>"

/* The archive in its order; "…" stands for a body with more than 4096 bytes before its text. */
static const struct {
    const char *url, *date, *http;
} records[] = {
    {"http://a.org/robots.txt", "2020", MOVED "/rules\r\n\r\n"},
    {"http://a.org/rules", "2020", RULES},
    {"http://a.org/", "2020", START},
    {"http://a.org/a", "2020", OK "text/html\r\n\r\n<p>old"},
    {"http://a.org/a", "2021", OK "text/html\r\n\r\n<p>new"},
    {"http://a.org/private/y", "2020", OK "text/html\r\n\r\n<p>stored"},
    {"http://a.org/moved", "2020", MOVED "/a\r\n\r\n"},
    {"http://five.org/robots.txt", "2020", MOVED "/1\r\n\r\n"},
    {"http://five.org/1", "2020", MOVED "/2\r\n\r\n"},
    {"http://five.org/2", "2020", MOVED "/3\r\n\r\n"},
    {"http://five.org/3", "2020", MOVED "/4\r\n\r\n"},
    {"http://five.org/4", "2020", MOVED "/5\r\n\r\n"},
    {"http://five.org/5", "2020", RULES},
    {"http://six.org/robots.txt", "2020", MOVED "http://five.org/robots.txt\r\n\r\n"},
    {"http://none.org/robots.txt", "2020", "HTTP/1.1 404 No\r\n\r\n"},
    {"http://failed.org/robots.txt", "2020", "HTTP/1.1 500 No\r\n\r\n"},
    {"http://a.org/late.json", "2021", OK "application/json\r\n\r\n{\"late\": 1}"},
    {"http://a.org/late.json", "2020", OK "application/json\r\n\r\n{}"},
    {"http://a.org/sitemap.xml", "2020", OK "application/xml\r\n\r\n<urlset>"},
    {"http://a.org/index.xml", "2020", OK "text/xml\r\n\r\n<?xml?><sitemapindex>"},
    {"http://a.org/feed.xml", "2020", OK "text/xml\r\n\r\n<rss>"},
    {"http://a.org/far.xml", "2020", OK "text/xml\r\n\r\n<x>\xe2\x80\xa6<urlset>"},
    {"http://a.org/empty.xml", "2020", OK "text/xml\r\n\r\n"},
    {"http://a.org/gone.xml", "2020", "HTTP/1.1 404 No\r\nContent-Type: text/xml\r\n\r\n<urlset>"},
    {"http://a.org/untyped", "2020", "HTTP/1.1 200 OK\r\n\r\n<urlset>"},
    {"http://a.org/text", "2020", OK "text/plain\r\n\r\n<urlset>"},
    {"http://a.org/robots.txt?q", "2020", OK "text/plain\r\n\r\nx"},
    {"http://b.org/robots.txt", "2020", RULES},
    {"http://b.org/lib.js", "2020", OK "text/javascript\r\n\r\nx"},
};

/* What becomes of them. */
static const struct {
    const char *url;
    enum frontier_state state; /* QUEUED: it has no row */
    enum frontier_reason reason;
    const char *rule, *via;
} fates[] = {
    {"http://a.org/", FRONTIER_DONE, FRONTIER_NO_REASON, "", "start"},
    {"http://a.org/a", FRONTIER_DONE, FRONTIER_NO_REASON, "", "a href"},
    {"http://a.org/private/x", FRONTIER_REFUSED, FRONTIER_BY_ROBOTS, "line 2: Disallow: /private", "a href"},
    {"http://a.org/private/y", FRONTIER_DONE, FRONTIER_NO_REASON, "", "a href"},
    {"http://a.org/missing", FRONTIER_REFUSED, FRONTIER_BY_IMPORT, "", "a href"},
    {"http://a.org/damaged", FRONTIER_REFUSED, FRONTIER_BY_IMPORT, "", "a href"},
    {"http://a.org/moved", FRONTIER_REDIRECTED, FRONTIER_NO_REASON, "", "a href"},
    {"http://five.org/private/x.png", FRONTIER_REFUSED, FRONTIER_BY_ROBOTS, "line 2: Disallow: /private",
     "img src"},
    {"http://six.org/private/x.png", FRONTIER_REFUSED, FRONTIER_BY_IMPORT, "", "img src"},
    {"http://none.org/private/x.png", FRONTIER_REFUSED, FRONTIER_BY_IMPORT, "", "img src"},
    {"http://failed.org/private/x.png", FRONTIER_REFUSED, FRONTIER_BY_IMPORT, "", "img src"},
    {"http://silent.org/private/x.png", FRONTIER_REFUSED, FRONTIER_BY_IMPORT, "", "img src"},
    {"http://a.org/late.json", FRONTIER_DONE, FRONTIER_NO_REASON, "", "archive"},
    {"http://a.org/alone", FRONTIER_QUEUED, FRONTIER_NO_REASON, "", ""},
    {"http://a.org/robots.txt", FRONTIER_QUEUED, FRONTIER_NO_REASON, "", ""},
    {"http://a.org/sitemap.xml", FRONTIER_QUEUED, FRONTIER_NO_REASON, "", ""},
    {"http://a.org/index.xml", FRONTIER_QUEUED, FRONTIER_NO_REASON, "", ""},
    {"http://a.org/feed.xml", FRONTIER_DONE, FRONTIER_NO_REASON, "", "archive"},
    {"http://a.org/far.xml", FRONTIER_DONE, FRONTIER_NO_REASON, "", "archive"},
    {"http://a.org/empty.xml", FRONTIER_DONE, FRONTIER_NO_REASON, "", "archive"},
    {"http://a.org/gone.xml", FRONTIER_GONE, FRONTIER_BY_STATUS, "", "archive"},
    {"http://a.org/untyped", FRONTIER_DONE, FRONTIER_NO_REASON, "", "archive"},
    {"http://a.org/text", FRONTIER_DONE, FRONTIER_NO_REASON, "", "archive"},
    {"http://a.org/robots.txt?q", FRONTIER_DONE, FRONTIER_NO_REASON, "", "archive"},
    {"http://b.org/robots.txt", FRONTIER_QUEUED, FRONTIER_NO_REASON, "", ""},
    {"http://b.org/lib.js", FRONTIER_DONE, FRONTIER_NO_REASON, "", "archive"},
};

/* The rules of each origin after the import. */
static const struct {
    const char *origin;
    enum rules_state rules;
} origins[] = {
    {"http://a.org", RULES_KNOWN},      {"http://five.org", RULES_KNOWN},
    {"http://six.org", RULES_GIVEN_UP}, {"http://silent.org", RULES_GIVEN_UP},
    {"http://none.org", RULES_KNOWN},   {"http://failed.org", RULES_GIVEN_UP},
    {"http://b.org", RULES_KNOWN},
};

/* An imported mirror with its site. */
struct world {
    struct scene scene;
    struct settings settings;
    struct site site;
    struct update update;
    struct intake intake;
};

/* A record whose HTTP header block has no end. */
static void add_damaged(struct scene *scene, const char *url)
{
    struct buf text;

    buf_init(&text, 1000);
    must(buf_add_format(&text,
                        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: %s\r\nWARC-Date: 2020\r\n"
                        "Content-Type: application/http; msgtype=response\r\n"
                        "Content-Length: 17\r\n\r\nHTTP/1.1 200 OK\r\n\r\n\r\n",
                        url));
    scene_add_text(scene, buf_span(&text));
    buf_release(&text);
}

static void add_records(struct scene *scene)
{
    for (size_t i = 0; i < COUNT_OF(records); i++) {
        const char *gap = strstr(records[i].http, "\xe2\x80\xa6");
        struct buf http;

        buf_init(&http, SCENE_TEXT_MAX);
        must(
            buf_add(&http, records[i].http, gap ? (size_t)(gap - records[i].http) : strlen(records[i].http)));
        for (size_t spaces = 0; gap && spaces < 4096; spaces += sizeof SPACES - 1)
            must(buf_add_text(&http, SPACES));
        must(buf_add_text(&http, gap ? gap + 3 : ""));
        scene_add(scene, records[i].url, records[i].date, buf_text(&http));
        buf_release(&http);
    }
    add_damaged(scene, "http://a.org/damaged");
    add_damaged(scene, "http://a.org/alone");
}

static void open_site(struct world *world)
{
    must(site_open(&world->site, &world->scene.mirror, &world->settings));
    must(discover_start(&world->site, &world->site.weaver.url));
    update_init(&world->update, &world->site);
    intake_init(&world->intake, &world->update);
}

static void close_site(struct world *world)
{
    intake_release(&world->intake);
    update_release(&world->update);
    site_close(&world->site);
}

static void make_world(struct world *world)
{
    struct scene *scene = &world->scene;
    int64_t run;

    world->settings = (struct settings){.scope = {.max_depth = -1},
                                        .max_pages = -1,
                                        .max_bytes = -1,
                                        .max_disk = -1,
                                        .max_file_size = -1,
                                        .revisit = true,
                                        .archive = ARCHIVE_ALL,
                                        .delete_gone = true,
                                        .delete_most = true,
                                        .retries = 2};
    scene_make(scene);
    add_records(scene);
    scene_write(scene, "a.warc", FORM_MEMBERS);
    ok(!import_is_due(&scene->mirror), "no import is due");
    must(scene_adopt(scene));
    ok(import_is_due(&scene->mirror), "an import is due");
    must(frontier_set_setting(scene->mirror.frontier, "start", span_of("http://a.org/")));
    must(buf_add_text(&scene->mirror.start, "http://a.org/"));
    must(frontier_begin_run(scene->mirror.frontier, "test", 1000, &run));
    import_adjust(&world->settings);
    open_site(world);
}

static void remove_world(struct world *world)
{
    close_site(world);
    scene_remove(&world->scene);
}

static void test_adjust(const struct settings *settings)
{
    ok(settings->imports && !settings->revisit && settings->retries == 0 && !settings->delete_gone &&
           !settings->delete_most && settings->archive != ARCHIVE_ALL,
       "the run makes no request, retries nothing, removes nothing and archives nothing");
}

static void test_fates(struct frontier *frontier)
{
    for (size_t i = 0; i < COUNT_OF(fates); i++) {
        int64_t id = 0;
        unsigned flags;
        bool known = frontier_known(frontier, span_of(fates[i].url), &id, &flags);
        struct frontier_row row = {0};

        if (!ok(known == (fates[i].state != FRONTIER_QUEUED), "%s", fates[i].url) || !known)
            continue;
        must(frontier_get(frontier, id, &row));
        ok(row.state == fates[i].state && row.reason == fates[i].reason, "its state: %d, reason %d",
           row.state, row.reason);
        is_span(row.rule, span_of(fates[i].rule), "the rule");
        is_span(row.via, span_of(fates[i].via), "how it was found");
    }
}

static void test_origins(struct site *site)
{
    for (size_t i = 0; i < COUNT_OF(origins); i++) {
        struct origin *origin;
        int64_t id;

        must(frontier_origin(site->frontier, span_of(origins[i].origin), &id));
        must(site_origin(site, id, &origin));
        is_int(origin->rules, origins[i].rules, origins[i].origin);
    }
}

static void test_run(struct world *world)
{
    struct import *import;
    bool more = true;
    int turns = 0;

    test_adjust(&world->settings);
    is_int(import_begin(&world->site), 0, "an import in progress");
    ok(scene_has(&world->scene, "import", "begun"), "stays one");
    must(frontier_set_setting(world->scene.mirror.frontier, "import-damaged", span_of("3")));
    said_begin();
    is_int(import_open(&import, &world->intake), 0, "an archive");
    ok(!said(""), "without a revisit that refers to nothing");
    while (more && turns++ < 10)
        must(import_some(import, &more));
    ok(!more, "the import ends");
    is_int(frontier_setting_number(world->site.frontier, "import-damaged"), 5,
           "two records are damaged, beside those that were found before");
    test_fates(world->site.frontier);
    test_origins(&world->site);
    must(import_end(&world->scene.mirror));
    ok(import_lacks_data(&world->scene.mirror), "the mirror knows that");
    ok(scene_has(&world->scene, "import", "done") && !import_is_due(&world->scene.mirror), "it is done");
    import_close(import);
}

static enum frontier_state state_of(struct world *world, const char *url)
{
    struct frontier_row row;
    int64_t id;
    unsigned flags;

    if (!frontier_known(world->site.frontier, span_of(url), &id, &flags))
        return FRONTIER_STATES;
    must(frontier_get(world->site.frontier, id, &row));
    return row.state;
}

/* Runs after the import. */
static void test_later(struct world *world)
{
    close_site(world);
    world->settings.revisit = true;
    world->settings.imports = true;
    open_site(world);
    must(import_begin(&world->site));
    ok(!world->site.as_imported, "a run that imports is no update");
    close_site(world);
    world->settings.imports = false;
    open_site(world);
    must(import_begin(&world->site));
    ok(world->site.as_imported && scene_has(&world->scene, "import", "done"),
       "an update requests nothing that the archive lacks");
    world->settings.revisit = false;
    world->site.as_imported = false;
    world->site.updating.since_ms = 1;
    must(import_begin(&world->site));
    ok(world->site.as_imported, "nor does one that is continued");
    is_int(state_of(world, "http://a.org/missing"), FRONTIER_REFUSED, "what it lacks stays refused");
    close_site(world);
    open_site(world);
    said_begin();
    must(import_begin(&world->site));
    ok(!world->site.as_imported && scene_has(&world->scene, "import", "open"), "another run continues");
    ok(said("lacks: 6"), "and says so");
    is_int(state_of(world, "http://a.org/missing"), FRONTIER_QUEUED, "with what the archive lacks");
    is_int(state_of(world, "http://a.org/private/x"), FRONTIER_REFUSED, "not with what the rules disallow");
    must(frontier_set_setting(world->scene.mirror.frontier, "import", span_of("done")));
    said_begin();
    must(import_begin(&world->site));
    ok(scene_has(&world->scene, "import", "open") && !said(""),
       "where it lacks nothing, there is nothing to say");
}

int main(void)
{
    struct world world;

    make_world(&world);
    test_run(&world);
    test_later(&world);
    remove_world(&world);
    return done();
}
