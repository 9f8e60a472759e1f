/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_WEAVE_PROPERTY_H
#define TIPTOE_WEAVE_PROPERTY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

struct link;

/* The property of CSS whose value has LINK, which stands in DOCUMENT, or an attribute of SVG; empty if it is
 * not in CSS. */
struct span property_of(struct span document, const struct link *link) __attribute__((nonnull));

/* Whether DOCUMENT has the value of the custom property NAME somewhere: var(NAME). */
bool property_is_used(struct span document, struct span name);

#endif
