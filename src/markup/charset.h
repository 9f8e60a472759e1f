/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_CHARSET_H
#define TIPTOE_MARKUP_CHARSET_H

#include <iconv.h>

#include "base/buf.h"

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

/* Returns the kind of the encoding with a WHATWG name; of UTF-8 for NULL and unknown names. */
enum charset_kind charset_kind(const char *name);

/* Returns true if a scanner for ASCII delimiters may read a text of this kind without decoding it. */
static inline bool charset_is_plain(enum charset_kind kind)
{
    return kind == CHARSET_UTF8 || kind == CHARSET_ASCII_SAFE;
}

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

/* Decodes to UTF-8. It starts zeroed, and keeps the decoder of the last encoding: opening one is expensive.
 */
struct transcoder {
    const char *encoding; /* the WHATWG name of the encoding that `handle` decodes, or NULL */
    iconv_t handle;
};

void transcoder_release(struct transcoder *transcoder) NONNULL;

/* Adds BYTES, which are in ENCODING (a WHATWG name; NULL is UTF-8), to OUT as valid UTF-8. Malformed bytes
 * become U+FFFD. Returns 0, or ERROR_TOO_LARGE with a part of the text in OUT. */
int transcode(struct transcoder *transcoder, const char *encoding, struct span bytes, struct buf *out)
    __attribute__((nonnull(1, 4), warn_unused_result));

/* Returns the length of the piece at the start of TEXT, which is in a plain encoding, that can be decoded
 * alone: all of it, or up to MAX bytes, until after a space, before a reference or between characters. */
size_t charset_piece(struct span text, const char *encoding, size_t max) __attribute__((pure));

/* Returns the code point of BYTE in windows-1252, as browsers decode it. */
uint32_t transcode_windows_1252(unsigned char byte) __attribute__((const));

/* A second pass over a document that was transcoded as a whole, to find the positions of characters in its
 * bytes. */
struct transcode_walk {
    struct transcoder *transcoder;
    const char *encoding;
    struct span document;
    size_t at;      /* position in the bytes of the document */
    size_t decoded; /* position in the UTF-8 */
};

void transcode_walk_start(struct transcode_walk *walk, struct transcoder *transcoder, const char *encoding,
                          struct span document) NONNULL;

/* Returns the position, in the bytes of the document, of the character at DECODED in the UTF-8. Calls must be
 * in ascending order. An escape sequence belongs to the character after it. */
size_t transcode_walk_to(struct transcode_walk *walk, size_t decoded) NONNULL;

#endif
