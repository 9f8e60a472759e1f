/* SPDX-License-Identifier: MIT */
/* Extracts the links of a style sheet. */
#include "config.h"

#include "extract/css.h"

#include "base/error.h"
#include "base/limits.h"
#include "extract/collect.h"
#include "markup/charset.h"

/* Declares the encoding in the sheet if only the response header gave it. */
static void mark_encoding(struct collector *collector, const struct layer *root, struct span document,
                          const char *environment_encoding)
{
    const char *without = charset_of_css(document, span_make(NULL, 0), environment_encoding);
    struct span name = charset_mark(document, collector->encoding, without);

    if (name.len > 0 && ascii_is_alpha(name.at[0]))
        collect_encoding(collector, root, 0, 0, "@charset \"", name, "\";");
    else if (name.len > 0)
        collect_encoding(collector, root, 0, 0, "", name, "");
}

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
        mark_encoding(&collector, &root, document, environment_encoding);
        collect_css(&collector, &root, 0, root.text.len);
        collector_finish(&collector, document);
    }
    collector_release(&collector);
    return error;
}
