/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_TRANSCODE_H
#define TIPTOE_MARKUP_TRANSCODE_H

#include <iconv.h>

#include "base/buf.h"
#include "base/span.h"

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
