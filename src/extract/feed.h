/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_FEED_H
#define TIPTOE_EXTRACT_FEED_H

#include <stdbool.h>

#include "base/span.h"
#include "markup/link.h"

struct url;

/* The links of XML: of feeds, RSS 0.9 to 2.0 (link, guid, enclosure, pictures) and Atom (link, with xml:base
 * of feed and entry), of sitemaps, of browserconfig, OpenSearch and XSLT; these stand as they are, without a
 * place. And of any XML the style sheets that it names before its root, which browsers ask for. Clears LINKS
 * first. False where DOCUMENT is nothing of this; of a broken one what stands before the break is taken.
 * Above LIMIT_DOCUMENT_BYTES nothing is read. */
bool feed_read(struct link_list *links, struct span document, struct span content_type,
               const struct url *base) __attribute__((nonnull));

#endif
