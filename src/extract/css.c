/* SPDX-License-Identifier: MIT */
/* The links of a style sheet. */
#include "config.h"

#include "extract/css.h"

#include "base/error.h"
#include "base/limits.h"
#include "extract/collect.h"
#include "markup/charset.h"

int extract_css(struct link_list *links, struct span document, struct span content_type,
                const struct url *base, const char *environment_encoding)
{
    struct collector collector;
    struct layer root;
    int error;

    link_list_clear(links);
    if (document.len > LIMIT_DOCUMENT_BYTES)
        return ERROR_TOO_LARGE;
    collector_init(&collector);
    error = collector_start(&collector, links, document,
                            charset_of_css(document, content_type, environment_encoding), base, &root);
    if (!error) {
        collect_css(&collector, &root, 0, root.text.len);
        collector_finish(&collector, document);
    }
    collector_release(&collector);
    return error;
}
