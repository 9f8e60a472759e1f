/* SPDX-License-Identifier: MIT */
/* URLs in the forms that site generators write: chunks of webpack, and files that pages are the sign of. */
#include "config.h"

#include "apps/app.h"

#include <unistd.h>

#include "extract_html.h"
#include "extract/extract.h"

#include "base/limits.h"
#include "tap.h"
#include "url/url.h"

/* Scripts at http://h/x/assets/js/run.js, on the page http://p/docs/one. */
static const struct {
    const char *code, *urls;
} scripts[] = {
    {"u=e=>\"assets/js/\"+({4:\"a\",9:\"b\"}[e]||e)+\".\"+{4:\"0f\",7:\"1f\",9:\"2f\"}[e]+\".js\",r.p=\"/\"",
     "http://p/assets/js/a.0f.js http://p/assets/js/7.1f.js http://p/assets/js/b.2f.js "},
    {"u=e=>\"assets/js/\"+(({4:\"a\"})[e]||e)+\".\"+({4:\"0f\"})[e]+\".js\"",
     "http://h/x/assets/js/a.0f.js "},
    {"u=e=>\"assets/js/\"+e+\".\"+{'a-b':'0f','[s]':\"1f\"}[e]+\".js\",p.p=\"http://c/\"",
     "http://c/assets/js/a-b.0f.js http://c/assets/js/[s].1f.js "},
    {"u=e=>e+\".\"+{4:\"0f\"}[e]+\".js\"", "http://h/x/assets/js/4.0f.js "},
    {"u=e=>\"\"+({4:\"a\"}[e]||e)+\"-\"+{4:\"0f\"}[e]+\".js\",s.p=\"\"", "http://p/docs/a-0f.js "},
    {"c=e=>\"css/\"+{4:\"0f\"}[e]+\".css\";u=e=>\"js/\"+{4:\"1f\"}[e]+\".js\"",
     "http://h/x/assets/js/css/0f.css http://h/x/assets/js/1f.js "},
    {"u=e=>\"js/\"+({4:\"a\"}[e]||e)+\".js\"", "http://h/x/assets/js/a.js "},
    {"u=e=>\"js/\"+e+\".js\"", ""},
    {"c.u=function(e){return({4:\"a\"}[e]||e)+\"-\"+{4:\"0f\",7:\"1f\"}[e]+\".js\"},c.p=\"/\"",
     "http://p/a-0f.js http://p/7-1f.js "},
    {"c.u=e=>{4:\"a\"}[e]+\"-\"+{4:\"0f\"}[e]+\".js\",c.p=\"/\"", "http://p/a-0f.js "},
    {"f()[e]+\"-\"+{4:\"0f\"}[e]+\".js\"", ""},
    {"t.u=e=>\"js/\"+e+\".0f.js\",t.p=\"/\",t.e(n)", ""},
    {"t.u=e=>\"js/\"+e+\".exe\",t.p=\"/\"", ""},
    {"t.u=e=>\"js/\"+e+\".0f.js\",t.p=\"/\",t.e(905),t.e(n),t.e(906)",
     "http://p/js/905.0f.js http://p/js/906.0f.js "},
    {"x=e=>\"js/\"+e+\".0f.js\",t.e(905)", ""},
    {"u=e=>\"js/\"+{4:f()}[e]+\".js\"", ""},
    {"u=e=>\"js/\"+{4:\"a\"+b}[e]+\".js\"", ""},
    {"u=e=>\"js/\"+{4:\"a\"}+\".js\"", ""},
    {"u=e=>\"js/\"+{4:\"a\"}[e].b+\".js\"", ""},
    {"u=e=>\"js/\"+{4:\"a<b\"}[e]+\".js\"", ""},
    {"u=e=>\"js/\"+{4:\"a\\x2f\"}[e]+\".js\"", ""},
    {"u=e=>\"js/\"+{4:\"a\"}[e]+", ""},
    {"u=e=>\"js/\"+{4:\"a\"", ""},
    {"u=e=>\"js/\"+{}[e]+\".js\"", ""},
    {"u=\"a\"+b+\"c\"+d+\"e\"+f+\"g\"+h+\"i\"+{4:\"a\"}[e]+\".js\"", ""},
    {"m=[\"assets/a.js\",\"assets/[id].css\",\"js/b.js\",\"other/c.js\",\"./d.js\"]",
     "http://h/x/assets/a.js http://h/x/assets/[id].css http://h/x/assets/js/b.js http://p/docs/other/c.js "
     "http://h/x/assets/js/other/c.js http://p/docs/d.js "},
    {"n=\"search-index{dir}.json?_=8e\",c=1",
     "http://h/x/search-index.json http://h/x/search-index.json?_=8e "},
    {"n=\"search-index{dir}.json\"", "http://h/x/search-index.json "},
    {"r.d(t,{},{z:{\"###en\":\"5e0f\",\"1.0.2###pt-BR\":\"6a\",\"2###\":\"7b\"}})", ""},
    {"await import(`${i}pagefind.js`)",
     "http://h/x/assets/js/pagefind.js http://p/docs/pagefind.js http://h/x/assets/js/pagefind.js "},
    {"u=`${this.basePath}pagefind-entry.json`,w=`${b}pagefind-worker.js`",
     "http://h/x/assets/js/pagefind-entry.json http://h/x/assets/js/pagefind-worker.js "
     "http://p/docs/pagefind-worker.js http://h/x/assets/js/pagefind-worker.js "},
    {"fetch(`${this.basePath}pagefind-entry.json?ts=${Date.now()}`)",
     "http://h/x/assets/js/pagefind-entry.json "},
    {"l={href:`/items/${e.id}`,children:1}", "http://p/items/%7B%7D "},
    {"l={href:\"/items/\"+e.id,children:1};r.push('/p-' + item.slug)",
     "http://p/items/%7B%7D http://p/p-%7B%7D "},
    {"a.href = '/x/' + id + '/';l={href:\"/y/\".concat(e.id)}", "http://p/x/%7B%7D/ http://p/y/%7B%7D "},
    {"l.innerHTML=`<a href=\"/x/${e.id}\">`+'<a href=\"/y/'+e.slug+'.html\">'",
     "http://p/x/%7B%7D http://p/y/%7B%7D.html "},
    {"l=\"<a href=\\\"/z/\"+e.id+\"\\\">\"", "http://p/z/%7B%7D "},
    {"l=[{href:`/x/${e.name}`},{href:`/x/${e.id}/${e.slug}`},{href:`/x/${e.kind}/${e.id}`},{href:`/"
     "x?y=${e.id}`}]",
     ""},
    {"l=[{href:`//h/${e.id}`},{href:`x/${e.id}`},{href:\"/x/\"+e.id(1)},{href:\"/x/\"+e.id[1]},{href:`/x/"
     "${e.id",
     ""},
    {"l=[{href:\"/x/\".concat(e.id,1)},{href:\"/x/\"+e.id+e.n},{href:\"/x/\"-e.id},{href:\"/x/"
     "\"+encode(e.id)}]",
     ""},
    {"m=[\"../../../x/y.json\",\"../x/y.json\"]", "http://p/x/y.json "},
    {"var NAVTREE =\n[\n[\"A\",\"a.html\",[[\"B\",\"b.html\",\"b_dup\"],[\"C\",\"c.html\",null]]]\n];\n"
     "var NAVTREEINDEX =\n[\n\"a.html\",\n\"c.html\"\n];\nvar S = 'x/no.png';",
     "http://h/x/assets/js/navtreeindex0.js http://h/x/assets/js/navtreeindex1.js "
     "http://h/x/assets/js/b_dup.js "},
    {"var run =\n[ [\"A\",\"d1/d22/a.html\",\"a\"], [\"B\",null,\"d1/d22/b\"], [\"C",
     "http://h/x/assets/js/a.js http://h/x/d1/d22/b.js "},
    {"var ran =\n[ [\"A\",\"a.html\",\"a\"] ]", ""},
    {"var indexSectionsWithContent =\n{\n  0: \"ab\",\n  1: \"\"\n};\nvar indexSectionNames =\n{\n  0: "
     "\"all\",\n"
     "  1: \"files\"\n};",
     "http://h/x/assets/js/all_0.js http://h/x/assets/js/all_0.html http://h/x/assets/js/all_1.js "
     "http://h/x/assets/js/all_1.html "},
    {"__vite__mapDeps;m=[\"./d.js\",\"../e.css\"]", "http://h/x/assets/js/d.js http://h/x/assets/e.css "},
};

#define VITEPRESS                                                                                            \
    "<script>window.__VP_HASH_MAP__=JSON.parse(\"{\\\"a_b.md\\\":\\\"X1\\\",\\\"c.md\\\":\\\"Y2\\\"}\");"    \
    "window.__VP_SITE_DATA__=JSON.parse(\"{\\\"baseless\\\":1,\\\"base\\\":\\\"/v/\\\"}\")</script>"

#define APP_ROUTER "<script>(self.__next_f=self.__next_f||[]).push([0])</script>"
#define APP_ROUTER_16                                                                                        \
    "<script>self.__next_f.push([1,\"0:{\\\"c\\\":[\\\"\\\",\\\"b\\\"],\\\"q\\\":\\\"\\\",\\\"i\\\":false}"  \
    "\"])</script>"
#define NUXT(base)                                                                                           \
    "<script>window.__NUXT__.config={public:{},app:{baseURL:\"" base "\",buildId:\"0f-1e\",buildAssetsDir:"  \
    "\"/_nuxt/\",cdnURL:\"\"}}</script>"
#define GATSBY(path) "<script>/*<![CDATA[*/window.pagePath=\"" path "\";/*]]>*/</script>"
#define REACT_ROUTER "<script>enqueue(\"[{},\\\"loaderData\\\",{\\\"_5\\\":6}]\\n\");</script>"

static const struct {
    const char *url, *html, *urls;
} pages[] = {
    {"http://p/v/c", VITEPRESS, "http://p/v/assets/a_b.md.X1.js http://p/v/assets/c.md.Y2.js "},
    {"http://p/c", "<script>x=JSON.parse(\"{\\\"a.md\\\":\\\"X1\\\"}\")</script>", ""},
    {"http://p/c", "<script>__VP_HASH_MAP__=JSON.parse(\"{\\\"a.md\\\":\\\"X1\\\"}\")</script>", ""},
    {"http://p/b/one.html",
     "<script type=application/json>{\"page\":\"/b/[s]\",\"buildId\":\"B\",\"gsp\":true}</script>",
     "http://p/_next/data/B/b/one.json "},
    {"http://p/docs/b/one/",
     "<script type=application/json>{\"page\":\"/b/[s]\",\"buildId\":\"B\",\"gsp\":true}</script>",
     "http://p/docs/_next/data/B/b/one.json "},
    {"http://p/", "<script type=application/json>{\"page\":\"/\",\"buildId\":\"B\",\"gsp\":true}</script>",
     "http://p/_next/data/B/index.json "},
    {"http://p/docs",
     "<script type=application/json>{\"page\":\"/\",\"buildId\":\"B\",\"gsp\":true}</script>",
     "http://p/docs/_next/data/B/index.json "},
    {"http://p/", "<script type=application/json>{\"page\":\"/\",\"buildId\":\"B\",\"gssp\":true}</script>",
     ""},
    {"http://p/", "<script type=application/json>{\"page\":\"/\",\"gsp\":true}</script>", ""},
    {"http://p/", APP_ROUTER, "http://p/index.txt "},
    {"http://p/b/one", APP_ROUTER, "http://p/b/one.txt "},
    {"http://p/b/one/", APP_ROUTER, "http://p/b/one/index.txt "},
    {"http://p/b/one/?x=1", APP_ROUTER, "http://p/b/one/index.txt "},
    {"http://p/", APP_ROUTER_16, "http://p/__next._tree.txt "},
    {"http://p/b/one/", APP_ROUTER_16, "http://p/b/one/__next._tree.txt "},
    {"http://p/b/one/", "<script>self.__next_f.push([1,\"a\"])</script>", ""},
    {"http://p/b/one/", "<script>q=[()=>{((w,h)=>{if(!w._qcs&&h.x){}})(window,history)}]</script>",
     "http://p/b/one/q-data.json "},
    {"http://p/b/one", REACT_ROUTER, "http://p/b/one.data "},
    {"http://p/", REACT_ROUTER, "http://p/_root.data "},
    {"http://p/b/", "<script>enqueue(\"[{},\\\"loaderData\\\",{},\\\"errors\\\"]\");</script>", ""},
    {"http://p/b/one/", "<script type=application/json>[{\"path\":8,\"prerenderedAt\":9}]</script>",
     "http://p/b/one/_payload.json "},
    {"http://p/b/one/", NUXT("/"), "http://p/_nuxt/builds/meta/0f-1e.json "},
    {"http://p/docs/", NUXT("/docs/"), "http://p/docs/_nuxt/builds/meta/0f-1e.json "},
    {"http://p/", "<script>f={app:{baseURL:\"/\",buildAssetsDir:\"/_nuxt/\"}}</script>", ""},
    {"http://p/", GATSBY("/"), "http://p/page-data/index/page-data.json ! "},
    {"http://p/a/b/", GATSBY("/a/b/"), "http://p/page-data/a/b/page-data.json ! "},
    {"http://p/docs/b/", GATSBY("/b/"), "http://p/docs/page-data/b/page-data.json ! "},
    {"http://p/docs/", GATSBY("/"), "http://p/docs/page-data/index/page-data.json ! "},
    {"http://p/", "<script>window.pagePath=\"/\".slice(0);</script>",
     "http://p/page-data/index/page-data.json "},
    {"http://p/d/", "<script>start({data:[null,{type:\"data\",data:{x:1}}]})</script>",
     "http://p/d/__data.json "},
    {"http://p/index.html", "<script>start({data:[{type:\"data\",data:{x:1}}]})</script>",
     "http://p/__data.json "},
};

/* JSON files at http://h/d/page-data/one/f.json. */
static const struct {
    const char *json, *urls;
} data[] = {
    {"{\"path\":1,\"staticQueryHashes\":[\"12\",\"34\"]}",
     "  http://h/d/page-data/sq/d/12.json http://h/d/page-data/sq/d/34.json "},
    {"{\"staticQueryHashes\":[\"1?2\"],\"hash\":\"x\"}", ""},
    {"{\"languages\":{\"en\":{\"hash\":\"en_1\",\"wasm\":\"en\"},\"fr\":{\"hash\":\"fr_2\",\"wasm\":null}}}",
     "http://h/d/page-data/one/pagefind.en_1.pf_meta http://h/d/page-data/one/pagefind.fr_2.pf_meta "
     "http://h/d/page-data/one/wasm.en.pagefind "},
};

static void are_candidates(const struct link_list *links, const char *urls, const char *label)
{
    struct buf out;

    buf_init(&out, 1 << 16);
    for (size_t i = 0; i < links->count; i++) {
        (void)buf_add_span(&out, links->links[i].url);
        (void)buf_add_text(&out, links->links[i].role == LINK_CANDIDATE ? " " : "! ");
    }
    is_span(buf_span(&out), span_of(urls), label);
    buf_release(&out);
}

static void test_scripts(struct link_list *links, const struct url *own, const struct url *page)
{
    for (size_t i = 0; i < COUNT_OF(scripts); i++) {
        struct span code = tap_exact(span_of(scripts[i].code));

        is_int(extract_script(links, code, span_of(""), false, own, &(struct script_page){.base = page}), 0,
               scripts[i].code);
        are_candidates(links, scripts[i].urls, scripts[i].code);
    }
}

/* Names of the index of a search, which are in another script than their hashes. */
static void test_keys(struct link_list *links, struct url *own, const struct url *page)
{
    static const char code[] =
        "z={\"###en\":\"5e0f\",\"1.0.2###pt-BR\":\"6a\",\"2###\":\"7b\",\"###\":\"8c\",\"###fr\":n}";

    ok(url_parse(own, span_of("http://h/x/static/js/i.js"), NULL, NULL) == URL_OK, "URL of a script");
    is_int(extract_script(links, span_of(code), span_of(""), false, own, &(struct script_page){.base = page}),
           0, code);
    are_candidates(links,
                   "http://h/x/static/search_index.en.5e0f.json "
                   "http://h/x/static/search_index.1_0.2.pt-BR.6a.json "
                   "http://h/x/static/search_index.2.7b.json ",
                   code);
}

/* The bundles of Qwik are in a folder beside that of their graph. */
static void test_lists(struct link_list *links, struct url *own, const struct url *page)
{
    static const struct {
        const char *url, *json, *urls;
    } lists[] = {
        {"http://h/x/assets/1-bundle-graph.json",
         "[\"q-a.js\",84,\"q-b_-.js\",-10,\"d/e/\",\"q-c\",\"x.js\"]",
         "http://h/x/assets/q-a.js http://p/docs/q-a.js http://h/x/assets/q-b_-.js http://p/docs/q-b_-.js "
         "http://h/x/assets/d/e/x.js http://p/docs/d/e/x.js http://h/x/build/q-a.js "
         "http://h/x/build/q-b_-.js "},
        {"http://h/x/assets/1-bundle-graph.json", "{\"a\":[\"q-a.js\"]}",
         "http://h/x/assets/q-a.js http://p/docs/q-a.js "},
        {"http://h/x/other/1-bundle-graph.json", "[\"q-a.js\"]",
         "http://h/x/other/q-a.js http://p/docs/q-a.js "},
    };

    for (size_t i = 0; i < COUNT_OF(lists); i++) {
        ok(url_parse(own, span_of(lists[i].url), NULL, NULL) == URL_OK, "%s", lists[i].url);
        is_int(extract_script(links, tap_exact(span_of(lists[i].json)), span_of("application/json"), true,
                              own, &(struct script_page){.base = page}),
               0, lists[i].json);
        are_candidates(links, lists[i].urls, lists[i].json);
    }
}

static void test_data(struct link_list *links, struct url *own, const struct url *page)
{
    ok(url_parse(own, span_of("http://h/d/page-data/one/f.json"), NULL, NULL) == URL_OK, "URL of data");
    for (size_t i = 0; i < COUNT_OF(data); i++) {
        struct span json = tap_exact(span_of(data[i].json));

        is_int(extract_script(links, json, span_of("application/json"), true, own,
                              &(struct script_page){.base = page}),
               0, data[i].json);
        are_candidates(links, data[i].urls, data[i].json);
    }
}

/* Values for templates: those of ids and slugs. */
static void test_values(struct link_list *links, const struct url *own)
{
    static const char json[] =
        "[{\"id\":1,\"slug\": \"a-b\",\"name\":\"c\"},{\"id\":\"d/e\"},{\"id\":null},{\"id\":";

    is_int(extract_script(links, tap_exact(span_of(json)), span_of("application/json"), true, own,
                          &(struct script_page){.base = own}),
           0, json);
    is_int(links->count, 2, "two values");
    is_span(links->links[0].text, span_of("1"), "an id");
    is_span(links->links[1].text, span_of("a-b"), "a slug");
    ok(links->links[1].url.len == 0 && links->links[1].role == LINK_CANDIDATE, "which is no URL");
}

/* The same where numbers are the places of values. */
static void test_places(struct link_list *links, const struct url *own)
{
    static const char json[] =
        "[{\"data\":1,\"prerenderedAt\":9},[2,5],{\"id\":3,\"slug\":4},\"o,n]\\\"e\",7,{\"id\":6},"
        "\"two\",{\"id\":8,\"slug\":1},\"three\",9,{\"id\":11}]";

    is_int(extract_script(links, tap_exact(span_of(json)), span_of("application/json"), true, own,
                          &(struct script_page){.base = own}),
           0, json);
    is_int(links->count, 0, "numbers that are places of other values");
}

/* The properties of an island of Astro. */
static void test_properties(struct url *url)
{
    static const char html[] =
        "<astro-island props=\"{&quot;id&quot;:[0,&quot;one&quot;],&quot;list&quot;:[1,[[0,"
        "{&quot;slug&quot;:[0,&quot;a-b&quot;]}]]]}\"></astro-island>";
    struct page page;

    page_init(&page);
    is_int(extract_html(&page, span_of(html), span_of("text/html"), url), 0, html);
    is_int(page.links.count, 2, "two values");
    is_span(page.links.links[0].text, span_of("one"), "an id");
    is_span(page.links.links[1].text, span_of("a-b"), "a slug");
    page_release(&page);
}

/* The same in JSON that is a string of a script. */
static void test_strings(struct url *url)
{
    static const char html[] = "<script>push(\"[{\\\"id\\\":\\\"a\\\"},{\\\"id\\\":2,\\\"slug\\\":\\\"b\\\"},"
                               "{\\\"id\\\":\\\"c\")</script>";
    struct page page;

    page_init(&page);
    is_int(extract_html(&page, span_of(html), span_of("text/html"), url), 0, html);
    is_int(page.links.count, 3, "three values");
    is_span(page.links.links[0].text, span_of("a"), "an id in quotes");
    is_span(page.links.links[1].text, span_of("2"), "an id that is a number");
    is_span(page.links.links[2].text, span_of("b"), "a slug");
    page_release(&page);
}

static void test_pages(struct url *url)
{
    struct page page;

    page_init(&page);
    for (size_t i = 0; i < COUNT_OF(pages); i++) {
        ok(url_parse(url, span_of(pages[i].url), NULL, NULL) == URL_OK, "%s", pages[i].url);
        is_int(extract_html(&page, span_of(pages[i].html), span_of("text/html"), url), 0, pages[i].html);
        are_candidates(&page.links, pages[i].urls, pages[i].html);
    }
    page_release(&page);
}

/* A map of MEMBERS chunks; those of the second map are in the opposite order if REVERSED. */
static void add_maps(struct buf *code, int members, bool reversed)
{
    buf_clear(code);
    (void)buf_add_text(code, "\"js/\"+({");
    for (int i = 0; i < members; i++)
        (void)buf_add_format(code, "%d:\"n%d\",", i, i);
    (void)buf_add_text(code, "}[e]||e)+\".\"+{");
    for (int i = 0; i < members; i++)
        (void)buf_add_format(code, "%d:\"h\",", reversed ? members - 1 - i : i);
    (void)buf_add_text(code, "}[e]+\".js\"");
}

/* The service that a site's search asks is known by its servers. */
static void test_search(struct link_list *links, const struct url *own)
{
    static const struct {
        const char *code, *service;
    } cases[] = {{"h=[t+\"-dsn.algolia.net\",t+\"-1.algolianet.com\"]", "Algolia"},
                 {"fetch(`https://${id}-dsn.algolia.net/`,{headers:{\"X-Algolia-API-Key\":k}})", "Algolia"},
                 {"allowed=\"https://*.algolia.net\"", NULL},
                 {"h=[t+\"-dsn.example\"]", NULL},
                 {"", NULL}};

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct span code = tap_exact(span_of(cases[i].code));

        is_int(extract_script(links, code, span_of(""), false, own, &(struct script_page){.base = NULL}), 0,
               cases[i].code);
        is_str(links->search ? links->search : "", cases[i].service ? cases[i].service : "", "its service");
    }
}

static void test_limits(struct link_list *links, const struct url *own)
{
    struct buf code;

    buf_init(&code, 8 << 20);
    add_maps(&code, LIMIT_FORM_URLS + 9, false);
    is_int(
        extract_script(links, buf_span(&code), span_of(""), false, own, &(struct script_page){.base = NULL}),
        0, "many chunks");
    is_int((int64_t)links->count, LIMIT_FORM_URLS, "their number has a limit");
    add_maps(&code, LIMIT_FORM_URLS, true);
    is_int(
        extract_script(links, buf_span(&code), span_of(""), false, own, &(struct script_page){.base = NULL}),
        0, "maps in opposite orders");
    ok(links->count > 10 && links->count < LIMIT_FORM_URLS, "are searched only for so long");
    buf_clear(&code);
    for (int i = 0; i < 500000; i++)
        (void)buf_add_text(&code, "a.u=\"a\"+e+\".js\";");
    (void)buf_add_text(&code, "a.e(7)");
    is_int(
        extract_script(links, buf_span(&code), span_of(""), false, own, &(struct script_page){.base = NULL}),
        0, "names without maps");
    ok(links->count > 1 && links->count < 20, "the code is searched for their ids only so often");
    buf_release(&code);
}

/* A script of very many sections of a search, none of which has letters, is read in linear time. */
static void test_sections(struct link_list *links, const struct url *own)
{
    enum { SECTIONS = 300 * 1000 };
    struct buf text;

    buf_init(&text, 16 * SECTIONS);
    (void)buf_add_text(&text, "var indexSectionsWithContent ={");
    for (unsigned i = 0; i < SECTIONS; i++)
        (void)buf_add_text(&text, "a:'',");
    (void)buf_add_text(&text, "};var indexSectionNames ={");
    for (unsigned i = 0; i < SECTIONS; i++)
        (void)buf_add_text(&text, "b:'c',");
    (void)alarm(240);
    is_int(extract_script(links, buf_span(&text), span_of("text/javascript"), false, own,
                          &(struct script_page){.base = NULL}),
           0, "many sections");
    (void)alarm(0);
    is_int((int)links->count, 0, "have no file");
    buf_release(&text);
}

int main(void)
{
    struct link_list links = {0};
    struct url own, page;

    own = (struct url){0};
    page = (struct url){0};
    ok(url_parse(&own, span_of("http://h/x/assets/js/run.js"), NULL, NULL) == URL_OK &&
           url_parse(&page, span_of("http://p/docs/one"), NULL, NULL) == URL_OK,
       "URLs");
    test_scripts(&links, &own, &page);
    test_search(&links, &own);
    test_limits(&links, &own);
    test_sections(&links, &own);
    test_keys(&links, &own, &page);
    test_lists(&links, &own, &page);
    test_data(&links, &own, &page);
    test_values(&links, &own);
    test_places(&links, &own);
    test_strings(&page);
    test_properties(&page);
    test_pages(&page);
    url_release(&own);
    url_release(&page);
    link_list_release(&links);
    return done();
}
