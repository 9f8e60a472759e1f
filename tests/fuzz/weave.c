/* SPDX-License-Identifier: MIT */
/* Any reference in any place: the input is woven into every kind of place, where a reader finds exactly this
 * reference. */
#include "config.h"

#include <fcntl.h>

#include "base/utf8.h"
#include "extract_html.h"
#include "links.h"

static const char document[] =
    "<a href=\"x\"><a href='x'><a href=x><style>a{b:url(x) url('x') url(\"x\")}</style>"
    "<p style=\"b:url(x) url('x')\"><p style='b:url(\"x\")'><p style=b:url(x)>"
    "<iframe srcdoc=\"<a href=x><a href='x'><p style='b:url(x)'>\"></iframe>"
    "<iframe srcdoc=<a&#32;href=x><a&#32;href='x'>></iframe>";

/* Whether REFERENCE is like those of a crawl: UTF-8 without bytes that URL parsers remove, and without
 * userinfo, which links never have. */
static bool is_clean(struct span reference)
{
    uint32_t code;

    if (span_find(reference, '@') != reference.len)
        return false;
    for (size_t at = 0; at < reference.len;) {
        at += utf8_next(reference, at, &code);
        if (code <= ' ' || code == UTF8_REPLACEMENT)
            return false;
    }
    return true;
}

static void check_read_back(struct page *page, struct span again, const struct url *wanted,
                            const struct url *base)
{
    struct span text = buf_span(&wanted->text);

    demand(!extract_html(page, again, span_of("text/html;charset=utf-8"), base));
    for (size_t i = 0; i < page->links.count; i++) {
        const struct link *link = &page->links.links[i];

        demand(span_equals(span_part(text, 0, wanted->fragment_at), link->url));
        demand(span_equals(span_part(text, wanted->fragment_at, text.len), link->fragment));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span reference = span_make(size ? (const char *)data : "", size);
    struct span again;
    struct page page;
    struct url base, wanted;
    struct body out;

    page_init(&page);
    make_url(&base, "http://h/d/p", NULL);
    wanted = (struct url){0};
    body_init(&out, AT_FDCWD, SIZE_MAX / 4, SIZE_MAX / 4);
    demand(!extract_html(&page, span_of(document), span_of("text/html;charset=utf-8"), &base));
    again = woven(span_of(document), &page.links, reference, &out);
    if (is_clean(reference) && url_parse(&wanted, reference, &base, NULL) == URL_OK)
        check_read_back(&page, again, &wanted, &base);
    body_release(&out);
    url_release(&base);
    url_release(&wanted);
    page_release(&page);
    return 0;
}
