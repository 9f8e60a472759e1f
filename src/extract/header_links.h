/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_HEADER_LINKS_H
#define TIPTOE_EXTRACT_HEADER_LINKS_H

#include "base/span.h"
#include "markup/link.h"

struct url;

/* Links that an answer's head has. They have no place in a document, so nothing is to be woven. At most
 * LIMIT_HEADER_LINKS stand in one list. */

/* Adds the links of a Link field's VALUE (RFC 8288): those of the answer itself, that is without anchor. */
void header_links_add(struct link_list *links, struct span value, const struct url *base)
    __attribute__((nonnull));

/* Adds where a Refresh field's VALUE leads. */
void header_links_add_refresh(struct link_list *links, struct span value, const struct url *base)
    __attribute__((nonnull));

#endif
