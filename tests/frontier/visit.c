/* SPDX-License-Identifier: MIT */
/* Answers: whole rows, claimed files, documents to weave, links, robots.txt, the archive. */
#include "config.h"

#include "base/error.h"
#include "frontier/frontier.h"
#include "frontier/links.h"
#include "frontier/row.h"
#include "frontier/scene.h"

static void check_row(struct frontier_row *row, const char *label)
{
    ok(row->state == FRONTIER_WITHHELD && row->reason == FRONTIER_BY_NOINDEX && row->answered, "state: %s",
       label);
    is_span(row->rule, span_of("META robots: noindex"), "rule");
    is_span(row->via, span_of("a href"), "via");
    is_span(row->referrer_url, span_of("https://example.org/"), "referrer");
    is_span(row->item.url, span_of("https://example.org/full"), "url");
    is_span(row->visit.outcome, span_of("partial"), "outcome");
    is_span(row->visit.content_type, span_of("text/html; charset=utf-8"), "content type");
    is_span(row->visit.etag, span_of("\"abc\""), "etag");
    is_span(row->visit.last_modified, span_of("Fri, 20 Nov 2026 16:00:00 GMT"), "last modified");
    is_span(row->visit.digest, span_of("0123456789abcdef0123456789abcdef"), "digest");
    is_span(row->visit.title, span_of("A title"), "title");
    is_span(row->visit.robots_terms, span_of("noindex"), "robots terms");
    is_span(row->visit.path, span_of("Full.html"), "path");
    ok(row->visit.requested_ms == 5 && row->visit.duration_ms == 6 && row->visit.status == 203 &&
           row->visit.wire_bytes == 7 && row->visit.plain_bytes == 8 && row->visit.archive_offset == 9 &&
           row->visit.archive_length == 10 && row->visit.archive == 1 && row->item.attempts == 3 &&
           row->visit.document && row->visit.sequence == 1 && row->visit.run == 1,
       "numbers");
}

/* Finishes a URL with all possible columns; returns its id. */
static int64_t finish_full(struct scene *scene)
{
    int64_t start = scene_add(scene, "https://example.org/", FRONTIER_START), id, archive, holder;
    struct frontier_new new = scene_row(scene, "https://example.org/full", FRONTIER_PAGE);
    struct frontier_visit visit = {.state = FRONTIER_WITHHELD,
                                   .reason = FRONTIER_BY_NOINDEX,
                                   .rule = span_of("META robots: noindex"),
                                   .attempts = 3,
                                   .requested_ms = 5,
                                   .duration_ms = 6,
                                   .status = 203,
                                   .outcome = span_of("partial"),
                                   .content_type = span_of("text/html; charset=utf-8"),
                                   .etag = span_of("\"abc\""),
                                   .last_modified = span_of("Fri, 20 Nov 2026 16:00:00 GMT"),
                                   .wire_bytes = 7,
                                   .plain_bytes = 8,
                                   .digest = span_of("0123456789abcdef0123456789abcdef"),
                                   .document = true,
                                   .archive_offset = 9,
                                   .archive_length = 10,
                                   .title = span_of("A title"),
                                   .robots_terms = span_of("noindex")};

    new.referrer = start;
    new.via = span_of("a href");
    must(frontier_add(scene->frontier, &new, &id));
    must(frontier_add_archive(scene->frontier, span_of("a.warc.gz"), &archive));
    must(frontier_set_archive(scene->frontier, archive, 19));
    visit.url = id;
    visit.archive = archive;
    must(frontier_claim_path(scene->frontier, id, span_of("Full.html"), span_of("full.html"), &holder));
    must(frontier_finish(scene->frontier, &visit));
    must(frontier_commit(scene->frontier));
    return id;
}

static void test_row(struct scene *scene)
{
    int64_t id = finish_full(scene);
    struct frontier *reader = frontier_new();
    struct frontier_archive archive;
    struct frontier_row row;
    struct frontier_run run;

    must(frontier_get(scene->frontier, id, &row));
    check_row(&row, "by id");
    must(frontier_open(reader, scene->path, FRONTIER_READ));
    is_int(frontier_get_by_url(reader, span_of("https://example.org/full"), &row), 0,
           "found by another process");
    check_row(&row, "by URL, read only");
    is_int(frontier_get_by_url(reader, span_of("https://example.org/none"), &row), ERROR_NOT_FOUND,
           "not found");
    is_int(frontier_get(reader, 12345, &row), ERROR_NOT_FOUND, "no such id");
    is_int(frontier_last_run(reader, &run), 0, "the last run");
    ok(run.ended_ms == 0 && run.started_ms == 1000, "has not ended");
    must(frontier_archives(reader, 0, &archive));
    is_str(archive.name, "a.warc.gz", "the archive");
    is_int(archive.length, 19, "its committed length");
    is_int(frontier_archives(reader, archive.id, &archive), ERROR_END, "is the only one");
    frontier_free(reader);
}

static void test_paths(struct scene *scene)
{
    static const struct {
        int who;
        const char *path, *key;
        int error;
    } cases[] = {
        {0, "A/b.html", "a/b.html", 0},
        {0, "A/b.html", "a/b.html", 0},
        {1, "a/B.html", "a/b.html", ERROR_LOCKED},
        {1, "a", "a", ERROR_LOCKED},
        {1, "a/b.html/c", "a/b.html/c", ERROR_LOCKED},
        {1, "a/b.html/c/d", "a/b.html/c/d", ERROR_LOCKED},
        {1, "a/b", "a/b", 0},
        {1, "a/b.htm", "a/b.htm", 0},
        {0, "moved", "moved", 0},
        {1, "a/b.html", "a/b.html", 0},
        {0, "a/b.html0", "a/b.html0", 0},
        {0, "a/b.html-", "a/b.html-", 0},
        {1, "n/x", "n/x", 0},
        {0, "n", "n", ERROR_LOCKED},
        {1, "o/x", "o/x", 0},
        {0, "n", "n", 0},
        {1, "n/y", "n/y", ERROR_LOCKED},
        {1, "o/y", "o/y", 0},
    };
    int64_t ids[] = {scene_add(scene, "https://example.org/p0", FRONTIER_PAGE),
                     scene_add(scene, "https://example.org/p1", FRONTIER_PAGE)};

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        int64_t holder = 0;
        int error = frontier_claim_path(scene->frontier, ids[cases[i].who], span_of(cases[i].path),
                                        span_of(cases[i].key), &holder);

        is_int(error, cases[i].error, cases[i].path);
        is_int(holder, error ? ids[1 - cases[i].who] : 0, "the holder");
    }
    scene_reopen(scene);
}

/* Another connection changes what the row says; the frontier, alone in a run, does not look at it again. */
static void test_last_row(struct scene *scene)
{
    int64_t id = scene_add(scene, "https://example.org/last", FRONTIER_PAGE);
    struct frontier_row row;
    sqlite3 *other = NULL;

    scene_finish(scene, id);
    must(frontier_commit(scene->frontier));
    must(frontier_get(scene->frontier, id, &row));
    must(frontier_commit(scene->frontier));
    must(sqlite3_open(scene->path, &other));
    must(sqlite3_exec(other, "UPDATE visit SET title = 'changed'", NULL, NULL, NULL));
    must(sqlite3_close(other));
    must(frontier_get(scene->frontier, id, &row));
    is_span(row.visit.title, span_of(""), "the row that was found last is not read again");
    must(frontier_set_damaged(scene->frontier, id, true));
    must(frontier_get(scene->frontier, id, &row));
    ok(row.visit.damaged && span_is(row.visit.title, "changed"), "until anything changes");
    is_int(frontier_get(scene->frontier, 9999, &row), ERROR_NOT_FOUND, "no such row");
    must(frontier_get(scene->frontier, id, &row));
    is_span(row.visit.title, span_of("changed"), "the row, after another one");
}

static void test_documents(struct scene *scene)
{
    struct frontier_document document = {.id = 0};
    struct frontier_row row;
    int64_t ids[4], holder;
    char name[4][40];
    int seen = 0;

    for (int i = 0; i < 4; i++) {
        snprintf(name[i], sizeof name[i], "https://example.org/d%d", i);
        ids[i] = scene_add(scene, name[i], FRONTIER_PAGE);
        scene_finish(scene, ids[i]);
        if (i != 2)
            must(frontier_claim_path(scene->frontier, ids[i], span_of(name[i] + 20), span_of(name[i] + 20),
                                     &holder));
    }
    while (frontier_documents(scene->frontier, document.id, &document) == 0)
        seen++;
    is_int(seen, 3, "documents with a file, for rebuild");
    scene_finish(scene, ids[1]);
    must(frontier_documents(scene->frontier, ids[0], &document));
    is_int(document.id, ids[1], "the next one");
    is_int(document.sequence, frontier_sequence(scene->frontier), "with the sequence of its answer");
    must(frontier_visits(scene->frontier, ids[1], &row));
    is_int(row.item.id, ids[2], "a walk over all answers");
    must(frontier_visits_above(scene->frontier, frontier_sequence(scene->frontier) - 1, INT64_MAX, &row));
    is_int(row.item.id, ids[1], "a walk over the last ones");
    scene_reopen(scene);
}

static void test_links(struct scene *scene)
{
    static const int64_t lists[][8] = {{0}, {3, 10, 10, 9}, {4, 1, 268435455, 1, 2}, {1, 5}, {2, 69, 133}};
    struct frontier_ids list = {0}, seen = {0};
    int64_t page = scene_add(scene, "https://example.org/links", FRONTIER_PAGE);

    is_int(frontier_links(scene->frontier, page, &seen), ERROR_NOT_FOUND, "no links yet");
    for (size_t i = 0; i < COUNT_OF(lists); i++) {
        list.count = 0;
        for (int64_t j = 1; j <= lists[i][0]; j++)
            frontier_ids_add(&list, lists[i][j]);
        must(frontier_set_links(scene->frontier, page, &list));
        must(frontier_links(scene->frontier, page, &seen));
        ok(seen.count == list.count &&
               (list.count == 0 || memcmp(seen.ids, list.ids, list.count * sizeof *list.ids) == 0),
           "list %zu is read back", i);
        must(frontier_commit(scene->frontier));
        is_int(scene_query(scene, "SELECT coalesce(sum(target), 0) * 100 + count(*) FROM link"),
               (int64_t)list.count + 100 * (lists[i][1] + lists[i][2] + lists[i][3] + lists[i][4]),
               "and the view shows it");
    }
    frontier_ids_release(&list);
    frontier_ids_release(&seen);
    scene_reopen(scene);
}

/* Requests of a page in a browser are links to what it needs, while the mirror has the page. */
static void test_view_inputs(struct scene *scene)
{
    int64_t page = scene_add(scene, "https://example.org/view", FRONTIER_PAGE);
    int64_t input = scene_add(scene, "https://example.org/input", FRONTIER_REQUISITE);
    struct bits linked = {0};
    struct frontier_ids inputs = {0}, seen = {0};
    struct frontier_view view;
    struct frontier_visit gone = {.url = page, .state = FRONTIER_GONE, .attempts = 1, .status = 410};
    struct buf texts BUF_LOCAL(1000);

    scene_finish(scene, page);
    frontier_ids_add(&inputs, input);
    must(frontier_add_view(scene->frontier, page, span_of("")));
    must(frontier_next_view(scene->frontier, 0, &texts, &view, &seen));
    must(frontier_set_view(scene->frontier, &view, &inputs));
    must(frontier_find_linked(scene->frontier, &linked));
    ok(bits_has(&linked, input), "a page needs what it has requested in a browser");
    bits_release(&linked);
    must(frontier_finish(scene->frontier, &gone));
    must(frontier_find_linked(scene->frontier, &linked));
    ok(!bits_has(&linked, input), "one that is gone needs nothing");
    bits_release(&linked);
    frontier_ids_release(&inputs);
    frontier_ids_release(&seen);
}

static void test_robots(struct scene *scene)
{
    struct frontier_robots robots = {.answer = 2,
                                     .status = 200,
                                     .error = span_of("timeout"),
                                     .body = span_make("User-agent: *\0\n", 15),
                                     .truncated = true,
                                     .fetched_ms = 1,
                                     .expires_ms = 2,
                                     .final_url = span_of("https://example.org/r"),
                                     .redirects = 3,
                                     .attempts = 4,
                                     .next_try_ms = 5};
    struct frontier_robots seen;

    is_int(frontier_robots(scene->frontier, scene->origin, &seen), ERROR_NOT_FOUND, "never requested");
    must(frontier_set_robots(scene->frontier, scene->origin, &robots));
    must(frontier_commit(scene->frontier));
    scene_reopen(scene);
    must(frontier_robots(scene->frontier, scene->origin, &seen));
    ok(seen.answer == 2 && seen.status == 200 && seen.truncated && seen.fetched_ms == 1 &&
           seen.expires_ms == 2 && seen.redirects == 3 && seen.attempts == 4 && seen.next_try_ms == 5,
       "robots.txt: numbers");
    is_span(seen.body, robots.body, "body");
    is_span(seen.error, robots.error, "error");
    is_span(seen.final_url, robots.final_url, "final URL");
}

int main(void)
{
    struct scene scene;

    scene_make(&scene);
    test_row(&scene);
    test_paths(&scene);
    test_last_row(&scene);
    test_documents(&scene);
    test_links(&scene);
    test_view_inputs(&scene);
    test_robots(&scene);
    scene_remove(&scene);
    return done();
}
