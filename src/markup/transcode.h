/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_TRANSCODE_H
#define TIPTOE_MARKUP_TRANSCODE_H

#include <iconv.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/span.h"

/* Decodes to UTF-8; keeps the decoder of the last encoding, since making one is dear. */
struct transcoder {
    const char *encoding; /* WHATWG name that HANDLE decodes, or NULL */
    iconv_t handle;
};

/* Zeroes / frees. */
void transcoder_init(struct transcoder *transcoder) __attribute__((nonnull));
void transcoder_release(struct transcoder *transcoder) __attribute__((nonnull));

/* Adds BYTES, which are in ENCODING (WHATWG name; NULL is UTF-8), to OUT as valid UTF-8. What cannot be
 * decoded becomes U+FFFD. 0 or ERROR_TOO_LARGE, with OUT then holding a part. */
int transcode(struct transcoder *transcoder, const char *encoding, struct span bytes, struct buf *out)
    __attribute__((nonnull(1, 4), warn_unused_result));

/* Walks once more over a document that was transcoded whole, to find where characters stand in its bytes. */
struct transcode_walk {
    struct transcoder *transcoder;
    const char *encoding;
    struct span document;
    size_t at;      /* in the document's bytes */
    size_t decoded; /* in the UTF-8 */
};

void transcode_walk_start(struct transcode_walk *walk, struct transcoder *transcoder, const char *encoding,
                          struct span document) __attribute__((nonnull));

/* The position in the document's bytes of the character that stands at DECODED in the UTF-8. Ask in ascending
 * order. An escape sequence belongs to the character after it. */
size_t transcode_walk_to(struct transcode_walk *walk, size_t decoded) __attribute__((nonnull));

#endif
