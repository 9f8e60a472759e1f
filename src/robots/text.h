/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_TEXT_H
#define TIPTOE_ROBOTS_TEXT_H

#include <stddef.h>

#include "base/buf.h"
#include "base/span.h"

/* The white space of a line, as robots.txt knows it. */
#define TEXT_SPACE " \t\v\f"

static inline bool text_is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static inline bool text_is_control(char c)
{
    return (unsigned char)c < 0x20 || c == 0x7f;
}

/* The product token of an agent: "tiptoe" of "tiptoe/1.0 (+https://…)". Borrowed from AGENT. */
struct span text_token(struct span agent);

/* How many bytes at the front of TEXT are one space or invisible character of UTF-8 beyond ASCII (U+00A0,
 * U+200B–200F, U+2028, U+2029, U+2060, U+3000, U+FEFF); 0 where there is none. */
size_t text_invisible_len(struct span text);

/* TEXT without white space and such characters at both ends; a lone A0 byte, the no-break space of Latin-1,
 * is one too. */
struct span text_trim(struct span text);

/* TEXT without single, double, back and typographic quotes at both ends. */
struct span text_unquote(struct span text);

/* Adds UTF-16 TEXT to OUT as UTF-8; what is no character becomes U+FFFD, and an odd byte at the end is left
 * out. */
void text_from_utf16(struct buf *out, struct span text, bool big_endian) __attribute__((nonnull));

#endif
