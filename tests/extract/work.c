/* SPDX-License-Identifier: MIT */
/* The work for a document grows no faster than its length: each scanner reads what it nests or repeats, at
 * two lengths. Work is the CPU time of the thread. */
#include "config.h"

#include <math.h>
#include <time.h>

#include "base/body.h"
#include "extract/extract.h"
#include "extract/visible.h"
#include "extract_html.h"
#include "markup/csp.h"
#include "markup/js_scan.h"
#include "must.h"
#include "robots/robots.h"
#include "site/weave.h"
#include "tap.h"
#include "url/url.h"

enum { SHORT = 32 * 1024, TIMES = 16, TRIES = 2, TRIES_MAX = 15 };

static struct page page;
static struct link_list links;
static struct visible visible;
static struct url document_url, page_url;
static struct buf out;

static void read_page(struct span text, const char *type)
{
    must(page_open(&page, text, span_of(type), &document_url));
    page_read_robots(&page, span_of("tiptoe"));
    page_read_links(&page);
}

static void read_script(struct span text, const char *type)
{
    must(extract_script(&links, text, span_of(type), false, &document_url,
                        &(struct script_page){.base = &page_url}));
}

static void read_data(struct span text, const char *type)
{
    must(extract_script(&links, text, span_of(type), true, &document_url,
                        &(struct script_page){.base = &page_url}));
}

static void read_css(struct span text, const char *type)
{
    must(extract_css(&links, text, span_of(type), &document_url, NULL));
}

static void read_text(struct span text, const char *type)
{
    must(extract_text(&links, text, span_of(type), &document_url));
}

static void read_index(struct span text, const char *type)
{
    (void)type;
    must(extract_script(&links, text, span_of(""), true, &document_url, &(struct script_page){.base = NULL}));
}

static void read_manifest(struct span text, const char *type)
{
    (void)type;
    (void)!manifest_is(text);
    (void)!manifest_read(&links, text, &document_url);
}

static void read_feed(struct span text, const char *type)
{
    feed_read(&links, text, span_of(type), &document_url);
}

static void read_sitemap(struct span text, const char *type)
{
    struct link_list entries = {0};

    (void)type;
    (void)sitemap_read(&entries, text, &document_url);
    link_list_release(&entries);
}

static void read_header(struct span text, const char *type)
{
    (void)type;
    link_list_clear(&links);
    header_links_add(&links, text, &document_url);
    header_links_add_refresh(&links, text, &document_url);
}

static void read_words(struct span text, const char *type)
{
    struct wording wording;

    buf_clear(&out);
    visible_read(&visible, text, span_of(type), &out);
    (void)visible_is_shell(&visible, text, span_of(type));
    wording_read(&wording, &visible,
                 &(struct wording_page){.bytes = text, .type = span_of(type), .digest = span_of("d")});
}

static void read_policy(struct span text, const char *type)
{
    (void)type;
    buf_clear(&out);
    (void)csp_adjust(&out, text, &(struct csp_needs){true, true, true, true, span_of("http://h.example")});
}

static void read_rules(struct span text, const char *type)
{
    (void)type;
    robots_free(robots_parse(text, &(struct robots_options){.agent = span_of("tiptoe")}));
}

static void wrap_module(struct span text, const char *type)
{
    (void)!js_module_wrap(&out, text, span_of(""), true);
    (void)type;
}

static void wrap_calls(struct span text, const char *type)
{
    (void)!js_module_wrap(&out, text, span_of(type), false);
}

/* Reads a page and writes it with other links. */
static void weave_page(struct span text, const char *type)
{
    struct span *references;
    struct body woven;

    read_page(text, type);
    references = calloc(page.links.count + 1, sizeof *references);
    for (size_t i = 0; i < page.links.count; i++)
        if (link_is_woven(&page.links.links[i]))
            references[i] = span_of("../other file.html");
    body_init(&woven, -1, SIZE_MAX / 4, UINT64_MAX);
    (void)!weave(text, NULL, &page.links, references, &woven);
    body_release(&woven);
    free(references);
}

#define HTML   read_page, "text/html; charset=utf-8"
#define BIG5   read_page, "text/html; charset=big5"
#define JP     read_page, "text/html; charset=iso-2022-jp"
#define RUS    read_page, "text/html; charset=windows-1251"
#define WIDE   read_page, "text/html; charset=utf-16le"
#define BARE   read_page, "text/html"
#define XML    read_page, "application/xhtml+xml"
#define SVG    read_page, "image/svg+xml"
#define SCRIPT read_script, "text/javascript"
#define DATA   read_data, "application/json"
#define CSS    read_css, "text/css"
#define LIST   read_text, "audio/x-mpegurl"
#define MARK   read_text, "text/markdown"
#define INDEX  read_index, ""
#define APP    read_manifest, ""
#define FEED   read_feed, "application/xml"
#define MAP    read_sitemap, ""
#define HEADER read_header, ""
#define WORDS  read_words, "text/html"
#define POLICY read_policy, ""
#define RULES  read_rules, ""
#define MODULE wrap_module, ""
#define CALLS  wrap_calls, "a.js"
#define WEAVE  weave_page, "text/html; charset=utf-8"

/* A text: its start, what is repeated, what closes each of these at the end, and its end. "~" is a name,
 * another for each. */
static const struct pattern {
    const char *label;
    void (*read)(struct span text, const char *type);
    const char *type;
    const char *start, *unit, *close, *end;
} patterns[] = {
    {"html: tags", HTML, "", "<b>", "", ""},
    {"html: nested tags", HTML, "", "<b>", "</b>", ""},
    {"html: end tags", HTML, "", "</b>", "", ""},
    {"html: open tags", HTML, "", "<a ", "", ""},
    {"html: attributes", HTML, "<a", " ~=x", "", ">"},
    {"html: same attributes", HTML, "<a", " href=x", "", ">"},
    {"html: many attributes in many tags", HTML, "", "<a a=1 b=2 c=3 d=4 href=~ src=~ data-src=~.a rel=b>",
     "", ""},
    {"html: links", HTML, "", "<a href=~>", "", ""},
    {"html: same link", HTML, "", "<a href=x?y=z>", "", ""},
    {"html: long link", HTML, "<a href=\"", "a/", "", "\">"},
    {"html: link of dots", HTML, "<a href=\"", "../", "", "\">"},
    {"html: links of dots", HTML, "", "<a href=../a/./../~/../b>", "", ""},
    {"html: long base", HTML, "<base href=/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/>", "<a href=~>",
     "", ""},
    {"html: bases", HTML, "", "<base href=~/><a href=b>", "", ""},
    {"html: late base", HTML, "<a href=a>", "<img src=~>", "", "<base href=/b/>"},
    {"html: comments", HTML, "", "<!-- - -- -->", "", ""},
    {"html: open comments", HTML, "", "<!--", "", ""},
    {"html: comment of dashes", HTML, "<!--", "- >", "", ""},
    {"html: declarations", HTML, "", "<!a", "", ""},
    {"html: instructions", HTML, "", "<?a", "", ""},
    {"html: CDATA in svg", HTML, "<svg>", "<![CDATA[", "", ""},
    {"html: svg in svg", HTML, "", "<svg><foreignObject>", "</foreignObject></svg>", ""},
    {"html: templates", HTML, "", "<template>", "</template>", ""},
    {"html: titles", HTML, "", "<title>a", "", ""},
    {"html: text areas", HTML, "", "<textarea><img src=~></textarea>", "", ""},
    {"html: open raw text", HTML, "<style>", "</styl", "", ""},
    {"html: script in script", HTML, "<script>", "<!--<script>", "", ""},
    {"html: script twice escaped", HTML, "<script><!--", "<script></script>", "", ""},
    {"html: srcset", HTML, "<img srcset=\"", "~.png 1x,", "", "\">"},
    {"html: srcset of commas", HTML, "<img srcset=\"", ",", "", "\">"},
    {"html: srcset of parentheses", HTML, "<img srcset=\"", "a (,", "", "\">"},
    {"html: srcdoc", HTML, "<iframe srcdoc=\"", "<a href=~>&amp;", "", "\">"},
    {"html: srcdocs", HTML, "", "<iframe srcdoc='<a href=~>'>", "", ""},
    {"html: srcdoc in srcdoc", HTML, "", "<iframe srcdoc=", "", ""},
    {"html: references", HTML, "<a href=\"", "&amp;&#38;&ampx&", "", "\">"},
    {"html: digits of a reference", HTML, "<a href=\"&#", "0", "", "\">"},
    {"html: open references", HTML, "<a href=\"", "&CounterClockwiseContourIntegra", "", "\">"},
    {"html: styles", HTML, "", "<b style='a:url(~)'>", "", ""},
    {"html: metas", HTML, "", "<meta name=robots content=~>", "", ""},
    {"html: refreshes", HTML, "", "<meta http-equiv=refresh content='0;url=~'>", "", ""},
    {"html: policies", HTML, "", "<meta http-equiv=content-security-policy content='img-src ~'>", "", ""},
    {"html: charsets", BARE, "", "<meta content='charset charset'>", "", ""},
    {"html: comments before a charset", BARE, "", "<!-->", "", ""},
    {"html: rel words", HTML, "<link href=a rel=\"", "a ", "", "\">"},
    {"html: guards", HTML, "<video>", "<source crossorigin integrity=a src=~>", "", ""},
    {"html: forms", HTML, "", "<form action=~><button formaction=~>", "", ""},
    {"html: options", HTML, "", "<option value=~.json>", "", ""},
    {"html: names in one option", HTML, "<option value='", "~.json ", "", "'>"},
    {"html: data attributes", HTML, "", "<b data-x='~/a.json'>", "", ""},
    {"html: applets", HTML, "", "<applet codebase=~ code=a,b archive=~>", "", ""},
    {"html: archives", HTML, "<applet archive='", "~,", "", "'>"},
    {"html: handlers", HTML, "", "<a onclick=\"a('~.html')\" href=\"javascript:b('~.html')\">", "", ""},
    {"html: markup in data", HTML, "", "<b data-html='<img src=~.png>'>", "", ""},
    {"html: either", HTML, "<b data-bg='", "ur(", "", "'>"},
    {"html: custom elements", HTML, "", "<x-y z=~.a src=b>", "", ""},
    {"html: script elements", HTML, "", "<script>a=\"~/b.json\"</script>", "", ""},
    {"html: same script elements", HTML, "", "<script>a=\"b\"</script>", "", ""},
    {"html: chunk names in elements", HTML, "", "<script>.e(1)+.e(1);a.u=e=>\"\"+e</script>", "", ""},
    {"html: data elements", HTML, "", "<script type=application/json>{\"id\":\"~\"}</script>", "", ""},
    {"html: pages of a generator", HTML, "", "<script>window.pagePath=\"/~\";</script>", "", ""},
    {"html: members of a generator", HTML, "", "<script>,buildAssetsDir:\"a\",baseURL:\"b\"</script>", "",
     ""},
    {"html: flat arrays", HTML, "<script type=application/json>[\"prerenderedAt\":", "{\"id\":9},", "",
     "]</script>"},
    {"html: ids in an array", HTML, "<script type=application/json>[\"prerenderedAt\":{\"id\":99999999}",
     ",{\"id\":1}", "", "]</script>"},
    {"html: linked data", HTML, "<script type=application/ld+json>[",
     "{\"url\":\"/~.png\",\"@type\":\"ImageObject\"},", "", "1]</script>"},
    {"html: import map and imports", HTML, "<script type=importmap>{\"imports\":{\"a/\":\"/b/\"}}</script>",
     "<script>import \"a/~\"</script>", "", ""},
    {"html: folders of an import map", HTML, "<script type=importmap>{\"imports\":{", "\"~/\":\"/~/\",", "",
     "\"a\":\"/a\"}}</script>"},
    {"html: import maps", HTML, "",
     "<script type=importmap>{\"imports\":{\"~/\":\"/~/\"}}</script><script>import \"a/b\";</script>", "",
     ""},
    {"html: digests of an import map", HTML, "<script type=importmap>{\"integrity\":{", "\"/~\":\"a\",", "",
     "\"/a\":\"b\"}}</script>"},
    {"html: templates of scripts", HTML, "", "<script type=text/template><a href={{~}}></script>", "", ""},
    {"html: moves", HTML, "<script>", "location.href=\"~.html\";", "", "</script>"},
    {"html: modules", HTML, "", "<script type=module src=~></script>", "", ""},
    {"html: unlisted bytes", HTML, "", "\xff\xfe<a href=\xff~>", "", ""},
    {"html: NUL", HTML, "", "<a href=~&#0;>", "", ""},
    {"big5: links", BIG5, "", "<a href=\"?\xa4\xa4~\">", "", ""},
    {"big5: characters no charset has", BIG5, "", "<a href=\"?&#128512;\">", "", ""},
    {"big5: damaged", BIG5, "", "\xa4<a href=~>", "", ""},
    {"iso-2022-jp: links", JP, "", "<a href=\"?\x1b$B$\"\x1b(B~\">", "", ""},
    {"iso-2022-jp: escapes", JP, "", "\x1b$B\x1b(B", "", ""},
    {"windows-1251: links", RUS, "", "<a href=\"\xff?\xff~\">", "", ""},
    {"utf-16: damaged", WIDE, "<", "a\xd8", "", ""},
    {"xml: namespaces", XML, "", "<a xmlns:xlink='http://www.w3.org/1999/xlink' xlink:href='~'/>", "", ""},
    {"xml: nested", XML, "", "<a>", "</a>", ""},
    {"xml: instructions", XML, "", "<?xml-stylesheet href='~'?>", "", "<html/>"},
    {"xml: attributes of an instruction", XML, "<?xml-stylesheet ", "a='' ", "", "?>"},
    {"xml: open instructions", XML, "", "<?xml-stylesheet ", "", ""},
    {"xml: document type", XML, "<!DOCTYPE a [", "<!-- ", "", ""},
    {"xml: document type of quotes", XML, "<!DOCTYPE a [", "\"]>\"", "", "]>"},
    {"svg: uses", SVG, "<svg>", "<use xlink:href='#~'/>", "", "</svg>"},
    {"svg: style", SVG, "<svg><style>", "a{b:url(&#97;~)}", "", "</style></svg>"},
    {"css: urls", CSS, "", "a{b:url(~)}", "", ""},
    {"css: open urls", CSS, "", "url(\"", "", ""},
    {"css: bad urls", CSS, "", "url(a b ", "", ""},
    {"css: imports", CSS, "", "@import '~';", "", ""},
    {"css: parentheses", CSS, "", "image-set(", ")", ""},
    {"css: strings in a set", CSS, "image-set(", "'~' 1x,", "", ")"},
    {"css: comments", CSS, "", "/*", "", ""},
    {"css: comments in src()", CSS, "", "src(/**/", "", ""},
    {"css: escapes", CSS, "", "\\", "", "("},
    {"css: escaped name", CSS, "", "\\61 a", "", "("},
    {"css: long name", CSS, "", "a", "", "l("},
    {"css: names", CSS, "", "aaal(", "", ""},
    {"css: escapes in a url", CSS, "url(\"", "\\61 ", "", "\")"},
    {"css: blanks", CSS, "", "url(   ", "", ""},
    {"js: strings", SCRIPT, "", "a=\"~/b.json\";", "", ""},
    {"js: no map", SCRIPT, "", "(x)+\"a\"+b;", "", ""},
    {"js: open strings", SCRIPT, "", "\"a\n", "", ""},
    {"js: lists", SCRIPT, "[", "\"~.json\",", "", "]"},
    {"js: lists of words", SCRIPT, "fetch('/a/'+b+'.json');", "['~','b'];", "", ""},
    {"js: list of words", SCRIPT, "fetch('/a/'+b+'.json');[", "'~',", "", "'a']"},
    {"js: open lists of words", SCRIPT, "fetch('/a/'+b+'.json');", "['~',", "", ""},
    {"js: data attributes", SCRIPT, "fetch('/a/'+b+'.json');", "dataset.a~;", "", ""},
    {"js: templates with data attributes", SCRIPT, "dataset.a;['a','b'];", "fetch('/~/'+b+'.json');", "", ""},
    {"js: sums", SCRIPT, "a=", "b+\"~.json\"+", "", "c"},
    {"js: calls", SCRIPT, "", "f(\"a/~.json\",", ")", ""},
    {"js: arguments that climb", SCRIPT, "", "f(\"a/b.html\",\"../\");", "", ""},
    {"js: arguments without an end", SCRIPT, "", "f('a/b.html',\"\\", "", ""},
    {"js: constants", SCRIPT, "", "~=\"/a\";b(~+\"/c.json\");", "", ""},
    {"js: templates", SCRIPT, "", "`${", "}`", ""},
    {"js: pieces of templates", SCRIPT, "`", "${a}/~.json", "", "`"},
    {"js: open templates", SCRIPT, "", "`a${", "", ""},
    {"js: brackets", SCRIPT, "", "[", "]", ""},
    {"js: patterns", SCRIPT, "", "a=/[/]\"/;", "", ""},
    {"js: open patterns", SCRIPT, "", "=/[", "", ""},
    {"js: comments", SCRIPT, "", "\"a\"/*b*/", "", ""},
    {"js: open comments", SCRIPT, "", "\"a/b.json\"/* ", "", ""},
    {"js: comments after a string", SCRIPT, "\"a\"", "/**/", "", ""},
    {"js: strings before blanks", SCRIPT, "", "'a'\n", "      ", ""},
    {"js: html comments", SCRIPT, "", "  -->", "", ""},
    {"js: blanks before html comments", SCRIPT, "a", "  ", "", "-->"},
    {"js: imports", SCRIPT, "", "import a from './~.js';", "", ""},
    {"js: addresses of its own", SCRIPT, "", "new URL('./~.js',import.meta.url);", "", ""},
    {"js: escapes", SCRIPT, "a=\"", "\\u0061\\", "", "\""},
    {"js: markup", SCRIPT, "", "a=\"<img src='~.png'>\";", "", ""},
    {"js: markup of a list", SCRIPT, "a=\"", "<img src='~.png'>", "", "\""},
    {"js: open markup", SCRIPT, "a=\"", "<img src='a", "", "\""},
    {"js: folders of markup", SCRIPT, "", "' src=a/", "", ""},
    {"js: folder of markup", SCRIPT, "' src=", "a/", "", ""},
    {"js: css in markup", SCRIPT, "a=\"<b style='", "url(~.png)", "", "'>\""},
    {"js: chunk maps", SCRIPT, "a.u=e=>\"a/\"+({", "\"~\":\"b\",", "", "1:\"c\"})[e]+\".js\""},
    {"js: chunk maps of two orders", SCRIPT, "\"\"+{z:\"a\"}[e]+{", "~:\"b\",", "", "z:\"c\"}[e]+\".js\""},
    {"js: chunk maps without a key", SCRIPT, "\"\"+({1:\"a\"}[e]||e)+\"-\"+{", "~:\"b\",", "",
     "z:\"c\"}[e]+\".js\""},
    {"js: chunks by number", SCRIPT, "a.u=e=>\"\"+e+\".js\";", ".e(1);", "", ""},
    {"js: chunk names", SCRIPT, "", ".e(1);a.u=e=>\"\"+e+\".js\";", "", ""},
    {"js: open chunk maps", SCRIPT, "", "{}+\"a\"+(", "", ""},
    {"js: chunk maps before", SCRIPT, "", "(((}[e]+\"a\"+b;", "", ""},
    {"js: public paths", SCRIPT, "", ".p=\"a\"+b;a.u=e=>\"c\"+e;", "", ""},
    {"js: hash map", SCRIPT, "__VP_HASH_MAP__=JSON.parse('{", "\"~\":\"b\",", "", "\"a\":\"b\"}')"},
    {"js: hash maps", SCRIPT, "", "__VP_HASH_MAP__=JSON.parse('{\"~\":\"b\"}');", "", ""},
    {"js: hash map and base", SCRIPT, "__VP_HASH_MAP__=JSON.parse('{", "\"~\":\"b\",", "",
     "\"a\":\"b\"}');a={\"base\":\"/\"}"},
    {"js: versions of an index", SCRIPT, "{", "\"1.0.0###~\":\"a\",", "", "}"},
    {"js: tree", SCRIPT, "var NAVTREE =[", "[\"a\",\"b\",\"~\"],", "", "]"},
    {"js: index of a tree", SCRIPT, "var NAVTREEINDEX =[", "\"~\",", "", "]"},
    {"js: sections", SCRIPT, "var indexSectionsWithContent={0:\"", "a", "",
     "\"};var indexSectionNames={0:\"b\"}"},
    {"js: requests with a value", SCRIPT, "", "fetch(`/a/~-${b}.json`);", "", ""},
    {"js: open requests", SCRIPT, "", "fetch(`", "", ""},
    {"js: links with a value", SCRIPT, "", "href:`/~/${e.id}`,", "", ""},
    {"js: location", MODULE, "history;", "location=~;", "", ""},
    {"module: imports", MODULE, "", "import {~} from 'a';", "", ""},
    {"module: names of an import", MODULE, "import {", "~ as b,", "", "} from 'a'"},
    {"module: exports", MODULE, "", "export const ~=1;", "", ""},
    {"module: exports in one", MODULE, "export const a=1", ",~=2", "", ""},
    {"module: exports without semicolons", MODULE, "", "export let ~=1\n", "", ""},
    {"module: reexports", MODULE, "", "export {~ as b} from 'a';", "", ""},
    {"module: open exports", MODULE, "", "export {a,", "", ""},
    {"module: open declarations", MODULE, "", "export var a=b ", "", ""},
    {"module: patterns", MODULE, "export const {", "~:b,", "", "}=c"},
    {"module: calls", MODULE, "", "import(a);", "", ""},
    {"module: nested calls", MODULE, "", "import(", ")", ""},
    {"module: parameters", MODULE, "import(", "a,", "", ")"},
    {"module: unpacked locations", MODULE, "history;", "{location,a", "}", "=b"},
    {"script: calls", CALLS, "", "import(a);", "", ""},
    {"script: nested calls", CALLS, "", "import(", ")", ""},
    {"script: directives", CALLS, "", "\"use strict\";", "", "import(a)"},
    {"script: locations", CALLS, "pathname;", "a.location,", "", ""},
    {"json: names", DATA, "[", "\"~/a.json\",", "", "1]"},
    {"json: names in a folder", DATA, "[\"folder/\",", "\"~.png\",", "", "1]"},
    {"json: folders", DATA, "[", "\"~/\",\"a.png\",", "", "1]"},
    {"json: arrays", DATA, "", "[", "]", ""},
    {"json: objects", DATA, "", "{\"a\":", "}", ""},
    {"json: members", DATA, "{", "\"src\":\"~.png\",", "", "\"a\":1}"},
    {"json: escapes", DATA, "[\"", "\\u0061\\/", "", "\"]"},
    {"json: hashes", DATA, "{\"staticQueryHashes\":[", "\"~\",", "", "1]}"},
    {"json: list of scripts", DATA, "[", "\"q-~.js\",", "", "1]"},
    {"json: ids", DATA, "[", "{\"id\":\"~\",\"slug\":\"~\"},", "", "1]"},
    {"json: languages", DATA, "{\"languages\":{", "\"~\":{\"hash\":\"a\",\"wasm\":\"b\"},", "", "\"a\":1}}"},
    {"manifest: icons", APP, "{\"name\":\"a\",\"icons\":[", "{\"src\":\"~\"},", "", "1]}"},
    {"manifest: keys", APP, "{\"name\":\"a\",\"icons\":[{", "\"~\":\"~\",", "", "\"src\":\"a\"}]}"},
    {"index: names", INDEX, "pagefind_dcd\x84\x01\x9a\x7f\x7f\x7f\x7f", "\x82\x65~\x01", "", ""},
    {"index: arrays", INDEX, "pagefind_dcd", "\x81", "", ""},
    {"playlist", LIST, "#EXTM3U\n", "~.ts\n", "", ""},
    {"playlist: keys", LIST, "#EXTM3U\n", "#A:URI=\"~\"\n", "", ""},
    {"playlist: open keys", LIST, "#EXTM3U\n", "URI=\"", "", ""},
    {"playlist: blanks", LIST, "#EXTM3U", "\n ", "", ""},
    {"markdown: links", MARK, "", "[a](~.png)", "", ""},
    {"markdown: open links", MARK, "", "](", "", ""},
    {"feed: items", FEED, "<rss>", "<item><link>http://h/~</link></item>", "", "</rss>"},
    {"feed: bases", FEED, "<feed xmlns='http://www.w3.org/2005/Atom'>",
     "<entry xml:base='~/'><link href='a'/></entry>", "", "</feed>"},
    {"feed: nested bases", FEED, "<feed>", "<a xml:base='~/'>", "</a>", "</feed>"},
    {"feed: references", FEED, "<rss><link>", "&nbsp;&amp;", "", "</link></rss>"},
    {"feed: repeated segments", FEED,
     "<MPD><Period><AdaptationSet><Representation><SegmentTemplate media='$Time$'><SegmentTimeline>",
     "<S t='0' d='0' r='99999999999'/>", "",
     "</SegmentTimeline></SegmentTemplate></Representation></AdaptationSet></Period></MPD>"},
    {"feed: representations", FEED,
     "<MPD><Period><AdaptationSet><SegmentTemplate media='$Time$'><SegmentTimeline><S t='0' d='1'/>"
     "</SegmentTimeline></SegmentTemplate>",
     "<Representation/>", "", "</AdaptationSet></Period></MPD>"},
    {"feed: empty elements before spaces", FEED, "<MPD>", "<a/>", " ", ""},
    {"feed: attributes", FEED, "<rss><link", " ~='a'", "", "/></rss>"},
    {"feed: CDATA", FEED, "<rss><link>", "<![CDATA[a]]>", "", "</link></rss>"},
    {"feed: open CDATA", FEED, "<rss><link>", "<![CDATA[", "", ""},
    {"feed: document types", FEED, "", "<!doctype a [", "", ""},
    {"feed: comments", FEED, "<rss>", "<!--", "", "-->"},
    {"feed: namespaces", FEED, "<rss>", "<a xmlns:~='b'>", "</a>", "</rss>"},
    {"sitemap: pages", MAP, "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'>",
     "<url><loc>http://h.example/~</loc><lastmod>2026</lastmod></url>", "", "</urlset>"},
    {"sitemap: locs in one", MAP, "<urlset><url>", "<loc>http://h.example/~</loc>", "", "</url></urlset>"},
    {"sitemap: lines", MAP, "", "http://h.example/~\n", "", ""},
    {"header: links", HEADER, "", "<~>;rel=next,", "", ""},
    {"header: parameters", HEADER, "<a>", ";a=b", "", ""},
    {"header: open brackets", HEADER, "", "<", "", ""},
    {"header: quotes", HEADER, "<a>;rel=\"", "\\\"", "", ""},
    {"words: paragraphs", WORDS, "", "<p>a b ~ 12", "", ""},
    {"words: hidden", WORDS, "", "<div hidden>", "</div>", ""},
    {"words: scripts", WORDS, "", "<script src=a></script><div id=~></div>", "", ""},
    {"words: blanks", WORDS, "", " \n", "", ""},
    {"words: long word", WORDS, "", "a", "", ""},
    {"words: references", WORDS, "", "&nbsp;&", "", ""},
    {"policy: directives", POLICY, "", "img-src ~;", "", ""},
    {"policy: sources", POLICY, "img-src ", "~.example 'sha256-a' ", "", ""},
    {"policy: policies", POLICY, "", "script-src ~,", "", ""},
    {"robots: rules", RULES, "User-agent: *\n", "Disallow: /~\n", "", ""},
    {"robots: stars", RULES, "User-agent: *\nDisallow: /", "*", "", ""},
    {"robots: groups", RULES, "", "User-agent: ~\nDisallow: /\n", "", ""},
    {"robots: names of one group", RULES, "", "User-agent: ~\n", "", ""},
    {"robots: sitemaps", RULES, "", "Sitemap: http://h.example/~\n", "", ""},
    {"weave: links", WEAVE, "", "<a href=~>", "", ""},
    {"weave: references", WEAVE, "", "<a href='&amp;~'>", "", ""},
    {"weave: srcset", WEAVE, "<img srcset=\"", "~.png 1x,", "", "\">"},
    {"weave: srcdoc", WEAVE, "<iframe srcdoc='", "<a href=~>&amp;", "", "'>"},
};

/* Adds UNIT with the name of number I. */
static void add_unit(struct buf *text, const char *unit, size_t i)
{
    for (; *unit; unit++) {
        size_t number = i;

        if (*unit != '~')
            must(buf_add_byte(text, *unit));
        for (int digit = 0; *unit == '~' && digit < 5; digit++, number /= 26)
            must(buf_add_byte(text, (char)('a' + number % 26)));
    }
}

static void make(struct buf *text, const struct pattern *pattern, size_t size)
{
    size_t at, count;

    buf_clear(text);
    add_unit(text, pattern->unit, 0);
    add_unit(text, pattern->close, 0);
    count = size / text->len;
    buf_clear(text);
    must(buf_add_text(text, pattern->start));
    for (at = 0; at < count; at++)
        add_unit(text, pattern->unit, at);
    while (at-- > 0)
        add_unit(text, pattern->close, at);
    must(buf_add_text(text, pattern->end));
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define SANITIZED
#endif

#ifdef SANITIZED
/* Reads only: a sanitizer's work is not that of the scanners. */
static void measure(const struct pattern *pattern)
{
    struct buf text BUF_LOCAL(SIZE_MAX / 4);

    make(&text, pattern, SHORT);
    pattern->read(buf_span(&text), pattern->type);
    ok(true, "%s: read", pattern->label);
}
#else
/* Returns the seconds of one reading, on average of COUNT. */
static double seconds(const struct pattern *pattern, const struct buf *text, int count)
{
    struct timespec from, to;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &from);
    for (int i = 0; i < count; i++)
        pattern->read(buf_span(text), pattern->type);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &to);
    return ((double)(to.tv_sec - from.tv_sec) + 1e-9 * (double)(to.tv_nsec - from.tv_nsec)) / count;
}

/* Other programs do not explain an exponent above the second. */
static const double exponent_max = 1.2, hopeless = 1.6;

/* Compares the two lengths in windows of the same time, one after the other: other programs slow both down.
 * Tries again while the exponent is too high. */
static void measure(const struct pattern *pattern)
{
    struct buf one BUF_LOCAL(SIZE_MAX / 4), other BUF_LOCAL(SIZE_MAX / 4);
    double exponent = 9;

    make(&one, pattern, SHORT);
    make(&other, pattern, (size_t)SHORT * TIMES);
    for (int i = 0; i < TRIES || (i < TRIES_MAX && exponent > exponent_max && exponent < hopeless); i++)
        exponent =
            fmin(exponent, log(seconds(pattern, &other, 1) / seconds(pattern, &one, TIMES)) / log(TIMES));
    ok(exponent <= exponent_max, "%s: exponent %.2f", pattern->label, exponent);
}

#endif

/* Measures all patterns, or those whose label begins with the argument. */
int main(int count, char **arguments)
{
    page_init(&page);
    visible_init(&visible);
    document_url = (struct url){0};
    page_url = (struct url){0};
    buf_init(&out, SIZE_MAX / 4);
    must(url_parse(&document_url, span_of("http://h.example/a/b/c.js"), NULL, NULL));
    must(url_parse(&page_url, span_of("http://h.example/d/e.html"), NULL, NULL));
    for (size_t i = 0; i < COUNT_OF(patterns); i++)
        if (count < 2 || span_starts(span_of(patterns[i].label), arguments[1]))
            measure(&patterns[i]);
    page_release(&page);
    visible_release(&visible);
    link_list_release(&links);
    url_release(&document_url);
    url_release(&page_url);
    buf_release(&out);
    return done();
}
