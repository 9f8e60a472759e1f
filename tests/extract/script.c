/* SPDX-License-Identifier: MIT */
/* Links of scripts: which texts are taken for addresses, what they are relative to, and what is certain. */
#include "config.h"

#include "extract_html.h"
#include "extract/extract.h"

#include "base/error.h"
#include "base/limits.h"
#include "extract/html.h"
#include "must.h"
#include "tap.h"
#include "url/url.h"

/* The script is http://h/js/app.js, the page that leads to it http://p/dir/page. */
static const struct {
    const char *code;
    const char *links; /* '!' for what is certain, its URL, '|' */
} cases[] = {
    {"", ""},
    {"import './a.js'", "!http://h/js/a.js|"},
    {"import '../a.js?v=1#x'", "!http://h/a.js?v=1|"},
    {"import '/a.js'", "!http://h/a.js|"},
    {"import 'http://o/a.js'", "!http://o/a.js|"},
    {"import 'a.js'", ""},
    {"import 'lib/a.js'", ""},
    {"import '\\x2fa.js'", "!http://h/a.js|"},
    {"export * from './a.js'", "!http://h/js/a.js|"},
    {"import('./a.js')", "!http://h/js/a.js|"},
    {"import('./' + a)", ""},
    {"import.meta.resolve('./a.js')", "!http://h/js/a.js|"},
    {"new URL('a.png', import.meta.url)", "!http://h/js/a.png|"},
    {"fetch(`/api/item-${id}.json`)", "http://p/api/item-%7B%7D.json|"},
    {"fetch('views/' + n + '.html')", "http://p/dir/views/%7B%7D.html|"},
    {"$.getJSON(\"d/\"+a.b[0]+\".json\",f)", "http://p/dir/d/%7B%7D.json|"},
    {"fetch(`/api/${id}`); fetch(`/a/${f(',')}.json`); fetch(`/a?b=${c}.json`)", ""},
    {"useData(`/data/plant-${e}.json`); var a = '/data/' + e + '.json'",
     "http://p/data/plant-%7B%7D.json|http://p/data/%7B%7D.json|"},
    {"load(`/d/${e}.png`); load(`d/${e}.json`); 1 `/${a", "http://p/d/%7B%7D.png|"},
    {"fetch('/a/' + b", ""},
    {"fetch('/a/' + b + c + '.json'); fetch(`/a/${b", ""},
    {"new URL('./', import.meta.url); new URL('..', import.meta.url); new URL('./x', import.meta.url)", ""},
    {"a = {src: 'a.png'}; h = \"<img src='pics/\" + a.src + \"'>\"", "http://p/dir/pics/a.png|"},
    {"a = {'src': 'a.png'}; h = \"<img src=\\\"/pics/\" + a.src", "http://p/pics/a.png|"},
    {"a = {src: 'a.png'}; h = `<img src=pics/${a.src}>`", "http://p/dir/pics/a.png|"},
    {"a = {src: 'b/a.png'}; h = `<img src=pics/${a.src}>`", "http://p/dir/b/a.png|"},
    {"a = {src: 'a.png'}; h = \"<img src='pics/'>\"", "http://p/dir/a.png|"},
    {"a = {src: 'a.png'}; h = \"<img src='pics/", "http://p/dir/a.png|"},
    {"new Worker('w.js')", "http://p/dir/w.js|"},
    {"importScripts('a.js', '/b.js')", "http://h/js/a.js|http://h/b.js|"},
    {"fetch('x/y.json')", "http://p/dir/x/y.json|"},
    {"fetch('/xyz')", "http://p/xyz|"},
    {"fetch('/xyz?q=1&r=2')", "http://p/xyz?q=1&r=2|"},
    {"fetch('/xyz?q=')", ""},
    {"fetch('/xyz', o)", ""},
    {"fetch('/x.json', o)", "http://p/x.json|"},
    {"a = 'img/b.png'", "http://p/dir/img/b.png|"},
    {"a = 'img\\/b.png'", "http://p/dir/img/b.png|"},
    {"a.src = 'b.png'", "http://p/dir/b.png|"},
    {"a = 'b.png'", "http://p/dir/b.png|http://h/js/b.png|"},
    {"f('#v', 'b.json')", "http://p/dir/b.json|http://h/js/b.json|"},
    {"f(['b.js', 'c.js'])", "http://p/dir/b.js|http://h/js/b.js|http://p/dir/c.js|http://h/js/c.js|"},
    {"f('a.Request.data', 'a.data', 'a.b.js')", "http://p/dir/a.b.js|http://h/js/a.b.js|"},
    {"importScripts.apply(null, ['b.js'])", "http://h/js/b.js|http://p/dir/b.js|"},
    {"a = 'x' === b; f(a + '/c.json')", "http://p/dir/c.json|http://h/js/c.json|"},
    {"require('b.js'); a == 'b.js'; a.split('b.js'); f('b.html', 'b.exe', '.png', 'a b.png')", ""},
    {"a = '[Content_Types].xml'; f('xl/workbook.xml')", ""},
    {"fetch(`${a}/b.json`)", "http://p/dir/b.json|http://h/js/b.json|"},
    {"const a = './d'; fetch(`${a}/b.json`); f(a + '/c.json')",
     "http://p/dir/d/b.json|http://h/js/d/b.json|http://p/dir/d/c.json|http://h/js/d/c.json|"},
    {"a = {d: '/e/'}; f(a.d + 'b.json')", "http://p/e/b.json|"},
    {"f(a + '/b.json'); f('x' + a + '/b.json'); f(a + 'b.json' + c)",
     "http://p/dir/b.json|http://h/js/b.json|"},
    {"w('<img src=\"' + a + 'b/c.png\" alt=\"d\">')", "http://p/dir/b/c.png|http://h/js/b/c.png|"},
    {"open('d/b.html', '../')", "http://p/d/b.html|"},
    {"new URL('a.png', document.currentScript.src)", "!http://h/js/a.png|"},
    {"var s = document.currentScript.src; new URL('../a.png', s)", "http://h/a.png|"},
    {"var s = import.meta.url; new URL('a', s); new URL('b.png', s)", "http://h/js/b.png|"},
    {"var f = new URL('./img/', import.meta.url); new URL('a.png', f)", "http://h/js/img/a.png|"},
    {"new URL('a.png', s); new URL('x/b.png', s)", "http://p/dir/x/b.png|"},
    {"location = 'a.html'; location.replace('b.html'); open('c.html')",
     "http://p/dir/a.html|http://p/dir/b.html|http://p/dir/c.html|"},
    {"document.write('<img src=\"a.png\">')", "http://p/dir/a.png|"},
    {"w('<p><img src=a.png alt=' + b + '><a href=\"c.html')", "http://p/dir/a.png|"},
    {"w('<img src=\"' + b + '.png\"><a href=\"/c\">', '<a href=x.html id=')", "http://p/dir/x.html|"},
    {"w('<img src=\\'a.png\\' alt=\"' + b)", "http://p/dir/a.png|"},
    {"w(`<b><img src=\"a.png\" alt=\"${b}\"><img src='${c}.png'><img src=d.png>`)",
     "http://p/dir/a.png|http://p/dir/d.png|"},
    {"w('<img srcset=\"a.png 1x, b.png 2x\"><p style=\"background:url(c.png)\">')",
     "http://p/dir/a.png|http://p/dir/b.png|http://p/dir/c.png|"},
    {"w('<script src=\"a.js\"><\\/script><form action=b.html><a ping=c.html>')", "http://p/dir/a.js|"},
    {"w('<a href=\"a.html?b=1&amp;c=2\">', '<a href=\"{{b}}.html\">', a<b.c)",
     "http://p/dir/a.html?b=1&c=2|"},
};

/* Templates, and what arrays of the same script have for them. */
static const struct {
    const char *code, *links;
} lists[] = {
    {"['a', \"b-c\" ,\n'd'].map((n) => fetch('/x/' + n + '.json'))",
     "http://p/x/%7B%7D.json|http://p/x/a.json|http://p/x/b-c.json|http://p/x/d.json|"},
    {"var l = ['a', 'b',]; i.src = 'i/' + l[0] + '.png'",
     "http://p/dir/i/%7B%7D.png|http://p/dir/i/a.png|http://p/dir/i/b.png|"},
    {"var l = ['a', 'b']; f('/x/c.json')", "http://p/x/c.json|"},
    {"['a'].map(f); g(['b', c], ['d', 'e f'], ['g', 'h')); x['i']; fetch(`/x/${n}.json`)",
     "http://p/x/%7B%7D.json|"},
    {"['a', 'b'];['a', 'c'];['a', 'd'];['a', 'e'];['a', 'f']; fetch(`/x/${n}.json`)",
     "http://p/x/%7B%7D.json|"},
};

static void show(const struct link_list *links, struct buf *out)
{
    buf_clear(out);
    for (size_t i = 0; i < links->count; i++) {
        const struct link *link = &links->links[i];

        (void)buf_add_text(out, link->role == LINK_CANDIDATE ? "" : "!");
        (void)buf_add_span(out, link->url);
        (void)buf_add_span(out, span_part(link->text, 0, strlen("<script>")));
        (void)buf_add_byte(out, '|');
    }
}

static void test_lists(struct link_list *links, const struct url *own, const struct url *page,
                       struct buf *out)
{
    static const char *const reads[] = {"it.dataset.plantKind", "it.getAttribute('data-plant-kind')",
                                        "$(it).data('plant-kind')"};

    for (size_t i = 0; i < COUNT_OF(lists); i++) {
        must(extract_script(links, tap_exact(span_of(lists[i].code)), span_of(""), false, own,
                            &(struct script_page){.base = page}));
        show(links, out);
        is_str(buf_text(out), lists[i].links, lists[i].code);
    }
    for (size_t i = 0; i < COUNT_OF(reads); i++) {
        buf_clear(out);
        (void)buf_add_format(out, "fetch('/x/' + %s + '.json')", reads[i]);
        must(extract_script(links, tap_exact(buf_span(out)), span_of(""), false, own,
                            &(struct script_page){.base = page}));
        ok(links->count > 0 && strcmp(links->links[0].where, "script request list data-plant-kind") == 0,
           "%s", reads[i]);
    }
}

static void test_files(struct link_list *links, const struct url *own, const struct url *page,
                       struct buf *out)
{
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        is_int(extract_script(links, tap_exact(span_of(cases[i].code)), span_of("text/javascript"), false,
                              own, &(struct script_page){.base = page}),
               0, cases[i].code);
        show(links, out);
        is_str(buf_text(out), cases[i].links, cases[i].code);
    }
    is_int(extract_script(links, span_of("fetch('a.json')"), span_of(""), false, own,
                          &(struct script_page){.base = NULL}),
           0, "no page");
    show(links, out);
    is_str(buf_text(out), "http://h/js/a.json|", "the script stands in");
    is_int(extract_script(links, span_make("\xff\xfei\0m\0p\0o\0r\0t\0'\0.\0/\0a\0'\0", 24), span_of(""),
                          false, own, &(struct script_page){.base = NULL}),
           0, "UTF-16");
    ok(links->count == 1 && links->links[0].at == 16 && links->links[0].len == 6, "its place");
}

/* What is inserted or replaced in a script whose header names its encoding. */
static void test_encoding(struct link_list *links, const struct url *own, struct buf *out)
{
    static const struct {
        const char *code, *type, *environment, *links;
    } scripts[] = {
        {"'\xe0'", "charset=windows-1251", "UTF-8", "0+0 \xef\xbb\xbf|1+1 \xd0\xb0|"},
        {"'\xe0'", "charset=windows-1251", "windows-1251", ""},
        {"'\xe0'", "charset=windows-1251", NULL, ""},
        {"'a'", "charset=windows-1251", "UTF-8", ""},
        {"'\xd0\xb0'", "charset=utf-8", "windows-1251", "0+0 \xef\xbb\xbf|"},
        {"\xef\xbb\xbf'\xd0\xb0'", "charset=utf-8", "windows-1251", ""},
        {"import './\xd0\xb0.js'", "charset=utf-8", "windows-1251", "8+7 |"},
        {"'/a/\xe0.png';'/a/b.png'", "charset=windows-1251", "UTF-8", "0+0 \xef\xbb\xbf|4+1 \xd0\xb0|12+8 |"},
        {"'\x83\\\x93\xfa'", "charset=shift_jis", "UTF-8", "0+0 \xef\xbb\xbf|1+4 \xe3\x82\xbd\xe6\x97\xa5|"},
    };

    for (size_t i = 0; i < COUNT_OF(scripts); i++) {
        char type[60];

        (void)snprintf(type, sizeof type, "text/javascript; %s", scripts[i].type);
        is_int(extract_script(links, tap_exact(span_of(scripts[i].code)), span_of(type), false, own,
                              &(struct script_page){.encoding = scripts[i].environment}),
               0, type);
        buf_clear(out);
        for (size_t j = 0; j < links->count; j++)
            (void)buf_add_format(out, "%zu+%zu %.*s|", links->links[j].at, links->links[j].len,
                                 (int)links->links[j].text.len, links->links[j].text.at);
        is_str(buf_text(out), scripts[i].links, scripts[i].code);
    }
}

static void test_data(struct link_list *links, const struct url *own, const struct url *page, struct buf *out)
{
    is_int(extract_script(
               links,
               span_of("{\"img/no.png\": \"img\\/a.png\", \"src\": \"b.png\", \"x\": \"c.png\", \"y\": "
                       "[\"/d.png\", {\"url\": \"e.html\"}], \"mime\": \"text/html\", \"z\": \"/f\"}"),
               span_of("application/json"), true, own, &(struct script_page){.base = page}),
           0, "JSON");
    show(links, out);
    is_str(buf_text(out),
           "http://p/dir/img/a.png|http://h/js/img/a.png|http://p/dir/b.png|http://h/js/b.png|"
           "http://h/js/c.png|http://p/dir/c.png|http://p/d.png|http://p/dir/e.html|",
           "what it is asked for");
    is_int(extract_script(links, span_of("[{\"u\": \"img/\", \"p\": \"a.png\"}, {\"p\": \"b.png\"}]"),
                          span_of("application/json"), true, own, &(struct script_page){.base = own}),
           0, "a folder");
    show(links, out);
    is_str(buf_text(out), "http://h/js/img/a.png|http://h/js/b.png|", "it is of its own object");
}

/* Where the import maps of a page lead the specifiers of a script file. */
static void test_imports(struct link_list *links, const struct url *own, struct buf *out)
{
    static const struct {
        const char *map, *code, *links;
    } maps[] = {
        {"\"imports\":{\"kit/\":\"/v/\",\"kit/a/\":\"./w/\"}",
         "import 'kit/a.js'; import 'kit/a/b.js'; import 'kit/'", "!http://p/v/a.js|!http://p/dir/w/b.js|"},
        {"\"imports\":{\"kit\":\"/k.js\",\"kit/x\":\"/x.js\",\"kit/\":\"/v/\"}",
         "import 'kit'; import 'kit/x'; import 'kits/x'", ""},
        {"\"imports\":{\"\\/js\\/b.js\":\"\\/js\\/b-1.js\"}",
         "import './b.js'; import '/js/b.js'; import './c.js'",
         "!http://h/js/b.js|!http://h/js/b.js|!http://h/js/c.js|"},
        {"\"imports\":{\"http:\\/\\/h\\/js\\/b.js\":\"/js/b-1.js\"}",
         "import './b.js'; new URL('./b.js', import.meta.url)", "!http://p/js/b-1.js|!http://h/js/b.js|"},
        {"\"imports\":{\"a/\":\"/a/\"},\"scopes\":{\"http://h/js/\":{\"a/\":\"/b/\"},\"http://h/\":{\"a/"
         "\":\"/c/\",\"a/d/\":\"/d/\"}}",
         "import 'a/x.js'; import('a/d/x.js')", "!http://p/b/x.js|!http://p/b/d/x.js|"},
        {"\"imports\":{\"a/\":\"/a/\"},\"scopes\":{\"/js/\":{\"a/\":\"/b/\"}}", "export * from 'a/x.js'",
         "!http://p/a/x.js|"},
        {"\"imports\":{\"a/\":\"https://c.example/a@1/\",\"b/\":\"b/\",\"c/\":null,\"d\\n/\":\"/d/\"}",
         "import.meta.resolve('a/x'); import 'b/x.js'; import 'c/x.js'; import 'd\\n/x.js'",
         "!https://c.example/a@1/x|"},
    };
    struct page page;
    struct url url;

    page_init(&page);
    url = (struct url){0};
    must(url_parse(&url, span_of("http://p/dir/"), NULL, NULL));
    for (size_t i = 0; i < COUNT_OF(maps); i++) {
        struct buf html BUF_LOCAL(1000);

        (void)buf_add_format(&html, "<script type=importmap>{%s}</script>", maps[i].map);
        must(page_open(&page, buf_span(&html), span_of("text/html"), &url));
        page_read_links(&page);
        must(extract_script(links, tap_exact(span_of(maps[i].code)), span_of(""), false, own,
                            &(struct script_page){.base = &url, .imports = page.imports}));
        show(links, out);
        is_str(buf_text(out), maps[i].links, maps[i].code);
    }
    page_release(&page);
    url_release(&url);
}

static void test_limit(struct link_list *links, const struct url *own)
{
    struct buf code;

    buf_init(&code, 1 << 20);
    for (int i = 0; i < LIMIT_CANDIDATES + 9; i++)
        (void)buf_add_format(&code, "'/a/%d.png';import('./%d.js');", i, i);
    is_int(
        extract_script(links, buf_span(&code), span_of(""), false, own, &(struct script_page){.base = NULL}),
        0, "many");
    is_int((int64_t)links->count, 2 * LIMIT_CANDIDATES + 9, "candidates have an end, imports have not");
    buf_release(&code);
}

/* A script element that had no link on one page has one where an import map says so; and one with a link has
 * it on every page. */
static void test_elements(const struct url *url, struct buf *out)
{
    static const struct {
        const char *html, *links;
    } pages[] = {
        {"<script>import 'a/b'</script>", ""},
        {"<script>import 'a/b'</script><script>f('/c.png')</script>", "http://p/c.png|"},
        {"<script type=importmap>{\"imports\":{\"a/\":\"/d/\"}}</script><script>import 'a/b'</script>",
         "!http://p/d/|!http://p/d/b|"},
        {"<script>import 'a/b'</script><script>f('/c.png')</script>", "http://p/c.png|"},
        {"<script type=text/x-template><a href=/a?b&amp;c><img src='{{d}}'></script><b style='c:url(/f)'>",
         "!http://p/a?b&c|!|!http://p/f|"},
        {"<iframe srcdoc='<script type=text/html>&lt;a href=&#34;/a&#34;></script>'>", "!http://p/a|"},
        {"<textarea>&lt;img src=/a.png>\n<img src='/b.png'><img src=/c></textarea><img src=/d>",
         "http://p/a.png|http://p/b.png|!http://p/d|"},
        {"<a href='javascript:f(&#39;/a.png&#39;)'>", "http://p/a.png|!|"},
        {"<b data-a='a.png, d/b.png'><b data-b='[\"c.md\"]' data-c=1.5 e=f.png><x-y z=g.hdr><option "
         "value=h.html>",
         "http://p/dir/a.png|http://p/dir/d/b.png|http://p/dir/c.md|http://p/dir/g.hdr|http://p/dir/h.html|"},
        {"<b data-a='see a.png now' data-b=v1.5>", ""},
        {"<b data-ab=rose data-cd='a b' DATA-e='' data-ef><option value=elm><option value='a b'>",
         "rose|elm|"},
        {"<script type=application/json>{\"a\": [\"b\", \"c\"], \"d\": [\"e\", 1], \"f\": [[\"g\", "
         "\"h\"]]}</script>",
         "b|c|"},
        {"<script type=module src=/m.js></script>", "!http://p/m.js|"},
        {"<script type=module src=/m.js></script><img src=/a>", "!http://p/m.js|!http://p/a|"},
        {"<template><script type=module src=/m.js></script></template>", "!http://p/m.js|"},
    };
    struct page page;

    page_init(&page);
    for (size_t i = 0; i < COUNT_OF(pages); i++) {
        is_int(extract_html(&page, span_of(pages[i].html), span_of("text/html"), url), 0, "a page");
        show(&page.links, out);
        is_str(buf_text(out), pages[i].links, pages[i].html);
    }
    page_release(&page);
}

static void test_kinds(void)
{
    static const struct {
        const char *type;
        enum script_kind kind;
    } kinds[] = {{"", SCRIPT_CODE},
                 {" Text/JavaScript ", SCRIPT_CODE},
                 {"module", SCRIPT_CODE},
                 {"importmap", SCRIPT_MAP},
                 {"application/json", SCRIPT_DATA},
                 {"text/template", SCRIPT_TEMPLATE},
                 {"text/x-Handlebars", SCRIPT_TEMPLATE},
                 {"x-tmpl-mustache", SCRIPT_TEMPLATE},
                 {"text/x-glsl", SCRIPT_NONE},
                 {"speculationrules", SCRIPT_NONE},
                 {"text/html", SCRIPT_TEMPLATE}};

    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        is_int(script_kind(span_of(kinds[i].type)), kinds[i].kind, kinds[i].type);
}

int main(void)
{
    struct link_list links = {0};
    struct url own, page;
    struct buf out;

    own = (struct url){0};
    page = (struct url){0};
    buf_init(&out, 1 << 16);
    ok(url_parse(&own, span_of("http://h/js/app.js"), NULL, NULL) == URL_OK &&
           url_parse(&page, span_of("http://p/dir/page"), NULL, NULL) == URL_OK,
       "addresses");
    test_files(&links, &own, &page, &out);
    test_encoding(&links, &own, &out);
    test_data(&links, &own, &page, &out);
    test_imports(&links, &own, &out);
    test_lists(&links, &own, &page, &out);
    test_limit(&links, &own);
    test_elements(&page, &out);
    test_kinds();
    buf_release(&out);
    url_release(&own);
    url_release(&page);
    link_list_release(&links);
    return done();
}
