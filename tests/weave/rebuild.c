/* SPDX-License-Identifier: MIT */
/* All documents woven again: for rebuild, and when the purpose of the mirror changes. */
#include "config.h"

#include "weave/rebuild.h"

#include "base/error.h"
#include "frontier/frontier.h"
#include "weave/world.h"

enum { PAGES = 70 };

static void add_pages(struct world *world)
{
    struct scene *scene = &world->scene;
    char url[60], path[60];

    for (int i = 0; i < PAGES; i++) {
        int64_t id;

        (void)snprintf(url, sizeof url, SITE "/p/%d", i);
        (void)snprintf(path, sizeof path, "p/%d.html", i);
        id = scene_add(scene, url, FRONTIER_PAGE, 0, "");
        scene_archive(scene, id, url, path, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n",
                      "<p style='mask:url(/pic.png)'>", true);
    }
    must(mirror_commit(&scene->mirror));
}

/* How many pages have this content. */
static int with(struct world *world, const char *content)
{
    char path[60];
    int count = 0;

    for (int i = 0; i < PAGES; i++) {
        (void)snprintf(path, sizeof path, "p/%d.html", i);
        count += file_has(world->scene.mirror.folder.site_dir, path, content);
    }
    return count;
}

/* Removes the documents of world.h, which have no originals. */
static void forget_others(struct world *world)
{
    static const char *const others[] = {SITE "/dir/page", SITE "/stored.html", SITE "/woven.css",
                                         SITE "/plain.css", SITE "/unlinked"};
    int64_t id;
    unsigned flags;

    for (size_t i = 0; i < COUNT_OF(others); i++) {
        ok(frontier_known(world->scene.frontier, span_of(others[i]), &id, &flags), "%s", others[i]);
        must(frontier_requeue(world->scene.frontier, id));
    }
    must(mirror_commit(&world->scene.mirror));
}

static bool is_woven_for(struct world *world, const char *purpose)
{
    struct span value = {0};

    if (frontier_setting(world->scene.frontier, "woven-for", &value))
        value = span_of("nothing");
    return span_is(value, purpose);
}

static void test_rebuild(struct world *world)
{
    uint64_t count;

    is_int(rebuild(&world->scene.mirror, &count), ERROR_CORRUPT, "documents without an original");
    is_int(with(world, "<p style='mask:url(../pic.png)'>"), PAGES, "all others are made");
    ok(is_woven_for(world, "nothing"), "but it does not count");
    forget_others(world);
    is_int(rebuild(&world->scene.mirror, &count), 0, "without these");
    ok(is_woven_for(world, "both"), "it does");
}

static void test_purpose(struct world *world)
{
    static const char disk[] = "<p style='mask:url(data:image/png;base64,cG5n)'>";
    static const char both[] = "<p style='mask:url(../pic.png)'>";
    struct references *references = &world->weaver.references;

    is_int(rebuild_for_purpose(&world->weaver), 0, "the same purpose");
    is_int(with(world, both), PAGES, "nothing to do");
    references->for_disk = true;
    is_int(rebuild_for_purpose(&world->weaver), 0, "for the disk");
    is_int(with(world, disk), PAGES, "all are made for it");
    ok(is_woven_for(world, "disk"), "which is noted");
    write_file(world->scene.mirror.folder.site_dir, "p/0.html", span_of("old"));
    is_int(rebuild_for_purpose(&world->weaver), 0, "for the disk again");
    is_int(with(world, disk), PAGES, "is made again: there may be new files to embed");
    references->for_disk = false;
    is_int(rebuild_for_purpose(&world->weaver), 0, "not for the disk any more");
    is_int(with(world, both), PAGES, "all are made as before");
    ok(is_woven_for(world, "both"), "which is noted");
    write_file(world->scene.mirror.folder.site_dir, "p/0.html", span_of("old"));
    is_int(rebuild_for_purpose(&world->weaver), 0, "the same purpose again");
    is_int(with(world, both), PAGES - 1, "does nothing");
}

/* The option of the run is kept in the mirror. */
static void test_open(struct world *world)
{
    struct weaver weaver;

    must(frontier_set_setting(world->scene.mirror.frontier, "for", span_of("disk")));
    must(weaver_open(&weaver, &world->scene.mirror));
    ok(weaver.references.for_disk, "a weaver for the disk");
    weaver_close(&weaver);
    must(frontier_set_setting(world->scene.mirror.frontier, "for", span_of("both")));
    must(weaver_open(&weaver, &world->scene.mirror));
    ok(!weaver.references.for_disk, "one for both");
    weaver_close(&weaver);
}

int main(void)
{
    struct world world = {.page = 0};

    world_make(&world);
    add_pages(&world);
    test_rebuild(&world);
    test_purpose(&world);
    test_open(&world);
    world_remove(&world);
    return done();
}
