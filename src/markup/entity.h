/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_ENTITY_H
#define TIPTOE_MARKUP_ENTITY_H

#include <stddef.h>

#include "base/buf.h"
#include "base/span.h"

/* Decodes the character reference at the start of TEXT, whose first byte is '&', by the rules for attribute
 * values. Adds the characters to OUT as UTF-8. Returns the length of the reference, or 0 with nothing added
 * if the '&' is a literal ampersand. */
size_t entity_read(struct span text, struct buf *out) __attribute__((nonnull, warn_unused_result));

#endif
