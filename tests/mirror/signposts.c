/* SPDX-License-Identifier: MIT */
/* Which pages have signposts, what these say, and that they cost no other file its place. */
#include "config.h"

#include "mirror/signposts.h"

#include "base/error.h"
#include "frontier/row.h"
#include "mirror/scene.h"

static const struct {
    const char *url, *path;
} pages[] = {
    {SITE "/", "index.html"},
    {SITE "/about", "about.html"},
    {SITE "/about/more", "about/more.html"},
    {SITE "/about-us", "about-us.html"},
    {SITE "/alone", "alone.html"},
    {SITE "/deep", "deep.html"},
    {SITE "/deep/er/est", "deep/er/est.html"},
    {SITE "/d.html", "d.html"},
    {SITE "/d/1", "d/1.html"},
    {SITE "/E.HTML", "E.HTML"},
    {SITE "/E/1", "E/1.html"},
    {SITE "/own", "own.html"},
    {SITE "/own/", "own/index.html"},
    {SITE "/own/1", "own/1.html"},
    {SITE "/query?a", "query@a.html"},
    {SITE "/query@a/1", "query@a/1.html"},
    {SITE "/Case", "Case.html"},
    {SITE "/case/1", "case/1.html"},
    {SITE "/\xc3\x84", "\xc3\x84.html"}, /* a capital letter */
    {SITE "/\xc3\x84/1.png", "\xc3\x84/1.png"},
    {SITE "/picture", "picture.png"},
    {SITE "/picture/1", "picture/1.html"},
    {SITE "/tea&+'x'", "tea&+'x'.html"},
    {SITE "/tea&+'x'/1", "tea&+'x'/1.html"},
    {SITE "/x.php", "x.php.html"},
    {SITE "/x.php/1", "x.php#/1.html"},
};

enum { ABOUT = 1, PAGES = COUNT_OF(pages) };

static int64_t ids[PAGES];

/* All that should be there, each with a blank after it. */
static const char *list(struct scene *scene, struct buf *out)
{
    struct signpost signpost;
    int error;

    buf_clear(out);
    signpost_init(&signpost);
    while ((error = signpost_next(&signpost, &scene->mirror)) == 0)
        (void)buf_add_format(out, "%s ", buf_text(&signpost.path));
    is_int(error, ERROR_END, "the list ends");
    signpost_release(&signpost);
    return buf_text(out);
}

static void test_write(struct scene *scene)
{
    static const char tea[] =
        "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>../tea%26%2B%27x%27.html</title>\n"
        "<!-- Written by tiptoe: the address of this folder is also that of a page. -->\n"
        "<noscript><meta http-equiv=\"refresh\" content=\"0; url=../tea%26%2B%27x%27.html\"></noscript>\n"
        "<script>location.replace(\"../tea%26%2B%27x%27.html\" + location.search + location.hash)</script>\n"
        "<p><a href=\"../tea%26%2B%27x%27.html\">../tea%26%2B%27x%27.html</a></p>\n";
    int dir = scene->mirror.folder.site_dir;

    is_int(signposts_write(&scene->mirror), 0, "they are written");
    ok(file_has(dir, "tea&+'x'/index.html", tea), "what one says");
    ok(file_has(dir, "own/index.html", "page"), "a page keeps its file");
    ok(!file_exists(dir, "alone"), "no folder is made for one");
    write_file(dir, "tea&+'x'/index.html", span_of("changed"));
    must(file_remove(dir, "about/index.html"));
    must(symlinkat("more.html", dir, "about/index.html"));
    is_int(signposts_write(&scene->mirror), 0, "again");
    ok(file_has(dir, "tea&+'x'/index.html", tea), "one that was changed is as before");
    ok(unlinkat(dir, "about/index.html", 0) == 0 && !file_exists(dir, "about/index.html"),
       "what is not a file stays");
    is_int(signposts_write(&scene->mirror), 0, "once more");
    ok(file_exists(dir, "about/index.html"), "one that was missing");
}

/* The path that LEAVES with the page PAGE, or "". */
static void leaves_with(struct scene *scene, const char *page, const char *leaves)
{
    struct buf path;
    int error;

    buf_init(&path, PATH_BUFFER_MAX);
    must(signpost_leave(&scene->mirror, span_of(page)));
    error = frontier_next_removal(scene->frontier, &path);
    is_str(error ? "" : buf_text(&path), leaves, page);
    must(frontier_removal_done(scene->frontier, buf_span(&path)));
    buf_release(&path);
}

int main(void)
{
    struct scene scene;
    struct buf out;

    buf_init(&out, 1 << 20);
    scene_make(&scene);
    for (size_t i = 0; i < PAGES; i++) {
        ids[i] = scene_add(&scene, pages[i].url, FRONTIER_PAGE, 0, "");
        scene_store(&scene, ids[i], pages[i].path, "text/html", "page");
    }
    must(mirror_sync(&scene.mirror));
    is_str(list(&scene, &out), "about/index.html deep/index.html tea&+'x'/index.html \xc3\x84/index.html ",
           "pages whose address is that of a folder with files, too");
    test_write(&scene);
    leaves_with(&scene, "about.html", "about/index.html");
    leaves_with(&scene, "own.html", "");
    leaves_with(&scene, "picture.png", "");
    leaves_with(&scene, ".html", "");
    must(frontier_edit(scene.frontier, FRONTIER_DROP_ANSWER, ids[ABOUT]));
    is_str(list(&scene, &out), "deep/index.html tea&+'x'/index.html \xc3\x84/index.html ",
           "a page without an answer has none");
    scene_remove(&scene);
    buf_release(&out);
    return done();
}
