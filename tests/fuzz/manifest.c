/* SPDX-License-Identifier: MIT */
/* Manifests: every link stands within the document, after the one before it; what is not JSON has none. */
#include "config.h"

#include "extract/extract.h"
#include "links.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span document = span_make((const char *)data, size);
    struct link_list links = {0};
    struct url base;
    size_t done = 0;

    make_url(&base, "http://h/d/m", NULL);
    demand(manifest_read(&links, document, &base) || (links.count == 0 && !manifest_is(document)));
    for (size_t i = 0; i < links.count; i++) {
        demand(links.links[i].at > done && links.links[i].len < size - links.links[i].at);
        done = links.links[i].at + links.links[i].len;
    }
    url_release(&base);
    link_list_release(&links);
    return 0;
}
