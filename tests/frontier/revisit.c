/* SPDX-License-Identifier: MIT */
/* Answers that stay in force while their URLs are visited again. */
#include "config.h"

#include "base/error.h"
#include "frontier/frontier.h"
#include "frontier/links.h"
#include "frontier/row.h"
#include "scene.h"

/* Adds a page and settles it as STATE, with a file of its name if it is done. */
static int64_t page(struct scene *scene, const char *url, enum frontier_state state, const char *path)
{
    struct frontier_new row = {.url = span_of(url),
                               .origin = scene->origin,
                               .kind = state == FRONTIER_DONE ? FRONTIER_PAGE : FRONTIER_REQUISITE,
                               .roles = FRONTIER_AS_PAGE};
    struct frontier_visit visit = {
        .state = state, .status = 200, .etag = span_of("\"1\""), .requested_ms = 5, .plain_bytes = 10};
    int64_t holder;

    must(frontier_add(scene->frontier, &row, &visit.url));
    if (path)
        must(frontier_claim_path(scene->frontier, visit.url, span_of(path), span_of(path), &holder));
    must(frontier_finish(scene->frontier, &visit));
    return visit.url;
}

static const char *file_of(struct scene *scene, int64_t id, char text[64])
{
    struct frontier_target target;

    must(frontier_target(scene->frontier, id, &target));
    snprintf(text, 64, "%.*s", (int)target.path.len, target.path.at ? target.path.at : "");
    return text;
}

static bool is_fresh(struct scene *scene, const char *url)
{
    int64_t id;
    unsigned flags;

    return frontier_known(scene->frontier, span_of(url), &id, &flags) &&
           frontier_is_fresh(scene->frontier, flags);
}

/* A queued URL has no file, unless an earlier answer is in force. */
static void test_fresh(struct scene *scene)
{
    int64_t id;

    scene_add(scene, "https://example.org/queued", FRONTIER_PAGE);
    id = page(scene, "https://example.org/done", FRONTIER_DONE, "done");
    ok(is_fresh(scene, "https://example.org/queued"), "a queued one is fresh");
    ok(!is_fresh(scene, "https://example.org/done"), "an answered one is not");
    must(frontier_commit(scene->frontier));
    scene_reopen(scene);
    ok(is_fresh(scene, "https://example.org/queued"), "a queued one is fresh after a restart");
    must(frontier_revisit(scene->frontier, id));
    ok(!is_fresh(scene, "https://example.org/done"), "one that is visited again is not");
    must(frontier_commit(scene->frontier));
    scene_reopen(scene);
    ok(!is_fresh(scene, "https://example.org/done"), "nor is it after a restart");
}

/* An update requests the start page at once, and other pages after new ones. */
static void test_order(struct scene *scene)
{
    int64_t start = scene_add(scene, "https://example.org/start", FRONTIER_START);
    int64_t other = page(scene, "https://example.org/other", FRONTIER_DONE, "other");
    struct frontier_visit visit = {.url = start, .state = FRONTIER_DONE, .status = 200};
    struct frontier_origin origin;
    uint32_t before;

    must(frontier_finish(scene->frontier, &visit));
    frontier_get_origin(scene->frontier, scene->origin, &origin);
    before = origin.waiting;
    must(frontier_revisit(scene->frontier, start));
    frontier_get_origin(scene->frontier, scene->origin, &origin);
    is_int(origin.waiting, before, "the start page does not wait");
    must(frontier_revisit(scene->frontier, other));
    frontier_get_origin(scene->frontier, scene->origin, &origin);
    is_int(origin.waiting, before + 1, "another page does");
}

static void test_kept(struct scene *scene)
{
    int64_t done = page(scene, "https://example.org/a", FRONTIER_DONE, "a"), fails, gone;
    struct frontier_visit seen = {.url = done, .status = 304, .requested_ms = 9, .attempts = 1};
    struct frontier_stats stats;
    struct frontier_row row;
    uint64_t count;
    char text[64];

    fails = page(scene, "https://example.org/b", FRONTIER_DONE, "b");
    gone = page(scene, "https://example.org/c", FRONTIER_GONE, NULL);
    must(frontier_revisit_all(scene->frontier, 0, &count));
    is_int(count, 0, "all are queued again");
    must(frontier_count(scene->frontier, FRONTIER_KEPT_PAGES, 0, &count));
    is_int(count, 2, "two of them in the mirror");
    frontier_stats(scene->frontier, &stats);
    is_int(stats.states[FRONTIER_QUEUED], 3, "and counted as queued");
    is_str(file_of(scene, done, text), "a", "a queued one has its file");

    seen.etag = span_of("\"2\"");
    must(frontier_not_modified(scene->frontier, &seen, true));
    must(frontier_get(scene->frontier, done, &row));
    ok(row.state == FRONTIER_DONE && row.visit.seen_status == 304 && row.visit.seen_ms == 9 &&
           row.visit.requested_ms == 5 && span_is(row.visit.etag, "\"2\"") && row.visit.status == 200,
       "unchanged: the answer stays, with its new validator");

    seen.url = fails;
    seen.status = 500;
    seen.state = FRONTIER_FAILED;
    seen.reason = FRONTIER_BY_STATUS;
    must(frontier_keep_answer(scene->frontier, &seen));
    must(frontier_get(scene->frontier, fails, &row));
    ok(row.state == FRONTIER_FAILED && row.visit.state == FRONTIER_DONE, "failing: the answer stays");
    is_str(file_of(scene, fails, text), "b", "and the file");
    seen.url = gone;
    must(frontier_not_modified(scene->frontier, &seen, true));
    must(frontier_get(scene->frontier, gone, &row));
    is_int(row.state, FRONTIER_GONE, "a page that is still gone");
    must(frontier_requeue(scene->frontier, fails));
    is_str(file_of(scene, fails, text), "", "an answer that was lost has no file");
}

static void count_page(void *context, int64_t id, struct span url, int64_t shown)
{
    (void)id, (void)url, (void)shown;
    ++*(int *)context;
}

/* Answers without a file do not displace pages that were stored. */
static void test_pages(struct scene *scene)
{
    int count = 0;

    page(scene, "https://example.org/stored", FRONTIER_DONE, "stored");
    for (int i = 0; i < 3; i++) {
        char url[64];

        snprintf(url, sizeof url, "https://example.org/gone%d", i);
        page(scene, url, FRONTIER_GONE, NULL);
    }
    must(frontier_walk_pages(scene->frontier, 0, 1, count_page, &count));
    is_int(count, 1, "the last stored page is found behind others");
}

/* Nothing is linked while no links were read; 0 is the id of no URL. */
static void test_unlinked(void)
{
    const struct bits none = {0};

    ok(!bits_has(&none, 0) && !bits_has(&none, 1), "nothing is linked");
}

static void test_leaving(struct scene *scene)
{
    int64_t id = page(scene, "https://example.org/l", FRONTIER_DONE, "l");
    struct frontier_row row;
    struct frontier_visit seen = {.url = id, .status = 404};
    uint64_t before, after;
    bool claimed = true;
    struct buf path;

    buf_init(&path, 100);
    must(frontier_count(scene->frontier, FRONTIER_FILES, 0, &before));
    is_int(frontier_next_leaving(scene->frontier, FRONTIER_GONE_FILES, 0, &row), ERROR_END,
           "no gone URL has a file");
    seen.state = FRONTIER_GONE;
    seen.reason = FRONTIER_BY_STATUS;
    must(frontier_keep_answer(scene->frontier, &seen));
    must(frontier_next_leaving(scene->frontier, FRONTIER_GONE_FILES, 0, &row));
    ok(row.item.id == id && span_is(row.visit.path, "l"), "one is gone");
    must(frontier_schedule_removal(scene->frontier, span_of("l")));
    must(frontier_next_removal(scene->frontier, &path));
    must(frontier_has_file(scene->frontier, buf_span(&path), span_of("l"), &claimed));
    ok(claimed, "a file to be removed that has an owner");
    must(frontier_has_file(scene->frontier, span_of("L"), span_of("l"), &claimed));
    ok(!claimed, "its name in another case has none");
    must(frontier_edit(scene->frontier, FRONTIER_RELEASE_PATH, id));
    must(frontier_edit(scene->frontier, FRONTIER_DROP_ANSWER, id));
    must(frontier_next_removal(scene->frontier, &path));
    must(frontier_has_file(scene->frontier, buf_span(&path), span_of("l"), &claimed));
    ok(!claimed && span_is(buf_span(&path), "l"), "it no longer has an owner");
    must(frontier_removal_done(scene->frontier, span_of("l")));
    is_int(frontier_next_removal(scene->frontier, &path), ERROR_END, "it was removed");
    must(frontier_count(scene->frontier, FRONTIER_FILES, 0, &after));
    is_int(after, before - 1, "one file less");
    buf_release(&path);
}

static void test_changes(struct scene *scene)
{
    struct frontier_change change;

    must(frontier_note_change(scene->frontier, 2, FRONTIER_IS_GONE, span_of("")));
    must(frontier_note_change(scene->frontier, 1, FRONTIER_IS_NEW, span_of("")));
    must(frontier_note_change(scene->frontier, 2, FRONTIER_IS_DELETED, span_of("")));
    must(frontier_next_change(scene->frontier, 0, 0, &change));
    ok(change.run == scene->run && change.url == 1 && change.kind == FRONTIER_IS_NEW &&
           span_is(change.text, "https://example.org/a"),
       "the first change");
    must(frontier_next_change(scene->frontier, change.run, change.url, &change));
    is_str(frontier_change_name(change.kind), "deleted",
           "a later change of the same URL replaces the earlier one");
    is_int(frontier_next_change(scene->frontier, change.run, change.url, &change), ERROR_END, "the end");
    is_str(frontier_change_name(99), "?", "an unknown number");
}

int main(void)
{
    struct scene all, *scene = &all;

    scene_make(scene);
    test_kept(scene);
    test_leaving(scene);
    test_changes(scene);
    must(frontier_commit(scene->frontier));
    scene_close(scene);
    scene_remove(scene);
    scene_make(scene);
    test_fresh(scene);
    test_order(scene);
    test_pages(scene);
    test_unlinked();
    scene_close(scene);
    scene_remove(scene);
    return done();
}
