/* SPDX-License-Identifier: MIT */
/* Feeds: every link is absolute and canonical; what is not a feed has none. */
#include "config.h"

#include "extract/extract.h"
#include "links.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct link_list links = {0};
    struct url base, url;

    make_url(&base, "http://h/d/feed", NULL);
    url = (struct url){0};
    demand(feed_read(&links, span_make((const char *)data, size), span_of(""), &base) || links.count == 0);
    for (size_t i = 0; i < links.count; i++) {
        demand(links.links[i].at <= size && links.links[i].len <= size - links.links[i].at);
        if (links.links[i].url.len > 0)
            demand_canonical(&url, links.links[i].url);
    }
    url_release(&base);
    url_release(&url);
    link_list_release(&links);
    return 0;
}
