/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_VALUE_H
#define TIPTOE_MARKUP_VALUE_H

#include "markup/charset.h"

/* From DECODED to the next point, the decoded text equals the bytes from RAW. */
struct value_point {
    uint32_t decoded, raw;
};

/* A part of a document as the reader sees it, in UTF-8 and with character references decoded, and the mapping
 * back to its bytes. A zeroed struct is an empty value. */
struct value {
    struct span text; /* borrowed from the document if it needs no decoding, else from `changed` */
    struct buf changed;
    struct value_point *points; /* none if the text needs no decoding */
    size_t count;
    size_t room;
};

void value_release(struct value *value) NONNULL;

/* Decodes RAW, which is in ENCODING (of the kind CHARSET_UTF8 or CHARSET_ASCII_SAFE; NULL is UTF-8). With
 * REFERENCES, also decodes character references. The result is valid until the next call and only as long as
 * RAW is. */
void value_decode(struct value *value, struct span raw, struct transcoder *transcoder, const char *encoding,
                  bool references) __attribute__((nonnull(1, 3)));

/* Returns the position in RAW of the character at DECODED in the text; for the end of the text, the end of
 * RAW. */
size_t value_raw(const struct value *value, size_t decoded) NONNULL;

#endif
