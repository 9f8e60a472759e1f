/* SPDX-License-Identifier: MIT */
/* Rows that tiptoe never writes: an error with a text, and never a crash. */
#include "config.h"

#include "base/error.h"
#include "frontier/frontier.h"
#include "frontier/inside.h"
#include "frontier/links.h"
#include "frontier/row.h"
#include "frontier/scene.h"

static void change(const struct scene *scene, const char *sql)
{
    sqlite3 *sqlite = NULL;
    char *words = NULL;

    if (sqlite3_open(scene->path, &sqlite) != SQLITE_OK ||
        sqlite3_exec(sqlite, sql, NULL, NULL, &words) != SQLITE_OK) {
        printf("Bail out! %s: %s\n", sql, words);
        exit(1);
    }
    sqlite3_close(sqlite);
}

/* Opens the frontier of another process, after CHANGE. */
static int open_changed(struct scene *scene, const char *sql)
{
    scene_close(scene);
    change(scene, sql);
    scene->frontier = frontier_new();
    return frontier_open(scene->frontier, scene->path, FRONTIER_OPEN);
}

static void ignore_url(void *context, const struct frontier_known_url *url)
{
    (void)context;
    (void)url;
}

/* Row 1 is of a queued page of origin 1. */
static void test_rows(struct scene *scene)
{
    static const struct {
        const char *change, *undo;
        bool in_facts, in_walk, in_target;
    } cases[] = {
        {"UPDATE url SET state = 7", "UPDATE url SET state = 0", true, true, true},
        {"UPDATE url SET state = -1", "UPDATE url SET state = 0", true, true, true},
        {"UPDATE url SET state = 6", "UPDATE url SET state = 0", false, false, false},
        {"UPDATE url SET kind = 4", "UPDATE url SET kind = 2", true, true, false},
        {"UPDATE url SET kind = -1", "UPDATE url SET kind = 2", true, true, false},
        {"UPDATE url SET kind = 3", "UPDATE url SET kind = 2", false, false, false},
        {"UPDATE url SET reason = 99", "UPDATE url SET reason = 0", true, true, false},
        {"UPDATE url SET reason = -1", "UPDATE url SET reason = 0", true, true, false},
        {"UPDATE url SET reason = 24", "UPDATE url SET reason = 0", false, false, false},
        {"UPDATE url SET roles = 4", "UPDATE url SET roles = 1", true, false, false},
        {"UPDATE url SET roles = 3", "UPDATE url SET roles = 1", false, false, false},
        {"UPDATE url SET origin = 0", "UPDATE url SET origin = 1", true, false, false},
        {"UPDATE url SET origin = 2", "UPDATE url SET origin = 1", true, false, false},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        bool bad_kind = strstr(cases[i].change, "kind = 4") || strstr(cases[i].change, "kind = -1");
        struct frontier_target target;
        struct frontier_hop hop;
        struct facts facts;

        must(open_changed(scene, cases[i].change));
        is_int(facts_get(scene->frontier, 1, &facts), cases[i].in_facts ? ERROR_CORRUPT : 0, cases[i].change);
        is_int(frontier_walk_urls(scene->frontier, ignore_url, scene), cases[i].in_walk ? ERROR_CORRUPT : 0,
               "in a report");
        is_int(frontier_target(scene->frontier, 1, &target), cases[i].in_target ? ERROR_CORRUPT : 0,
               "as the target of a link");
        must(frontier_hop(scene->frontier, 1, &hop));
        ok(!bad_kind || hop.kind == FRONTIER_PAGE, "an unknown kind counts as a page");
        scene_close(scene);
        change(scene, cases[i].undo);
    }
}

/* Tables that are read when the database is opened. */
static void test_open(struct scene *scene)
{
    static const struct {
        const char *change, *undo;
        int error;
    } cases[] = {
        {"INSERT INTO tally VALUES (7, 0, 0, 1, 1, 1)", "DELETE FROM tally WHERE state = 7", ERROR_CORRUPT},
        {"INSERT INTO tally VALUES (-1, 0, 0, 1, 1, 1)", "DELETE FROM tally WHERE state = -1", ERROR_CORRUPT},
        {"INSERT INTO tally VALUES (0, 4, 0, 1, 1, 1)", "DELETE FROM tally WHERE kind = 4", ERROR_CORRUPT},
        {"INSERT INTO tally VALUES (0, -1, 0, 1, 1, 1)", "DELETE FROM tally WHERE kind = -1", ERROR_CORRUPT},
        {"INSERT INTO tally VALUES (0, 0, 99, 1, 1, 1)", "DELETE FROM tally WHERE reason = 99",
         ERROR_CORRUPT},
        {"INSERT INTO tally VALUES (0, 0, -1, 1, 1, 1)", "DELETE FROM tally WHERE reason = -1",
         ERROR_CORRUPT},
        {"INSERT INTO tally VALUES (6, 3, 24, 0, 0, 0)", "DELETE FROM tally WHERE reason = 24", 0},
        {"UPDATE url SET id = 2", "UPDATE url SET id = 1", ERROR_CORRUPT},
        {"UPDATE origin SET id = 2", "UPDATE origin SET id = 1", ERROR_CORRUPT},
        {"INSERT INTO rule VALUES (2, 'x')", "DELETE FROM rule", ERROR_CORRUPT},
        {"INSERT INTO rule VALUES (1, 'x')", "DELETE FROM rule", 0},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        is_int(open_changed(scene, cases[i].change), cases[i].error, cases[i].change);
        ok(cases[i].error == 0 || *frontier_error_text(scene->frontier), "%s",
           frontier_error_text(scene->frontier));
        scene_close(scene);
        change(scene, cases[i].undo);
    }
}

/* A blob of links is a sequence of whole numbers of at most five bytes. */
static void test_links(struct scene *scene)
{
    static const struct {
        const char *blob;
        int error;
        int64_t first;
    } cases[] = {
        {"X''", 0, 0},
        {"X'00'", 0, 1},
        {"X'01'", 0, 0},
        {"X'8001'", 0, 65},
        {"X'80'", ERROR_CORRUPT, 0},
        {"X'0080'", ERROR_CORRUPT, 0},
        {"X'8080808001'", 0, 1 + (1 << 27)},
        {"X'808080808001'", ERROR_CORRUPT, 0},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct frontier_ids links = {0};
        char sql[100];

        snprintf(sql, sizeof sql, "INSERT OR REPLACE INTO link_list VALUES (1, %s)", cases[i].blob);
        must(open_changed(scene, sql));
        is_int(frontier_links(scene->frontier, 1, &links), cases[i].error, sql);
        is_int(links.count > 0 && cases[i].error == 0 ? links.ids[0] : 0, cases[i].first, "the first link");
        frontier_ids_release(&links);
    }
}

static void test_misguesses(struct scene *scene)
{
    static const struct {
        int64_t url;
        int error;
    } cases[] = {{0, ERROR_CORRUPT}, {1, 0}, {2, ERROR_CORRUPT}};

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct frontier_misguesses misguesses = {0};
        char sql[100];

        snprintf(sql, sizeof sql, "DELETE FROM misguess; INSERT INTO misguess VALUES (%d, 5)",
                 (int)cases[i].url);
        must(open_changed(scene, sql));
        is_int(frontier_read_misguesses(scene->frontier, &misguesses), cases[i].error, sql);
        frontier_misguesses_release(&misguesses);
    }
    must(open_changed(scene, "DELETE FROM misguess"));
}

/* A text that is longer than any that tiptoe writes. */
static void test_long_text(struct scene *scene)
{
    struct span text;

    must(open_changed(scene, "UPDATE origin SET origin = printf('%.9000c', 'x')"));
    is_int(frontier_origin_text(scene->frontier, 1, &text), ERROR_CORRUPT, "a long origin");
    is_str(frontier_error_text(scene->frontier), "the origin is longer than any that tiptoe writes",
           "its text");
}

/* An answer whose URL has no row is damage, and not the end of the answers. */
static void test_answer(struct scene *scene)
{
    struct frontier_row row;

    must(open_changed(scene, "UPDATE visit SET url = 99"));
    is_int(frontier_visits(scene->frontier, 0, &row), ERROR_CORRUPT, "an answer without a URL");
    is_int(frontier_visits(scene->frontier, 99, &row), ERROR_END, "is the last answer");
}

int main(void)
{
    struct scene scene;

    scene_make(&scene);
    scene_add(&scene, "https://example.org/", FRONTIER_PAGE);
    if (frontier_commit(scene.frontier))
        return 1;
    test_rows(&scene);
    test_open(&scene);
    test_links(&scene);
    test_misguesses(&scene);
    test_long_text(&scene);
    scene_remove(&scene);
    scene_make(&scene);
    scene_finish(&scene, scene_add(&scene, "https://example.org/", FRONTIER_PAGE));
    if (frontier_commit(scene.frontier))
        return 1;
    test_answer(&scene);
    scene_remove(&scene);
    return done();
}
