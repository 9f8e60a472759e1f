/* SPDX-License-Identifier: MIT */
/* Style sheets in, links out. */
#include "config.h"

#include "extract/extract.h"

#include "base/buf.h"
#include "base/error.h"
#include "tap.h"
#include "url/url.h"

#define AT "http://h/d/"

static const struct {
    const char *css;
    const char *type;
    const char *environment;
    const char *links; /* the address, and the bytes at its place */
} cases[] = {
    {"@import 'a.css';b{c:url(d.png)}", "text/css", NULL, AT "a.css [a.css]\n" AT "d.png [d.png]\n"},
    {"a{b:url(x\\29.png)}", "text/css", NULL, AT "x).png [x\\29.png]\n"},
    {"a{b:url(data:,x) url(//y/z?a=&amp;b)}", "text/css", NULL,
     " [data:,x]\nhttp://y/z?a=&amp;b [//y/z?a=&amp;b]\n"},
    {"a{b:url('x.svg#p q')}", "text/css", NULL, AT "x.svg#p%20q [x.svg#p q]\n"},
    {"@charset \"windows-1251\";a{b:url('\xef?\xef')}", "text/css", NULL, AT "%D0%BF?%EF [\xef?\xef]\n"},
    {"a{b:url('\xef\\e9 ')}", "text/css", "windows-1251", AT "%D0%BF%C3%A9 [\xef\\e9 ]\n"},
    {"a{b:url(\xc3\xa9)}", "text/css", NULL, AT "%C3%A9 [\xc3\xa9]\n"},
    {"a{c:'\x95\x5c';b:url('\x95\x5c.png')}", "text/css; charset=shift_jis", NULL,
     " []\n" AT "%E8%A1%A8.png [\x95\x5c.png]\n"}, /* and @charset */
    {"", "text/css", NULL, ""},
};

static void describe(struct buf *seen, const struct link_list *links, struct span document)
{
    buf_clear(seen);
    for (size_t i = 0; i < links->count; i++) {
        buf_add_span(seen, links->links[i].url);
        buf_add_span(seen, links->links[i].fragment);
        buf_add_text(seen, " [");
        buf_add_span(seen, span_part(document, links->links[i].at, links->links[i].len));
        buf_add_text(seen, "]\n");
    }
}

static void test_too_large(struct link_list *links, const struct url *base)
{
    char *text = calloc(1, (size_t)LIMIT_DOCUMENT_BYTES + 1);

    is_int(extract_css(links, span_make(text, (size_t)LIMIT_DOCUMENT_BYTES + 1), span_of(""), base, NULL),
           ERROR_TOO_LARGE, "a sheet above the limit is refused");
    is_int(links->count, 0, "and leaves no links");
    free(text);
}

int main(void)
{
    struct link_list links = {0};
    struct url base;
    struct buf seen;

    base = (struct url){0};
    buf_init(&seen, 100000);
    if (url_parse(&base, span_of(AT "s.css"), NULL, NULL) != URL_OK)
        return 1;
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct span css = tap_exact(span_of(cases[i].css));

        is_int(extract_css(&links, css, span_of(cases[i].type), &base, cases[i].environment), 0, "is read");
        describe(&seen, &links, css);
        is_str(buf_text(&seen), cases[i].links, cases[i].css);
    }
    test_too_large(&links, &base);
    link_list_release(&links);
    url_release(&base);
    buf_release(&seen);
    return done();
}
