/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_HEADER_LINKS_H
#define TIPTOE_EXTRACT_HEADER_LINKS_H

#include "base/span.h"
#include "markup/link.h"

struct url;

/* Links in response header fields. They have no position in a document, so they are never rewritten. A list
 * holds at most LIMIT_HEADER_LINKS of them. */

/* Adds the links of a Link field's VALUE (RFC 8288) whose context is the response itself: those without
 * anchor. */
void header_links_add(struct link_list *links, struct span value, const struct url *base)
    __attribute__((nonnull));

/* Adds the target of a Refresh field's VALUE. */
void header_links_add_refresh(struct link_list *links, struct span value, const struct url *base)
    __attribute__((nonnull));

#endif
