/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_CHARSET_H
#define TIPTOE_MARKUP_CHARSET_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

/* What a scanner for ASCII delimiters has to know of an encoding. */
enum charset_kind {
    CHARSET_UTF8,
    CHARSET_ASCII_SAFE,     /* a byte below 0x80 is always that ASCII character */
    CHARSET_ASCII_IN_PAIRS, /* it may also be the second half of a character */
    CHARSET_ESCAPES,        /* … or stand for another one after an escape sequence */
    CHARSET_UTF16,
    CHARSET_REPLACEMENT /* browsers show none of the text */
};

/* The WHATWG name for a label, static text; NULL for an unknown label. */
const char *charset_find(struct span label);

/* By WHATWG name; NULL and unknown names count as UTF-8. The iconv name is empty where iconv has no such
 * decoder. */
enum charset_kind charset_kind(const char *name);
const char *charset_iconv_name(const char *name) __attribute__((returns_nonnull));

/* The encoding that a byte order mark announces, and the mark's length; NULL and 0 without. */
const char *charset_of_bom(struct span document, size_t *len) __attribute__((nonnull));

/* The encoding that the charset parameter of a Content-Type names, or NULL. */
const char *charset_of_type(struct span content_type);

/* The encoding that META elements or an XML declaration at the front of DOCUMENT announce, or NULL. */
const char *charset_prescan(struct span document);

/* How browsers read a page: BOM, header, META, XML declaration; then windows-1252 for HTML, and UTF-8 for
 * XML, which asks no META elements. */
const char *charset_of_page(struct span document, struct span content_type, bool xml)
    __attribute__((returns_nonnull));

/* What has to stand in a document so that it is read in ENCODING without its Content-Type: nothing (an empty
 * text) where it is anyway, or is all ASCII, a byte order mark, which goes to its very beginning, or else the
 * encoding's name. */
struct span charset_mark(struct span document, const char *encoding, const char *without)
    __attribute__((nonnull));

/* … and a style sheet: BOM, header, @charset, then ENVIRONMENT (of the page that asks for it; may be NULL),
 * then UTF-8. */
const char *charset_of_css(struct span document, struct span content_type, const char *environment)
    __attribute__((returns_nonnull));

#endif
