/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_JUDGE_SCENE_H
#define TIPTOE_TESTS_JUDGE_SCENE_H

/* The site of a mirror in a directory of its own, for the tests of judge/, update/ and intake/. A step that
 * must work ends the test when it does not. */
#include <stdio.h>
#include <stdlib.h>

#include "answer/answer.h"
#include "base/file.h"
#include "base/limits.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "judge/judge.h"
#include "judge/site.h"
#include "mirror/mirror.h"
#include "must.h"
#include "robots/robots.h"
#include "tap.h"
#include "update/update.h"

struct scene {
    char dir[64];
    struct mirror mirror;
    struct settings settings;
    struct site site;
    struct update update;
    struct url url;
    struct answer *answer;
    int64_t run;
};

/* A mirror of https://example.org/ that has begun a run. Settings are without limits. */
static inline void scene_make(struct scene *scene)
{
    struct buf why;

    *scene = (struct scene){.dir = "/tmp/tiptoe-judge-XXXXXX",
                            .settings = {.scope = {.max_depth = -1},
                                         .max_pages = -1,
                                         .max_bytes = -1,
                                         .max_disk = -1,
                                         .max_file_size = -1,
                                         .retries = 2,
                                         .sitemaps = true}};
    buf_init(&why, 1000);
    scene->url = (struct url){0};
    if (!mkdtemp(scene->dir))
        exit(1);
    must(mirror_open(&scene->mirror, scene->dir, FOLDER_CREATE, &why));
    must(frontier_set_setting(scene->mirror.frontier, "start", span_of("https://example.org/")));
    must(buf_add_text(&scene->mirror.start, "https://example.org/"));
    must(frontier_begin_run(scene->mirror.frontier, "test", 1000, &scene->run));
    must(site_open(&scene->site, &scene->mirror, &scene->settings));
    update_init(&scene->update, &scene->site);
    must(discover_start(&scene->site, &scene->site.weaver.url));
    scene->answer = answer_new(scene->mirror.folder.tmp_dir);
    buf_release(&why);
}

static inline void scene_remove(struct scene *scene)
{
    answer_free(scene->answer);
    update_release(&scene->update);
    site_close(&scene->site);
    mirror_close(&scene->mirror);
    url_release(&scene->url);
    file_remove_all(scene->dir);
}

static inline const struct url *scene_url(struct scene *scene, const char *text)
{
    if (url_parse(&scene->url, span_of(text), NULL, NULL) != URL_OK)
        exit(1);
    return &scene->url;
}

/* Adds a URL as a list names it; its id. */
static inline int64_t scene_list(struct scene *scene, const char *url)
{
    unsigned flags;
    int64_t id = 0;

    must(discover_listed(&scene->site, span_of(url), span_of("test"), 1));
    (void)frontier_known(scene->mirror.frontier, span_of(url), &id, &flags);
    return id;
}

static inline struct frontier_row scene_row(struct scene *scene, int64_t id)
{
    struct frontier_row row;

    must(frontier_get(scene->mirror.frontier, id, &row));
    return row;
}

/* Gives a URL an answer with so many bytes, and a file unless PATH is NULL. */
static inline void scene_finish(struct scene *scene, int64_t id, enum frontier_state state, int64_t bytes,
                                const char *path)
{
    struct frontier_visit visit = {.url = id, .state = state, .status = 200, .wire_bytes = bytes};
    int64_t holder;

    if (path) {
        must(frontier_claim_path(scene->mirror.frontier, id, span_of(path), span_of(path), &holder));
        visit.path = span_of(path);
    }
    must(frontier_finish(scene->mirror.frontier, &visit));
}

static inline struct origin *scene_origin(struct scene *scene)
{
    struct origin *origin;
    int64_t id;

    must(frontier_origin(scene->mirror.frontier, span_of("https://example.org"), &id));
    must(site_origin(&scene->site, id, &origin));
    return origin;
}

/* An answer with STATUS, header lines and a body. */
static inline struct fetch_result *scene_answer(struct scene *scene, int status, const char *lines,
                                                const char *body)
{
    char head[1000];
    struct replay received = {.url = span_of("https://example.org/"), .body = span_of(body)};

    (void)snprintf(head, sizeof head, "HTTP/1.1 %d x\r\n%s\r\n", status, lines);
    received.head = received.framing = span_of(head);
    replay(&received, scene->answer, mirror_decoder(&scene->mirror));
    return &scene->answer->result;
}

#endif
