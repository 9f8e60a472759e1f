/* SPDX-License-Identifier: MIT */
/* Addresses in CSS: found, unescaped, and exactly where; and what is none. */
#include "config.h"

#include "markup/css_scan.h"

#include "tap.h"

static const struct {
    const char *css;
    const char *found; /* where in short, the raw address, '=' and the unescaped one if it is another, '|' */
} cases[] = {
    {"", ""},
    {"a{background:url(x.png)}", "u x.png|"},
    {"a{background:url( x.png )}", "u x.png|"},
    {"a{background:url('x.png')}", "u x.png|"},
    {"a{background:url( \"x.png\" )}", "u x.png|"},
    {"a{background:URL(x.png), Url(y.png)}", "u x.png|u y.png|"},
    {"a{background:u\\72l(x.png)}", "u x.png|"},
    {"a{background:\\75 rl(x.png)}", "u x.png|"},
    {"a{background:u\\rl(x.png)}", "u x.png|"},
    {"a{background:curl(x.png) url2(y.png) -url(z.png)}", ""},
    {"a{background:url(x\\).png)}", "u x\\).png=x).png|"},
    {"a{background:url(x\\29.png)}", "u x\\29.png=x).png|"},
    {"a{background:url(x\\29 .png)}", "u x\\29 .png=x).png|"},
    {"a{background:url(a\\ b.png)}", "u a\\ b.png=a b.png|"},
    {"a{background:url(\"x\\\"y\\\n.png\")}", "u x\\\"y\\\n.png=x\"y.png|"},
    {"a{background:url(x y.png) url(ok.png)}", "u ok.png|"},
    {"a{background:url(x'y.png) url(ok.png)}", "u ok.png|"},
    {"a{background:url('x\ny.png') url(in-the-next-string.png)}", ""},
    {"a{background:url('x\ny.png)} b{c:url(ok.png)}", "u ok.png|"},
    {"a{background:url()url('')}", ""},
    {"a{background:url(#local) url('#local')}", ""},
    {"a{background:url(x.svg#part)}", "u x.svg#part|"},
    {"a{background:url(data:image/png;base64,AA==)}", "u data:image/png;base64,AA==|"},
    {"a{background:url(x.png", "u x.png|"},
    {"a{background:url('x.png", "u x.png|"},
    {"/* url(no.png) */a{b:url(x.png)}", "u x.png|"},
    {"/* url(no.png)", ""},
    {"/*/ url(no.png) */url(x.png)", "u x.png|"},
    {"a{background:url(/*x*/y.png)}", "u /*x*/y.png|"},
    {"a{content:'url(no.png)'}", ""},
    {"a{content:\"\\\"url(no.png)\"}", ""},
    {"a{content:'x\nurl(x.png)}", "u x.png|"},
    {"@import 'a.css';", "i a.css|"},
    {"@import \"a.css\" screen;", "i a.css|"},
    {"@import url(a.css);", "i a.css|"},
    {"@import url('a.css') layer(x) supports(background: url(no.png)) screen;b{c:url(x.png)}",
     "i a.css|u x.png|"},
    {"@IMPORT/**/'a.css';", "i a.css|"},
    {"@\\69mport 'a.css';", "i a.css|"},
    {"@imports 'a.css';", ""},
    {"@import /*x*/ /*y*/'a.css';", "i a.css|"},
    {"a{b:u\\", ""},
    {"a{b:url(x)}u\\r", "u x|"},
    {"url(a)x\\\nrl(no)", "u a|"},
    {"url(a)url\\", "u a|"},
    {"url(a);url\\(no)", "u a|"},
    {"url(a)url(", "u a|"},
    {"url(a)/", "u a|"},
    {"url(a)/*", "u a|"},
    {"url(a)'", "u a|"},
    {"url(a)@", "u a|"},
    {"url(a)@import", "u a|"},
    {"url(a)image-set(", "u a|"},
    {"url(a)url('", "u a|"},
    {"url(a)url(\\", "u a|u \\=|"},
    {"url(a)url( ", "u a|"},
    {"@charset \"utf-8\";@import 'a.css'", "i a.css|"},
    {"@namespace url(http://no/);@namespace x 'http://no/';a{b:url(x.png)}", "u x.png|"},
    {"@document url(http://no/){a{b:url(x.png)}}", "u x.png|"},
    {"@-moz-document url-prefix('http://no/'),url(http://no/){a{b:url(x.png)}}", "u x.png|"},
    {"@supports (background:url(no.png)) and (b:image-set('no' 1x)){a{b:url(x.png)}}", "u x.png|"},
    {"@supports(a:url(no)){@media x{b{c:url(x.png)}}}", "u x.png|"},
    {"@import url(a.css) layer;@import 'b.css' layer(x.y) print;@import \"c.css\" supports(display:grid)",
     "i a.css|i b.css|i c.css|"},
    {"@import/*x*/url(a.css)/*y*/screen;", "i a.css|"},
    {"@import url( \"a.css\" );@import url();", "i a.css|"},
    {"@import src('a.css');", "i a.css|"},
    {"@import 'a\\\n.css'", "i a\\\n.css=a.css|"},
    {"@import '\\61.css'", "i \\61.css=a.css|"},
    {"@import 'a.css", "i a.css|"},
    {"@import url(a.css", "i a.css|"},
    {"@charset 'no.css';a{b:url(x.png)}", "u x.png|"},
    {"@font-face{src:url(a.woff2)format('woff2')tech('variations'),url(\"b.eot?#iefix\")format(\"eot\")}",
     "u a.woff2|u b.eot?#iefix|"},
    {"a{cursor:url(a.cur) 2 3,url('b.png'),auto;content:'no' url(c.png) / 'no'}", "u a.cur|u b.png|u c.png|"},
    {"a{mask:url(a.svg#m);filter:url(#f) url('b.svg#f');clip-path:url(#c)}", "u a.svg#m|u b.svg#f|"},
    {"a{b:url('x.png' foo('no') bar)}", "u x.png|"},
    {"a{b:\\75rl(x.png) \\75\\72\\6c(y.png) \\000075 rl(z.png)}", "u x.png|u y.png|u z.png|"},
    {"a{b:url/**/(no.png)}", ""},
    {"a{b:url(x\\20y.png) url('x\\20 y.png')}", "u x\\20y.png=x y.png|u x\\20 y.png=x y.png|"},
    {"a{b:image-set(\"a.png\" type(\"image/png\") 1x, url(\"b.png\") 2x);c:'no'}", "s a.png|u b.png|"},
    {"a{b:-webkit-image-set('a.png' 1x)}", "s a.png|"},
    {"a{b:IMAGE-SET('a.png' 1x}c{d:'no'}", "s a.png|"},
    {"a{--set:image-set('a.png' 1x)}", "s a.png|"},
    {"a{behavior:url(a.htc);-moz-binding:url(b.xml#x);list-style:url(c.png)}", "u a.htc|u b.xml#x|u c.png|"},
    {"@counter-style x{symbols:url(a.png) 'no'}@property --x{initial-value:url(b.png)}", "u a.png|u b.png|"},
    {"a{&:hover{b:url(x.png)}.c &{d:url('y.png')}}", "u x.png|u y.png|"},
    {"@font-face{src:local('no'),url(a.woff2)format('woff2'),url('b.ttf')}", "u a.woff2|u b.ttf|"},
    {"a{b:image-set('a.png' 1x,\"b.png\" 2x)}", "s a.png|s b.png|"},
    {"a{b:image-set('a.png' 1x type('image/png'),url(b.png) 2x type(\"x\"))}", "s a.png|u b.png|"},
    {"a{b:-webkit-image-set(url(a.png) 1x,url('b.png') 2x)}", "u a.png|u b.png|"},
    {"a{b:cross-fade(image-set('a.png' 1x),'no')}", "s a.png|"},
    {"a{b:image-set(linear-gradient(red,blue) 1x,'a.png' 2x)}", "s a.png|"},
    {"a{--x:url(a.png);--y:{url(b.png)}}", "u a.png|u b.png|"},
    {"a{b:src('a.png') src(var(--x))}", "u a.png|"},
    {"color:red;background:url(x.png)", "u x.png|"},
    {"url(x.png) fixed", "u x.png|"},
    {"a{b:url(x.png)!important}@media print{c{d:url(y.png)}}", "u x.png|u y.png|"},
    {"<!-- a{b:url(x.png)} -->", "u x.png|"},
    {"a{b:url(\xc3\xa9.png)}", "u \xc3\xa9.png|"},
    {"a{b:url(\\e9.png)}", "u \\e9.png=\xc3\xa9.png|"},
    {"a{b:url(\\0.png)}", "u \\0.png=\xef\xbf\xbd.png|"},
    {"a{b:url(x\\", "u x\\=x|"},
    {"a{b:(((url(x.png)", "u x.png|"},
    {")}];url(x.png)", "u x.png|"},
};

static char letter_of(const struct css_link *link)
{
    if (strcmp(link->where, "css @import") == 0)
        return 'i';
    return strcmp(link->where, "css image-set()") == 0 ? 's' : 'u';
}

static void scan_all(struct span css, struct buf *found, struct buf *scratch)
{
    struct css_scan scan;
    struct css_link link;

    buf_clear(found);
    css_scan_start(&scan, css);
    while (css_scan_next(&scan, &link)) {
        struct span raw = span_part(css, link.at, link.len);
        struct span text = css_unescape(raw, scratch);

        buf_add_byte(found, letter_of(&link));
        buf_add_byte(found, ' ');
        buf_add_span(found, raw);
        if (!span_equals(raw, text)) {
            buf_add_byte(found, '=');
            buf_add_span(found, text);
        }
        buf_add_byte(found, '|');
    }
}

static void test_hostile(struct buf *found, struct buf *scratch)
{
    static const char *const patterns[] = {"/*", "\\",   "url(",   "'\\", "image-set(", "@import ",
                                           "a",  "\"\n", "u\\72l", "*",   "("};
    struct buf text;

    buf_init(&text, 4 * 1024 * 1024);
    for (size_t i = 0; i < COUNT_OF(patterns); i++) {
        buf_clear(&text);
        while (text.len < 1024 * 1024)
            buf_add_text(&text, patterns[i]);
        scan_all(buf_span(&text), found, scratch);
    }
    ok(true, "hostile texts end in time");
    buf_release(&text);
}

int main(void)
{
    struct buf found, scratch;

    buf_init(&found, 16 * 1024 * 1024);
    buf_init(&scratch, 16 * 1024 * 1024);
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        scan_all(tap_exact(span_of(cases[i].css)), &found, &scratch);
        is_str(buf_text(&found), cases[i].found, "addresses");
        tap_show("of", span_of(cases[i].css));
    }
    test_hostile(&found, &scratch);
    buf_release(&found);
    buf_release(&scratch);
    return done();
}
