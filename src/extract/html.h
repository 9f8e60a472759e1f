/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_HTML_H
#define TIPTOE_EXTRACT_HTML_H

#include "markup/link.h"
#include "robots/meta.h"

struct body;
struct url;
struct page_work;

/* How a page is read: with its scripts, or as a browser would show it without, like a file that is sent. Then
 * its links include a LINK_SCRIPT for all that runs scripts or makes a browser act without the reader, and
 * the text of a policy that forbids requests. In a page that scripts have built (PAGE_BUILT), noscript
 * elements stay as they are. */
enum page_scripts { PAGE_WITH_SCRIPTS, PAGE_WITHOUT_SCRIPTS, PAGE_BUILT };

/* The robots directives, links and metadata of a page. Every value is borrowed from the page until it is
 * cleared. One struct page serves a whole run: its memory is reused. */
struct page {
    const char *encoding; /* WHATWG name of the encoding used to decode it */

    /* Set by page_read_robots: META elements that may restrict crawling, with those that only libxml2 finds
     * at the end. */
    const struct meta_entry *robots;
    size_t robots_count;
    const char *unread; /* why the robots directives are not fully known, or NULL */

    /* Set by page_read_links: */
    struct span title;              /* white space is not normalized */
    const struct meta_entry *metas; /* document order: head, body, noscript; not template or comments */
    size_t meta_count;
    bool metas_cut;  /* some were left out */
    bool lacks_main; /* it has an empty MAIN element, which its scripts fill */
    struct link_list links;
    struct span imports; /* its import maps, until the next page: lines as in struct collector */

    struct body
        *source; /* the document's body (body_passed), or NULL; set by the caller, like the next two */
    enum page_scripts scripts;
    struct span refresh; /* the answer's Refresh header; set by the caller and borrowed, like source */
    struct page_work *work;
};

void page_init(struct page *page) NONNULL;
void page_clear(struct page *page) NONNULL;
void page_release(struct page *page) NONNULL;

/* Opens a document of type text/html, application/xhtml+xml or image/svg+xml (CONTENT_TYPE is the header
 * value, and may be empty). No I/O. Clears PAGE first. Borrows DOCUMENT and DOCUMENT_URL until the page is
 * cleared. Returns 0, or ERROR_TOO_LARGE above LIMIT_DOCUMENT_BYTES; PAGE is then empty. */
int page_open(struct page *page, struct span document, struct span content_type,
              const struct url *document_url) CHECKED;

/* Reads the opened page's directives for the robot with this product TOKEN and sets `robots` and `unread`.
 * Call it before page_read_links, because the page may forbid following its links. */
void page_read_robots(struct page *page, struct span token) NONNULL;

/* Reads the links, the title and all META elements of the opened page. A base element late in the page also
 * applies to earlier links, except for requisites, which browsers have already requested. */
void page_read_links(struct page *page) NONNULL;

#endif
