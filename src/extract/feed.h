/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_FEED_H
#define TIPTOE_EXTRACT_FEED_H

#include <stdbool.h>

#include "base/span.h"
#include "markup/link.h"

struct url;

/* The links of a feed: RSS 0.9 to 2.0 (link, guid, enclosure) and Atom (link, with xml:base of feed and
 * entry). They have no place in the document, so nothing is to be woven. Clears LINKS first. False where
 * DOCUMENT is no feed; of a broken one what stands before the break is taken. Above LIMIT_DOCUMENT_BYTES
 * nothing is read. */
bool feed_read(struct link_list *links, struct span document, const struct url *base)
    __attribute__((nonnull));

#endif
