/* SPDX-License-Identifier: MIT */
/* Weaving: only the references change, and a reader finds exactly the new ones in every place. */
#include "config.h"

#include "site/weave.h"

#include <fcntl.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/error.h"
#include "extract/extract.h"
#include "extract_html.h"
#include "tap.h"
#include "url/url.h"

enum { REFERENCES = 64 };

static struct page page;
static struct url document_url;

static const struct {
    const char *label;
    const char *html;
    const char *reference; /* for each link; NULL leaves it */
    const char *woven;
} cases[] = {
    {"nothing to do", "<a href=x>", NULL, "<a href=x>"},
    {"double quotes", "<a href=\"x\" id=a>", "y&z\"'<", "<a href=\"y&amp;z&#34;'<\" id=a>"},
    {"single quotes", "<a href='x' id=a>", "y&z\"'", "<a href='y&amp;z\"&#39;' id=a>"},
    {"no quotes", "<a href=x id=a>", "../y/z.html#f", "<a href=../y/z.html#f id=a>"},
    {"quotes are added", "<a href=x id=a>", "y=z", "<a href=\"y=z\" id=a>"},
    {"an empty value", "<base href=x><p>", "", "<base href=\"\"><p>"},
    {"an empty value in quotes", "<base href='x'><p>", "", "<base href=''><p>"},
    {"a '>' follows", "<a href=x>", "y", "<a href=y>"},
    {"what is not ASCII", "<a href='x'>", "\xc3\xa9 \x01%20", "<a href='%C3%A9%20%01%20'>"},
    {"white space goes with the value", "<a href=' x\n'>", "y", "<a href='y'>"},
    {"srcset, commas within", "<img srcset=a,>", "y,z", "<img srcset=y,z,>"},
    {"srcset without quotes", "<img srcset=a>", "y=z", "<img srcset=y&#61;z>"},
    {"srcset among references", "<img srcset='a&amp;b&#32;1x,c'>", "y", "<img srcset='y&#32;1x,y'>"},
    {"META refresh without quotes", "<meta http-equiv=refresh content=0;url=x>", "y",
     "<meta http-equiv=refresh content=0;url=y>"},
    {"CSS url()", "<style>a{b:url( x )}</style>", "y(')z", "<style>a{b:url( y\\(\\'\\)z )}</style>"},
    {"CSS string", "<style>a{b:url(\"x\")}@import 'z';</style>", "y'\"(\\",
     "<style>a{b:url(\"y\\'\\\"(\\\\\")}@import 'y\\'\\\"(\\\\';</style>"},
    {"CSS cannot end its element", "<style>a{b:url(x)}</style>", "</style>",
     "<style>a{b:url(\\3c /style>)}</style>"},
    {"a module's import keeps a dot", "<script type=module>import \"/x.js\"</script>", "y.js",
     "<script type=module>import \"./y.js\"</script>"},
    {"quotes, code and ends of elements in it", "<script>import(`/x.js`)</script>", "../y'`\"${</script>&",
     "<script>import(`../y\\x27\\x60\\x22\\x24{\\x3c/script>\\x26`)</script>"},
    {"an import map", "<script type=importmap>{\"imports\":{\"a\":\"/x\"}}</script>", "y<",
     "<script type=importmap>{\"imports\":{\"a\":\"./y\\u003c\"}}</script>"},
    {"style attribute", "<p style=\"a:url('x')\">", "y\"&'", "<p style=\"a:url('y\\&#34;&amp;\\'')\">"},
    {"style attribute, quotes by reference", "<p style=\"a:url(&quot;x&quot;)\">", "y",
     "<p style=\"a:url(&quot;y&quot;)\">"},
    {"style attribute without quotes", "<p style=a:url(x)>", "<", "<p style=a:url(\\3c&#32;)>"},
    {"srcdoc", "<iframe srcdoc='<a href=\"x\"><a href=&quot;x&quot;>'>", "y&'\"",
     "<iframe srcdoc='<a href=\"y&amp;amp;&#39;&amp;#34;\"><a href=&quot;y&amp;amp;&#39;&amp;#34;&quot;>'>"},
    {"srcdoc without quotes", "<iframe srcdoc=<a&#32;href=x&gt;>",
     "y=", "<iframe srcdoc=<a&#32;href=&#34;y&#61;&#34;&gt;>"},
    {"CSS in an attribute in srcdoc", "<iframe srcdoc=\"<p style='a:url(x)'>\">", "y'",
     "<iframe srcdoc=\"<p style='a:url(y\\&amp;#39;)'>\">"},
    {"bytes that are no text", "\xff\x80\x01<a href='x'\x80>", "y", "\xff\x80\x01<a href='y'\x80>"},
    {"windows-1251", "<meta charset=windows-1251>\xef<a href='\xef'>\xf0", "y",
     "<meta charset=windows-1251>\xef<a href='y'>\xf0"},
    {"Shift_JIS", "<meta charset=shift_jis>\x95\x5c<a href='\x95\x5c'>\x95\x5c", "y",
     "<meta charset=shift_jis>\x95\x5c<a href='y'>\x95\x5c"},
    {"ISO-2022-JP", "<meta charset=iso-2022-jp>\x1b$B$\"\x1b(B<a href='\x1b$B$\"\x1b(B'>\x1b$B$\"\x1b(B", "y",
     "<meta charset=iso-2022-jp>\x1b$B$\"\x1b(B<a href='y\x1b(B'>\x1b$B$\"\x1b(B"},
};

/* Places where bytes of the reference have a meaning: they are percent-encoded. */
static const struct {
    const char *label;
    const char *html;
    const char *reference;
    const char *woven;
} encoded[] = {
    {"srcset", "<img srcset='a 1x,  b   2x , c'>", ",y&,",
     "<img srcset='%2Cy&amp;%2C 1x,  %2Cy&amp;%2C   2x , %2Cy&amp;%2C'>"},
    {"META refresh", "<meta http-equiv=refresh content=\"5 ; url = 'x'  \">", "y'z",
     "<meta http-equiv=refresh content=\"5 ; url = 'y%27z'  \">"},
    {"an applet's archives", "<applet archive='a , b'>", "y,z", "<applet archive='y%2Cz , y%2Cz'>"},
};

/* The page woven with REFERENCE for each of its links. */
static int weave_all(struct span html, struct span reference, struct body *out)
{
    struct span *references;
    int error = extract_html(&page, html, span_of(""), &document_url);

    if (error)
        return error;
    references = mem_new(page.links.count + 1, sizeof *references);
    for (size_t i = 0; i < page.links.count; i++)
        references[i] = reference;
    error = weave(html, NULL, &page.links, references, out);
    free(references);
    return error;
}

static struct span whole(struct body *body)
{
    struct span text = {0};

    return body_span(body, &text) ? span_make(NULL, 0) : text;
}

/* Whether LINK is TARGET, with its fragment. */
static bool leads_to(const struct link *link, const struct url *target)
{
    struct span text = buf_span(&target->text);

    return text.len == link->url.len + link->fragment.len &&
           span_equals(span_part(text, 0, link->url.len), link->url) &&
           span_equals(span_part(text, link->url.len, text.len), link->fragment);
}

/* A woven page, read again, has the same links, and all of them lead to the reference. */
static void check_read_back(struct span woven, struct span reference, size_t count, const char *label)
{
    struct url target;

    target = (struct url){0};
    is_int(extract_html(&page, woven, span_of(""), &document_url), 0, label);
    is_int(page.links.count, count, "as many links as before");
    if (url_parse(&target, reference, &document_url, NULL) == URL_OK) {
        for (size_t i = 0; i < page.links.count; i++)
            ok(page.links.links[i].role == LINK_BASE || leads_to(&page.links.links[i], &target),
               "%s: leads there", label);
    }
    url_release(&target);
}

static void test_cases(void)
{
    struct body out;

    body_init(&out, AT_FDCWD, 1024 * 1024, 1024 * 1024);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct span html = span_of(cases[i].html);
        size_t count;

        body_release(&out);
        is_int(weave_all(html, span_of(cases[i].reference), &out), 0, cases[i].label);
        count = page.links.count;
        is_span(whole(&out), span_of(cases[i].woven), cases[i].label);
        if (cases[i].reference && cases[i].reference[0])
            check_read_back(whole(&out), span_of(cases[i].reference), count, cases[i].label);
        body_release(&out);
        is_int(weave_all(html, span_make(NULL, 0), &out), 0, "without references");
        is_span(whole(&out), html, "every byte is the same");
    }
    body_release(&out);
}

static void test_encoded(void)
{
    struct body out;

    body_init(&out, AT_FDCWD, 1024 * 1024, 1024 * 1024);
    for (size_t i = 0; i < COUNT_OF(encoded); i++) {
        body_release(&out);
        is_int(weave_all(span_of(encoded[i].html), span_of(encoded[i].reference), &out), 0, encoded[i].label);
        is_span(whole(&out), span_of(encoded[i].woven), encoded[i].label);
    }
    body_release(&out);
}

static void test_utf16(bool big_endian)
{
    static const char narrow[] = "<a href='x&amp;y'><p style=\"b:url(c)\"><img src=d>";
    static const char wanted[] = "<a href='n&amp;w'><p style=\"b:url(n&amp;w)\"><img src=n&amp;w>";
    struct buf wide, narrowed;
    struct body out;
    struct span woven;

    buf_init(&wide, 1000);
    buf_init(&narrowed, 1000);
    body_init(&out, AT_FDCWD, 1024, 1024);
    buf_add(&wide, big_endian ? "\xfe\xff" : "\xff\xfe", 2);
    for (const char *c = narrow; *c; c++)
        buf_add(&wide, big_endian ? (char[]){0, *c} : (char[]){*c, 0}, 2);
    is_int(weave_all(buf_span(&wide), span_of("n&w"), &out), 0, big_endian ? "UTF-16BE" : "UTF-16LE");
    woven = whole(&out);
    is_span(span_part(woven, 0, 2), span_part(buf_span(&wide), 0, 2), "the BOM stays");
    for (size_t i = 2; i + 1 < woven.len; i += 2)
        buf_add_byte(&narrowed, woven.at[big_endian ? i + 1 : i]);
    is_str(buf_text(&narrowed), wanted, "every place is written in two bytes a character");
    body_release(&out);
    buf_release(&wide);
    buf_release(&narrowed);
}

static void test_css(void)
{
    static const char css[] = "@import 'a';\nb{c:url(d);e:image-set(\"f\" 1x)}";
    struct span references[] = {span_of("1.css"), span_make(NULL, 0), span_of("2 3.png")};
    struct link_list links = {0};
    struct body out;

    body_init(&out, AT_FDCWD, 1024, 1024);
    is_int(extract_css(&links, span_of(css), span_of(""), &document_url, NULL), 0, "a style sheet");
    is_int(weave(span_of(css), NULL, &links, references, &out), 0, "is woven");
    is_span(whole(&out), span_of("@import '1.css';\nb{c:url(d);e:image-set(\"2%203.png\" 1x)}"),
            "one reference each, one link unchanged");
    body_release(&out);
    link_list_release(&links);
}

/* As many levels of escapes as there can be. */
static void test_levels(void)
{
    struct link link = {.at = 0,
                        .len = 1,
                        .escape = {LINK_ESCAPE_CSS_URL, LINK_ESCAPE_SINGLE, LINK_ESCAPE_DOUBLE,
                                   LINK_ESCAPE_SINGLE, LINK_ESCAPE_DOUBLE, LINK_ESCAPE_UTF16BE}};
    struct link_list list = {.links = &link, .count = 1};
    struct span references[] = {span_of("a"), span_of("'\x7f")};
    struct body out;

    ok(link.escape[LINK_ESCAPES - 1] == LINK_ESCAPE_UTF16BE, "all levels are in use");
    body_init(&out, AT_FDCWD, 1024, 1024);
    is_int(weave(span_of("x"), NULL, &list, references, &out), 0, "a plain reference");
    is_span(whole(&out), span_make("\0a", 2), "is widened");
    body_release(&out);
    is_int(weave(span_of("x"), NULL, &list, references + 1, &out), 0, "another one");
    is_span(span_part(whole(&out), 0, 4), span_make("\0\\\0&", 4), "is escaped on every level");
    is_int(whole(&out).len, 2 * strlen("\\&amp;amp;amp;#39;%7F"), "exactly once on each");
    body_release(&out);
    link.escape[0] = LINK_ESCAPE_DOUBLE;
    link.escape[1] = LINK_ESCAPE_NONE;
    is_int(weave(span_of("x"), NULL, &list, references + 1, &out), 0, "DEL");
    is_span(whole(&out), span_of("'%7F"), "is percent-encoded");
    body_release(&out);
}

static void test_errors(void)
{
    struct link links[2] = {{.at = 5, .len = 3}, {.at = 6, .len = 1}};
    struct link_list list = {.links = links, .count = 2};
    struct span references[2] = {span_of("x"), span_of("y")};
    struct body out;

    body_init(&out, AT_FDCWD, 1024, 1024);
    is_int(weave(span_of("0123456789"), NULL, &list, references, &out), ERROR_INVALID, "places that overlap");
    links[0] = (struct link){.at = 0, .len = 3};
    links[1] = (struct link){.at = 3, .len = 0};
    body_release(&out);
    is_int(weave(span_of("0123456789"), NULL, &list, references, &out), 0, "places that touch");
    is_span(whole(&out), span_of("xy3456789"), "are both replaced");
    links[1] = (struct link){.at = 9, .len = 1};
    body_release(&out);
    is_int(weave(span_of("0123456789"), NULL, &list, references, &out), 0, "a place at the end");
    is_span(whole(&out), span_of("x345678y"), "is replaced");
    links[1] = (struct link){.at = 9, .len = 2};
    is_int(weave(span_of("0123456789"), NULL, &list, references, &out), ERROR_INVALID,
           "a place beyond the end");
    body_release(&out);
    body_init(&out, AT_FDCWD, 8, 8);
    list.count = 1;
    is_int(weave(span_of("0123456789"), NULL, &list, references, &out), 0, "as much as the body holds");
    body_release(&out);
    body_init(&out, AT_FDCWD, 7, 7);
    is_int(weave(span_of("0123456789"), NULL, &list, references, &out), ERROR_TOO_LARGE,
           "more than the body holds");
    body_release(&out);
}

int main(void)
{
    page_init(&page);
    document_url = (struct url){0};
    if (url_parse(&document_url, span_of("http://h/d/p"), NULL, NULL) != URL_OK)
        return 1;
    test_cases();
    test_encoded();
    test_utf16(false);
    test_utf16(true);
    test_css();
    test_levels();
    test_errors();
    page_release(&page);
    url_release(&document_url);
    return done();
}
