/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_HTML_H
#define TIPTOE_EXTRACT_HTML_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"
#include "markup/links.h"
#include "robots/meta.h"

struct body;
struct url;
struct page_work;

/* What a page says and where it leads. Everything is borrowed from the page until it is cleared. One struct
 * page serves a whole run: its memory is reused. */
struct page {
    const char *encoding; /* WHATWG name of the encoding it was read in */

    /* page_read_robots: META elements that may restrict us, those that only libxml2 finds last. */
    const struct meta_entry *robots;
    size_t robots_count;
    const char *unread; /* why nobody knows all that the page says to robots, or NULL */

    /* page_read_links: */
    struct span title;              /* white space as it stands */
    const struct meta_entry *metas; /* in document order: head, body and noscript, not template or comments */
    size_t meta_count;
    bool metas_cut; /* there were more */
    struct link_list links;

    struct body *source; /* what the document is a span of (body_passed), or NULL: the caller's to set */
    struct page_work *work;
};

void page_init(struct page *page) __attribute__((nonnull));
void page_clear(struct page *page) __attribute__((nonnull));
void page_release(struct page *page) __attribute__((nonnull));

/* Begins to read a document of type text/html, application/xhtml+xml or image/svg+xml (CONTENT_TYPE is the
 * header's value, and may be empty). No I/O. Clears PAGE first. Borrows DOCUMENT and DOCUMENT_URL until the
 * page is cleared. 0, or ERROR_TOO_LARGE above LIMIT_DOCUMENT_BYTES: then PAGE is empty. */
int page_open(struct page *page, struct span document, struct span content_type,
              const struct url *document_url) __attribute__((nonnull, warn_unused_result));

/* Reads what the opened page says to the robot with this product TOKEN: `robots` and `unread`. To be called
 * before page_read_links, since the page may say that its links are not to be followed. */
void page_read_robots(struct page *page, struct span token) __attribute__((nonnull));

/* Reads the links, the title and all META elements of the opened page. A base element late in the page
 * applies to links before it too, except for requisites, which browsers have requested by then. */
void page_read_links(struct page *page) __attribute__((nonnull));

/* Opens a page and reads its links, where what it says to robots was read before, or does not matter. */
int extract_html(struct page *page, struct span document, struct span content_type,
                 const struct url *document_url) __attribute__((nonnull, warn_unused_result));

#endif
