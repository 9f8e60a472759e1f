/* SPDX-License-Identifier: MIT */
/* Targets of links, before and after rows change. */
#include "config.h"

#include "frontier/row.h"

#include "base/error.h"
#include "base/limits.h"
#include "frontier/scene.h"

static void redirect(struct scene *scene, int64_t from, int64_t to)
{
    struct frontier_visit visit = {
        .url = from, .state = FRONTIER_REDIRECTED, .attempts = 1, .status = 301, .redirect_to = to};

    must(frontier_finish(scene->frontier, &visit));
}

static void is_target(struct scene *scene, int64_t id, int64_t last, enum frontier_state state,
                      const char *path, const char *label)
{
    struct frontier_target target;

    for (int i = 0; i < 2; i++) {
        must(frontier_target(scene->frontier, id, &target));
        ok(target.id == last && target.state == state, "%s%s", label, i ? ", from the cache" : "");
        is_span(target.path, span_of(path), label);
    }
}

static void test_changes(struct scene *scene)
{
    int64_t page = scene_add(scene, "https://example.org/a", FRONTIER_PAGE), holder;
    int64_t moved = scene_add(scene, "https://example.org/b", FRONTIER_PAGE);
    struct frontier_target target;

    is_int(frontier_target(scene->frontier, 777, &target), ERROR_NOT_FOUND, "no such URL");
    is_target(scene, page, page, FRONTIER_QUEUED, "", "queued");
    is_target(scene, moved, moved, FRONTIER_QUEUED, "", "queued too");
    must(frontier_claim_path(scene->frontier, page, span_of("a.html"), span_of("a.html"), &holder));
    is_target(scene, page, page, FRONTIER_QUEUED, "", "claimed is not stored");
    redirect(scene, moved, page);
    is_target(scene, moved, page, FRONTIER_QUEUED, "", "a redirect to a queued URL");
    scene_finish(scene, page);
    is_target(scene, page, page, FRONTIER_DONE, "a.html", "stored");
    is_target(scene, moved, page, FRONTIER_DONE, "a.html", "through the redirect");
    must(frontier_claim_path(scene->frontier, page, span_of("c.html"), span_of("c.html"), &holder));
    is_target(scene, moved, page, FRONTIER_DONE, "c.html", "another file");
    must(frontier_requeue(scene->frontier, page));
    is_target(scene, moved, page, FRONTIER_QUEUED, "", "queued again");
    must(frontier_settle(scene->frontier, page, FRONTIER_REFUSED, FRONTIER_BY_ROBOTS, span_of("line 2")));
    is_target(scene, moved, page, FRONTIER_REFUSED, "", "refused");
    scene_finish(scene, moved);
    is_target(scene, moved, moved, FRONTIER_DONE, "", "no longer a redirect, and without a file");
}

/* Each change of a row clears its bit, and no other. */
static void test_expected_files(struct scene *scene)
{
    int64_t page = scene_add(scene, "https://example.org/e", FRONTIER_PAGE), holder;
    int64_t other = scene_add(scene, "https://example.org/other", FRONTIER_PAGE);

    ok(!frontier_has_expected_file(scene->frontier, page), "at first, no file is known as expected");
    frontier_note_expected_file(scene->frontier, other);
    frontier_note_expected_file(scene->frontier, page);
    ok(frontier_has_expected_file(scene->frontier, page), "noted");
    must(frontier_claim_path(scene->frontier, page, span_of("e.html"), span_of("e.html"), &holder));
    ok(!frontier_has_expected_file(scene->frontier, page), "cleared by another file");
    frontier_note_expected_file(scene->frontier, page);
    scene_finish(scene, page);
    ok(!frontier_has_expected_file(scene->frontier, page), "cleared by an answer");
    frontier_note_expected_file(scene->frontier, page);
    must(frontier_requeue(scene->frontier, page));
    ok(!frontier_has_expected_file(scene->frontier, page), "cleared by a place in the queue");
    ok(frontier_has_expected_file(scene->frontier, other), "the other one keeps its own");
    frontier_forget_expected_files(scene->frontier);
    ok(!frontier_has_expected_file(scene->frontier, other), "all are cleared");
    scene_finish(scene, page);
    scene_finish(scene, other);
}

static void test_chains(struct scene *scene)
{
    int64_t ids[LIMIT_REDIRECTS + 2];
    char url[60];
    int64_t first, holder;

    for (int i = 0; i < LIMIT_REDIRECTS + 2; i++) {
        snprintf(url, sizeof url, "https://example.org/hop/%d", i);
        ids[i] = scene_add(scene, url, FRONTIER_PAGE);
    }
    for (int i = 0; i < LIMIT_REDIRECTS + 1; i++)
        redirect(scene, ids[i], ids[i + 1]);
    first = ids[LIMIT_REDIRECTS + 1];
    must(frontier_claim_path(scene->frontier, first, span_of("end"), span_of("end"), &holder));
    scene_finish(scene, first);
    is_target(scene, ids[1], first, FRONTIER_DONE, "end", "as many redirects as the limit allows");
    is_target(scene, ids[0], ids[LIMIT_REDIRECTS], FRONTIER_REDIRECTED, "", "one more");
    redirect(scene, ids[3], ids[2]);
    is_target(scene, ids[2], ids[2], FRONTIER_REDIRECTED, "", "a circle");
}

/* The target of an answer is cached when it is settled. */
static void test_put(struct scene *scene)
{
    int64_t page = scene_add(scene, "https://example.org/put", FRONTIER_PAGE), holder;
    struct frontier_visit visit = {
        .url = page, .state = FRONTIER_DONE, .attempts = 1, .status = 200, .path = span_of("put.html")};

    must(frontier_claim_path(scene->frontier, page, visit.path, visit.path, &holder));
    must(frontier_finish(scene->frontier, &visit));
    is_target(scene, page, page, FRONTIER_DONE, "put.html", "a file");
    must(frontier_settle(scene->frontier, page, FRONTIER_GONE, FRONTIER_BY_STATUS, span_of("")));
    is_target(scene, page, page, FRONTIER_DONE, "put.html", "that stays in force");
    must(frontier_requeue(scene->frontier, page));
    visit.state = FRONTIER_FAILED;
    must(frontier_finish(scene->frontier, &visit));
    is_target(scene, page, page, FRONTIER_FAILED, "", "until the answer is lost");
}

/* Ids that share a slot, and paths that are too long for one. */
static void test_slots(struct scene *scene)
{
    enum { APART = 8192 };
    char url[60], path[300] = "x";
    struct frontier_target target;
    int64_t ids[2], holder, id = 0;

    for (int i = 0; i <= APART; i++) {
        snprintf(url, sizeof url, "https://example.org/slot/%d", i);
        id = scene_add(scene, url, FRONTIER_PAGE);
        if (i % APART == 0)
            ids[i / APART] = id;
    }
    memset(path, 'y', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    must(frontier_claim_path(scene->frontier, ids[0], span_of(path), span_of(path), &holder));
    must(frontier_claim_path(scene->frontier, ids[1], span_of("short"), span_of("short"), &holder));
    scene_finish(scene, ids[0]);
    scene_finish(scene, ids[1]);
    for (int i = 0; i < 2; i++) {
        must(frontier_target(scene->frontier, ids[0], &target));
        is_span(target.path, span_of(path), "a long path");
        must(frontier_target(scene->frontier, ids[1], &target));
        is_span(target.path, span_of("short"), "another id in the same slot");
    }
}

/* After a refresh, another process sees committed changes, and no others. */
static void test_reader(struct scene *scene)
{
    struct span early = span_of("https://example.org/early"), late = span_of("https://example.org/late");
    int64_t first = scene_add(scene, early.at, FRONTIER_REQUISITE), second, id = 0, holder;
    struct frontier *reader = frontier_new();
    struct frontier_target target;
    unsigned flags = 0;
    bool changed = false;

    must(frontier_commit(scene->frontier));
    must(frontier_open(reader, scene->path, FRONTIER_READ));
    ok(!frontier_known(reader, early, &id, &flags), "a reader knows no URLs before a refresh");
    is_int(frontier_refresh(reader, &changed), 0, "a refresh");
    ok(changed && frontier_known(reader, early, &id, &flags) && id == first && flags == FRONTIER_AS_REQUISITE,
       "it knows the committed URL");
    must(frontier_target(reader, first, &target));
    is_int(target.state, FRONTIER_QUEUED, "queued");
    second = scene_add(scene, late.at, FRONTIER_PAGE);
    must(frontier_claim_path(scene->frontier, first, span_of("early.png"), span_of("early.png"), &holder));
    scene_finish(scene, first);
    must(frontier_refresh(reader, &changed));
    ok(!changed && !frontier_known(reader, late, &id, &flags), "it does not see an uncommitted URL");
    must(frontier_commit(scene->frontier));
    must(frontier_refresh(reader, &changed));
    ok(changed && frontier_known(reader, late, &id, &flags) && id == second,
       "it sees the URL after the commit");
    must(frontier_target(reader, first, &target));
    is_span(target.path, span_of("early.png"), "and the new file of the first one");
    must(frontier_refresh(reader, &changed));
    ok(!changed, "nothing new");
    frontier_free(reader);
}

int main(void)
{
    struct scene scene;

    scene_make(&scene);
    test_changes(&scene);
    test_expected_files(&scene);
    test_chains(&scene);
    test_put(&scene);
    test_slots(&scene);
    test_reader(&scene);
    scene_remove(&scene);
    return done();
}
