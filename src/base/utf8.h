/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_UTF8_H
#define TIPTOE_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

/* Reads the character at the front of LEN bytes and returns how many bytes it has, 1 to 4. 0, with CHARACTER
 * untouched, where there is none: no bytes, a bad or cut sequence, an overlong form, a surrogate, more than
 * U+10FFFF. */
size_t utf8_decode(const char *bytes, size_t len, uint32_t *character) __attribute__((nonnull(3)));

/* Whether all of TEXT is UTF-8. */
bool utf8_is_valid(struct span text) __attribute__((pure));

/* True for characters that move a cursor, hide or reorder what is printed. */
bool utf8_is_harmful(uint32_t character) __attribute__((const));

#endif
