/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_CHARSET_H
#define TIPTOE_MARKUP_CHARSET_H

#include "base/span.h"

/* The properties of an encoding that matter to a scanner for ASCII delimiters. */
enum charset_kind {
    CHARSET_UTF8,
    CHARSET_ASCII_SAFE,     /* a byte below 0x80 is always that ASCII character */
    CHARSET_ASCII_IN_PAIRS, /* a byte below 0x80 may also be the second byte of a character */
    CHARSET_ESCAPES,        /* a byte below 0x80 may mean another character after an escape sequence */
    CHARSET_UTF16,
    CHARSET_REPLACEMENT /* browsers show none of the text */
};

/* Returns the WHATWG name of the encoding with this label, a static text, or NULL for an unknown label. */
const char *charset_find(struct span label);

/* Returns the kind, or the iconv name of the encoding with a WHATWG name; of UTF-8 for NULL and unknown
 * names. The iconv name is empty if iconv has no equivalent decoder. */
enum charset_kind charset_kind(const char *name);
const char *charset_iconv_name(const char *name) __attribute__((returns_nonnull));

/* Returns the encoding of the byte order mark and sets LEN to its length; without a mark, returns NULL and
 * sets 0. */
const char *charset_of_bom(struct span document, size_t *len) NONNULL;

/* Returns the encoding of the charset parameter of a Content-Type, or NULL. */
const char *charset_of_type(struct span content_type);

/* Returns the encoding in which browsers read a page. The order is BOM, header, META, XML declaration, then
 * windows-1252 for HTML. For XML, META elements do not count and the default is UTF-8. */
const char *charset_of_page(struct span document, struct span content_type, bool xml)
    __attribute__((returns_nonnull));

/* Returns the declaration that DOCUMENT needs to be read in ENCODING when its Content-Type is missing;
 * WITHOUT is the encoding in which browsers would then read it. The result is empty if no declaration is
 * needed, as for a document that is all ASCII. Otherwise it is a byte order mark to insert at the start of
 * the document, or the name of the encoding. */
struct span charset_mark(struct span document, const char *encoding, const char *without) NONNULL;

/* Returns the encoding in which browsers read a style sheet. The order is BOM, header, @charset, ENVIRONMENT
 * (the encoding of the page that references it; may be NULL), then UTF-8. */
const char *charset_of_css(struct span document, struct span content_type, const char *environment)
    __attribute__((returns_nonnull));

#endif
