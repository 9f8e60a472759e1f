/* SPDX-License-Identifier: MIT */
/* Any reference in any place: the input is woven into every kind of place, where a reader finds exactly this
 * reference. */
#include "config.h"

#include <fcntl.h>
#include <stdlib.h>

#include "base/body.h"
#include "extract_html.h"
#include "site/weave.h"
#include "url/url.h"
#include "base/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char document[] =
    "<a href=\"x\"><a href='x'><a href=x><style>a{b:url(x) url('x') url(\"x\")}</style>"
    "<p style=\"b:url(x) url('x')\"><p style='b:url(\"x\")'><p style=b:url(x)>"
    "<iframe srcdoc=\"<a href=x><a href='x'><p style='b:url(x)'>\"></iframe>"
    "<iframe srcdoc=<a&#32;href=x><a&#32;href='x'>></iframe>";

enum { PLACES = 16 };

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

static void check_read_back(struct page *page, struct span woven, const struct url *wanted,
                            const struct url *base)
{
    struct span text = buf_span(&wanted->text);

    if (extract_html(page, woven, span_of("text/html;charset=utf-8"), base))
        abort();
    for (size_t i = 0; i < page->links.count; i++) {
        const struct link *link = &page->links.links[i];

        if (!span_equals(span_part(text, 0, wanted->fragment_at), link->url) ||
            !span_equals(span_part(text, wanted->fragment_at, text.len), link->fragment))
            abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span reference = span_make(size ? (const char *)data : "", size);
    struct span references[PLACES];
    struct span woven;
    struct page page;
    struct url base, wanted;
    struct body out;

    page_init(&page);
    url_init(&base);
    url_init(&wanted);
    body_init(&out, AT_FDCWD, SIZE_MAX / 4, SIZE_MAX / 4);
    for (size_t i = 0; i < PLACES; i++)
        references[i] = reference;
    if (url_parse(&base, span_of("http://h/d/p"), NULL, NULL) != URL_OK ||
        extract_html(&page, span_of(document), span_of("text/html;charset=utf-8"), &base) ||
        page.links.count > PLACES)
        abort();
    if (weave(span_of(document), NULL, &page.links, references, &out) || body_span(&out, &woven))
        abort();
    if (is_clean(reference) && url_parse(&wanted, reference, &base, NULL) == URL_OK)
        check_read_back(&page, woven, &wanted, &base);
    body_release(&out);
    url_release(&base);
    url_release(&wanted);
    page_release(&page);
    return 0;
}
