/* SPDX-License-Identifier: MIT */
/* Link and Refresh fields: every link is absolute and canonical, and there are no more of them than may be.
 */
#include "config.h"

#include <stdlib.h>

#include "base/limits.h"
#include "extract/header_links.h"
#include "url/url.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span value = span_make((const char *)data, size);
    struct link_list links;
    struct url base, url;

    link_list_init(&links);
    url_init(&base);
    url_init(&url);
    if (url_parse(&base, span_of("http://h/d/p"), NULL, NULL) != URL_OK)
        abort();
    header_links_add(&links, value, &base);
    header_links_add_refresh(&links, value, &base);
    if (links.count > LIMIT_HEADER_LINKS)
        abort();
    for (size_t i = 0; i < links.count; i++) {
        if (url_parse(&url, links.links[i].url, NULL, NULL) != URL_OK ||
            !span_equals(buf_span(&url.text), links.links[i].url))
            abort();
    }
    url_release(&base);
    url_release(&url);
    link_list_release(&links);
    return 0;
}
