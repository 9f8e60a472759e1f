/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_URL_ENCODE_H
#define TIPTOE_URL_ENCODE_H

#include "base/buf.h"
#include "base/span.h"

/* Writes queries in the legacy charset of a document. */
struct url_encoder;

/* Prepares *ENCODER (NULL before the first call) for the charset with this WHATWG name, in any case. Returns
 * it, or NULL if the query must be UTF-8: for UTF-8, UTF-16 and unknown names. */
struct url_encoder *url_encoder_choose(struct url_encoder **encoder, const char *name)
    __attribute__((nonnull(1)));
void url_encoder_free(struct url_encoder *encoder);

/* Adds QUERY (valid UTF-8), encoded and then percent-encoded. A code point N that the charset lacks becomes
 * "%26%23N%3B". */
int url_encoder_add(struct url_encoder *encoder, struct buf *out, struct span query) __attribute__((nonnull));

#endif
