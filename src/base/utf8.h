/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_UTF8_H
#define TIPTOE_BASE_UTF8_H

#include "base/buf.h"

enum { UTF8_REPLACEMENT = 0xfffd };

/* Reads the code point at the start of LEN bytes and returns its length, 1 to 4 bytes. Returns 0, with CODE
 * unchanged, for no bytes or a malformed sequence (cut, overlong, a surrogate, above U+10FFFF). */
size_t utf8_decode(const char *bytes, size_t len, uint32_t *code) __attribute__((nonnull(3)));

/* Reads the code point at AT, which must be inside TEXT, as browsers do: CODE is U+FFFD for malformed bytes.
 * Returns the bytes that it takes, at least one. */
size_t utf8_next(struct span text, size_t at, uint32_t *code) NONNULL;

/* Adds a code point below U+110000 as UTF-8. */
int utf8_add(struct buf *out, uint32_t code) NONNULL;

bool utf8_is_ascii(struct span text) __attribute__((pure));
bool utf8_is_valid(struct span text) __attribute__((pure));

/* Returns true for characters that move a cursor, or hide or reorder printed text. */
bool utf8_is_harmful(uint32_t code) __attribute__((const));

#endif
