/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_URL_UTF8_H
#define TIPTOE_URL_UTF8_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

enum { UTF8_REPLACEMENT = 0xfffd };

/* Reads one code point at AT (which must be inside TEXT) as the WHATWG Encoding Standard's decoder does: CODE
 * is U+FFFD for bytes that are no UTF-8. Returns how many bytes it took, at least one. */
size_t utf8_next(struct span text, size_t at, uint32_t *code) __attribute__((nonnull));

/* Adds a code point below U+110000 as UTF-8. */
int utf8_add(struct buf *out, uint32_t code) __attribute__((nonnull));

bool utf8_is_ascii(struct span text);

#endif
