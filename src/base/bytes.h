/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_BYTES_H
#define TIPTOE_BASE_BYTES_H

#include <stdbool.h>
#include <string.h>

/* Classes of bytes: ASCII in every locale. A standard's white space is a set for span_trim and span_skip;
 * that of robots.txt is TEXT_SPACE (robots/text.h). */
#define HTML_WHITE  "\t\n\f\r " /* ASCII white space of the HTML, CSS and Fetch standards */
#define PLAIN_WHITE "\t\n\r "   /* that of XML, of JSON, and of texts with lines */
#define HTTP_WHITE  "\t "       /* optional white space (OWS) of RFC 9110, and of WARC */

/* Returns the lower-case letter of an ASCII letter; other bytes unchanged. */
static inline char ascii_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static inline bool ascii_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool ascii_is_alpha(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline bool ascii_is_alphanumeric(char c)
{
    return ascii_is_alpha(c) || ascii_is_digit(c);
}

/* Returns true for HTML_WHITE. */
static inline bool ascii_is_white(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f';
}

/* Returns the value of a hexadecimal digit, or -1. */
static inline int ascii_hex_value(char c)
{
    if (ascii_is_digit(c))
        return c - '0';
    c = ascii_lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static inline bool ascii_is_hex(char c)
{
    return ascii_hex_value(c) >= 0;
}

/* Returns true if C, which a set cannot have as 0, is in SET. Sets are so small that strchr() costs more. */
static inline bool byte_is_in(char c, const char *set)
{
    while (*set && *set != c)
        set++;
    return *set != '\0';
}

#endif
