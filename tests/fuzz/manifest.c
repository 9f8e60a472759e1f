/* SPDX-License-Identifier: MIT */
/* Manifests: every link stands within the document, after the one before it; what is not JSON has none. */
#include "config.h"

#include <stdlib.h>

#include "extract/manifest.h"
#include "url/url.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span document = span_make((const char *)data, size);
    struct link_list links;
    struct url base;
    size_t done = 0;

    link_list_init(&links);
    url_init(&base);
    if (url_parse(&base, span_of("http://h/d/m"), NULL, NULL) != URL_OK)
        abort();
    if (!manifest_read(&links, document, &base) && (links.count > 0 || manifest_is(document)))
        abort();
    for (size_t i = 0; i < links.count; i++) {
        if (links.links[i].at <= done || links.links[i].len >= size - links.links[i].at)
            abort();
        done = links.links[i].at + links.links[i].len;
    }
    url_release(&base);
    link_list_release(&links);
    return 0;
}
