/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_TEXT_H
#define TIPTOE_ROBOTS_TEXT_H

#include "base/buf.h"
#include "base/span.h"

/* White space inside a line of robots.txt. */
#define TEXT_SPACE " \t\v\f"
/* The same and line ends, for texts with several lines. */
#define TEXT_BLANK TEXT_SPACE "\n\r"

static inline bool text_is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static inline bool text_is_control(char c)
{
    return (unsigned char)c < 0x20 || c == 0x7f;
}

/* Returns TEXT without TEXT_BLANK at its front. */
static inline struct span text_skip_blanks(struct span text)
{
    return span_part(text, span_skip(text, 0, TEXT_BLANK), text.len);
}

/* Writes "%XX" for C to OUT and returns the place after it. */
static inline char *text_put_escape(char *out, unsigned char c)
{
    static const char digits[] = "0123456789ABCDEF";

    *out++ = '%';
    *out++ = digits[c >> 4];
    *out++ = digits[c & 15];
    return out;
}

/* Moves the next line, without its end (CR, LF or CRLF), from the front of REST to LINE. Returns the length
 * of the end: 0 if the text ends without one. */
size_t text_take_line(struct span *rest, struct span *line) NONNULL;

/* Returns the least number of letters to insert, delete or replace to turn A into B (Levenshtein); ASCII case
 * does not count. SIZE_MAX if one is longer than TEXT_DISTANCE_MAX. */
enum { TEXT_DISTANCE_MAX = 64 };
size_t text_distance(struct span a, struct span b);

/* Returns the product token of an agent: "tiptoe" of "tiptoe/1.0 (+https://…)". Borrowed from AGENT. */
struct span text_token(struct span agent);

/* Returns the length of a non-ASCII space or invisible character at the front of TEXT (U+00A0, U+200B–200F,
 * U+2028, U+2029, U+2060, U+3000, U+FEFF in UTF-8); 0 without one. */
size_t text_invisible_len(struct span text);

/* Returns TEXT without white space and such characters at both ends. A single A0 byte, the no-break space of
 * Latin-1, counts too. */
struct span text_trim(struct span text);

/* Returns TEXT without single, double, back and typographic quotes at both ends. */
struct span text_unquote(struct span text);

/* Adds UTF-16 TEXT to OUT as UTF-8. Unpaired surrogates become U+FFFD; an odd byte at the end is dropped. */
void text_from_utf16(struct buf *out, struct span text, bool big_endian) NONNULL;

#endif
