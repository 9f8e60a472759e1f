/* SPDX-License-Identifier: MIT */
/* Settings, runs, sums, the content of the disk after a kill, the view of another process, memory. */
#include "config.h"

#include "frontier/frontier.h"

#include <malloc.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "base/error.h"
#include "frontier/inside.h"
#include "frontier/links.h"
#include "frontier/row.h"
#include "frontier/scene.h"

static void test_settings(struct scene *scene)
{
    struct span value;

    is_int(frontier_setting(scene->frontier, "delay", &value), ERROR_NOT_FOUND, "no setting");
    must(frontier_set_setting(scene->frontier, "delay", span_of("1")));
    must(frontier_set_setting(scene->frontier, "delay", span_of("2.5")));
    must(frontier_set_setting(scene->frontier, "agent", span_of("")));
    must(frontier_commit(scene->frontier));
    scene_reopen(scene);
    must(frontier_setting(scene->frontier, "delay", &value));
    is_span(value, span_of("2.5"), "the last value");
    must(frontier_setting(scene->frontier, "agent", &value));
    is_span(value, span_of(""), "an empty value is a value");
}

/* The longest setting is read back; a longer one is refused. */
static void test_long_setting(struct scene *scene)
{
    enum { LONGEST = (1 << 20) - 1 };
    char *text = malloc(LONGEST + 1);
    struct span value;

    memset(text, 'x', LONGEST + 1);
    is_int(frontier_set_setting(scene->frontier, "long", span_make(text, LONGEST)), 0, "the longest setting");
    must(frontier_setting(scene->frontier, "long", &value));
    is_int((int64_t)value.len, LONGEST, "is read back");
    is_int(frontier_set_setting(scene->frontier, "long", span_make(text, LONGEST + 1)), ERROR_TOO_LARGE,
           "a longer one is refused");
    free(text);
    scene_reopen(scene);
}

/* Lookups and lists without a row. */
static void test_nothing(struct scene *scene)
{
    char digest[FRONTIER_DIGEST_BYTES] = {0};
    struct frontier_payload payload;
    struct frontier_sitemap sitemap;
    struct frontier_archive archive;
    struct frontier_change change;
    struct span text;
    int64_t id;

    is_int(frontier_rule_text(scene->frontier, 77, &text), ERROR_NOT_FOUND, "no such rule");
    is_int(frontier_origin_text(scene->frontier, 77, &text), ERROR_NOT_FOUND, "no such origin");
    is_int(frontier_payload(scene->frontier, span_make(digest, sizeof digest), &payload), ERROR_NOT_FOUND,
           "no such payload");
    is_int(frontier_file_holder(scene->frontier, span_of("x"), &id), ERROR_NOT_FOUND, "no such file");
    is_int(frontier_archives(scene->frontier, 0, &archive), ERROR_END, "no archives");
    is_int(frontier_next_change(scene->frontier, 0, 0, &change), ERROR_END, "no changes");
    is_int(frontier_next_sitemap(scene->frontier, scene->origin, &sitemap), ERROR_END, "no sitemaps");
    is_int(frontier_sitemap_origin(scene->frontier, 0, &id), ERROR_END, "no origin with a sitemap");
    is_int(frontier_next_refused(scene->frontier, FRONTIER_BY_DEPTH, 0, &id), ERROR_END, "no refused URLs");
    is_int(frontier_find_sitemap(scene->frontier, span_of("https://example.org/sitemap.xml"), &sitemap),
           ERROR_NOT_FOUND, "no such sitemap");
    is_int(frontier_last_update(scene->frontier), 0, "no update");
}

/* Sitemaps are read in their order, and each only once. */
static void test_sitemaps(struct scene *scene)
{
    struct frontier_sitemap row = {.url = span_of("https://example.org/a.xml"), .level = 2}, seen;
    int64_t first, origin = 0;
    bool added = false;

    row.origin = row.voucher = scene->origin;
    must(frontier_add_sitemap(scene->frontier, &row, &added));
    ok(added, "a sitemap");
    must(frontier_add_sitemap(scene->frontier, &row, &added));
    ok(!added, "the same again");
    row.url = span_of("https://example.org/b.xml");
    must(frontier_add_sitemap(scene->frontier, &row, &added));
    must(frontier_sitemap_origin(scene->frontier, 0, &origin));
    is_int(origin, scene->origin, "its origin");
    is_int(frontier_sitemap_origin(scene->frontier, origin, &origin), ERROR_END, "the only one");
    must(frontier_next_sitemap(scene->frontier, scene->origin, &seen));
    ok(span_is(seen.url, "https://example.org/a.xml") && seen.level == 2 && seen.voucher == scene->origin,
       "the first sitemap");
    first = seen.id;
    must(frontier_settle_sitemap(scene->frontier, first, 200, 5));
    must(frontier_next_sitemap(scene->frontier, scene->origin, &seen));
    is_span(seen.url, span_of("https://example.org/b.xml"), "the second sitemap");
    must(frontier_settle_sitemap(scene->frontier, seen.id, 0, 0));
    is_int(frontier_next_sitemap(scene->frontier, scene->origin, &seen), ERROR_END, "none is queued");
    must(frontier_edit(scene->frontier, FRONTIER_REQUEUE_SITEMAPS, 0));
    must(frontier_next_sitemap(scene->frontier, scene->origin, &seen));
    is_int(seen.id, first, "all are queued again");
    is_int(frontier_find_sitemap(scene->frontier, span_of("https://example.org/a.xml"), &seen), 0,
           "a URL of a sitemap");
    scene_reopen(scene);
}

static void test_runs(struct scene *scene)
{
    struct frontier_run run;
    int64_t before = scene->run;

    must(frontier_end_run(scene->frontier, 2000, 75, "stopped by a signal"));
    must(frontier_commit(scene->frontier));
    must(frontier_last_run(scene->frontier, &run));
    ok(run.id == before && run.ended_ms == 2000 && run.exit_status == 75, "a run that ended");
    is_str(run.why, "stopped by a signal", "and why");
    scene_reopen(scene);
    ok(scene->run > before, "each run has its own id");
}

/* Tests the load of each run, and of all: a run without two requests to an origin has no gap. */
static void test_load(struct scene *scene)
{
    const struct frontier_load loads[] = {
        {.requests = 7, .shortest_gap_ms = 30, .longest_gap_ms = 40, .connections = 2, .waits = 1},
        {.requests = 1, .connections = 1, .waits = 2, .waited_ms = 9},
        {.requests = 3, .shortest_gap_ms = 20, .longest_gap_ms = 50, .connections = 3, .bytes = 5},
        {.requests = 2, .shortest_gap_ms = 25, .longest_gap_ms = 45, .connections = 1, .not_modified = 1}};
    struct frontier_load seen;
    struct frontier_run run;

    must(frontier_load_sum(scene->frontier, &seen));
    ok(seen.requests == 0 && seen.shortest_gap_ms == 0 && seen.longest_gap_ms == 0, "no load yet");
    for (size_t i = 0; i < COUNT_OF(loads); i++) {
        scene_reopen(scene);
        must(frontier_set_load(scene->frontier, &loads[i]));
        must(frontier_commit(scene->frontier));
        must(frontier_last_run(scene->frontier, &run));
        ok(memcmp(&run.load, &loads[i], sizeof seen) == 0, "the load of run %d", (int)scene->run);
    }
    must(frontier_load_sum(scene->frontier, &seen));
    ok(seen.requests == 13 && seen.bytes == 5 && seen.not_modified == 1 && seen.waits == 3 &&
           seen.waited_ms == 9,
       "sums over all runs");
    ok(seen.shortest_gap_ms == 20 && seen.longest_gap_ms == 50 && seen.connections == 3,
       "the shortest and the longest gap, and the most connections");
}

/* The program has no use for the names of kinds. */
static const char *kind_name(int kind)
{
    static const char *const names[FRONTIER_KINDS] = {"start", "requisite", "page", "candidate"};

    return kind >= 0 && kind < FRONTIER_KINDS ? names[kind] : "?";
}

/* Compares the lookup tables with names.h. */
static void test_names(struct scene *scene)
{
    static const struct {
        const char *table;
        const char *(*name)(int);
        int count;
    } cases[] = {{"state", frontier_state_name, FRONTIER_STATES},
                 {"kind", kind_name, FRONTIER_KINDS},
                 {"reason", frontier_reason_name, FRONTIER_REASONS},
                 {"change_kind", frontier_change_name, FRONTIER_CHANGE_KINDS}};
    char sql[200];

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", cases[i].table);
        is_int(scene_query(scene, sql), cases[i].count, cases[i].table);
        for (int n = 0; n < cases[i].count; n++) {
            snprintf(sql, sizeof sql, "SELECT id FROM %s WHERE name = '%s'", cases[i].table,
                     cases[i].name(n));
            is_int(scene_query(scene, sql), n, cases[i].name(n));
        }
        is_str(cases[i].name(cases[i].count), "?", "an unknown number");
    }
}

static void test_sums(struct scene *scene)
{
    struct frontier_stats stats;
    int64_t ids[5];
    char url[60];

    for (int i = 0; i < 5; i++) {
        snprintf(url, sizeof url, "https://example.org/sum/%d", i);
        ids[i] = scene_add(scene, url, i < 2 ? FRONTIER_REQUISITE : FRONTIER_PAGE);
    }
    scene_finish(scene, ids[0]);
    scene_finish(scene, ids[2]);
    scene_finish(scene, ids[2]);
    must(frontier_retry(scene->frontier, ids[3], 1, 99));
    must(frontier_settle(scene->frontier, ids[4], FRONTIER_REFUSED, FRONTIER_BY_ROBOTS, span_of("line 7")));
    must(frontier_commit(scene->frontier));
    for (int i = 0; i < 2; i++) {
        frontier_stats(scene->frontier, &stats);
        is_int(stats.known, 5, i ? "known, after a restart" : "known");
        is_int(stats.states[FRONTIER_DONE], 2, "done");
        is_int(stats.kinds[FRONTIER_DONE][FRONTIER_REQUISITE], 1, "of these requisites");
        is_int(stats.states[FRONTIER_QUEUED], 2, "queued");
        is_int(stats.reasons[FRONTIER_REFUSED][FRONTIER_BY_ROBOTS], 1, "refused by robots.txt");
        is_int(stats.wire_bytes, 200, "bytes on the wire; a second answer replaces the first");
        is_int(stats.plain_bytes, 600, "bytes of content");
        scene_reopen(scene);
    }
    is_int(scene_query(scene,
                       "SELECT min(urls = (SELECT count(*) FROM url WHERE (url.state, url.kind, url.reason) ="
                       " (tally.state, tally.kind, tally.reason))) FROM tally"),
           1, "the table tally has the right sums");
}

static void test_in_flight_is_not_written(struct scene *scene)
{
    struct frontier_item item;
    int64_t states = scene_query(scene, "SELECT sum(state * id) FROM url");

    ok(!frontier_has_changes(scene->frontier) || frontier_commit(scene->frontier) == 0,
       "everything is committed");
    must(frontier_next(scene->frontier, scene->origin, FRONTIER_PAGE, 1000, &item));
    ok(!frontier_has_changes(scene->frontier), "handing out changes nothing");
    must(frontier_commit(scene->frontier));
    is_int(scene_query(scene, "SELECT sum(state * id) FROM url"), states,
           "another process sees no change either");
    scene_reopen(scene);
    is_int(scene->frontier->flying.count, 0, "after a restart nothing is in flight");
}

/* In a child: commits PAGES groups, each a page with 20 links, then dies in the middle of the next. */
static void crawl_and_die(struct scene *scene, int pages)
{
    struct frontier_ids links = {0};
    char url[60];

    scene->frontier = NULL;
    scene_reopen(scene);
    for (int page = 0;; page++) {
        struct frontier_item item;

        must(frontier_next(scene->frontier, scene->origin, FRONTIER_PAGE, 1000, &item));
        links.count = 0;
        for (int i = 0; i < 20; i++) {
            snprintf(url, sizeof url, "https://example.org/%d/%d/%d", (int)getpid(), page, i);
            frontier_ids_add(&links, scene_add(scene, url, FRONTIER_PAGE));
        }
        must(frontier_set_links(scene->frontier, item.id, &links));
        scene_finish(scene, item.id);
        if (page == pages)
            _exit(0);
        must(frontier_commit(scene->frontier));
    }
}

static void test_kill(struct scene *scene)
{
    int64_t known = 0, done_before = 0;

    scene_add(scene, "https://example.org/kill", FRONTIER_START);
    must(frontier_commit(scene->frontier));
    known = (int64_t)known_count(scene->frontier->known);
    done_before = scene_query(scene, "SELECT count(*) FROM visit");
    scene_close(scene);
    for (int pages = 0; pages < 4; pages++) {
        pid_t child = fork();
        int status = 0;
        char label[60];

        if (child == 0)
            crawl_and_die(scene, pages);
        waitpid(child, &status, 0);
        known += pages * 20;
        done_before += pages;
        snprintf(label, sizeof label, "killed after %d groups", pages);
        is_int(status, 0, label);
        scene_reopen(scene);
        is_int(known_count(scene->frontier->known), known, "only the links of the groups are known");
        scene_close(scene);
        is_int(scene_query(scene, "SELECT count(*) FROM visit"), done_before, "the groups' pages are done");
        is_int(scene_query(scene, "SELECT count(*) FROM link"), done_before > 2 ? 20 * (done_before - 2) : 0,
               "each with its links");
        is_int(scene_query(scene, "SELECT max(sequence) - count(DISTINCT sequence) FROM visit"), 1,
               "the only gap in the sequence is that of the replaced answer");
    }
    is_int(scene_query(scene, "SELECT count(*) FROM pragma_foreign_key_check"), 0,
           "all references are right");
    is_int(scene_query(scene, "SELECT integrity_check = 'ok' FROM pragma_integrity_check"), 1,
           "SQLite is content");
    scene->frontier = NULL;
    scene_reopen(scene);
}

/* In a child: a file size limit makes a write fail. */
static void meet_limit(struct scene *scene)
{
    char url[60];
    int error = 0;

    scene->frontier = NULL;
    scene_reopen(scene);
    must(frontier_commit(scene->frontier));
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){1 << 20, 1 << 20});
    for (int i = 0; i < 200 && !error; i++) {
        for (int j = 0; j < 500 && !error; j++) {
            struct frontier_new row;

            snprintf(url, sizeof url, "https://example.org/disk/%d/%d", i, j);
            row = scene_row(scene, url, FRONTIER_PAGE);
            error = frontier_add(scene->frontier, &row, NULL);
        }
        if (!error)
            error = frontier_commit(scene->frontier);
    }
    _exit(error == ERROR_IO && frontier_commit(scene->frontier) == ERROR_IO &&
                  frontier_error_text(scene->frontier)[0]
              ? 0
              : 1);
}

static void test_failed_write(struct scene *scene)
{
    int64_t known, rest;
    pid_t child;
    int status = 0;

    must(frontier_commit(scene->frontier));
    scene_close(scene);
    child = fork();
    if (child == 0)
        meet_limit(scene);
    waitpid(child, &status, 0);
    is_int(status, 0, "a failed write is reported, and its group is lost");
    scene_reopen(scene);
    known = (int64_t)known_count(scene->frontier->known);
    rest = scene_query(scene, "SELECT count(*) % 500 FROM url WHERE url LIKE '%/disk/%'");
    ok(known > 500 && rest == 0, "all earlier groups are there, and no part of the last one");
    is_int(scene_query(scene, "SELECT count(*) FROM url"), known, "what is known is what is written");
}

static void test_pragmas(struct scene *scene)
{
    is_int(scene_query(scene, "SELECT journal_mode = 'wal' FROM pragma_journal_mode"), 1, "write-ahead log");
    is_int(scene_query(scene, "PRAGMA user_version"), mirror_format.version, "version");
    is_int(scene_query(scene, "PRAGMA application_id"), 0x74697074, "the mark of tiptoe");
}

static size_t heap_bytes(void)
{
    struct mallinfo2 info = mallinfo2();

    return info.uordblks + info.hblkhd;
}

/* Resident pages of this process, in bytes: the set of known URLs is not in the heap. */
static size_t resident_bytes(void)
{
    FILE *file = fopen("/proc/self/statm", "r");
    size_t size = 0, resident = 0;

    if (!file || fscanf(file, "%zu %zu", &size, &resident) != 2)
        exit(1);
    fclose(file);
    return resident * (size_t)sysconf(_SC_PAGESIZE);
}

/* The memory and disk space of 200,000 more URLs. */
static void test_size(struct scene *scene)
{
    enum { MANY = 200000 };
    char url[100];
    size_t heap, resident;
    int64_t disk;

    must(frontier_commit(scene->frontier));
    scene_reopen(scene);
    heap = heap_bytes();
    resident = resident_bytes();
    disk = scene_query(scene, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size");
    for (int i = 0; i < MANY; i++) {
        snprintf(url, sizeof url, "https://example.org/library/section-%03d/document-%07d.html", i % 300, i);
        scene_add(scene, url, FRONTIER_PAGE);
        if (i % 3000 == 0)
            must(frontier_commit(scene->frontier));
    }
    must(frontier_commit(scene->frontier));
    heap = heap_bytes() - heap;
    resident = resident_bytes() - resident;
    disk =
        scene_query(scene, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size") - disk;
    ok(heap < 3 << 20, "200,000 URLs more: the heap, SQLite's cache most of it, grows by %zu bytes", heap);
#if !defined __SANITIZE_ADDRESS__ && !defined __clang__
    ok(resident < 8000000, "resident memory grows by %zu bytes", resident);
#else
    (void)resident; /* sanitizers keep what was freed */
#endif
    ok(disk < MANY * 120, "%.1f bytes of mirror.db for each URL of 64 bytes", (double)disk / MANY);
}

/* A mirror without files and archive starts again with nothing that it knew of URLs. */
static void test_forget(void)
{
    static const char *const tables[] = {"url",      "visit",     "tally",    "sitemap", "change",
                                         "misguess", "link_list", "evidence", "held",    "view"};
    struct frontier_evidence evidence = {.kind = span_of("*"), .name = span_of("sid")};
    struct scene scene;
    sqlite3 *sqlite;
    char sql[64];
    bool is_forgotten;

    scene_make(&scene);
    (void)scene_add(&scene, "https://example.org/", FRONTIER_START);
    must_be_0(__FILE__, __LINE__, &scene, frontier_set_evidence(scene.frontier, &evidence));
    must_be_0(__FILE__, __LINE__, &scene, frontier_commit(scene.frontier));
    scene_close(&scene);
    ok(sqlite3_open(scene.path, &sqlite) == SQLITE_OK &&
           sqlite3_exec(sqlite,
                        "INSERT INTO held VALUES (1, 0, 0, x'', 1, 0, 0, x'');"
                        "INSERT INTO view VALUES (1, 1, '', 0, x'', 0, 0, NULL, NULL, NULL, 0, 0)",
                        NULL, NULL, NULL) == SQLITE_OK,
       "a page that is held, and a view");
    sqlite3_close(sqlite);
    scene_reopen(&scene);
    must_be_0(__FILE__, __LINE__, &scene, frontier_forget(scene.frontier, &is_forgotten));
    ok(is_forgotten, "a mirror with nothing is forgotten");
    for (size_t i = 0; i < COUNT_OF(tables); i++) {
        snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", tables[i]);
        is_int(scene_query(&scene, sql), 0, tables[i]);
    }
    scene_remove(&scene);
}

int main(void)
{
    struct scene scene;

    scene_make(&scene);
    test_sums(&scene);
    test_nothing(&scene);
    test_sitemaps(&scene);
    test_long_setting(&scene);
    test_settings(&scene);
    test_runs(&scene);
    test_load(&scene);
    test_names(&scene);
    test_in_flight_is_not_written(&scene);
    test_kill(&scene);
    test_failed_write(&scene);
    test_pragmas(&scene);
    test_size(&scene);
    scene_remove(&scene);
    test_forget();
    return done();
}
