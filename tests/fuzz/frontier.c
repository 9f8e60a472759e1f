/* SPDX-License-Identifier: MIT */
/* A damaged mirror.db: the input is a list of changes, three bytes of offset and one of value each, to a
 * database with a few rows. After any change, opening and reading it gives values or errors. */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/file.h"
#include "frontier/archive.h"
#include "frontier/frontier.h"
#include "frontier/links.h"
#include "frontier/origin.h"
#include "frontier/queue.h"
#include "frontier/robots.h"
#include "frontier/row.h"
#include "frontier/stats.h"
#include "frontier/target.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the target if a step on a sound database fails. */
static void must(int error)
{
    if (error)
        abort();
}

static void fill(const char *path)
{
    struct frontier *frontier = frontier_new();
    struct frontier_ids links = {0};
    struct frontier_robots robots = {.status = 200, .body = span_of("User-agent: *\nDisallow: /x\n")};
    char url[60];
    int64_t run, origin, holder;

    must(frontier_open(frontier, path, FRONTIER_CREATE));
    must(frontier_begin_run(frontier, "fuzz", 1, &run));
    must(frontier_origin(frontier, span_of("https://example.org"), &origin));
    must(frontier_set_robots(frontier, origin, &robots));
    for (int i = 1; i <= 20; i++) {
        struct frontier_new new = {.origin = origin,
                                   .kind = FRONTIER_PAGE,
                                   .roles = FRONTIER_AS_PAGE,
                                   .referrer = i / 2,
                                   .via = span_of("a href"),
                                   .reason = i % 7 ? FRONTIER_NO_REASON : FRONTIER_BY_ROBOTS,
                                   .rule = span_of(i % 7 ? "" : "line 2: Disallow: /x")};

        snprintf(url, sizeof url, "https://example.org/page/%d", i);
        new.url = span_of(url);
        must(frontier_add(frontier, &new, &(int64_t){0}));
        frontier_ids_add(&links, i);
    }
    for (int i = 1; i <= 6; i++) {
        struct frontier_visit visit = {.url = i,
                                       .state = i == 3 ? FRONTIER_REDIRECTED : FRONTIER_DONE,
                                       .status = 200,
                                       .document = true,
                                       .title = span_of("A title"),
                                       .redirect_to = i == 3 ? 4 : 0};

        snprintf(url, sizeof url, "page/%d.html", i);
        must(frontier_claim_path(frontier, i, span_of(url), span_of(url), &holder));
        must(frontier_finish(frontier, &visit));
        must(frontier_set_links(frontier, i, &links));
    }
    must(frontier_retry(frontier, 9, 1, 5));
    must(frontier_commit(frontier));
    frontier_ids_release(&links);
    frontier_free(frontier);
}

/* Reads everything. */
static void read_all(struct frontier *frontier)
{
    struct frontier_origin origin;
    struct frontier_robots robots;
    struct frontier_archive archive;
    struct frontier_target target;
    struct frontier_stats stats;
    struct frontier_ids links = {0};
    struct frontier_row row;
    struct frontier_run run;
    struct span text;
    struct frontier_document document = {.id = 0};

    frontier_stats(frontier, &stats);
    (void)!frontier_last_run(frontier, &run);
    (void)!frontier_archives(frontier, 0, &archive);
    (void)!frontier_setting(frontier, "x", &text);
    (void)!frontier_get_by_url(frontier, span_of("https://example.org/page/20"), &row);
    for (int64_t id = 1; id <= frontier_origin_count(frontier) && id < 30; id++) {
        frontier_get_origin(frontier, id, &origin);
        (void)!frontier_origin_text(frontier, id, &text);
        (void)!frontier_robots(frontier, id, &robots);
    }
    for (int64_t id = 1; id <= 20; id++) {
        (void)!frontier_get(frontier, id, &row);
        (void)!frontier_target(frontier, id, &target);
        (void)!frontier_links(frontier, id, &links);
    }
    for (int i = 0; i < 30 && frontier_documents(frontier, document.id, INT64_MAX, &document) == 0; i++)
        continue;
    frontier_ids_release(&links);
}

/* Walks over the queue, then empties it. */
static void work(struct frontier *frontier)
{
    struct frontier_item item;
    int64_t run;

    if (frontier_begin_run(frontier, "fuzz", 2, &run) != 0)
        return;
    for (int i = 0; i < 30; i++) {
        struct frontier_visit visit = {.state = FRONTIER_DONE, .status = 200};

        if (frontier_origin_count(frontier) < 1 || frontier_next(frontier, 1, FRONTIER_PAGE, 9, &item) != 0)
            break;
        visit.url = item.id;
        if (frontier_finish(frontier, &visit) != 0)
            break;
    }
    (void)!frontier_commit(frontier);
}

/* The sound database, created once. */
static const struct buf *sound(const char *dir, const char *path)
{
    static struct buf bytes;
    int fd;

    if (bytes.len > 0)
        return &bytes;
    buf_init(&bytes, 1 << 20);
    fill(path);
    fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    must(fd < 0);
    must(file_read(fd, "mirror.db", &bytes));
    close(fd);
    return &bytes;
}

static void damage(const char *path, const struct buf *bytes, const uint8_t *data, size_t size)
{
    char *copy = mem_copy_text(bytes->at, bytes->len);
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

    for (size_t i = 0; i + 4 <= size && i < 400; i += 4)
        copy[((size_t)data[i] << 16 | (size_t)data[i + 1] << 8 | data[i + 2]) % bytes->len] =
            (char)data[i + 3];
    must(fd < 0);
    must(file_write(fd, copy, bytes->len));
    close(fd);
    free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const enum frontier_mode modes[] = {FRONTIER_READ, FRONTIER_OPEN};
    static const char *const suffixes[] = {"", "-wal", "-shm", "-journal"};
    char dir[40], path[100], other[110];

    /* In memory where that is possible: commits are synced. */
    snprintf(dir, sizeof dir, "%s/tiptoe-fuzz-XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    if (!mkdtemp(dir))
        abort();
    snprintf(path, sizeof path, "%s/mirror.db", dir);
    damage(path, sound(dir, path), data, size);
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        struct frontier *frontier = frontier_new();

        if (frontier_open(frontier, path, modes[i]) == 0) {
            read_all(frontier);
            if (modes[i] == FRONTIER_OPEN)
                work(frontier);
        } else if (frontier_error_text(frontier)[0] == '\0') {
            abort();
        }
        frontier_free(frontier);
    }
    for (size_t i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++) {
        snprintf(other, sizeof other, "%s%s", path, suffixes[i]);
        unlink(other);
    }
    rmdir(dir);
    return 0;
}
