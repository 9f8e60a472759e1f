/* SPDX-License-Identifier: MIT */
/* Opening a mirror, its site, its reasons to stop, and what a commit and a sync leave. */
#include "config.h"

#include "mirror/mirror.h"

#include <errno.h>

#include "base/error.h"
#include "frontier/frontier.h"
#include "mirror/scene.h"

static void test_locate(struct scene *scene)
{
    struct url page;

    page = (struct url){0};
    is_int(mirror_locate(&scene->mirror, &page), 0, "located by the start page");
    is_span(buf_span(&scene->mirror.site), span_of(SITE), "its origin is the site");
    must(frontier_set_setting(scene->mirror.frontier, "moved", span_of("https://www.example.org/home")));
    is_int(mirror_locate(&scene->mirror, &page), 0, "located by the page that it has moved to");
    is_span(buf_span(&scene->mirror.site), span_of("https://www.example.org"), "the other origin");
    is_span(url_path(&page), span_of("/home"), "the other page");
    must(frontier_set_setting(scene->mirror.frontier, "moved", span_of("no URL")));
    is_int(mirror_locate(&scene->mirror, &page), ERROR_CORRUPT, "a setting that is not a URL");
    must(frontier_set_setting(scene->mirror.frontier, "moved", span_of(SITE "/")));
    url_release(&page);
}

static void test_explain(struct scene *scene)
{
    static const struct {
        int error, number;
        const char *part;
    } cases[] = {
        {ERROR_NOT_FOUND, 0, "tiptoe mirror --output DIR URL"},
        {ERROR_LOCKED, 0, "another tiptoe"},
        {ERROR_INVALID, 0, "choose another --output"},
        {ERROR_IO, ENOTDIR, "Not a directory"},
        {ERROR_CORRUPT, ENOTDIR, NULL},
        {ERROR_IO, 0, NULL},
        {ERROR_UNSAFE_PATH, 0, NULL},
        {ERROR_DISK_FULL, 0, NULL},
    };
    struct buf why;

    buf_init(&why, 1000);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        const char *part = cases[i].part ? cases[i].part : error_text(cases[i].error);

        errno = cases[i].number;
        mirror_explain(&scene->mirror, cases[i].error, &why);
        ok(strstr(buf_text(&why), part) && span_starts(buf_span(&why), scene->dir), "%s", buf_text(&why));
    }
    buf_release(&why);
}

static void test_stops(struct mirror *mirror)
{
    ok(!mirror_stops(mirror), "no reason to stop");
    must(control_give(mirror->folder.control_dir, "stop"));
    ok(!mirror_stops(mirror), "control/ is not read for each question");
    mirror->orders.looked = false;
    ok(mirror_stops(mirror) && mirror_stops(mirror), "an order in control/");
    mirror->orders = (struct orders){.looked = false};
}

/* The setting NAME has VALUE; "" if it does not exist. */
static bool setting_is(struct scene *scene, const char *name, const char *value)
{
    struct span seen = {0};

    if (frontier_setting(scene->frontier, name, &seen))
        seen = span_of("");
    return span_is(seen, value);
}

static void test_commit(struct scene *scene)
{
    struct mirror *mirror = &scene->mirror;
    int64_t id = scene_add(scene, SITE "/", FRONTIER_START, 0, "");
    int64_t next = scene_add(scene, SITE "/b", FRONTIER_PAGE, id, "a href");
    char marks[64];

    must(mirror_sync(mirror));
    ok(setting_is(scene, "synced", "0") && setting_is(scene, "synced-archive", "") && !mirror->unsynced,
       "a sync before the first answer");
    scene_archive(scene, id, SITE "/", "index.html", "HTTP/1.1 200 OK\r\n\r\n", "home", false);
    ok(mirror->archived && faccessat(mirror->folder.site_dir, "index.html", F_OK, 0) != 0, "not committed");
    must(mirror_commit(mirror));
    ok(!mirror->archived && mirror->unsynced && file_has(mirror->folder.site_dir, "index.html", "home"),
       "committed: the file is in place");
    ok(setting_is(scene, "synced", "0"), "not synced: the last sync is less than a second old");
    mirror->synced_ms -= 1000;
    must(mirror_commit(mirror));
    (void)snprintf(marks, sizeof marks, "%" PRId64 " %" PRIu64, mirror->warc_file, mirror->archive_bytes);
    ok(!mirror->unsynced && setting_is(scene, "synced", "1") && setting_is(scene, "synced-archive", marks),
       "synced a second later, with the marks");
    mirror->synced_ms -= 2000;
    must(mirror_commit(mirror));
    scene_store(scene, next, "b.html", "text/html", "b");
    scene_close(scene);
    scene_open(scene);
    ok(scene->mirror.was_killed, "the run before did not end");
    ok(faccessat(scene->mirror.folder.site_dir, "b.html", F_OK, 0) != 0 &&
           frontier_sequence(scene->frontier) == 1,
       "what was not committed is lost");
    must(frontier_end_run(scene->frontier, SCENE_STARTED_MS, 0, "done"));
    must(mirror_commit(&scene->mirror));
}

static void is_refused(const char *path, enum folder_use use, int error, const char *part)
{
    struct mirror mirror;
    struct buf why;

    buf_init(&why, 1000);
    is_int(mirror_open(&mirror, path, use, &why), error, part);
    ok(strstr(buf_text(&why), part) != NULL, "%s", buf_text(&why));
    buf_release(&why);
}

static void test_open(struct scene *scene)
{
    struct mirror mirror;
    struct buf why;
    char path[60];
    int dir = scene->mirror.folder.dir;

    is_refused(scene->dir, FOLDER_RUN, ERROR_LOCKED, "another tiptoe");
    is_refused("/tmp/tiptoe-no-such-mirror", FOLDER_RUN, ERROR_NOT_FOUND, "there is no mirror");
    buf_init(&why, 1000);
    must(mirror_open(&mirror, scene->dir, FOLDER_READ, &why));
    ok(!mirror.worker && !mirror.tree, "opened for reading, it has no worker");
    ok(!mirror.was_killed, "the last run ended");
    is_span(buf_span(&mirror.start), span_of(SITE "/"), "the start page is known");
    ok(mirror_decoder(&mirror) == mirror_decoder(&mirror), "one decoder");
    mirror_close(&mirror);
    ok(mirror.folder.dir == -1 && !mirror.path, "closed");
    (void)snprintf(path, sizeof path, "%s/never", scene->dir);
    must(mirror_open(&mirror, path, FOLDER_CREATE, &why));
    ok(mirror.start.len == 0 && mirror.worker && mirror.tree, "a new mirror");
    must(frontier_set_setting(mirror.frontier, "x", span_of("1")));
    must(mirror_commit(&mirror));
    mirror_close(&mirror);
    is_refused(path, FOLDER_RUN, ERROR_NOT_FOUND, "tiptoe mirror --output DIR URL");
    must(mirror_open(&mirror, path, FOLDER_CREATE, &why));
    ok(!mirror.was_killed, "without a run none was killed");
    mirror_close(&mirror);
    write_file(dir, "never/mirror.db", span_of("this is not a database, but a text that is long enough"));
    is_refused(path, FOLDER_CREATE, ERROR_CORRUPT, "never/mirror.db");
    buf_release(&why);
}

int main(void)
{
    struct scene scene;

    scene_make(&scene);
    test_locate(&scene);
    test_explain(&scene);
    test_stops(&scene.mirror);
    test_commit(&scene);
    test_open(&scene);
    scene_remove(&scene);
    return done();
}
