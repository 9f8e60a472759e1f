/* SPDX-License-Identifier: MIT */
/* Sitemaps: every address is absolute and canonical, and there are no more of them than may be. */
#include "config.h"

#include <stdlib.h>

#include "base/limits.h"
#include "extract/sitemap.h"
#include "url/url.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sitemap sitemap;
    struct url url;

    sitemap_init(&sitemap);
    url_init(&url);
    sitemap_read(&sitemap, span_make((const char *)data, size));
    if (sitemap.count > LIMIT_SITEMAP_ENTRIES || (sitemap.kind == SITEMAP_NONE && sitemap.count > 0))
        abort();
    for (size_t i = 0; i < sitemap.count; i++) {
        if (url_parse(&url, sitemap.entries[i].url, NULL, NULL) != URL_OK ||
            !span_equals(buf_span(&url.text), sitemap.entries[i].url) || url_has_fragment(&url))
            abort();
    }
    url_release(&url);
    sitemap_release(&sitemap);
    return 0;
}
