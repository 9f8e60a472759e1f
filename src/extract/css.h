/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_CSS_H
#define TIPTOE_EXTRACT_CSS_H

#include "base/span.h"
#include "markup/links.h"

struct url;

/* The links of a style sheet: url(), @import, image-set() with strings. Clears LINKS first. The encoding is
 * taken from a BOM, CONTENT_TYPE (a header's value, or empty), @charset, then ENVIRONMENT_ENCODING (that of
 * the page which asked for it; WHATWG name or NULL), then UTF-8. 0, or ERROR_TOO_LARGE above
 * LIMIT_DOCUMENT_BYTES, with no links. */
int extract_css(struct link_list *links, struct span document, struct span content_type,
                const struct url *base, const char *environment_encoding)
    __attribute__((nonnull(1, 4), warn_unused_result));

#endif
