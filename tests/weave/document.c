/* SPDX-License-Identifier: MIT */
/* Which bodies are documents, of which type, and how they are woven from the archive; the encoding around a
 * style sheet, and the page around a script. */
#include "config.h"

#include "weave/document.h"

#include "base/error.h"
#include "base/limits.h"
#include "extract/extract.h"
#include "markup/link.h"
#include "weave/world.h"

#define MANIFEST "{\"name\":\"a\",\"start_url\":\"/stored.html\"}"

static void test_type(void)
{
    static const struct {
        const char *content_type, *path, *bytes, *type;
        bool nosniff;
    } cases[] = {
        {"text/plain", "/a", "<html>", "text/plain", false},
        {"text/html; charset=x", "/a", "", "text/html; charset=x", false},
        {"", "/a", "<html>", "text/html", false},
        {"html", "/a", "<html>", "text/html", false},
        {"; charset=x", "/a", "<html>", "text/html", false},
        {"unknown/unknown", "/a", "<html>", "text/html", false},
        {"application/unknown;x", "/a", "<html>", "text/html", false},
        {"*/*", "/a", "<html>", "text/html", false},
        {"", "/a", "<html>", "", true},
        {"", "/a.html", "<html>", "", true},
        {"", "/a.png", "<html>", "image/png", true},
        {"", "/a.css", "", "", true},
        {"", "/a.css", "", "text/css", false},
        {"", "/d.css/a", "", "", false},
        {"", "/a", "", "", false},
        {"", "/a", "\xef\xbb\xbf \n<!-- -->", "text/html", false},
        {"", "/a", "<!DOCTYPE html>", "text/html", false},
        {"", "/a", "<!DOCTYPE htm", "", false},
        {"", "/a", "<html", "", false},
        {"", "/a", "<htmlx>", "", false},
        {"", "/a", "<a\nb", "text/html", false},
        {"", "/a", "<aa>", "", false},
        {"", "/a", "text", "", false},
    };
    struct url url;
    char text[100];

    url = (struct url){0};
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        (void)snprintf(text, sizeof text, SITE "%s", cases[i].path);
        must(url_parse(&url, span_of(text), NULL, NULL));
        is_span(
            document_type(span_of(cases[i].content_type), cases[i].nosniff, &url, span_of(cases[i].bytes)),
            span_of(cases[i].type), cases[i].path);
    }
    url_release(&url);
}

static void test_form(void)
{
    static const struct {
        const char *type, *bytes;
        enum document_form form;
    } cases[] = {
        {"text/html", "", DOCUMENT_HTML},
        {"TEXT/HTML ; charset=x", "", DOCUMENT_HTML},
        {"application/xhtml+xml", "", DOCUMENT_HTML},
        {"image/svg+xml", "", DOCUMENT_HTML},
        {"text/css", "", DOCUMENT_CSS},
        {"text/css", "\x1f\x8b", DOCUMENT_NONE},
        {"application/octet-stream", "pagefind_dcd\x80", DOCUMENT_DATA},
        {"application/manifest+json", "", DOCUMENT_MANIFEST},
        {"application/rss+xml", "<rss/>", DOCUMENT_XML},
        {"application/xml", "<html xmlns='x'/>", DOCUMENT_HTML},
        {"text/xml", "<svg/>", DOCUMENT_HTML},
        {"text/xml", "<feed/>", DOCUMENT_XML},
        {"+xml", "<svg/>", DOCUMENT_NONE},
        {"text/xsl", "<xsl:stylesheet/>", DOCUMENT_XML},
        {"application/json", MANIFEST, DOCUMENT_MANIFEST},
        {"text/plain", MANIFEST, DOCUMENT_MANIFEST},
        {"", MANIFEST, DOCUMENT_MANIFEST},
        {"application/octet-stream", MANIFEST, DOCUMENT_MANIFEST},
        {"application/json", "{}", DOCUMENT_DATA},
        {"text/plain", "{}", DOCUMENT_NONE},
        {"text/javascript", "", DOCUMENT_SCRIPT},
        {"application/javascript", "", DOCUMENT_SCRIPT},
        {"image/png", "", DOCUMENT_NONE},
        {"image/png", MANIFEST, DOCUMENT_NONE},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++)
        is_int(document_form(span_of(cases[i].type), span_of(cases[i].bytes)), cases[i].form, cases[i].type);
}

static void test_form_of(struct world *world)
{
    static const struct {
        const char *via, *type, *bytes;
        enum document_form form;
    } cases[] = {
        {PLACE_MANIFEST_TEXT, "application/json", "\xef\xbb\xbf\n{}", DOCUMENT_MANIFEST},
        {PLACE_MANIFEST_TEXT, "text/plain", "{}", DOCUMENT_MANIFEST},
        {PLACE_MANIFEST_TEXT, "text/plain", "no", DOCUMENT_NONE},
        {PLACE_MANIFEST_TEXT, "text/html", "{}", DOCUMENT_HTML},
        {"a href", "application/json", "{}", DOCUMENT_DATA},
    };
    char url[60];

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        int64_t id;

        (void)snprintf(url, sizeof url, SITE "/form/%zu", i);
        id = scene_add(&world->scene, url, FRONTIER_REQUISITE, 0, cases[i].via);
        is_int(document_form_of(&world->weaver, id, span_of(cases[i].type), span_of(cases[i].bytes)),
               cases[i].form, cases[i].type);
    }
    is_int(document_form_of(&world->weaver, 9999, span_of("text/plain"), span_of("{}")), DOCUMENT_NONE,
           "an unknown URL");
}

static void test_rewritten(void)
{
    static const struct {
        enum document_form form;
        enum link_role role;
        bool link, stands, rewritten;
    } cases[] = {
        {DOCUMENT_HTML, LINK_PAGE, false, false, true},
        {DOCUMENT_CSS, LINK_PAGE, false, false, true},
        {DOCUMENT_XML, LINK_PAGE, false, false, false},
        {DOCUMENT_XML, LINK_PAGE, true, true, false},
        {DOCUMENT_XML, LINK_REQUISITE, true, false, true},
        {DOCUMENT_SCRIPT, LINK_CANDIDATE, true, false, false},
        {DOCUMENT_SCRIPT, LINK_REQUISITE, true, false, true},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct link links[2] = {{.role = LINK_CANDIDATE}, {.role = cases[i].role, .stands = cases[i].stands}};
        struct link_list list = {.links = links, .count = cases[i].link ? 2 : 0};

        ok(document_is_rewritten(cases[i].form, &list) == cases[i].rewritten, "rewritten: case %zu", i);
    }
    ok(document_is_rewritten(DOCUMENT_SCRIPT, &(struct link_list){.adapts = true}),
       "a module is rewritten, whatever the mirror is for: rebuild can make it one for disk");
}

/* Archives a document and weaves it again; whether its file then is WOVEN. */
static void is_woven(struct world *world, const char *name, const char *type, const char *body,
                     const char *woven)
{
    struct scene *scene = &world->scene;
    char url[60], path[60], head[200];
    struct frontier_row row;
    struct buf whole BUF_LOCAL(1);
    struct span remade;
    int64_t id;

    (void)snprintf(url, sizeof url, SITE "/w/%s", name);
    (void)snprintf(path, sizeof path, "w/%s", name);
    (void)snprintf(head, sizeof head, "HTTP/1.1 200 OK\r\nContent-Type: %s\r\n\r\n", type);
    id = scene_add(scene, url, FRONTIER_PAGE, 0, "");
    scene_archive(scene, id, url, path, head, body, true);
    must(mirror_commit(&scene->mirror));
    must(frontier_get(scene->frontier, id, &row));
    is_int(weaver_documents(&world->weaver).remake(&world->weaver, &row, &whole, &remade),
           woven ? 0 : ERROR_CORRUPT, "remade");
    if (woven)
        is_span(remade, span_of(woven), type);
    must(frontier_get(scene->frontier, id, &row));
    is_int(document_weave_again(&world->weaver, &row), woven ? 0 : ERROR_CORRUPT, "woven again");
    must(mirror_commit(&scene->mirror));
    must(frontier_get(scene->frontier, id, &row));
    ok(row.visit.woven == (woven ? frontier_sequence(scene->frontier) : 0), "the frontier knows when");
    if (woven)
        ok(file_has(scene->mirror.folder.site_dir, path, woven), "its file");
}

static void test_weave(struct world *world)
{
    is_woven(world, "a.html", "text/html", "<a href=/stored.html>", "<a href=../stored.html>");
    is_woven(world, "b.css", "text/css", "a{b:url(/pic.png)}", "a{b:url(../pic.png)}");
    is_woven(world, "c.json", "application/manifest+json", MANIFEST,
             "{\"name\":\"a\",\"start_url\":\"../stored.html\"}");
    is_woven(world, "d.js", "text/javascript", "import '/new.js'", "import '../new.js'");
    is_woven(world, "e.xml", "text/xml", "<?xml-stylesheet href='/woven.css'?><rss/>",
             "<?xml-stylesheet href='../woven.css'?><rss/>");
    is_woven(world, "f.png", "image/png", "png", NULL);
    is_woven(world, "g.json", "application/json", "{\"a\":\"/stored.html\"}", "{\"a\":\"/stored.html\"}");
}

static void test_disk(struct world *world)
{
    world->weaver.references.for_disk = true;
    is_woven(
        world, "h.js", "text/javascript", "import('b')",
        "self.tiptoe$||(self.tiptoe$={at:()=>a=>import(a)},Object.defineProperty(Object.prototype,"
        "\"tiptoe$location\",{configurable:true,get(){return this.location},set(a){this.location=a}}));\n"
        "tiptoe$.at(\"w/h.js\")('b')");
    is_woven(world, "i.js", "text/javascript", "import a from 'b' with {}", "import a from 'b' with {}");
    is_woven(world, "j.html", "text/html",
             "<meta http-equiv=content-security-policy content=\"img-src 'self'\"><script>a</script>",
             "<meta http-equiv=content-security-policy content=\"img-src 'self' data:\"><script>a</script>");
    is_woven(world, "k.svg", "image/svg+xml", "<svg><script>a</script></svg>",
             "<svg><script>a</script></svg>");
    world->weaver.references.for_disk = false;
}

static void name_target(const struct reference_names *names, struct buf *out, const struct link *link,
                        struct span file)
{
    (void)link, (void)names;
    buf_clear(out);
    (void)buf_add_format(out, "/at/%.*s", (int)file.len, file.at);
}

static void test_remake(struct world *world)
{
    static const struct {
        const char *header, *refresh, *before, *woven;
    } cases[] = {
        {"", "", "", ""},
        {"Refresh: 5; url=/stored.html\r\n", "5; url=/at/stored.html", "",
         "<meta http-equiv=\"refresh\" content=\"5;url=/at/stored.html\">"},
        {"Refresh:  0.5,'/stored.html'\r\n", "0.5,'/at/stored.html'", "<html>\n<head>",
         "<html>\n<head><meta http-equiv=\"refresh\" content=\"0.5;url=/at/stored.html\">"},
        {"Refresh: 5; url=/stored.html\r\n", "5; url=/at/stored.html",
         "<meta http-equiv=refresh content=\"1;url=#a\">", "<meta http-equiv=refresh content=\"1;url=#a\">"},
        {"Refresh: 5; url=/unknown\r\n", "5; url=javascript:", "",
         "<meta http-equiv=\"refresh\" content=\"5;url=javascript:\">"},
        {"Refresh: 5\r\n", "5", "", ""},
    };
    struct scene *scene = &world->scene;
    struct reference_names names = {.name = name_target, .site = span_of(SITE)};
    struct frontier_row row;
    struct buf refresh;
    struct span woven;
    char url[60], path[60], head[200], body[200];

    buf_init(&refresh, 1000);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        int64_t id;

        (void)snprintf(url, sizeof url, SITE "/r/%zu", i);
        (void)snprintf(path, sizeof path, "r/%zu.html", i);
        (void)snprintf(head, sizeof head, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n%s\r\n",
                       cases[i].header);
        id = scene_add(scene, url, FRONTIER_PAGE, 0, "");
        (void)snprintf(body, sizeof body, "%s<a href=/stored.html>", cases[i].before);
        scene_archive(scene, id, url, path, head, body, true);
        must(mirror_commit(&scene->mirror));
        must(frontier_get(scene->frontier, id, &row));
        (void)snprintf(body, sizeof body, "%s<a href=/at/stored.html>", cases[i].woven);
        is_int(document_remake(&world->weaver, &row, &names, &woven, &refresh), 0, "remade by other names");
        is_span(woven, span_of(body), "the page");
        is_span(buf_span(&refresh), span_of(cases[i].refresh), "its Refresh header");
        ok(faccessat(scene->mirror.folder.site_dir, path, F_OK, 0) != 0, "nothing is written");
    }
    must(frontier_get(scene->frontier, 1, &row));
    is_int(document_remake(&world->weaver, &row, &names, &woven, &refresh), ERROR_CORRUPT, "no original");
    buf_release(&refresh);
}

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

static void is_encoding(struct world *world, int64_t id, const char *wanted, const char *label)
{
    struct script_page page;

    must(document_page_around(&world->weaver, id, &page));
    is_str(page.encoding ? page.encoding : "none", wanted, label);
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
    is_encoding(world, of_page, "KOI8-R", "of the page");
    is_encoding(world, of_sheet, "KOI8-R", "of the page of the sheet that imports it");
    is_encoding(world, of_none, "none", "found nowhere");
    is_encoding(world, of_picture, "none", "found in what is not a document");
    is_encoding(world, of_queued, "none", "found on a page without an answer");
    is_encoding(world, 9999, "none", "an unknown URL");
}

static void is_page(struct world *world, int64_t id, const char *wanted)
{
    struct script_page page;

    must(document_page_around(&world->weaver, id, &page));
    is_span(page.base ? buf_span(&page.base->text) : span_of("none"), span_of(wanted), "the page");
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

    test_type();
    test_form();
    test_rewritten();
    world_make(&world);
    test_form_of(&world);
    test_weave(&world);
    test_disk(&world);
    test_remake(&world);
    test_encoding(&world);
    test_page(&world);
    world_remove(&world);
    return done();
}
