/* SPDX-License-Identifier: MIT */
/* Feeds: every link is absolute and canonical; what is not a feed has none. */
#include "config.h"

#include <stdlib.h>

#include "extract/feed.h"
#include "url/url.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct link_list links;
    struct url base, url;

    link_list_init(&links);
    url_init(&base);
    url_init(&url);
    if (url_parse(&base, span_of("http://h/d/feed"), NULL, NULL) != URL_OK)
        abort();
    if (!feed_read(&links, span_make((const char *)data, size), span_of(""), &base) && links.count > 0)
        abort();
    for (size_t i = 0; i < links.count; i++) {
        if (links.links[i].at > size || links.links[i].len > size - links.links[i].at)
            abort();
        if (links.links[i].url.len > 0 && (url_parse(&url, links.links[i].url, NULL, NULL) != URL_OK ||
                                           !span_equals(buf_span(&url.text), links.links[i].url)))
            abort();
    }
    url_release(&base);
    url_release(&url);
    link_list_release(&links);
    return 0;
}
