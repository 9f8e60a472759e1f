/* SPDX-License-Identifier: MIT */
/* The encoding around a style sheet, and the page around a script. */
#include "config.h"

#include "weave/document.h"

#include "base/limits.h"
#include "weave/world.h"

#define SHEET "a{content:'\xe9'}"

/* Archives a document, found on REFERRER. */
static int64_t add_document(struct world *world, const char *url, const char *path, const char *type,
                            const char *body, int64_t referrer)
{
    char head[200];
    int64_t id = scene_add(&world->scene, url, FRONTIER_PAGE, referrer, "link stylesheet");

    (void)snprintf(head, sizeof head, "HTTP/1.1 200 OK\r\nContent-Type: %s\r\n\r\n", type);
    scene_archive(&world->scene, id, url, path, head, body, true);
    must(mirror_commit(&world->scene.mirror));
    return id;
}

static void is_encoding(struct world *world, int64_t id, const char *sheet, const char *type,
                        const char *wanted, const char *label)
{
    const char *seen;

    must(document_encoding_around(&world->weaver, id, span_of(sheet), span_of(type), false, &seen));
    is_str(seen ? seen : "none", wanted, label);
}

static void test_encoding(struct world *world)
{
    struct scene *scene = &world->scene;
    int64_t page = add_document(world, SITE "/ru", "ru.html", "text/html; charset=koi8-r", "<p>", 0);
    int64_t sheet =
        add_document(world, SITE "/ru.css", "ru.css", "text/css; charset=iso-8859-2", SHEET, page);
    int64_t picture = scene_add(scene, SITE "/ru.png", FRONTIER_REQUISITE, 0, ""), queued;
    int64_t of_page = scene_add(scene, SITE "/a.css", FRONTIER_REQUISITE, page, "link stylesheet");
    int64_t of_sheet = scene_add(scene, SITE "/b.css", FRONTIER_REQUISITE, sheet, "css @import");
    int64_t of_none = scene_add(scene, SITE "/c.css", FRONTIER_REQUISITE, 0, "");
    int64_t of_picture = scene_add(scene, SITE "/d.css", FRONTIER_REQUISITE, picture, "");
    int64_t of_queued;

    scene_store(scene, picture, "ru.png", "image/png", "png");
    queued = scene_add(scene, SITE "/later", FRONTIER_PAGE, 0, "");
    of_queued = scene_add(scene, SITE "/e.css", FRONTIER_REQUISITE, queued, "");
    is_encoding(world, of_page, SHEET, "text/css", "KOI8-R", "of the page");
    is_encoding(world, of_sheet, SHEET, "text/css", "ISO-8859-2", "of the sheet that imports it");
    is_encoding(world, of_page, "a{}", "text/css", "none", "ASCII needs none");
    is_encoding(world, of_page, SHEET, "text/css; charset=utf-8", "none", "a charset of its own");
    is_encoding(world, of_page, "@charset \"utf-8\";" SHEET, "text/css", "none", "a rule of its own");
    is_encoding(world, of_none, SHEET, "text/css", "none", "found nowhere");
    is_encoding(world, of_picture, SHEET, "text/css", "none", "found in what is not a document");
    is_encoding(world, of_queued, SHEET, "text/css", "none", "found on a page without an answer");
    is_encoding(world, 9999, SHEET, "text/css", "none", "an unknown URL");
}

static void is_page(struct world *world, int64_t id, const char *wanted)
{
    const struct url *page;

    must(document_page_around(&world->weaver, id, &page));
    is_span(page ? buf_span(&page->text) : span_of("none"), span_of(wanted), "the page");
}

static void test_page(struct world *world)
{
    struct scene *scene = &world->scene;
    int64_t page = scene_add(scene, SITE "/app", FRONTIER_PAGE, 0, ""), script, chain;
    int64_t xhtml = scene_add(scene, SITE "/x", FRONTIER_PAGE, page, ""), of_queued;
    char url[60], path[60];

    scene_store(scene, page, "app.html", "TEXT/HTML; charset=x", "app");
    scene_store(scene, xhtml, "x.xhtml", "application/xhtml+xml", "x");
    script = scene_add(scene, SITE "/app.js", FRONTIER_REQUISITE, page, "script src");
    scene_store(scene, script, "app.js", "text/javascript", "js");
    is_page(world, script, SITE "/app");
    is_page(world, scene_add(scene, SITE "/y.js", FRONTIER_REQUISITE, xhtml, ""), SITE "/x");
    is_page(world, page, "none");
    is_page(world, 9999, "none");
    of_queued = scene_add(scene, SITE "/q", FRONTIER_PAGE, page, "");
    is_page(world, scene_add(scene, SITE "/q.js", FRONTIER_REQUISITE, of_queued, ""), SITE "/app");
    chain = script;
    for (int i = 0; i <= LIMIT_REDIRECTS; i++) {
        is_page(world, chain, SITE "/app");
        (void)snprintf(url, sizeof url, SITE "/chain/%d.js", i);
        (void)snprintf(path, sizeof path, "chain/%d.js", i);
        chain = scene_add(scene, url, FRONTIER_REQUISITE, chain, "script");
        scene_store(scene, chain, path, "text/javascript", "js");
    }
    is_page(world, chain, "none");
}

int main(void)
{
    struct world world = {.page = 0};

    world_make(&world);
    test_encoding(&world);
    test_page(&world);
    world_remove(&world);
    return done();
}
