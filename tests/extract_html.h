/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_EXTRACT_HTML_H
#define TIPTOE_TESTS_EXTRACT_HTML_H

#include "extract/html.h"

/* Opens a page and reads its links, for tests that do not need its robots directives. */
static inline int extract_html(struct page *page, struct span document, struct span content_type,
                               const struct url *document_url)
{
    int error = page_open(page, document, content_type, document_url);

    if (!error)
        page_read_links(page);
    return error;
}

#endif
