/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_HTML_H
#define TIPTOE_EXTRACT_HTML_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"
#include "markup/links.h"

struct body;
struct url;
struct page_work;

/* One meta element, as libxml2 reads it: UTF-8, references decoded. What is absent is empty. */
struct page_meta {
    struct span name;
    struct span http_equiv;
    struct span content;
};

/* What a page says and where it leads. Everything is borrowed from the page until it is cleared. One struct
 * page serves a whole run: its memory is reused. */
struct page {
    const char *encoding;    /* WHATWG name of the encoding it was read in */
    struct span title;       /* white space as it stands */
    struct page_meta *metas; /* all, in document order: head, body and noscript, not template or comments */
    size_t meta_count;
    bool incomplete; /* more metas than are read, or one larger than LIMIT_TAG_BYTES: what they say is not
                        known */
    struct link_list links;
    struct body *source; /* what the document is a span of (body_passed), or NULL: the caller's to set */
    struct page_work *work;
};

void page_init(struct page *page) __attribute__((nonnull));
void page_clear(struct page *page) __attribute__((nonnull));
void page_release(struct page *page) __attribute__((nonnull));

/* Reads a document of type text/html, application/xhtml+xml or image/svg+xml (CONTENT_TYPE is the header's
 * value, and may be empty). No I/O. Clears PAGE first. A base element late in the page applies to links
 * before it too, save for requisites, which browsers have asked for by then. 0, or ERROR_TOO_LARGE above
 * LIMIT_DOCUMENT_BYTES: then PAGE is empty. */
int extract_html(struct page *page, struct span document, struct span content_type,
                 const struct url *document_url) __attribute__((nonnull, warn_unused_result));

#endif
