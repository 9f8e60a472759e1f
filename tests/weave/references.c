/* SPDX-License-Identifier: MIT */
/* What each link of a page says in the mirror, by what became of its target. */
#include "config.h"

#include "weave/references.h"

#include "base/error.h"
#include "site/weave.h"
#include "weave/document.h"
#include "weave/world.h"

struct weave_case {
    const char *html, *woven;
};

#define SHEET "<link rel=stylesheet href="

/* A string in a script that is led to a file. */
#define VALUE(reference) " Object.assign(document.createElement(\"a\"),{href:\"" reference "\"}).href "

static const struct weave_case cases[] = {
    /* what is in the mirror */
    {"<a href=/stored.html>", "<a href=../stored.html>"},
    {"<a href=/stored.html#f>", "<a href=../stored.html#f>"},
    {"<a href='https://example.org/stored.html'>", "<a href='../stored.html'>"},
    {"<img src=//cdn.example/lib.js>", "<img src=../_hosts/cdn.example/lib.js>"},
    {"<a href=/moved#f>", "<a href=../stored.html#f>"},
    {"<a href=/moved-part>", "<a href=../stored.html#part>"},
    {"<a href=/moved-part#f>", "<a href=../stored.html#part>"},
    {"<form action=/stored.html>", "<form action=../stored.html>"},
    {"<form method=get action=/unknown>", "<form method=get action=https://example.org/unknown>"},
    /* what is queued */
    {"<a href=/queued>", "<a href=../queued.html>"},
    {"<img src=/new.png>", "<img src=../new.png>"},
    {"<a href=/again>", "<a href=../again.html>"},
    /* a query that scripts of a page without a server may read */
    {"<a href=/v.html?id=1&amp;b#f>", "<a href=\"../v.html@id=1%26b.html?id=1&amp;b#f\">"},
    {"<a href='/d/?id=1'><a href='/d/?id=1#f'>",
     "<a href='../d/@id=1.html?id=1'><a href='../d/@id=1.html?id=1#f'>"},
    {"<a href='/v.php?id=1'>", "<a href='../v.php@id=1.html'>"},
    /* what is not there */
    {"<a href=/unknown#f>", "<a href=https://example.org/unknown#f>"},
    {"<a href=https://example.org/unknown>", "<a href=https://example.org/unknown>"},
    {"<a href='HTTPS://example.org/../unknown'>", "<a href='HTTPS://example.org/../unknown'>"},
    {"<a href=http://other.example>", "<a href=http://other.example>"},
    {"<a href=//other.example>", "<a href=https://other.example/>"},
    {"<a href=/refused>", "<a href=https://example.org/refused>"},
    {"<a href=/gone>", "<a href=https://example.org/gone>"},
    {"<a href=/moved-refused>", "<a href=https://example.org/moved-refused>"},
    {"<img src=/unknown.png>", "<img src=data:,>"},
    {"<img src=https://example.org/unknown.png>", "<img src=data:,>"},
    {"<iframe src=/unknown>", "<iframe src=about:blank>"},
    {"<object data=/unknown>", "<object data=data:image/png,>"},
    {"<link rel=prefetch href=/unknown>", "<link rel=prefetch href=data:,>"},
    {"<link rel=prefetch href=/stored.html>", "<link rel=prefetch href=../stored.html>"},
    {"<meta http-equiv=refresh content='0;url=/unknown'>",
     "<meta http-equiv=refresh content='0;url=javascript:'>"},
    {"<meta property=og:image content=/unknown.png>",
     "<meta property=og:image content=https://example.org/unknown.png>"},
    {"<link rel=next href=/unknown>", "<link rel=next href=data:,>"},
    {"<link rel=license href=/unknown>", "<link rel=license href=https://example.org/unknown>"},
    /* what leads to the live site, or nowhere */
    {"<form method=post action=/stored.html>", "<form method=post action=https://example.org/stored.html>"},
    {"<form method=post><button formmethod=get formaction=/stored.html>",
     "<form method=post><button formmethod=get formaction=../stored.html>"},
    {"<form method=POST action=/stored.html><button formaction=/stored.html>",
     "<form method=POST action=https://example.org/stored.html><button "
     "formaction=https://example.org/stored.html>"},
    {"<link rel=preconnect href=//cdn.example>", "<link rel=preconnect href=\"\">"},
    {"<base href=/b/><link rel=preconnect href=//cdn.example>",
     "<base href=../b/><link rel=preconnect href=\"\">"},
    {"<a href=#top>", "<a href=#top>"},
    {"<a href=mailto:a@b>", "<a href=mailto:a@b>"},
    {"<script type=speculationrules>{}</script>", "<script type=application/json>{}</script>"},
    /* links that repeat others */
    {"<a href=/stored.html#a><a href=/stored.html><a href=/stored.html#c>",
     "<a href=../stored.html#a><a href=../stored.html><a href=../stored.html#c>"},
    {"<a href=/stored.html#a><img src=/stored.html>", "<a href=../stored.html#a><img src=../stored.html>"},
    {"<a href=/stored.html><form action=/stored.html>",
     "<a href=../stored.html><form action=../stored.html>"},
    {"<a href=/moved-part><a href=/moved-part#b>",
     "<a href=../stored.html#part><a href=../stored.html#part>"},
    {"<a href=page><a href=page#b><a href=page>", "<a href=page.html><a href=#b><a href=page.html>"},
    {"<a href=page#b><a href=page>", "<a href=#b><a href=page.html>"},
    /* candidates of a srcset */
    {"<img srcset='/unknown.png 1x, /pic.png 2x'>", "<img srcset='../pic.png 1x, ../pic.png 2x'>"},
    {"<img srcset='/pic.png 1x, /unknown.png 2x'>", "<img srcset='../pic.png 1x, ../pic.png 2x'>"},
    {"<img srcset='/pic.png 1x, /new.png 2x'>", "<img srcset='../pic.png 1x, ../new.png 2x'>"},
    {"<img srcset='/unknown.png 1x, /unknown2.png 2x'>", "<img srcset='data:%2C 1x, data:%2C 2x'>"},
    {"<img srcset='data:a 1x, /unknown.png 2x, /pic.png 3x'>",
     "<img srcset='data:a 1x, ../pic.png 2x, ../pic.png 3x'>"},
    {"<img src=/pic.png srcset='/unknown.png'><img srcset='/pic.png 1x'>",
     "<img src=../pic.png srcset='data:%2C'><img srcset='../pic.png 1x'>"},
    {"<img srcset='/unknown.png 1x, /pic.png 2x'><img srcset='/unknown.png 1x, /new.png 2x'>",
     "<img srcset='../pic.png 1x, ../pic.png 2x'><img srcset='../new.png 1x, ../new.png 2x'>"},
    /* the base of a page */
    {"<base href=/b/><a href=/stored.html>", "<base href=../b/><a href=../stored.html>"},
    {"<base href=/b/c/><a href=x>", "<base href=../b/c/><a href=https://example.org/b/c/x>"},
    {"<base href=/b/c/><a href=/stored.html>", "<base href=../b/c/><a href=../../stored.html>"},
    {"<base href=/dir/><a href=/stored.html>", "<base href=\"\"><a href=../stored.html>"},
    {"<base href=//cdn.example/><a href=lib.js>", "<base href=\"\"><a href=../_hosts/cdn.example/lib.js>"},
    {"<base href=/b/c/><a href=/stored.html><meta http-equiv=content-security-policy content=\"base-uri "
     "'none'\">",
     "<base href=\"\"><a href=../stored.html><meta http-equiv=content-security-policy content=\"base-uri "
     "'none'\">"},
    /* what a page declares for its style sheets */
    {SHEET "/new.css><p style=--x:url(/pic.png)>", SHEET "../new.css><p style=--x:url(pic.png)>"},
    {"<img src=/pic.png><p style='--x:url(https://example.org/pic.png#f)'>" SHEET "/css/new.css><img "
     "src=/pic.png>",
     "<img src=../pic.png><p style='--x:url(../pic.png#f)'>" SHEET "../css/new.css><img src=../pic.png>"},
    {"<style>p{--x:url(/stored.html)}</style>" SHEET "/new.css>" SHEET "/css/new.css>" SHEET "/new.css>",
     "<style>p{--x:url(/stored.html)}</style>" SHEET "../new.css>" SHEET "../css/new.css>" SHEET
     "../new.css>"},
    {SHEET "/new.css>" SHEET "/css/new.css><p style=--x:url(//cdn.example/lib.js)>",
     SHEET "../new.css>" SHEET "../css/new.css><p style=--x:url(/_hosts/cdn.example/lib.js)>"},
    {SHEET "/new.css>" SHEET "/unknown/a.css><link rel=icon href=/css/a.png><p style=--x:url(/pic.png)>",
     SHEET "../new.css>" SHEET "data:,><link rel=icon href=data:,><p style=--x:url(pic.png)>"},
    {SHEET "/new.css><p style=--x:url(/unknown.png)>", SHEET "../new.css><p style=--x:url(data:,)>"},
    {SHEET "/new.css><p style=--x:url(../pic.png)>", SHEET "../new.css><p style=--x:url(../pic.png)>"},
    {SHEET "/new.css><p style=--x:url(/pic.png);mask:var(--x)>",
     SHEET "../new.css><p style=--x:url(../pic.png);mask:var(--x)>"},
    {SHEET "/new.css><p style=-x:url(/pic.png)>", SHEET "../new.css><p style=-x:url(../pic.png)>"},
    {"<p style=--x:url(/pic.png)>", "<p style=--x:url(../pic.png)>"},
    /* guards of files */
    {"<link rel=stylesheet href=/woven.css integrity=sha256-x>", "<link rel=stylesheet href=../woven.css>"},
    {"<link rel=stylesheet href=/plain.css integrity=sha256-x>",
     "<link rel=stylesheet href=../plain.css integrity=sha256-x>"},
    {"<link rel=stylesheet href=/new.css integrity=sha256-x>", "<link rel=stylesheet href=../new.css>"},
    {"<script src=/new.js integrity=sha256-x></script>",
     "<script src=../new.js integrity=sha256-x></script>"},
    {"<script src=/unknown.js integrity=sha256-x></script>",
     "<script src=data:, integrity=sha256-x></script>"},
    {"<script src=//cdn.example/lib.js crossorigin></script>",
     "<script src=../_hosts/cdn.example/lib.js></script>"},
    {"<script src=/unknown.js crossorigin></script>", "<script src=data:, crossorigin></script>"},
    /* policies */
    {"<meta http-equiv=content-security-policy content=\"img-src https://cdn.example\">",
     "<meta http-equiv=content-security-policy content=\"img-src https://cdn.example 'self'\">"},
    {"<meta http-equiv=content-security-policy content=\"style-src "
     "'sha256-x'\"><style>a{b:url(/pic.png)}</style>",
     "<meta http-equiv=content-security-policy content=\"style-src 'self' "
     "'unsafe-inline'\"><style>a{b:url(../pic.png)}</style>"},
    {"<meta http-equiv=content-security-policy content=\"style-src "
     "'sha256-x'\"><style>a{b:url(data:,)}</style>",
     "<meta http-equiv=content-security-policy content=\"style-src "
     "'sha256-x'\"><style>a{b:url(data:,)}</style>"},
    {"<meta http-equiv=content-security-policy content=\"script-src 'sha256-x'\"><script "
     "type=module>import '/new.js'</script>",
     "<meta http-equiv=content-security-policy content=\"script-src 'self' 'unsafe-inline'\"><script "
     "type=module>import '../new.js'</script>"},
    {"<meta http-equiv=content-security-policy content=\"script-src 'sha256-x'\"><script src=/new.css "
     "integrity=sha256-x></script>",
     "<meta http-equiv=content-security-policy content=\"script-src 'sha256-x' 'self'\"><script "
     "src=../new.css></script>"},
    /* an import map with a folder */
    {"<script type=importmap>{\"imports\":{\"a/\":\"/f/\"}}</script>",
     "<script type=importmap>{\"imports\":{\"a/\":\"../f/\"}}</script>"},
    {"<p>\xc3\xa9", "\xef\xbb\xbf<p>\xc3\xa9"},
    /* absolute URLs in scripts of the page */
    {"<script>x='https://example.org/pic.png'</script>", "<script>x=" VALUE("../pic.png") "</script>"},
    {"<script>x={\"y\":\"https:\\/\\/example.org\\/pic.png\"}</script>",
     "<script>x={\"y\":" VALUE("../pic.png") "}</script>"},
    {"<script>f('https://cdn.example/lib.js',`https://example.org/new.js`)</script>",
     "<script>f(" VALUE("../_hosts/cdn.example/lib.js") "," VALUE("../new.js") ")</script>"},
    {"<script>location.href='https://example.org/stored.html#b'</script>",
     "<script>location.href=" VALUE("../stored.html#b") "</script>"},
    {"<base href=/b/c/><script>x='https://example.org/pic.png'</script>",
     "<base href=../b/c/><script>x=" VALUE("../../pic.png") "</script>"},
    {"<a onclick=\"location='https://example.org/stored.html'\">",
     "<a onclick=\"location= Object.assign(document.createElement(&#34;a&#34;),"
     "{href:&#34;../stored.html&#34;}).href \">"},
    {"<meta http-equiv=content-security-policy content=\"script-src "
     "'sha256-x'\"><script>x='https://example.org/pic.png'</script>",
     "<meta http-equiv=content-security-policy content=\"script-src 'self' "
     "'unsafe-inline'\"><script>x=" VALUE("../pic.png") "</script>"},
    {"<script>x='https://example.org/unknown.png'</script>",
     "<script>x='https://example.org/unknown.png'</script>"},
    {"<script>x='https://example.org/gone.png'</script>",
     "<script>x='https://example.org/gone.png'</script>"},
    {"<script>x='/pic.png'</script>", "<script>x='/pic.png'</script>"},
    {"<script>x={'https://example.org/pic.png':1}</script>",
     "<script>x={'https://example.org/pic.png':1}</script>"},
    {"<script type=application/json>{\"x\":\"https://example.org/pic.png\"}</script>",
     "<script type=application/json>{\"x\":\"https://example.org/pic.png\"}</script>"},
    {"<a href=\"javascript:f('https://example.org/pic.png')\">",
     "<a href=\"javascript:f('https://example.org/pic.png')\">"},
};

static const struct weave_case disk_cases[] = {
    {"<p style='mask:url(/pic.png#m)'>", "<p style='mask:url(data:image/png;base64,cG5n#m)'>"},
    {"<p style='mask:url(/new.png)'>", "<p style='mask:url(../new.png)'>"},
    {"<p style='mask:url(/stored.html)'>", "<p style='mask:url(../stored.html)'>"},
    {"<p style='background:url(/pic.png)'>", "<p style='background:url(../pic.png)'>"},
    {SHEET "/new.css><p style=--x:url(/new.png)>", SHEET "../new.css><p style=--x:url(new.png)>"},
    {SHEET "/new.css>" SHEET "/css/new.css><p style=--x:url(/new.png)>",
     SHEET "../new.css>" SHEET "../css/new.css><p style=--x:url(../new.png)>"},
    {"<track src=/text.vtt>", "<track src=data:text/vtt;base64,V0VCVlRU>"},
    {"<a href=/stored.html#a><a href=/stored.html#b>", "<a href=../stored.html#a><a href=../stored.html#b>"},
    {"<link rel=stylesheet href=/plain.css integrity=sha256-x>", "<link rel=stylesheet href=../plain.css>"},
    {"<script src=/new.js integrity=sha256-x></script>", "<script src=../new.js></script>"},
};

static void check(struct world *world, const struct weave_case *c, const struct reference_names *names)
{
    struct weaver *weaver = &world->weaver;
    const struct link_list *links;
    struct body source, out;
    struct span html, woven;

    body_init(&source, -1, 1 << 20, UINT64_MAX);
    body_init(&out, -1, 1 << 20, UINT64_MAX);
    must(body_add(&source, c->html, strlen(c->html)));
    must(body_span(&source, &html));
    weaver->source = &source;
    must(document_read(weaver, DOCUMENT_HTML, html, span_of("text/html; charset=utf-8"), &world->url,
                       world->page, &links));
    must(references_make(&weaver->references, html, links, names));
    must(weave(html, NULL, links, weaver->references.spans, &out));
    must(body_span(&out, &woven));
    is_span(woven, span_of(c->woven), c->html);
    body_release(&source);
    body_release(&out);
}

#define RUNTIME "<script>globalThis[\"TURBOPACK\"]</script>"

/* Scripts of a runtime that knows them by their attributes, whatever the paths of pages are. */
static const struct weave_case runtime_cases[] = {
    {RUNTIME "<script src=/plain.css></script><img src=/pic.png><a href=/stored.html>",
     RUNTIME "<script src=/plain.css></script><img src=../pic.png><a href=../stored.html>"},
    {RUNTIME "<script src=/plain.css></script><a href=/queued>",
     RUNTIME "<script src=/plain.css></script><a href=../queued.html>"},
    {"<script src=/plain.css></script>", "<script src=../plain.css></script>"},
};

static void test_pages(struct world *world)
{
    struct reference_names names = references_of_files(span_of("dir/page.html"), span_of(SITE));

    for (size_t i = 0; i < COUNT_OF(cases); i++)
        check(world, &cases[i], &names);
    world->weaver.references.for_disk = true;
    for (size_t i = 0; i < COUNT_OF(disk_cases); i++)
        check(world, &disk_cases[i], &names);
    world->weaver.references.for_disk = false;
    for (size_t i = 0; i < COUNT_OF(runtime_cases); i++)
        check(world, &runtime_cases[i], &names);
}

/* More links than the memory that is kept has room for. */
static void test_many(struct world *world)
{
    enum { LINKS = 3000 };
    static const char link[] = "<a href=/stored.html>", woven_link[] = "<a href=../stored.html>";
    struct reference_names names = references_of_files(span_of("dir/page.html"), span_of(SITE));
    struct buf html, woven;

    buf_init(&html, 1 << 20);
    buf_init(&woven, 1 << 20);
    for (int i = 0; i < LINKS; i++) {
        must(buf_add_text(&html, link));
        must(buf_add_text(&woven, woven_link));
    }
    check(world, &(struct weave_case){buf_text(&html), buf_text(&woven)}, &names);
    ok(world->weaver.references.room == LINKS, "room for all of them");
    check(world, &cases[0], &names);
    ok(world->weaver.references.room == 1024, "which is given back");
    buf_release(&html);
    buf_release(&woven);
}

static void test_changes(struct world *world)
{
    static const struct {
        const char *url;
        bool changes;
    } changes[] = {
        {SITE "/stored.html", true}, {SITE "/woven.css", true}, {SITE "/plain.css", false},
        {SITE "/pic.png", false},    {SITE "/queued", false},   {SITE "/gone", false},
    };
    static const struct {
        const char *file;
        bool changes;
    } files[] = {{"a.css", true}, {"a/b.CSS", true}, {".css", false}, {"css", false}, {"a.css.js", false}};
    struct frontier_row row;
    bool seen;
    int64_t id;
    unsigned flags;

    for (size_t i = 0; i < COUNT_OF(changes); i++) {
        ok(frontier_known(world->scene.frontier, span_of(changes[i].url), &id, &flags), "known");
        must(references_changes(&world->weaver.references, id, &seen));
        is_int(seen, changes[i].changes, changes[i].url);
    }
    scene_store(&world->scene, world->page, "dir/page.html", "text/html", "text");
    must(references_changes(&world->weaver.references, world->page, &seen));
    ok(!seen, "stored as it came");
    must(frontier_get_by_url(world->scene.frontier, span_of(SITE "/unlinked"), &row));
    must(references_changes(&world->weaver.references, row.item.id, &seen));
    ok(!seen, "a document whose links were never stored");
    ok(references_changes(&world->weaver.references, 9999, &seen) == ERROR_NOT_FOUND, "no such URL");
    for (size_t i = 0; i < COUNT_OF(files); i++)
        is_int(references_expects_change(span_of(files[i].file)), files[i].changes, files[i].file);
}

int main(void)
{
    struct world world = {.page = 0};

    world_make(&world);
    test_pages(&world);
    test_many(&world);
    test_changes(&world);
    world_remove(&world);
    return done();
}
