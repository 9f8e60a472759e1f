/* SPDX-License-Identifier: MIT */
/* Which file a queued URL is expected to get, with and without a memory. */
#include "config.h"

#include "weave/naming.h"

#include "frontier/row.h"
#include "mirror/scene.h"

static struct expected *expected;
static struct url url;

static struct span expect(const char *text, unsigned roles)
{
    must(url_parse(&url, span_of(text), NULL, NULL));
    return expected_file(expected, &url, roles, span_of(SITE));
}

static void test_make(void)
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
        is_span(expect(cases[i].url, FRONTIER_AS_PAGE), span_of(cases[i].page), cases[i].url);
        is_span(expect(cases[i].url, FRONTIER_AS_REQUISITE), span_of(cases[i].requisite), "requisite");
        is_span(expect(cases[i].url, FRONTIER_AS_REQUISITE | FRONTIER_AS_PAGE), span_of(cases[i].requisite),
                "as both");
    }
}

static struct span find(int64_t id, const char *text, unsigned roles, const char *site)
{
    (void)expected_set_site(expected, span_of(site));
    return expected_file_of(expected, id, span_of(text), roles);
}

static void test_find(void)
{
    static char longest[160] = SITE "/";
    const unsigned page = FRONTIER_AS_PAGE, requisite = FRONTIER_AS_REQUISITE;

    is_span(find(1, SITE "/a", page, SITE), span_of("a.html"), "made");
    is_span(find(1, SITE "/b", page, SITE), span_of("a.html"), "remembered by its id");
    is_span(find(1, SITE "/c", requisite, SITE), span_of("c.bin"), "another role");
    is_span(find(4097, SITE "/d", page, SITE), span_of("d.html"), "another id in the same slot");
    is_span(find(1, SITE "/e", page, SITE), span_of("e.html"), "the first is forgotten");
    is_span(find(1, SITE "/e", page, "https://other.example"), span_of("_hosts/example.org/e.html"),
            "another site");
    is_span(find(1, SITE "/e", page, SITE), span_of("e.html"), "and back");
    is_span(find(2, "no URL", page, SITE), span_of(""), "no URL");
    is_span(find(5, SITE "/p.html", page, SITE), span_of("p.html"), "called as its URL");
    is_span(find(4101, SITE "/q", page, SITE), span_of("q.html"), "another id in the same slot");
    is_span(find(5, SITE "/con.html", page, SITE), span_of("con.html"), "that is never forgotten");
    is_span(find(5, SITE "/con.html", requisite, SITE), span_of("#63on.html"), "in that role");
    is_span(find(5, SITE "g/con.html", page, SITE), span_of("_hosts/example.orgg/#63on.html"),
            "on another site, it is made");
    is_span(find(4101, SITE "/q", page, SITE), span_of("q.html"), "another id in the same slot");
    is_span(find(5, SITE "/%70.html", page, SITE), span_of("p.html"), "in another spelling, it is made");
    for (size_t len = 110; len <= 112; len++) { /* paths of this length, with ".html" */
        char path[160];

        memset(longest + strlen(SITE "/"), 'l', len - 5);
        longest[strlen(SITE "/") + len - 5] = '\0';
        (void)snprintf(path, sizeof path, "%s.html", longest + strlen(SITE "/"));
        is_span(find((int64_t)len, longest, page, SITE), span_of(path), "a long path");
        is_span(find((int64_t)len, SITE "/x", page, SITE), span_of(len <= 111 ? path : "x.html"),
                "is remembered up to 111 bytes");
    }
}

int main(void)
{
    struct scene scene;

    scene_make(&scene);
    expected = expected_new(scene.frontier, 255);
    url = (struct url){0};
    test_make();
    test_find();
    expected_free(expected);
    expected_free(NULL);
    url_release(&url);
    scene_remove(&scene);
    return done();
}
