/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_XML_H
#define TIPTOE_EXTRACT_XML_H

/* Private to extract/: reads untrusted XML as a series of events. */

#include "base/buf.h"
#include "base/span.h"

struct xml;

/* Callbacks for the events of a document. Names are local names, without a prefix; they are borrowed for the
 * call. DEPTH is 1 for the root. START returns the buffer that text is added to, in UTF-8, up to the next
 * tag, or NULL. */
struct xml_events {
    struct buf *(*start)(void *context, int depth, struct span name, struct xml *xml);
    void (*end)(void *context, int depth, struct span name);
};

/* Reads TEXT, in ENCODING (of the kind CHARSET_UTF8 or CHARSET_ASCII_SAFE; NULL is UTF-8), and passes CONTEXT
 * to each callback. All that precedes the XML declaration or the root element is left out, a document type
 * included: no entity of its own exists, and no other file is opened. Reading continues after errors, but
 * ends at a tag with too many attributes (LIMIT_TAG_ATTRIBUTES) and where elements nest too deep. Returns
 * whether all elements had their tags. */
bool xml_read(struct span text, const char *encoding, const struct xml_events *events, void *context)
    __attribute__((nonnull(3, 4)));

/* Returns the value of the attribute with the local name NAME as TEXT has it; NULL start without one. NULL
 * NAME: the text of the element that ends, which has no other in it. */
struct span xml_raw(const struct xml *xml, const char *name) __attribute__((nonnull(1)));

/* Returns the value of the attribute of the current element with the local name NAME, borrowed until the
 * next; NULL start without one. */
struct span xml_attribute(struct xml *xml, const char *name) NONNULL;

#endif
