/* SPDX-License-Identifier: MIT */
/* Pages: links in order, within the document, never overlapping, their addresses canonical; woven without
 * references, the same bytes; woven with references, a page again. The first byte chooses the type. */
#include "config.h"

#include <fcntl.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/body.h"
#include "extract/html.h"
#include "site/weave.h"
#include "url/url.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const types[] = {"text/html",
                                    "application/xhtml+xml",
                                    "text/html;charset=utf-16le",
                                    "text/html;charset=iso-2022-jp",
                                    "text/html;charset=shift_jis",
                                    "text/html;charset=windows-1251"};

static void check_links(const struct link_list *links, size_t document_len)
{
    size_t done = 0;
    struct url url;

    url_init(&url);
    for (size_t i = 0; i < links->count; i++) {
        const struct link *link = &links->links[i];

        if (link->at < done || link->at > document_len || link->len > document_len - link->at)
            abort();
        done = link->at + link->len;
        if (link->url.len == 0)
            continue;
        if (url_parse(&url, link->url, NULL, NULL) != URL_OK || !span_equals(buf_span(&url.text), link->url))
            abort();
        if (url_has_fragment(&url) || url_has_userinfo(&url))
            abort();
    }
    url_release(&url);
}

static struct span woven(struct span document, const struct link_list *links, struct span reference,
                         struct body *out)
{
    struct span *references = mem_new(links->count + 1, sizeof *references);
    struct span text;

    for (size_t i = 0; i < links->count; i++)
        references[i] = reference;
    if (weave(document, NULL, links, references, out) || body_span(out, &text))
        abort();
    free(references);
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span document, type;
    struct page page;
    struct url url;
    struct body same, other;

    if (size == 0)
        return 0;
    document = span_make((const char *)data + 1, size - 1);
    type = span_of(types[data[0] % (sizeof types / sizeof *types)]);
    page_init(&page);
    url_init(&url);
    body_init(&same, AT_FDCWD, SIZE_MAX / 4, SIZE_MAX / 4);
    body_init(&other, AT_FDCWD, SIZE_MAX / 4, SIZE_MAX / 4);
    if (url_parse(&url, span_of("http://h/d/p"), NULL, NULL) != URL_OK)
        abort();
    if (extract_html(&page, document, type, &url) == 0) {
        check_links(&page.links, document.len);
        if (!span_equals(woven(document, &page.links, span_make(NULL, 0), &same), document))
            abort();
        if (extract_html(&page, woven(document, &page.links, span_of("a'b\"c&d(e,"), &other), type, &url) ==
            0)
            check_links(&page.links, other.len);
    }
    body_release(&same);
    body_release(&other);
    url_release(&url);
    page_release(&page);
    return 0;
}
