/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_ENTITY_H
#define TIPTOE_MARKUP_ENTITY_H

#include <stddef.h>

#include "base/buf.h"
#include "base/span.h"

/* Reads the character reference that TEXT begins with (its first byte is '&'), as it stands in an attribute
 * value, and adds what it stands for to OUT as UTF-8. Returns the bytes it takes; 0, with nothing added,
 * where it is no reference and the '&' stands for itself. */
size_t entity_read(struct span text, struct buf *out) __attribute__((nonnull, warn_unused_result));

#endif
