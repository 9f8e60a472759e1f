/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_FRONTIER_SCENE_H
#define TIPTOE_TESTS_FRONTIER_SCENE_H

/* A frontier in its own directory, for the tests of this folder. A step that must work ends the test if it
 * fails. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "frontier/frontier.h"
#include "frontier/row.h"
#include "tap.h"

struct scene {
    char dir[64];
    char path[80];
    struct frontier *frontier;
    int64_t origin, run;
};

#define must(step) must_be_0(__FILE__, __LINE__, scene, (step))
static inline void must_be_0(const char *file, int line, struct scene *scene, int error)
{
    if (error) {
        printf("Bail out! %s:%d: error %d: %s\n", file, line, error, frontier_error_text(scene->frontier));
        exit(1);
    }
}

static inline void scene_close(struct scene *scene)
{
    frontier_free(scene->frontier);
    scene->frontier = NULL;
}

/* Closes without a commit, opens again and begins another run. */
static inline void scene_reopen(struct scene *scene)
{
    scene_close(scene);
    scene->frontier = frontier_new();
    must(frontier_open(scene->frontier, scene->path, FRONTIER_CREATE));
    must(frontier_begin_run(scene->frontier, "test", 1000, &scene->run));
    must(frontier_origin(scene->frontier, span_of("https://example.org"), &scene->origin));
}

static inline void scene_make(struct scene *scene)
{
    *scene = (struct scene){.dir = "/tmp/tiptoe-frontier-XXXXXX"};
    if (!mkdtemp(scene->dir))
        exit(1);
    snprintf(scene->path, sizeof scene->path, "%s/mirror.db", scene->dir);
    scene_reopen(scene);
}

static inline void scene_remove(struct scene *scene)
{
    static const char *const suffixes[] = {"", "-wal", "-shm", "-journal"};
    char path[100];

    scene_close(scene);
    for (size_t i = 0; i < COUNT_OF(suffixes); i++) {
        snprintf(path, sizeof path, "%s%s", scene->path, suffixes[i]);
        unlink(path);
    }
    rmdir(scene->dir);
}

static inline struct frontier_new scene_row(const struct scene *scene, const char *url,
                                            enum frontier_kind kind)
{
    return (struct frontier_new){.url = span_of(url),
                                 .origin = scene->origin,
                                 .kind = kind,
                                 .roles = kind == FRONTIER_CANDIDATE   ? 0
                                          : kind == FRONTIER_REQUISITE ? FRONTIER_AS_REQUISITE
                                                                       : FRONTIER_AS_PAGE};
}

/* Adds a queued URL. */
static inline int64_t scene_add(struct scene *scene, const char *url, enum frontier_kind kind)
{
    struct frontier_new row = scene_row(scene, url, kind);
    int64_t id = 0;

    must(frontier_add(scene->frontier, &row, &id));
    return id;
}

/* Settles a URL as stored. */
static inline void scene_finish(struct scene *scene, int64_t id)
{
    struct frontier_visit visit = {.url = id,
                                   .state = FRONTIER_DONE,
                                   .attempts = 1,
                                   .status = 200,
                                   .document = true,
                                   .wire_bytes = 100,
                                   .plain_bytes = 300};

    must(frontier_finish(scene->frontier, &visit));
}

/* One number that SQL returns, through the sqlite3 library and a separate connection; -1 on any failure. */
static inline int64_t scene_query(const struct scene *scene, const char *sql)
{
    sqlite3 *sqlite = NULL;
    sqlite3_stmt *use = NULL;
    int64_t value = -1;

    if (sqlite3_open_v2(scene->path, &sqlite, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(sqlite, sql, -1, &use, NULL) == SQLITE_OK && sqlite3_step(use) == SQLITE_ROW)
        value = sqlite3_column_int64(use, 0);
    sqlite3_finalize(use);
    sqlite3_close(sqlite);
    return value;
}

#endif
