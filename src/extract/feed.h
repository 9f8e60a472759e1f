/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_FEED_H
#define TIPTOE_EXTRACT_FEED_H

#include <stdbool.h>

#include "base/span.h"
#include "markup/link.h"

struct url;

/* Extracts the links of RSS 0.9 to 2.0 (link, guid, enclosure, pictures), Atom (link, with xml:base of feed
 * and entry), sitemaps, browserconfig, OpenSearch and XSLT. These links have no position and are never
 * rewritten. For any XML, also extracts the style sheets referenced before the root, which browsers load.
 * Clears LINKS first. Returns false if DOCUMENT is none of these and references no style sheet. If DOCUMENT
 * is malformed, takes the links before the error. Reads nothing above LIMIT_DOCUMENT_BYTES. */
bool feed_read(struct link_list *links, struct span document, struct span content_type,
               const struct url *base) __attribute__((nonnull));

#endif
