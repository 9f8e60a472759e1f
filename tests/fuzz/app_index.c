/* SPDX-License-Identifier: MIT */
/* The table of contents of a search index: all links are candidates below its folder. */
#include "config.h"

#include "apps/app.h"
#include "extract/extract.h"
#include "links.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span document = span_make((const char *)data, size);
    struct link_list links = {0};
    struct url base;

    if (!index_is(document))
        return 0; /* other data have links of other kinds */
    make_url(&base, "http://h/d/m", NULL);
    demand(extract_script(&links, document, span_of(""), true, &base, &(struct script_page){.base = NULL}) ==
           0);
    for (size_t i = 0; i < links.count; i++)
        demand(links.links[i].role == LINK_CANDIDATE && span_starts(links.links[i].url, "http://h/d/"));
    url_release(&base);
    link_list_release(&links);
    return 0;
}
