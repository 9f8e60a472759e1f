/* SPDX-License-Identifier: MIT */
/* Answers compared with their records, and which URLs of records the frontier knows. */
#include "config.h"

#include "mirror/verify.h"

#include "frontier/frontier.h"
#include "mirror/scene.h"

#define OK_HEAD "HTTP/1.1 200 OK\r\n\r\n"

enum change { NOTHING, URL, EARLY, LATE, SEEN, SET_BACK, DIGEST, NO_RECORD, NO_FILE, OTHER_FILE, IMPORTED };

/* The row of ID, changed in one point. */
static struct frontier_row row_of(struct scene *scene, int64_t id, enum change change)
{
    struct frontier_row row;

    must(frontier_get(scene->frontier, id, &row));
    row.visit.seen_ms = row.visit.requested_ms;
    if (change == URL)
        row.item.url = span_of(SITE "/other");
    if (change == EARLY)
        row.visit.seen_ms = ++row.visit.requested_ms;
    if (change == LATE)
        row.visit.seen_ms = --row.visit.requested_ms;
    if (change == SEEN)
        row.visit.requested_ms--;
    if (change == SET_BACK)
        row.visit.seen_ms -= 1000;
    if (change == DIGEST)
        row.visit.digest = span_of("0123456789abcdef0123456789abcdef");
    if (change == NO_RECORD)
        row.visit.archive_offset++;
    return row;
}

static void test_answers(struct scene *scene, int64_t id)
{
    static const struct {
        enum change change;
        const char *path, *trouble;
    } cases[] = {
        {NOTHING, "a.txt", NULL},
        {NOTHING, NULL, NULL},
        {URL, NULL, "another URL"},
        {EARLY, NULL, "another time"},
        {LATE, NULL, "another time"},
        {SEEN, NULL, NULL},
        {SET_BACK, NULL, NULL},
        {DIGEST, NULL, "another body"},
        {NO_RECORD, NULL, "damaged or missing"},
        {NO_RECORD, "a.txt", "damaged or missing"},
        {NO_FILE, "none.txt", NULL},
        {OTHER_FILE, "b.txt", "differs from its record"},
        {IMPORTED, "b.txt", "differs from its record"},
        {IMPORTED, NULL, NULL},
        {URL, "a.txt", "another URL"},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct frontier_row row = row_of(scene, id, cases[i].change);
        const char *trouble = "unset";

        must(frontier_set_setting(scene->mirror.frontier, "imported",
                                  span_of(cases[i].change == IMPORTED ? "1" : "0")));
        is_int(record_check_answer(&scene->mirror, &row, cases[i].path, &trouble), 0, "looked at");
        if (cases[i].trouble)
            ok(trouble && strstr(trouble, cases[i].trouble), "%s", trouble ? trouble : "no trouble");
        else
            ok(!trouble, "no trouble: case %zu", i);
    }
}

/* A record with SHA-1 cannot be compared with a SHA-256. */
static void test_sha1(void)
{
    struct scene scene;
    struct frontier_row row;
    const char *trouble = "unset";
    int64_t id;

    scene_make(&scene);
    scene.mirror.archiving.sha1 = true;
    id = scene_add(&scene, SITE "/sha1", FRONTIER_PAGE, 0, "");
    scene_archive(&scene, id, SITE "/sha1", "sha1.txt", OK_HEAD, "text", false);
    must(mirror_commit(&scene.mirror));
    row = row_of(&scene, id, DIGEST);
    is_int(record_check_answer(&scene.mirror, &row, NULL, &trouble), 0, "a record with SHA-1");
    ok(!trouble, "has no trouble");
    scene_remove(&scene);
}

static void test_without_record(struct scene *scene)
{
    struct frontier_row row = {.item = {.url = span_of(SITE "/a")}};
    const char *trouble = "unset";

    is_int(record_check_answer(&scene->mirror, &row, "a.txt", &trouble), 0, "an answer without a record");
    ok(!trouble, "has nothing to compare");
}

int main(void)
{
    struct scene scene;
    int64_t id;

    scene_make(&scene);
    id = scene_add(&scene, SITE "/a", FRONTIER_PAGE, 0, "");
    scene_archive(&scene, id, SITE "/a", "a.txt", OK_HEAD, "text", false);
    must(mirror_commit(&scene.mirror));
    write_file(scene.mirror.folder.site_dir, "b.txt", span_of("other"));
    test_answers(&scene, id);
    test_sha1();
    test_without_record(&scene);
    scene_remove(&scene);
    return done();
}
