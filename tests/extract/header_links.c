/* SPDX-License-Identifier: MIT */
/* Link and Refresh fields in, links out. */
#include "config.h"

#include "extract/extract.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/limits.h"
#include "markup/link.h"
#include "tap.h"
#include "url/url.h"

static const struct {
    const char *value;
    const char *links; /* the address, its role's letter, n for nofollow */
} link_cases[] = {
    {"</a>; rel=next", "http://h/a h\n"},
    {"<s.css>; rel=\"preload stylesheet\"; as=style", "http://h/d/s.css q\n"},
    {"</a>;rel=prev , <//o/b>;rel=\"next nofollow\"", "http://h/a r\nhttp://o/b hn\n"},
    {"</a,b;c>; title=\"x, <y>; rel=next \\\" \"; rel = alternate", "http://h/a,b;c r\n"},
    {"</a>; rel=canonical", "http://h/a l\n"},
    {"</a>; rel=preconnect", "http://h/a c\n"},
    {"</a>; rel=next; anchor=\"#x\"", ""},
    {"</a>; rel=next; rel=stylesheet", "http://h/a h\n"},
    {"</a>; REL=NEXT", "http://h/a h\n"},
    {"</a>", ""},
    {"<>; rel=next", ""},
    {"<mailto:x@h>; rel=next", ""},
    {"junk, </b>; rel=next", "http://h/b h\n"},
    {"</a; rel=next", ""},
    {"</a>; rel=\"next", "http://h/a h\n"},
    {"</a>;;;=;=\"\";\"x\" rel=next,,", "http://h/a h\n"},
    {"</a>; rel=prefetch; as=script", "http://h/a q\n"},
    {"<>; rel=preload; as=image; imagesrcset=\"a 1x, /b,c 2x\"; imagesizes=50vw",
     "http://h/d/a q\nhttp://h/b,c q\n"},
    {"</a>; rel=preload; as=image; imagesrcset=\"b 1x\"", "http://h/a q\nhttp://h/d/b q\n"},
    {"</a>; rel=prev; imagesrcset=\"b 1x\"", "http://h/a r\n"},
    {"", ""},
};

static const struct {
    const char *value, *links;
} refresh_cases[] = {
    {"5; url=/next", "http://h/next x\n"},
    {"0;URL='x'", "http://h/d/x x\n"},
    {"30", ""},
};

static void describe(struct buf *seen, const struct link_list *links)
{
    static const char letters[] = {
        [LINK_ACTION] = 'a',    [LINK_PAGE] = 'p',    [LINK_FRAME] = 'f',   [LINK_OBJECT] = 'o',
        [LINK_REQUISITE] = 'q', [LINK_PREVIEW] = 'v', [LINK_RELATED] = 'r', [LINK_PREFETCH] = 'h',
        [LINK_REFRESH] = 'x',   [LINK_LIVE] = 'l',    [LINK_CONNECT] = 'c', [LINK_BASE] = 'b',
    };

    buf_clear(seen);
    for (size_t i = 0; i < links->count; i++) {
        const struct link *link = &links->links[i];

        buf_add_format(seen, "%.*s %c%s\n", (int)link->url.len, link->url.at, letters[link->role],
                       link->nofollow ? "n" : "");
    }
}

static void test_many(struct link_list *links, const struct url *base)
{
    struct buf value;

    buf_init(&value, 100000);
    for (int i = 0; i <= LIMIT_HEADER_LINKS; i++)
        buf_add_format(&value, "</%d>; rel=next, ", i);
    link_list_clear(links);
    header_links_add(links, buf_span(&value), base);
    is_int(links->count, LIMIT_HEADER_LINKS, "no more links than the limit");
    ok(links->truncated, "and that is told");
    buf_release(&value);
}

int main(void)
{
    struct link_list links = {0};
    struct url base;
    struct buf seen;

    base = (struct url){0};
    buf_init(&seen, 100000);
    if (url_parse(&base, span_of("http://h/d/p"), NULL, NULL) != URL_OK)
        return 1;
    for (size_t i = 0; i < COUNT_OF(link_cases); i++) {
        link_list_clear(&links);
        header_links_add(&links, tap_exact(span_of(link_cases[i].value)), &base);
        describe(&seen, &links);
        is_str(buf_text(&seen), link_cases[i].links, link_cases[i].value);
    }
    for (size_t i = 0; i < COUNT_OF(refresh_cases); i++) {
        link_list_clear(&links);
        header_links_add_refresh(&links, tap_exact(span_of(refresh_cases[i].value)), &base);
        describe(&seen, &links);
        is_str(buf_text(&seen), refresh_cases[i].links, refresh_cases[i].value);
    }
    test_many(&links, &base);
    link_list_release(&links);
    url_release(&base);
    buf_release(&seen);
    return done();
}
