/* SPDX-License-Identifier: MIT */
/* Pages: links within the document, in order and never overlapping unless they are guesses, their addresses
 * canonical; woven without references, the same bytes; woven with references, a page again. No reader finds
 * an element for robots in a page that was not worth reading for them. The first byte chooses the type. */
#include "config.h"

#include <fcntl.h>

#include "base/utf8.h"
#include "extract_html.h"
#include "extract/metas.h"
#include "markup/charset.h"
#include "links.h"

static const char *const types[] = {"text/html",
                                    "application/xhtml+xml",
                                    "text/html;charset=utf-16le",
                                    "text/html;charset=iso-2022-jp",
                                    "text/html;charset=shift_jis",
                                    "text/html;charset=windows-1251",
                                    "text/html;charset=utf-8"};

static void check_links(const struct link_list *links, size_t document_len)
{
    size_t done = 0;
    struct url url;

    url = (struct url){0};
    for (size_t i = 0; i < links->count; i++) {
        const struct link *link = &links->links[i];

        demand(link->at <= document_len && link->len <= document_len - link->at);
        if (link_is_woven(link)) {
            demand(link->at >= done);
            done = link->at + link->len;
        }
        if (link->url.len == 0)
            continue;
        demand_canonical(&url, link->url);
        demand(!url_has_fragment(&url) && !url_has_userinfo(&url));
    }
    url_release(&url);
}

/* What the page says to robots is valid, and is all that libxml2 finds where it was not asked: it makes an
 * element, without content, of a tag that does not end. */
static void check_robots(struct page *page, struct span document)
{
    struct span token = span_of("tiptoe");
    struct transcoder transcoder = {0};
    struct meta_list list = {0};

    page_read_robots(page, token);
    for (size_t i = 0; i < page->robots_count; i++)
        demand(meta_is_addressed(&page->robots[i], token) && utf8_is_valid(page->robots[i].content));
    if (strcmp(page->encoding, "UTF-8") != 0 || page->robots_count > 0 || page->unread)
        return;
    demand(libxml_read(&list, &transcoder, document, NULL, token));
    for (size_t i = 0; i < list.count; i++)
        demand(list.entries[i].content.len == 0);
    transcoder_release(&transcoder);
    meta_list_release(&list);
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
    type = span_of(types[data[0] % (COUNT_OF(types))]);
    page_init(&page);
    make_url(&url, "http://h/d/p", NULL);
    body_init(&same, AT_FDCWD, SIZE_MAX / 4, SIZE_MAX / 4);
    body_init(&other, AT_FDCWD, SIZE_MAX / 4, SIZE_MAX / 4);
    if (page_open(&page, document, type, &url) == 0) {
        check_robots(&page, document);
        page_read_links(&page);
        check_links(&page.links, document.len);
        demand(span_equals(woven(document, &page.links, span_make(NULL, 0), &same), document));
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
