/* SPDX-License-Identifier: MIT */
/* Sitemaps: every address is absolute and canonical, and there are no more of them than may be. */
#include "config.h"

#include "base/limits.h"
#include "extract/sitemap.h"
#include "links.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sitemap sitemap = {0};
    struct url url, base;

    url_init(&url);
    url_init(&base);
    demand(url_parse(&base, span_of("https://example.org/d/sitemap.xml"), NULL, NULL) == URL_OK);
    sitemap_read(&sitemap, span_make((const char *)data, size), &base);
    demand(sitemap.count <= LIMIT_SITEMAP_ENTRIES && (sitemap.kind != SITEMAP_NONE || sitemap.count == 0));
    for (size_t i = 0; i < sitemap.count; i++) {
        demand_canonical(&url, sitemap.entries[i].url);
        demand(!url_has_fragment(&url));
    }
    url_release(&url);
    url_release(&base);
    sitemap_release(&sitemap);
    return 0;
}
