/* SPDX-License-Identifier: MIT */
/* Which URLs turn out otherwise than their links say, and which pages are woven again for that. */
#include "config.h"

#include "weave/rebuild.h"

#include "frontier/links.h"
#include "weave/document.h"
#include "weave/world.h"

/* The greatest sequence of the wrong guesses; 0: there are none. They are then forgotten. */
static int64_t noted(struct world *world)
{
    struct frontier_misguesses misguesses = {0};
    int64_t greatest;

    must(frontier_read_misguesses(world->scene.frontier, &misguesses));
    greatest = misguesses.count > 0 ? misguesses.greatest : 0;
    frontier_misguesses_release(&misguesses);
    must(frontier_edit(world->scene.frontier, FRONTIER_FORGET_MISGUESSES, 0));
    return greatest;
}

static void test_check(struct world *world)
{
    static const struct {
        const char *url, *path;
        unsigned roles;
        bool wrong;
    } cases[] = {
        {SITE "/a", "a.html", FRONTIER_AS_PAGE, false},
        {SITE "/a", "a.pdf", FRONTIER_AS_PAGE, true},
        {SITE "/a", "a.html", FRONTIER_AS_REQUISITE, true},
        {SITE "/a", "a.bin", FRONTIER_AS_REQUISITE, false},
        {SITE "/a", "a.html", FRONTIER_AS_PAGE | FRONTIER_AS_REQUISITE, true},
        {SITE "/a", "a.bin", FRONTIER_AS_PAGE | FRONTIER_AS_REQUISITE, true},
        {SITE "/a.png", "a.png", FRONTIER_AS_PAGE | FRONTIER_AS_REQUISITE, false},
        {SITE "/a", "a.html", 0, false},
        {SITE "/a", "", FRONTIER_AS_PAGE, true},
        {SITE "/a", "", 0, true},
    };
    int64_t sequence = frontier_sequence(world->scene.frontier);
    struct url url;

    url = (struct url){0};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        must(url_parse(&url, span_of(cases[i].url), NULL, NULL));
        must(unexpected_check(&world->weaver, world->page, cases[i].roles, &url, span_of(cases[i].path)));
        ok(noted(world) == (cases[i].wrong ? sequence : 0), "%s as %s, roles %u", cases[i].url, cases[i].path,
           cases[i].roles);
    }
    must(unexpected_note(&world->weaver, world->page, PAGES_BEFORE));
    is_int(noted(world), sequence, "other bytes");
    must(unexpected_note(&world->weaver, world->page, PAGES_SO_FAR));
    is_int(noted(world), sequence + 1, "changed: pages woven since the last answer count too");
    must(unexpected_note(&world->weaver, world->page, PAGES_ALL));
    is_int(noted(world), INT64_MAX, "a redirect");
    url_release(&url);
}

/* Archives COUNT pages that link to TARGET, and weaves them; FIRST becomes the id of the first. */
static void add_pages(struct world *world, int count, int64_t target, int64_t *first)
{
    struct scene *scene = &world->scene;
    struct frontier_ids ids = {0};
    struct frontier_row row;
    char url[60], path[60];

    frontier_ids_add(&ids, target);
    for (int i = 0; i < count; i++) {
        int64_t id;

        (void)snprintf(url, sizeof url, SITE "/p/%d/%d", (int)target, i);
        (void)snprintf(path, sizeof path, "p/%d/%d.html", (int)target, i);
        id = scene_add(scene, url, FRONTIER_PAGE, 0, "");
        *first = i == 0 ? id : *first;
        scene_archive(scene, id, url, path, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n",
                      "<a href=/target>", true);
        must(frontier_set_links(scene->frontier, id, &ids));
        must(frontier_get(scene->frontier, id, &row));
        must(document_weave_again(&world->weaver, &row));
    }
    must(mirror_commit(&scene->mirror));
    frontier_ids_release(&ids);
}

/* How many of COUNT pages from FIRST on say "target.pdf". */
static int mended(struct world *world, int count, int64_t target)
{
    char path[60];
    int right = 0;

    for (int i = 0; i < count; i++) {
        (void)snprintf(path, sizeof path, "p/%d/%d.html", (int)target, i);
        right += file_has(world->scene.mirror.folder.site_dir, path, "<a href=../../target.pdf>");
    }
    return right;
}

static void test_mend(struct world *world)
{
    enum { PAGES = 70 };
    struct scene *scene = &world->scene;
    int64_t target = scene_add(scene, SITE "/target", FRONTIER_PAGE, 0, ""), first = 0;
    int64_t other = scene_add(scene, SITE "/other", FRONTIER_PAGE, 0, ""), kept = 0, last, sequence;
    struct frontier_row row;
    char path[60];
    int stale = 0;

    is_int(unexpected_fix(&world->weaver), 0, "nothing to mend");
    add_pages(world, PAGES, target, &first);
    add_pages(world, 1, other, &kept);
    (void)snprintf(path, sizeof path, "p/%d/0.html", (int)target);
    ok(file_has(scene->mirror.folder.site_dir, path, "<a href=../../target.html>"), "woven on a guess");
    scene_store(scene, target, "target.pdf", "application/pdf", "pdf");
    must(unexpected_note(&world->weaver, target, PAGES_BEFORE));
    must(mirror_commit(&scene->mirror));
    must(control_give(scene->mirror.folder.control_dir, "stop"));
    scene->mirror.orders.looked = false;
    is_int(unexpected_fix(&world->weaver), 0, "stopped by an order");
    is_int(mended(world, 1, target), 0, "nothing is woven");
    scene->mirror.orders = (struct orders){.looked = false};
    is_int(unexpected_fix(&world->weaver), 0, "the next run mends");
    is_int(mended(world, PAGES, target), PAGES, "every page that links to it");
    last = frontier_sequence(scene->frontier);
    for (int i = 0; i < PAGES; i++) {
        must(frontier_get(scene->frontier, first + i, &row));
        stale += row.visit.woven != last;
    }
    is_int(stale, 0, "each of them once, at a new sequence");
    must(frontier_get(scene->frontier, kept, &row));
    ok(row.visit.woven < last, "no other page");
    is_int(noted(world), 0, "nothing is left to mend");
    sequence = frontier_sequence(scene->frontier);
    is_int(unexpected_fix(&world->weaver), 0, "again");
    is_int(frontier_sequence(scene->frontier), sequence, "does nothing");
}

/* Pages that are woven on a wrong guess, but have no file any more. */
static void test_lost(struct world *world)
{
    struct scene *scene = &world->scene;
    int64_t target = scene_add(scene, SITE "/target2", FRONTIER_PAGE, 0, ""), first = 0;
    struct frontier_visit gone = {.state = FRONTIER_GONE, .attempts = 1, .status = 404};

    add_pages(world, 1, target, &first);
    must(unexpected_note(&world->weaver, target, PAGES_ALL));
    must(frontier_requeue(scene->frontier, first));
    gone.url = first;
    must(frontier_finish(scene->frontier, &gone));
    is_int(unexpected_fix(&world->weaver), 0, "a page that has gone since");
}

int main(void)
{
    struct world world = {.page = 0};

    world_make(&world);
    test_check(&world);
    test_mend(&world);
    test_lost(&world);
    world_remove(&world);
    return done();
}
