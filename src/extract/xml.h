/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_XML_H
#define TIPTOE_EXTRACT_XML_H

/* Private to extract/: XML from outside, event by event. */
#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/span.h"

struct xml_attributes;

/* What the reader of a document wants to hear. Names are local ones, without their prefix. Texts are UTF-8
 * and borrowed for the call; the text of one element may come in pieces. DEPTH is 1 for the root. */
struct xml_events {
    void (*start)(void *context, int depth, struct span name, const struct xml_attributes *attributes);
    void (*text)(void *context, struct span text);
    void (*end)(void *context, int depth, struct span name);
};

/* Reads DOCUMENT and tells CONTEXT of it. No document type is read: the reader stops there, so that no entity
 * but the five of XML exists, and no other file is ever opened. Malformed documents end where they are;
 * returns whether it came to its end. */
bool xml_read(struct span document, const struct xml_events *events, void *context) __attribute__((nonnull));

/* Adds the value of the attribute with the local name NAME to OUT, in place of what was there; false where
 * there is none. */
bool xml_attribute(const struct xml_attributes *attributes, const char *name, struct buf *out)
    __attribute__((nonnull));

#endif
