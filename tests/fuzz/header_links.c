/* SPDX-License-Identifier: MIT */
/* Link and Refresh fields: every link is absolute and canonical, and there are no more of them than may be.
 */
#include "config.h"

#include "base/limits.h"
#include "extract/extract.h"
#include "links.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span value = span_make((const char *)data, size);
    struct link_list links = {0};
    struct url base, url;

    make_url(&base, "http://h/d/p", NULL);
    url = (struct url){0};
    header_links_add(&links, value, &base);
    header_links_add_refresh(&links, value, &base);
    demand(links.count <= LIMIT_HEADER_LINKS);
    for (size_t i = 0; i < links.count; i++)
        demand_canonical(&url, links.links[i].url);
    url_release(&base);
    url_release(&url);
    link_list_release(&links);
    return 0;
}
