/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_VALUE_H
#define TIPTOE_MARKUP_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"
#include "markup/transcode.h"

/* From DECODED on, the text stands at RAW, byte for byte, up to the next point. */
struct value_point {
    uint32_t decoded, raw;
};

/* A stretch of a document as its reader sees it: in UTF-8, character references decoded; and the way back. */
struct value {
    struct span text; /* borrowed from the document where nothing had to change, else from `changed` */
    struct buf changed;
    struct value_point *points; /* none where nothing changed */
    size_t count;
    size_t room;
};

void value_init(struct value *value) __attribute__((nonnull));
void value_release(struct value *value) __attribute__((nonnull));

/* Decodes RAW, which is in ENCODING (of the kind CHARSET_UTF8 or CHARSET_ASCII_SAFE; NULL is UTF-8). With
 * REFERENCES, character references are decoded too. The result lives until the next call and as long as RAW.
 */
void value_decode(struct value *value, struct span raw, struct transcoder *transcoder, const char *encoding,
                  bool references) __attribute__((nonnull(1, 3)));

/* Where in the raw bytes the character stands that is at DECODED in the text; the end for the end. */
size_t value_raw(const struct value *value, size_t decoded) __attribute__((nonnull));

#endif
