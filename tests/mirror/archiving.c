/* SPDX-License-Identifier: MIT */
/* Which archive file grows, where records stand, and which bodies later answers can refer to. */
#include "config.h"

#include "mirror/archiving.h"

#include "base/clock.h"
#include "base/error.h"
#include "frontier/frontier.h"
#include "mirror/exchange.h"
#include "mirror/original.h"
#include "mirror/scene.h"

#define OK_HEAD "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n"

static void test_begin(struct scene *scene)
{
    static const struct {
        const char *kept;
        bool all;
        int64_t since; /* -1: now */
        const char *after;
    } cases[] = {
        {"", false, 0, ""},    {"", true, -1, NULL},  {"1234", true, 1234, "1234"}, {"1234", false, 0, ""},
        {"x", true, -1, NULL}, {"0", true, -1, NULL}, {"0", false, 0, "0"},
    };
    struct span value;
    char now[24];

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        int64_t before_ms = clock_wall_ms(), since_ms = -5;

        must(frontier_set_setting(scene->mirror.frontier, "archive-since", span_of(cases[i].kept)));
        scene->mirror.archiving.all = cases[i].all;
        is_int(archiving_begin(&scene->mirror, &since_ms), 0, cases[i].kept);
        ok(cases[i].since < 0 ? since_ms >= before_ms && since_ms <= clock_wall_ms()
                              : since_ms == cases[i].since,
           "since %" PRId64, since_ms);
        must(frontier_setting(scene->frontier, "archive-since", &value));
        (void)snprintf(now, sizeof now, "%" PRId64, since_ms);
        is_span(value, span_of(cases[i].after ? cases[i].after : now), "and stored");
    }
    scene->mirror.archiving.all = false;
}

static int64_t last_id(struct scene *scene)
{
    struct warc_file file;
    int64_t id = 0;

    return archiving_last(&scene->mirror, &file, &id) ? 0 : id;
}

static void test_files(struct scene *scene)
{
    struct warc_file file;
    struct frontier_row row;
    int64_t id, a = scene_add(scene, SITE "/a", FRONTIER_PAGE, 0, "");
    int64_t b = scene_add(scene, SITE "/b", FRONTIER_PAGE, 0, "");

    is_int(archiving_last(&scene->mirror, &file, &id), ERROR_NOT_FOUND, "no archive yet");
    is_int(archiving_ready(&scene->mirror, 0), 0, "it is opened");
    is_int(archiving_last(&scene->mirror, &file, &id), 0, "with a file");
    ok(id == 1 && strncmp(file.name, "example.org-", 12) == 0 && file.len > 0 &&
           file.len == scene->mirror.archive_bytes,
       "named after the host, with its length: %s", file.name);
    scene_archive(scene, a, SITE "/a", "a.txt", OK_HEAD, "first", false);
    ok(scene->mirror.archived && scene->mirror.unplaced.count == 1, "a record waits for its place");
    must(mirror_commit(&scene->mirror));
    ok(!scene->mirror.archived && scene->mirror.unplaced.count == 0 && scene->mirror.archive_bytes > file.len,
       "it has one after the commit");
    must(frontier_get(scene->frontier, a, &row));
    ok(row.visit.archive == 1 && row.visit.archive_offset == (int64_t)file.len &&
           row.visit.archive_length > 0,
       "behind the warcinfo");
    scene_close(scene);
    scene_open(scene);
    must(archiving_ready(&scene->mirror, 0));
    is_int(last_id(scene), 1, "the next run of the same pass continues the file");
    scene->mirror.archiving.roll_bytes = 1;
    scene_close(scene);
    scene_open(scene);
    scene->mirror.archiving.roll_bytes = 1;
    must(archiving_ready(&scene->mirror, 0));
    is_int(last_id(scene), 2, "a full file is followed by another");
    scene_archive(scene, b, SITE "/b", "b.txt", OK_HEAD, "second", false);
    must(mirror_commit(&scene->mirror));
    must(frontier_get(scene->frontier, b, &row));
    ok(row.visit.archive >= 2, "which has the next record");
    scene_close(scene);
    scene_open(scene);
    id = last_id(scene);
    scene->mirror.archiving.update_since_ms = SCENE_STARTED_MS + 1000;
    must(archiving_ready(&scene->mirror, 0));
    is_int(last_id(scene), id + 1, "an update begins its own file");
    must(mirror_commit(&scene->mirror));
    scene_close(scene);
    scene_open(scene);
    (void)snprintf(file.name, sizeof file.name, "%" PRId64, id + 1);
    must(frontier_set_setting(scene->mirror.frontier, "imported", span_of(file.name)));
    must(archiving_ready(&scene->mirror, 0));
    is_int(last_id(scene), id + 2, "an imported file is never continued");
}

/* Adds an answer of LEN bytes; whether later answers may refer to its body. */
static bool is_listed(struct scene *scene, size_t len, char fill, int status, enum fetch_truncation cut,
                      const char *head)
{
    static char bytes[EXCHANGE_REPEATED_BYTES + 1];
    struct request_purpose purpose = {.url = span_of(SITE "/robots.txt"), .robots_of = span_of(SITE)};
    struct frontier_payload payload;
    struct fetch_result result;

    memset(bytes, fill, sizeof bytes);
    result = scene_result(scene, head, span_make(bytes, len));
    result.url = purpose.url;
    result.status = status;
    result.truncation = cut;
    must(archiving_add(&scene->mirror, &purpose, &result, NULL));
    must(mirror_commit(&scene->mirror));
    return frontier_payload(scene->frontier, span_make((const char *)result.payload_sha256, 32), &payload) ==
               0 &&
           payload.archive == scene->mirror.warc_file && payload.archive_offset > 0 &&
           payload.archive_length > 0 && span_is(payload.url, SITE "/robots.txt");
}

static void test_payloads(struct scene *scene)
{
    enum { REPEATED = EXCHANGE_REPEATED_BYTES };

    ok(!is_listed(scene, REPEATED, 'a', 200, FETCH_WHOLE, OK_HEAD), "not without --archive all");
    scene->mirror.archiving.all = true;
    ok(is_listed(scene, REPEATED, 'b', 200, FETCH_WHOLE, OK_HEAD), "a body");
    ok(!is_listed(scene, REPEATED - 1, 'c', 200, FETCH_WHOLE, OK_HEAD), "a small body");
    ok(!is_listed(scene, REPEATED, 'd', 304, FETCH_WHOLE, OK_HEAD), "unchanged");
    ok(!is_listed(scene, REPEATED, 'e', 200, FETCH_CUT_TIME, OK_HEAD), "cut");
    ok(!is_listed(scene, REPEATED, 'f', 200, FETCH_WHOLE, ""), "no answer");
    ok(is_listed(scene, REPEATED, 'b', 200, FETCH_WHOLE, OK_HEAD), "a revisit leaves the place as it is");
}

static void test_withhold(struct scene *scene)
{
    struct request_purpose purpose = {.url = span_of(SITE "/secret"), .robots_of = span_of(SITE)};
    struct fetch_result result = scene_result(scene, OK_HEAD, span_of("secret"));
    struct frontier_place place;
    struct warc_record record;
    struct span type;

    result.url = purpose.url;
    must(mirror_sync(&scene->mirror));
    place = (struct frontier_place){.archive = scene->mirror.warc_file,
                                    .offset = (int64_t)scene->mirror.archive_bytes};
    scene->mirror.archiving.all = false;
    is_int(archiving_withhold(&scene->mirror, &purpose, &result, span_of("noarchive")), 0, "withheld");
    ok(!scene->mirror.archived, "nothing is added without --archive all");
    scene->mirror.archiving.all = true;
    is_int(archiving_withhold(&scene->mirror, &purpose, &result, span_of("noarchive")), 0, "withheld again");
    must(mirror_sync(&scene->mirror));
    warc_record_init(&record, scene->mirror.folder.tmp_dir, UINT64_MAX);
    must(original_head(&scene->mirror, &place, &record));
    ok(warc_field(&record, "WARC-Type", &type) && span_is(type, "metadata"), "only metadata is added");
    warc_record_release(&record);
}

/* More records at once than there is room for at first. */
static void test_many(struct scene *scene)
{
    int64_t ids[40];
    char url[60], path[20];
    struct frontier_row row;
    int wrong = 0;

    scene->mirror.archiving.all = false;
    for (int i = 0; i < 40; i++) {
        (void)snprintf(url, sizeof url, SITE "/many/%d", i);
        (void)snprintf(path, sizeof path, "many/%d.txt", i);
        ids[i] = scene_add(scene, url, FRONTIER_PAGE, 0, "");
        scene_archive(scene, ids[i], url, path, OK_HEAD, path, false);
    }
    must(mirror_commit(&scene->mirror));
    for (int i = 0; i < 40; i++) {
        struct original original;

        must(frontier_get(scene->frontier, ids[i], &row));
        (void)snprintf(path, sizeof path, "many/%d.txt", i);
        wrong += original_read(&original, &scene->mirror, &row, 1000, NULL) || !span_is(original.bytes, path);
        original_release(&original);
    }
    is_int(wrong, 0, "each of forty answers has its own record");
}

int main(void)
{
    struct scene scene;

    scene_make(&scene);
    test_begin(&scene);
    test_files(&scene);
    test_payloads(&scene);
    test_withhold(&scene);
    test_many(&scene);
    scene_remove(&scene);
    return done();
}
