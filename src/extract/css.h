/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_CSS_H
#define TIPTOE_EXTRACT_CSS_H

#include "base/span.h"
#include "markup/link.h"

struct url;

/* Extracts the links of a style sheet: url(), @import, and strings in image-set(). Clears LINKS first. The
 * encoding comes from the first of: BOM, CONTENT_TYPE (a header value, may be empty), @charset,
 * ENVIRONMENT_ENCODING (the WHATWG name of the referring page's encoding, or NULL), UTF-8. Returns 0, or
 * ERROR_TOO_LARGE above LIMIT_DOCUMENT_BYTES, with no links. */
int extract_css(struct link_list *links, struct span document, struct span content_type,
                const struct url *base, const char *environment_encoding)
    __attribute__((nonnull(1, 4), warn_unused_result));

#endif
