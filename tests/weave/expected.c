/* SPDX-License-Identifier: MIT */
/* Which file a queued URL is expected to get, with and without a memory. */
#include "config.h"

#include "weave/expected.h"

#include "frontier/row.h"
#include "mirror/scene.h"

static struct expected *expected;
static struct url url;

static struct span expect(struct scene *scene, const char *text, unsigned roles)
{
    must(url_parse(&url, span_of(text), NULL, NULL));
    return expected_file(expected, scene->frontier, &url, roles, span_of(SITE));
}

static void test_make(struct scene *scene)
{
    static const struct {
        const char *url, *page, *requisite;
    } cases[] = {
        {SITE "/", "index.html", "index.html"},
        {SITE "/a", "a.html", "a.bin"},
        {SITE "/a.png", "a.png", "a.png"},
        {SITE "/a.php", "a.php.html", "a.php.bin"},
        {SITE "/d/", "d/index.html", "d/index.html"},
        {SITE "/e/index.html", "e/index.html", "e/index.html"},
        {SITE "/index.html", "index.html", "index.html"},
        {"https://cdn.example/x.js", "_hosts/cdn.example/x.js", "_hosts/cdn.example/x.js"},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        is_span(expect(scene, cases[i].url, FRONTIER_AS_PAGE), span_of(cases[i].page), cases[i].url);
        is_span(expect(scene, cases[i].url, FRONTIER_AS_REQUISITE), span_of(cases[i].requisite), "requisite");
        is_span(expect(scene, cases[i].url, FRONTIER_AS_REQUISITE | FRONTIER_AS_PAGE),
                span_of(cases[i].requisite), "as both");
    }
}

/* The folder of an index is known: its index gets a twin's name. */
static void test_folders(struct scene *scene)
{
    static const struct {
        const char *url;
        bool twin;
    } cases[] = {
        {SITE "/f/index.html", true},  {SITE "/f/index.html?", false},
        {SITE "/f/index.htm", false},  {SITE "/f/xindex.html", false},
        {SITE "/g/index.html", false}, {SITE "/index.html", true},
        {SITE "/f/", false},
    };

    (void)scene_add(scene, SITE "/f/", FRONTIER_PAGE, 0, "");
    (void)scene_add(scene, SITE "/", FRONTIER_START, 0, "");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct span path = expect(scene, cases[i].url, FRONTIER_AS_PAGE);

        ok((memmem(path.at, path.len, "#~", 2) != NULL) == cases[i].twin, "%s: %.*s", cases[i].url,
           (int)path.len, path.at);
    }
}

static struct span find(struct scene *scene, int64_t id, const char *text, unsigned roles, const char *site)
{
    (void)expected_set_site(expected, span_of(site));
    return expected_file_of(expected, scene->frontier, id, span_of(text), roles);
}

static void test_find(struct scene *scene)
{
    static char longest[160] = SITE "/";
    const unsigned page = FRONTIER_AS_PAGE, requisite = FRONTIER_AS_REQUISITE;

    is_span(find(scene, 1, SITE "/a", page, SITE), span_of("a.html"), "made");
    is_span(find(scene, 1, SITE "/b", page, SITE), span_of("a.html"), "remembered by its id");
    is_span(find(scene, 1, SITE "/c", requisite, SITE), span_of("c.bin"), "another role");
    is_span(find(scene, 4097, SITE "/d", page, SITE), span_of("d.html"), "another id in the same slot");
    is_span(find(scene, 1, SITE "/e", page, SITE), span_of("e.html"), "the first is forgotten");
    is_span(find(scene, 1, SITE "/e", page, "https://other.example"), span_of("_hosts/example.org/e.html"),
            "another site");
    is_span(find(scene, 1, SITE "/e", page, SITE), span_of("e.html"), "and back");
    is_span(find(scene, 2, "no URL", page, SITE), span_of(""), "no URL");
    for (size_t len = 110; len <= 112; len++) { /* paths of this length, with ".html" */
        char path[160];

        memset(longest + strlen(SITE "/"), 'l', len - 5);
        longest[strlen(SITE "/") + len - 5] = '\0';
        (void)snprintf(path, sizeof path, "%s.html", longest + strlen(SITE "/"));
        is_span(find(scene, (int64_t)len, longest, page, SITE), span_of(path), "a long path");
        is_span(find(scene, (int64_t)len, SITE "/x", page, SITE), span_of(len <= 111 ? path : "x.html"),
                "is remembered up to 111 bytes");
    }
}

static void test_shifts(struct scene *scene)
{
    static const struct {
        const char *url;
        bool differs;
    } cases[] = {
        {SITE "/q/", true},  {SITE "/q/?", false},   {SITE "/q", false},
        {SITE "/n/", false}, {SITE "/gone/", false}, {SITE "/refused/", false},
    };
    struct frontier_visit gone = {.state = FRONTIER_GONE, .attempts = 1, .status = 404};
    int64_t queued = scene_add(scene, SITE "/q/index.html", FRONTIER_PAGE, 0, ""), refused, id = 0;

    (void)scene_add(scene, SITE "/qindex.html", FRONTIER_PAGE, 0, "");
    gone.url = scene_add(scene, SITE "/gone/index.html", FRONTIER_PAGE, 0, "");
    must(frontier_finish(scene->frontier, &gone));
    frontier_note_expected_file(scene->frontier, gone.url);
    refused = scene_add(scene, SITE "/refused/index.html", FRONTIER_PAGE, 0, "");
    must(frontier_settle(scene->frontier, refused, FRONTIER_REFUSED, FRONTIER_BY_ROBOTS, span_of("x")));
    is_span(find(scene, queued, SITE "/q/index.html", FRONTIER_AS_PAGE, SITE), span_of("q/index.html"),
            "before the folder is known");
    (void)scene_add(scene, SITE "/q/", FRONTIER_PAGE, 0, "");
    is_span(find(scene, queued, SITE "/q/index.html", FRONTIER_AS_PAGE, SITE), span_of("q/index.html"),
            "remembered");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        must(url_parse(&url, span_of(cases[i].url), NULL, NULL));
        ok(expected_shifts(expected, scene->frontier, &url, &id) == cases[i].differs, "%s", cases[i].url);
        if (cases[i].differs)
            is_int(id, queued, "the index");
    }
    ok(!frontier_has_expected_file(scene->frontier, gone.url),
       "a settled index has no expected file any more");
    ok(!span_is(find(scene, queued, SITE "/q/index.html", FRONTIER_AS_PAGE, SITE), "q/index.html"),
       "now it expects another file");
}

int main(void)
{
    struct scene scene;

    scene_make(&scene);
    expected = expected_new(255);
    url_init(&url);
    test_make(&scene);
    test_folders(&scene);
    test_find(&scene);
    test_shifts(&scene);
    expected_free(expected);
    expected_free(NULL);
    url_release(&url);
    scene_remove(&scene);
    return done();
}
