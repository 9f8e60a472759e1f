/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_XML_H
#define TIPTOE_EXTRACT_XML_H

/* Private to extract/: reads untrusted XML as a series of events. */

#include "base/buf.h"
#include "base/span.h"

struct xml_attributes;

/* Callbacks for the events of a document. Names are local names, without a prefix. Texts are UTF-8 and
 * borrowed for the call. DEPTH is 1 for the root. START returns the buffer that text is added to up to the
 * next tag, or NULL. */
struct xml_events {
    struct buf *(*start)(void *context, int depth, struct span name, const struct xml_attributes *attributes);
    void (*end)(void *context, int depth, struct span name);
};

/* Replaces a byte that XML does not allow, or that is not of the encoding. */
#define XML_NO_CHARACTER "\xef\xbf\xbd"

/* Reads DOCUMENT and passes CONTEXT to each callback. A document type is left out, so only the five
 * predefined entities exist, and no other file is opened. So is all before the XML declaration. An ampersand
 * that begins no such entity is a character. Reading continues after errors, but ends
 * at a tag with too many attributes (LIMIT_TAG_ATTRIBUTES). Returns whether DOCUMENT had no errors then.
 */
bool xml_read(struct span document, const struct xml_events *events, void *context) NONNULL;

/* Sets OUT to the value of the attribute with the local name NAME; false without one. */
bool xml_attribute(const struct xml_attributes *attributes, const char *name, struct buf *out) NONNULL;

#endif
