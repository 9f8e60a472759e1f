/* SPDX-License-Identifier: MIT */
/* Sitemaps: every address is absolute and canonical, and there are no more of them than may be. */
#include "config.h"

#include "base/limits.h"
#include "extract/extract.h"
#include "links.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct link_list entries = {0};
    enum sitemap_kind kind;
    struct url url, base;

    url = (struct url){0};
    base = (struct url){0};
    demand(url_parse(&base, span_of("https://example.org/d/sitemap.xml"), NULL, NULL) == URL_OK);
    kind = sitemap_read(&entries, span_make((const char *)data, size), &base);
    demand(entries.count <= LIMIT_SITEMAP_ENTRIES && (kind != SITEMAP_NONE || entries.count == 0));
    for (size_t i = 0; i < entries.count; i++) {
        demand_canonical(&url, entries.links[i].url);
        demand(!url_has_fragment(&url));
    }
    url_release(&url);
    url_release(&base);
    link_list_release(&entries);
    return 0;
}
