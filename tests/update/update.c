/* SPDX-License-Identifier: MIT */
/* Updates: what is visited again, what leaves, what a sitemap's date changes; and options that changed. */
#include "config.h"

#include "update/update.h"

#include <unistd.h>

#include "base/clock.h"
#include "base/error.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "judge/scene.h"
#include "said.h"

/* A mirror with three pages that were stored, and an update that has begun. */
static void begin_update(struct scene *scene)
{
    scene_make(scene);
    scene_finish(scene, 1, FRONTIER_DONE, 1, "index.html");
    scene_finish(scene, scene_list(scene, "https://example.org/a"), FRONTIER_DONE, 1, "a.html");
    scene_finish(scene, scene_list(scene, "https://example.org/b"), FRONTIER_DONE, 1, "b.html");
    scene->settings.revisit = true;
    must(update_begin(&scene->update, scene->run));
}

/* Finds or begins an update, as a run does. */
static int begin(struct scene *scene, int64_t run)
{
    int error = update_find(&scene->update);

    return error ? error : update_begin(&scene->update, run);
}

/* Forgets what is in memory, as between two runs. */
static void forget_update(struct scene *scene)
{
    update_release(&scene->update);
    update_init(&scene->update, &scene->site);
    scene->site.updating = (struct updating){.since_ms = 0};
}

static void test_begin(void)
{
    struct scene scene;

    scene_make(&scene);
    must(update_begin(&scene.update, scene.run));
    ok(!site_is_updating(&scene.site), "no update without the setting");
    scene.settings.revisit = true;
    said_begin();
    must(update_begin(&scene.update, scene.run));
    ok(!site_is_updating(&scene.site) && said("not complete yet"), "nor of a mirror that is not finished");
    scene_remove(&scene);
    begin_update(&scene);
    ok(site_is_updating(&scene.site), "an update");
    is_int((int64_t)scene.site.updating.kept_pages, 3, "of three pages");
    is_int(scene_row(&scene, 2).state, FRONTIER_QUEUED, "each is queued");
    is_int(scene_row(&scene, 2).visit.state, FRONTIER_DONE, "and its answer stays");
    forget_update(&scene);
    scene.settings.revisit = false;
    must(begin(&scene, scene.run + 1));
    ok(site_is_updating(&scene.site) && scene.update.run == scene.run, "the next run continues it");
    must(update_end(&scene.update));
    forget_update(&scene);
    must(begin(&scene, scene.run + 1));
    ok(!site_is_updating(&scene.site), "until it has ended");
    scene_remove(&scene);
}

/* A setting that no tiptoe wrote: the mirror is damaged. */
static void test_setting(void)
{
    static const struct {
        const char *value;
        bool valid;
    } cases[] = {
        {"1 5", true},
        {"9223372036854775807 9223372036854775807", true},
        {"x 5", false},
        {"1 x", false},
        {"1", false},
        {"1 0", false},
        {"", false},
        {"9223372036854775808 5", false},
        {"1 9223372036854775808", false},
    };
    struct scene scene;

    scene_make(&scene);
    must(frontier_set_setting(scene.mirror.frontier, "updating", span_of("yes")));
    is_int(begin(&scene, scene.run), ERROR_CORRUPT, "no setting");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        must(frontier_set_setting(scene.mirror.frontier, "update", span_of(cases[i].value)));
        is_int(begin(&scene, scene.run), cases[i].valid ? 0 : ERROR_CORRUPT, cases[i].value);
    }
    scene_remove(&scene);
}

/* robots.txt closes the start page: rules that were read before must be read again. */
static void test_closed(void)
{
    struct scene scene;
    int64_t before_ms, since_ms;

    begin_update(&scene);
    ok(!scene.update.suspended, "open");
    before_ms = clock_wall_ms();
    is_int(update_suspend(&scene.update), 0, "closed");
    since_ms = scene.site.updating.since_ms;
    ok(scene.update.suspended && since_ms > before_ms && since_ms <= clock_wall_ms() + 1, "from now on");
    forget_update(&scene);
    must(update_find(&scene.update));
    is_int(scene.site.updating.since_ms, since_ms, "also in the next run");
    scene_remove(&scene);
}

static void test_kept(void)
{
    struct scene scene;
    struct frontier_row row;

    begin_update(&scene);
    row = scene_row(&scene, 2);
    ok(site_has_copy(&scene.site, &row.item), "a stored page is kept");
    row = scene_row(&scene, scene_list(&scene, "https://example.org/new"));
    ok(!site_has_copy(&scene.site, &row.item), "a new one is not");
    update_page_done(&scene.site, FRONTIER_REQUISITE);
    is_int((int64_t)scene.site.updating.kept_pages, 3, "a requisite is not counted off");
    update_page_done(&scene.site, FRONTIER_PAGE);
    update_page_done(&scene.site, FRONTIER_START);
    update_page_done(&scene.site, FRONTIER_PAGE);
    update_page_done(&scene.site, FRONTIER_PAGE);
    is_int((int64_t)scene.site.updating.kept_pages, 0, "never below nothing");
    scene_remove(&scene);
}

/* A file of site/ is there. */
static bool is_there(struct scene *scene, const char *name)
{
    return faccessat(scene->mirror.folder.site_dir, name, F_OK, 0) == 0;
}

static void put(struct scene *scene, const char *name)
{
    FILE *file;
    char path[200];

    (void)snprintf(path, sizeof path, "%s/site/%s", scene->dir, name);
    file = fopen(path, "w");
    if (!file || fclose(file))
        exit(1);
}

/* A page that is refused for REASON by RULE; GONE says whether its file leaves when the update ends. */
static void test_refused(enum frontier_reason reason, const char *rule, bool gone)
{
    struct scene scene;
    struct frontier_row row;

    begin_update(&scene);
    put(&scene, "a.html");
    row = scene_row(&scene, 2);
    row.item.url = span_make(NULL, 0);
    must(update_refuse(&scene.site, &row.item, reason, span_of(rule)));
    row = scene_row(&scene, 2);
    ok(row.state == FRONTIER_REFUSED && row.visit.path.len > 0, "a refused page has its answer for now");
    is_int((int64_t)scene.site.updating.kept_pages, 2, "it is counted off");
    must(mirror_commit(&scene.mirror));
    must(removal_remove_files(&scene.update));
    ok(is_there(&scene, "a.html"), "its file is there until the update ends");
    must(removal_of_withdrawn(&scene.update));
    ok(is_there(&scene, "a.html") != gone, "%s: %s", rule, gone ? "then it leaves" : "and stays");
    ok((scene_row(&scene, 2).visit.state == FRONTIER_DONE) != gone, "as its answer does");
    ok(!scene.update.removes, "nothing is left to be swept");
    scene_remove(&scene);
}

static void test_refuse(void)
{
    test_refused(FRONTIER_BY_ROBOTS, "line 1: Disallow: /a", true);
    test_refused(FRONTIER_BY_ROBOTS, "", false); /* the status of robots.txt */
    test_refused(FRONTIER_BY_PATTERN, "--exclude /a", true);
    test_refused(FRONTIER_BY_TRAP, "a trap", false);
}

/* Two of three pages are withheld now. */
static void test_guard(void)
{
    struct scene scene;

    begin_update(&scene);
    put(&scene, "a.html");
    for (int64_t id = 2; id < 4; id++) {
        struct frontier_visit seen = {
            .url = id, .status = 200, .requested_ms = 5, .rule = span_of("noindex")};

        seen.state = FRONTIER_WITHHELD;
        seen.reason = FRONTIER_BY_NOINDEX;
        must(frontier_keep_answer(scene.mirror.frontier, &seen));
    }
    said_begin();
    must(removal_of_withdrawn(&scene.update));
    ok(said("2 of 3 files (2 of 3 pages), more than half"), "the user is told");
    ok(is_there(&scene, "a.html") && scene.update.guarded == 2, "most of the mirror does not leave");
    scene.settings.withdraw_most = true;
    must(removal_of_withdrawn(&scene.update));
    ok(!is_there(&scene, "a.html"), "unless the user insists");
    scene_remove(&scene);
}

/* A page that redirects with STATUS to another page of the mirror, or to the start page. */
static void test_redirected(int status, int64_t target, bool gone)
{
    struct scene scene;
    struct frontier_visit seen = {.url = 2, .status = status, .requested_ms = 5, .redirect_to = target};
    struct frontier_visit same = {.url = target, .status = 304, .requested_ms = 5};

    begin_update(&scene);
    put(&scene, "a.html");
    seen.state = FRONTIER_REDIRECTED;
    must(frontier_keep_answer(scene.mirror.frontier, &seen));
    must(frontier_not_modified(scene.mirror.frontier, &same, true));
    must(removal_of_withdrawn(&scene.update));
    ok(is_there(&scene, "a.html") != gone, "status %d to URL %d: its file %s", status, (int)target,
       gone ? "leaves" : "stays");
    is_int(scene_row(&scene, 2).visit.state, gone ? FRONTIER_REDIRECTED : FRONTIER_DONE,
           "as its answer does");
    scene_remove(&scene);
}

static void test_redirects(void)
{
    test_redirected(301, 3, true);
    test_redirected(308, 3, true);
    test_redirected(302, 3, false);
    test_redirected(301, 1, false);
}

static void test_claimed(void)
{
    struct scene scene;
    struct frontier_visit visit = {.url = 3, .state = FRONTIER_DONE, .path = span_of("a.html")};
    int64_t holder;

    begin_update(&scene);
    put(&scene, "a.html");
    must(removal_schedule(&scene.update, 2, span_of("a.html"), false));
    must(frontier_claim_path(scene.mirror.frontier, 3, span_of("a.html"), span_of("a.html"), &holder));
    must(frontier_finish(scene.mirror.frontier, &visit));
    must(mirror_commit(&scene.mirror));
    must(removal_remove_files(&scene.update));
    ok(is_there(&scene, "a.html"), "a file that another URL has claimed stays");
    scene_remove(&scene);
}

/* What a date does not change: a page that was not stored, and any outside an update. */
static void test_weigh_not(void)
{
    struct scene scene;

    scene_make(&scene);
    scene_finish(&scene, 1, FRONTIER_DONE, 1, "index.html");
    scene_finish(&scene, scene_list(&scene, "https://example.org/a"), FRONTIER_GONE, 1, NULL);
    is_int(update_apply_lastmod(&scene.site, 2, INT64_MAX), 0, "outside an update");
    is_int(scene_row(&scene, 2).state, FRONTIER_GONE, "nothing changes");
    scene.settings.revisit = true;
    must(update_begin(&scene.update, scene.run));
    must(update_apply_lastmod(&scene.site, 2, INT64_MAX));
    is_int(scene_row(&scene, 2).item.not_before_ms, FRONTIER_LATER_MS, "one that was gone comes later");
    scene_remove(&scene);
}

static void test_weigh(void)
{
    struct scene scene;
    struct frontier_item item;
    struct origin *origin;

    begin_update(&scene);
    origin = scene_origin(&scene);
    must(update_apply_lastmod(&scene.site, 3, INT64_MAX));
    must(frontier_next(scene.mirror.frontier, origin->id, FRONTIER_CANDIDATE, INT64_MAX, &item));
    is_int(item.id, 1, "the start page comes first");
    must(frontier_next(scene.mirror.frontier, origin->id, FRONTIER_CANDIDATE, INT64_MAX, &item));
    is_int(item.id, 3, "then what is newer than its copy");
    must(update_apply_lastmod(&scene.site, 2, -1));
    is_int(scene_row(&scene, 2).state, FRONTIER_QUEUED, "an old date changes nothing");
    scene.settings.trust_sitemap = true;
    must(update_apply_lastmod(&scene.site, 2, -1));
    is_int(scene_row(&scene, 2).state, FRONTIER_QUEUED, "nor if it is trusted while the rules are unknown");
    must(rules_answered(&scene.site, origin, span_of("https://example.org/robots.txt"),
                        scene_answer(&scene, 200, "", "User-agent: *\nNoindex: /a\n"), false));
    must(update_apply_lastmod(&scene.site, 2, -1));
    is_int(scene_row(&scene, 2).state, FRONTIER_QUEUED, "nor if the rules withhold it");
    must(rules_answered(&scene.site, origin, span_of("https://example.org/robots.txt"),
                        scene_answer(&scene, 200, "", "User-agent: *\n"), false));
    put(&scene, "a.html");
    must(frontier_set_damaged(scene.mirror.frontier, 2, true));
    must(update_apply_lastmod(&scene.site, 2, -1));
    is_int(scene_row(&scene, 2).state, FRONTIER_QUEUED, "nor if the copy is damaged");
    must(frontier_set_damaged(scene.mirror.frontier, 2, false));
    must(update_apply_lastmod(&scene.site, 2, -1));
    is_int(scene_row(&scene, 2).state, FRONTIER_DONE, "trusted: it counts as unchanged");
    is_int((int64_t)scene.site.updating.kept_pages, 2, "and is counted off");
    must(update_apply_lastmod(&scene.site, 2, INT64_MAX));
    is_int(scene_row(&scene, 2).state, FRONTIER_DONE, "one that is settled stays so");
    item.id = scene_list(&scene, "https://example.org/new");
    must(update_apply_lastmod(&scene.site, item.id, -1));
    is_int(scene_row(&scene, item.id).state, FRONTIER_QUEUED, "a new one is requested");
    scene_remove(&scene);
    test_weigh_not();
}

static void test_delete_none(void)
{
    struct scene scene;

    begin_update(&scene);
    said_begin();
    is_int(removal_of_gone(&scene.update), 0, "nothing is gone");
    ok(!said(""), "so there is nothing to say");
    scene_remove(&scene);
}

static void test_delete(void)
{
    static const struct {
        int gone;
        bool most, deleted;
    } cases[] = {{1, false, true}, {2, false, false}, {2, true, true}};

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct scene scene;

        begin_update(&scene);
        put(&scene, "a.html");
        for (int64_t id = 2; id < 2 + cases[i].gone; id++) {
            struct frontier_visit seen = {.url = id, .status = 404, .requested_ms = 5};

            seen.state = FRONTIER_GONE;
            seen.reason = FRONTIER_BY_STATUS;
            must(frontier_keep_answer(scene.mirror.frontier, &seen));
        }
        scene.settings.delete_gone = true;
        scene.settings.delete_most = cases[i].most;
        said_begin();
        must(removal_of_gone(&scene.update));
        ok(said("site/a.html") == cases[i].deleted && said("more than half") != cases[i].deleted,
           "the user is told");
        ok(is_there(&scene, "a.html") != cases[i].deleted, "%d of 3 are gone%s", cases[i].gone,
           cases[i].most ? ", and all of them may go" : "");
        scene_remove(&scene);
    }
    test_delete_none();
}

/* Another limit gives what the old one refused another turn. */
static void test_limits(struct scene *scene, int64_t id)
{
    static const enum frontier_reason reasons[] = {FRONTIER_BY_MAX_PAGES, FRONTIER_BY_MAX_BYTES};

    for (size_t i = 0; i < COUNT_OF(reasons); i++) {
        must(frontier_settle(scene->mirror.frontier, id, FRONTIER_REFUSED, reasons[i], span_of("")));
        must(update_reopen(&scene->site));
        is_int(scene_row(scene, id).state, FRONTIER_REFUSED, "the same limits");
        scene->settings.max_pages++;
        must(update_reopen(&scene->site));
        is_int(scene_row(scene, id).state, FRONTIER_QUEUED, "another limit");
    }
}

static void test_options(void)
{
    static const char *const excludes[] = {"*/b"}, *const others[] = {"*/?"}, *const named[] = {"*/x/*"};
    struct frontier_item from;
    struct scene scene;
    int64_t b, trap;

    scene_make(&scene);
    scene.settings.scope.excludes = (struct texts){excludes, 1};
    must(site_move(&scene.site, scene_url(&scene, "https://example.org/")));
    must(update_reopen(&scene.site));
    b = scene_list(&scene, "https://example.org/b");
    is_int(scene_row(&scene, b).reason, FRONTIER_BY_PATTERN, "excluded");
    said_begin();
    must(update_reopen(&scene.site));
    is_int(scene_row(&scene, b).state, FRONTIER_REFUSED, "the same options change nothing");
    scene.settings.scope.excludes.all = others;
    must(site_move(&scene.site, scene_url(&scene, "https://example.org/")));
    said_begin();
    must(update_reopen(&scene.site));
    is_int(scene_row(&scene, b).state, FRONTIER_REFUSED, "still excluded");
    is_span(scene_row(&scene, b).rule, span_of("--exclude */?"), "by another pattern");
    ok(!said(""), "which the user need not know");
    scene.settings.scope.excludes.count = 0;
    must(site_move(&scene.site, scene_url(&scene, "https://example.org/")));
    must(update_reopen(&scene.site));
    is_int(scene_row(&scene, b).state, FRONTIER_QUEUED, "without the --exclude it is queued");
    ok(said("checking 1 excluded URLs again"), "the user is told");
    from = scene_row(&scene, scene_list(&scene, "https://example.org/x/x/x")).item;
    must(discover_redirect(&scene.site, &from, scene_url(&scene, "https://example.org/x/x/x/x"), &trap));
    must(frontier_settle(scene.mirror.frontier, trap, FRONTIER_REFUSED, FRONTIER_BY_TRAP, span_of("")));
    scene.settings.scope.includes = (struct texts){named, 1};
    must(site_move(&scene.site, scene_url(&scene, "https://example.org/")));
    must(update_reopen(&scene.site));
    is_int(scene_row(&scene, trap).state, FRONTIER_QUEUED, "an --include that names it");
    scene.settings.scope.includes.count = 0;
    must(site_move(&scene.site, scene_url(&scene, "https://example.org/")));
    must(update_reopen(&scene.site));
    test_limits(&scene, b);
    scene_remove(&scene);
}

/* Where the site is after a page of the URL with this id: what the setting "moved" says. */
static void check_moved(struct scene *scene, int64_t id, const char *url, const char *moved)
{
    struct span now;

    must(start_page_undo_move(&scene->update, id, scene_url(scene, url)));
    must(frontier_setting(scene->mirror.frontier, "moved", &now));
    is_span(now, span_of(moved), url);
}

static void test_place(void)
{
    struct scene scene;
    const struct frontier_item start = {.id = 1, .kind = FRONTIER_START};
    enum start_page_verdict verdict;
    int64_t page;

    begin_update(&scene);
    page = scene_list(&scene, "https://example.org/a");
    must(start_page_judge_redirect(&scene.update, &start, scene_url(&scene, "https://other.example/"), 301,
                                   &verdict));
    is_int(verdict, START_PAGE_UNFOLLOWED, "a redirect does not move a site that is stored");
    must(site_move(&scene.site, scene_url(&scene, "https://www.example.org/")));
    check_moved(&scene, page, "https://example.org/a", "https://www.example.org/");
    must(site_move(&scene.site, scene_url(&scene, "https://example.org/en/")));
    check_moved(&scene, 1, "https://example.org/", "https://example.org/");
    buf_clear(&scene.mirror.start);
    ok(!start_page_is(&scene.site, 0), "a start page that is not known has no id");
    scene_remove(&scene);
}

int main(void)
{
    test_begin();
    test_setting();
    test_closed();
    test_kept();
    test_refuse();
    test_guard();
    test_redirects();
    test_claimed();
    test_weigh();
    test_delete();
    test_options();
    test_place();
    return done();
}
