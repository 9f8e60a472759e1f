/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_WEAVE_WORLD_H
#define TIPTOE_TESTS_WEAVE_WORLD_H

/* A mirror in which each URL has another fate, for the tests of this folder. The page that is woven is
 * SITE/dir/page, in the file dir/page.html. */
#include "frontier/links.h"
#include "mirror/scene.h"
#include "weave/document.h"

struct world {
    struct scene scene;
    struct weaver weaver;
    struct url url; /* of the page */
    int64_t page;
};

/* Settles a new URL as the document PATH with this number of LINKS. */
enum { WORLD_UNLINKED = 1000 }; /* its links were never stored */
static inline int64_t world_document(struct world *world, const char *url, const char *path, const char *type,
                                     size_t links)
{
    struct scene *scene = &world->scene;
    int64_t id = scene_add(scene, url, FRONTIER_PAGE, 0, "");
    struct frontier_visit visit = {.url = id,
                                   .state = FRONTIER_DONE,
                                   .attempts = 1,
                                   .status = 200,
                                   .document = true,
                                   .content_type = span_of(type),
                                   .path = span_of(path)};
    struct frontier_ids ids = {0};

    for (size_t i = 0; links != WORLD_UNLINKED && i < links; i++)
        frontier_ids_add(&ids, 1);
    scene_claim(scene, id, path);
    must(frontier_finish(scene->frontier, &visit));
    if (links != WORLD_UNLINKED)
        must(frontier_set_links(scene->frontier, id, &ids));
    must(tree_stage(scene->mirror.tree, visit.path, span_of("woven")));
    frontier_ids_release(&ids);
    return id;
}

static inline void world_redirect(struct world *world, const char *url, int64_t to, const char *fragment)
{
    struct frontier_visit visit = {.url = scene_add(&world->scene, url, FRONTIER_PAGE, 0, ""),
                                   .state = FRONTIER_REDIRECTED,
                                   .attempts = 1,
                                   .status = 301,
                                   .redirect_to = to,
                                   .redirect_fragment = span_of(fragment)};

    must(frontier_finish(world->scene.frontier, &visit));
}

static inline void world_make(struct world *world)
{
    struct scene *scene = &world->scene;
    struct frontier_visit gone = {.state = FRONTIER_GONE, .attempts = 1, .status = 404};
    int64_t stored, refused, again;

    scene_make(scene);
    world->page = world_document(world, SITE "/dir/page", "dir/page.html", "text/html", 1);
    stored = world_document(world, SITE "/stored.html", "stored.html", "text/html", 1);
    (void)world_document(world, SITE "/woven.css", "woven.css", "text/css", 1);
    (void)world_document(world, SITE "/plain.css", "plain.css", "text/css", 0);
    (void)world_document(world, SITE "/unlinked", "unlinked.html", "text/html", WORLD_UNLINKED);
    scene_store(scene, scene_add(scene, SITE "/pic.png", FRONTIER_REQUISITE, 0, ""), "pic.png", "image/png",
                "png");
    scene_store(scene, scene_add(scene, SITE "/text.vtt", FRONTIER_REQUISITE, 0, ""), "text.vtt", "text/vtt",
                "WEBVTT");
    scene_store(scene, scene_add(scene, "https://cdn.example/lib.js", FRONTIER_REQUISITE, 0, ""),
                "_hosts/cdn.example/lib.js", "text/javascript", "lib");
    (void)scene_add(scene, SITE "/queued", FRONTIER_PAGE, 0, "");
    (void)scene_add(scene, SITE "/v.html?id=1&b", FRONTIER_PAGE, 0, "");
    (void)scene_add(scene, SITE "/d/?id=1", FRONTIER_PAGE, 0, "");
    (void)scene_add(scene, SITE "/v.php?id=1", FRONTIER_PAGE, 0, "");
    (void)scene_add(scene, SITE "/new.png", FRONTIER_REQUISITE, 0, "");
    (void)scene_add(scene, SITE "/new.css", FRONTIER_REQUISITE, 0, "");
    (void)scene_add(scene, SITE "/css/new.css", FRONTIER_REQUISITE, 0, "");
    (void)scene_add(scene, SITE "/new.js", FRONTIER_REQUISITE, 0, "");
    refused = scene_add(scene, SITE "/refused", FRONTIER_PAGE, 0, "");
    must(frontier_settle(scene->frontier, refused, FRONTIER_REFUSED, FRONTIER_BY_ROBOTS, span_of("line 2")));
    gone.url = scene_add(scene, SITE "/gone", FRONTIER_PAGE, 0, "");
    must(frontier_finish(scene->frontier, &gone));
    again = world_document(world, SITE "/again", "again.html", "text/html", 1);
    must(frontier_requeue(scene->frontier, again));
    world_redirect(world, SITE "/moved", stored, "");
    world_redirect(world, SITE "/moved-part", stored, "#part");
    world_redirect(world, SITE "/moved-refused", refused, "");
    must(mirror_commit(&scene->mirror));
    must(weaver_open(&world->weaver, &scene->mirror));
    world->url = (struct url){0};
    must(url_parse(&world->url, span_of(SITE "/dir/page"), NULL, NULL));
}

static inline void world_remove(struct world *world)
{
    url_release(&world->url);
    weaver_close(&world->weaver);
    scene_remove(&world->scene);
}

#endif
