/* SPDX-License-Identifier: MIT */
/* Which file a URL gets: names do not depend on the order of answers, and files move. */
#include "config.h"

#include "weave/naming.h"

#include "base/error.h"
#include "frontier/links.h"
#include "weave/world.h"

static const char *const urls[] = {SITE "/n", SITE "/n.html", SITE "/N", SITE "/n?x=1", SITE "/N.html"};

enum { URLS = COUNT_OF(urls) };

/* Chooses a file for the URL with this id, and settles it with that file. */
static int choose(struct world *world, int64_t id, const char *text, const char *type, struct buf *path)
{
    struct scene *scene = &world->scene;
    struct fetch_result result = scene_result(scene, "", span_of(text));
    struct frontier_visit visit = scene_visit(id, &result);
    struct url url;
    struct span chosen = {0};
    int error;

    url = (struct url){0};
    must(url_parse(&url, span_of(text), NULL, NULL));
    error = naming_choose(&world->weaver, id, &url, span_of(type), span_of(""), &chosen);
    url_release(&url);
    buf_clear(path);
    if (error)
        return error;
    must(buf_add_span(path, chosen));
    visit.path = buf_span(path);
    must(frontier_finish(scene->frontier, &visit));
    must(tree_stage(scene->mirror.tree, visit.path, span_of(text)));
    return 0;
}

/* The file that ID has now, and whether it has the text CONTENT. */
static void path_now(struct world *world, int64_t id, struct buf *path, const char *content)
{
    struct frontier_row row;

    must(mirror_commit(&world->scene.mirror));
    must(frontier_get(world->scene.frontier, id, &row));
    buf_clear(path);
    must(buf_add_span(path, row.visit.path));
    ok(file_has(world->scene.mirror.folder.site_dir, buf_text(path), content), "%s has its content",
       buf_text(path));
}

/* The names of all URLs, whose answers come in the order that NUMBER stands for. */
static void name_all(unsigned number, struct buf paths[URLS])
{
    struct world world = {.page = 0};
    int64_t ids[URLS];
    size_t order[URLS];

    world_make(&world);
    for (size_t i = 0; i < URLS; i++) {
        ids[i] = scene_add(&world.scene, urls[i], FRONTIER_PAGE, 0, "");
        order[i] = i;
    }
    for (size_t left = URLS; left > 0; left--) {
        size_t at = number % left, i = order[at];

        number /= (unsigned)left;
        order[at] = order[left - 1];
        must(choose(&world, ids[i], urls[i], "text/html", &paths[i]));
    }
    for (size_t i = 0; i < URLS; i++)
        path_now(&world, ids[i], &paths[i], urls[i]);
    world_remove(&world);
}

static void test_orders(void)
{
    struct buf first[URLS], again[URLS];

    for (size_t i = 0; i < URLS; i++) {
        buf_init(&first[i], PATH_BUFFER_MAX);
        buf_init(&again[i], PATH_BUFFER_MAX);
    }
    name_all(0, first);
    is_span(buf_span(&first[2]), span_of("N.html"), "the shortest URL, the first of equally short ones");
    is_span(buf_span(&first[3]), span_of("n@x=1.html"), "a URL without a rival");
    ok(memmem(first[0].at, first[0].len, "#~", 2) && memmem(first[1].at, first[1].len, "#~", 2) &&
           memmem(first[4].at, first[4].len, "#~", 2),
       "all others get twins' names");
    for (unsigned number = 1; number < 120; number += 7) {
        name_all(number, again);
        for (size_t i = 0; i < URLS; i++)
            is_span(buf_span(&again[i]), buf_span(&first[i]), urls[i]);
    }
    for (size_t i = 0; i < URLS; i++) {
        buf_release(&first[i]);
        buf_release(&again[i]);
    }
}

static bool is_misguessed(struct world *world, int64_t id)
{
    struct frontier_misguesses misguesses = {0};
    bool is;

    must(frontier_read_misguesses(world->scene.frontier, &misguesses));
    is = misguesses.count > 0 && bits_has(&misguesses.urls, id);
    frontier_misguesses_release(&misguesses);
    return is;
}

static void test_moves(void)
{
    struct world world = {.page = 0};
    struct scene *scene = &world.scene;
    struct buf path, old;
    int64_t longer, shorter, empty, lost, queued;

    buf_init(&path, PATH_BUFFER_MAX);
    buf_init(&old, PATH_BUFFER_MAX);
    world_make(&world);
    longer = scene_add(scene, SITE "/m.html", FRONTIER_PAGE, 0, "");
    shorter = scene_add(scene, SITE "/m", FRONTIER_PAGE, 0, "");
    must(choose(&world, longer, SITE "/m.html", "text/html", &old));
    must(choose(&world, shorter, SITE "/m", "text/html", &path));
    is_span(buf_span(&path), buf_span(&old), "the shorter URL takes the name");
    path_now(&world, longer, &path, SITE "/m.html");
    path_now(&world, shorter, &path, SITE "/m");
    ok(is_misguessed(&world, longer), "links to the file that moved are wrong");
    must(choose(&world, shorter, SITE "/m", "text/html", &path));
    is_span(buf_span(&path), buf_span(&old), "the same answer again keeps the name");
    must(choose(&world, shorter, SITE "/m", "application/pdf", &path));
    is_span(buf_span(&path), span_of("m.pdf"), "another type gets another name");

    lost = scene_add(scene, SITE "/l.html", FRONTIER_PAGE, 0, "");
    queued = scene_add(scene, SITE "/l", FRONTIER_PAGE, 0, "");
    must(choose(&world, lost, SITE "/l.html", "text/html", &old));
    must(mirror_commit(&scene->mirror));
    must(file_remove(scene->mirror.folder.site_dir, "l.html"));
    is_int(choose(&world, queued, SITE "/l", "text/html", &path), 0, "a file that is missing need not move");

    empty = scene_add(scene, SITE "/e.html", FRONTIER_PAGE, 0, "");
    queued = scene_add(scene, SITE "/e", FRONTIER_PAGE, 0, "");
    must(choose(&world, empty, SITE "/e.html", "text/html", &old));
    must(mirror_commit(&scene->mirror));
    write_file(scene->mirror.folder.site_dir, "e.html", span_of(""));
    is_int(choose(&world, queued, SITE "/e", "text/html", &path), 0, "an empty file moves");
    path_now(&world, empty, &path, "");

    queued = scene_add(scene, SITE "/k.html", FRONTIER_PAGE, 0, "");
    scene_claim(scene, queued, "k.html");
    shorter = scene_add(scene, SITE "/k", FRONTIER_PAGE, 0, "");
    must(choose(&world, shorter, SITE "/k", "text/html", &path));
    ok(memmem(path.at, path.len, "#~", 2) != NULL, "a name that was claimed without an answer is not taken");
    buf_release(&path);
    buf_release(&old);
    world_remove(&world);
}

/* Data may have any extension, also one that names of folders have: then the folder keeps its name. */
static void check_folder(bool file_first)
{
    static const char *const texts[] = {SITE "/x.package", SITE "/x.package/y"};
    static const char *const types[] = {"application/json", "text/html"};
    struct world world = {.page = 0};
    struct buf path;
    int64_t ids[2];

    buf_init(&path, PATH_BUFFER_MAX);
    world_make(&world);
    for (int i = 0; i < 2; i++)
        ids[i] = scene_add(&world.scene, texts[i], FRONTIER_PAGE, 0, "");
    for (int i = 0; i < 2; i++) {
        int at = file_first ? i : 1 - i;

        is_int(choose(&world, ids[at], texts[at], types[at], &path), 0, texts[at]);
    }
    path_now(&world, ids[0], &path, texts[0]);
    ok(span_starts(buf_span(&path), "x#~"), "the file has a twin's name");
    path_now(&world, ids[1], &path, texts[1]);
    is_span(buf_span(&path), span_of("x.package/y.html"), "and the folder has its own");
    buf_release(&path);
    world_remove(&world);
}

/* The file that URL, which has KEPT, gets for an answer of TYPE. */
static void check_kept(struct world *world, const char *kept, const char *type, const char *path)
{
    int64_t id = scene_add(&world->scene, SITE "/caf%C3%A9", FRONTIER_PAGE, 0, "");
    struct span chosen = {0};
    struct url url;

    scene_claim(&world->scene, id, kept);
    url = (struct url){0};
    must(url_parse(&url, span_of(SITE "/caf%C3%A9"), NULL, NULL));
    must(naming_choose(&world->weaver, id, &url, span_of(type), span_of(kept), &chosen));
    is_span(chosen, span_of(path), type);
    url_release(&url);
}

/* A name of another version of Unicode: this one would write é as one character. */
static void test_kept(void)
{
    struct world world = {.page = 0};

    world_make(&world);
    check_kept(&world, "cafe\xcc\x81.html", "text/html; charset=utf-8", "cafe\xcc\x81.html");
    world_remove(&world);
    world_make(&world);
    check_kept(&world, "cafe\xcc\x81.html", "application/pdf", "caf\xc3\xa9.pdf");
    world_remove(&world);
}

int main(void)
{
    test_kept();
    test_orders();
    test_moves();
    check_folder(true);
    check_folder(false);
    return done();
}
