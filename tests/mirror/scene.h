/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_MIRROR_SCENE_H
#define TIPTOE_TESTS_MIRROR_SCENE_H

/* A mirror of https://example.org/ in a temporary directory, for the tests of mirror/ and weave/. A step that
 * must succeed ends the test if it fails. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/file.h"
#include "fetch/fetch.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "mirror/archiving.h"
#include "mirror/mirror.h"
#include "must.h"
#include "site/path.h"
#include "site/tree.h"
#include "tap.h"
#include "url/url.h"

#define SITE "https://example.org"

__attribute__((unused)) static const int64_t SCENE_STARTED_MS =
    INT64_C(1795190400123); /* 2026-11-20T16:00:00.123Z */

struct scene {
    char dir[40];
    struct mirror mirror;
    struct frontier *frontier; /* the mirror's */
    struct fetch *fetch;
    struct body body; /* of the answer that was added last */
    int64_t origin, run;
};

/* Opens the mirror, begins a run, and finds its site. */
static inline void scene_open(struct scene *scene)
{
    struct buf why;
    struct url page;

    buf_init(&why, 1000);
    page = (struct url){0};
    must(mirror_open(&scene->mirror, scene->dir, FOLDER_CREATE, &why));
    scene->frontier = scene->mirror.frontier;
    must(frontier_begin_run(scene->frontier, "test", SCENE_STARTED_MS, &scene->run));
    must(frontier_origin(scene->frontier, span_of(SITE), &scene->origin));
    must(frontier_set_setting(scene->mirror.frontier, "start", span_of(SITE "/")));
    buf_clear(&scene->mirror.start);
    must(buf_add_text(&scene->mirror.start, SITE "/"));
    must(mirror_locate(&scene->mirror, &page));
    scene->fetch = fetch_new(&(struct fetch_options){
        .user_agent = "test", .spool_dir = scene->mirror.folder.tmp_dir, .wake_fd = -1});
    scene->mirror.archiving = (struct archiving_options){.agent = "test", .fetch = scene->fetch};
    body_init(&scene->body, scene->mirror.folder.tmp_dir, 1 << 20, UINT64_MAX);
    url_release(&page);
    buf_release(&why);
}

/* Closes the mirror without a commit, as a kill does. */
static inline void scene_close(struct scene *scene)
{
    body_release(&scene->body);
    fetch_free(scene->fetch);
    mirror_close(&scene->mirror);
}

static inline void scene_make(struct scene *scene)
{
    *scene = (struct scene){.dir = "/tmp/tiptoe-mirror-XXXXXX"};
    if (!mkdtemp(scene->dir))
        exit(1);
    scene_open(scene);
}

static inline void scene_remove(struct scene *scene)
{
    scene_close(scene);
    file_remove_all(scene->dir);
}

/* Writes TEXT as the file PATH below DIR. */
static inline void write_file(int dir, const char *path, struct span text)
{
    int fd;

    must(file_open(dir, path, O_WRONLY | O_CREAT | O_TRUNC, 0666, &fd));
    must(file_write(fd, text.at, text.len));
    close(fd);
}

/* Whether the file PATH below DIR has exactly TEXT. */
static inline bool file_has(int dir, const char *path, const char *text)
{
    struct buf content;
    bool same;

    buf_init(&content, 1 << 20);
    same = file_read(dir, path, &content) == 0 && span_is(buf_span(&content), text);
    if (!same)
        tap_show(path, buf_span(&content));
    buf_release(&content);
    return same;
}

/* Adds a queued URL, which VIA on the page REFERRER links to. */
static inline int64_t scene_add(struct scene *scene, const char *url, enum frontier_kind kind,
                                int64_t referrer, const char *via)
{
    struct frontier_new row = {.url = span_of(url),
                               .origin = scene->origin,
                               .kind = kind,
                               .roles = kind == FRONTIER_CANDIDATE   ? 0
                                        : kind == FRONTIER_REQUISITE ? FRONTIER_AS_REQUISITE
                                                                     : FRONTIER_AS_PAGE,
                               .referrer = referrer,
                               .via = span_of(via)};
    int64_t id = 0;

    must(frontier_add(scene->frontier, &row, &id));
    return id;
}

/* An answer with HEAD and BODY, valid until the next call, to a request that suits any URL. */
static inline struct fetch_result scene_result(struct scene *scene, const char *head, struct span body)
{
    static const struct answer_fields none;
    struct fetch_result result = {.status = 200,
                                  .outcome = FETCH_OK,
                                  .error = "",
                                  .request_head = span_of("OPTIONS * HTTP/1.1\r\n\r\n"),
                                  .response_head = span_of(head),
                                  .fields = &none,
                                  .plain = &scene->body,
                                  .payload_bytes = body.len,
                                  .started_wall_us = SCENE_STARTED_MS * 1000LL,
                                  .total_ms = 5,
                                  .peer_ip = "192.0.2.7",
                                  .http_version = 11};
    struct digest digest;

    body_clear(&scene->body, 1 << 20);
    must(body_add(&scene->body, body.at, body.len));
    digest = (struct digest){0};
    digest_add(&digest, body.at, body.len);
    digest_finish(&digest, result.payload_sha256);
    digest_release(&digest);
    return result;
}

/* What the frontier stores of RESULT, the answer for ID. */
static inline struct frontier_visit scene_visit(int64_t id, const struct fetch_result *result)
{
    return (struct frontier_visit){.url = id,
                                   .state = FRONTIER_DONE,
                                   .attempts = 1,
                                   .status = result->status,
                                   .requested_ms = SCENE_STARTED_MS,
                                   .wire_bytes = (int64_t)result->payload_bytes,
                                   .plain_bytes = (int64_t)result->payload_bytes,
                                   .digest = span_make((const char *)result->payload_sha256, 32)};
}

/* Gives ID the file PATH. */
static inline void scene_claim(struct scene *scene, int64_t id, const char *path)
{
    struct buf key;
    int64_t holder;

    buf_init(&key, PATH_BUFFER_MAX);
    path_key(&key, span_of(path));
    must(frontier_claim_path(scene->frontier, id, span_of(path), buf_span(&key), &holder));
    buf_release(&key);
}

/* Settles ID as the stored file PATH with CONTENT, without a record. */
static inline void scene_store(struct scene *scene, int64_t id, const char *path, const char *type,
                               const char *content)
{
    struct fetch_result result = scene_result(scene, "", span_of(content));
    struct frontier_visit visit = scene_visit(id, &result);

    visit.content_type = span_of(type);
    visit.path = span_of(path);
    scene_claim(scene, id, path);
    must(frontier_finish(scene->frontier, &visit));
    must(tree_stage(scene->mirror.tree, visit.path, span_of(content)));
}

/* Archives the answer HEAD and BODY of ID and settles it as the file PATH, which is staged unless it is a
 * DOCUMENT. */
static inline void scene_archive(struct scene *scene, int64_t id, const char *url, const char *path,
                                 const char *head, const char *body, bool document)
{
    struct fetch_result result = scene_result(scene, head, span_of(body));
    struct frontier_visit visit = scene_visit(id, &result);
    struct request_purpose purpose = {.url = span_of(url), .id = id};
    struct span type = span_of(head);

    result.url = purpose.url;
    if (span_take_after(&type, "Content-Type: "))
        visit.content_type = span_take_until(&type, '\r');
    must(archiving_add(&scene->mirror, &purpose, &result, &visit));
    visit.document = document;
    visit.path = span_of(path);
    scene_claim(scene, id, path);
    must(frontier_finish(scene->frontier, &visit));
    if (!document)
        must(tree_stage(scene->mirror.tree, visit.path, span_of(body)));
}

#endif
