/* SPDX-License-Identifier: MIT */
/* The table of contents of Pagefind: all links are candidates below its folder. */
#include "config.h"

#include <stdlib.h>

#include "extract/pagefind.h"
#include "url/url.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span document = span_make((const char *)data, size);
    struct link_list links;
    struct url base;

    link_list_init(&links);
    url_init(&base);
    if (url_parse(&base, span_of("http://h/d/m"), NULL, NULL) != URL_OK)
        abort();
    if (pagefind_read(&links, document, &base) != 0 || (links.count > 0 && !pagefind_is(document)))
        abort();
    for (size_t i = 0; i < links.count; i++)
        if (links.links[i].role != LINK_CANDIDATE || !span_starts(links.links[i].url, "http://h/d/"))
            abort();
    url_release(&base);
    link_list_release(&links);
    return 0;
}
