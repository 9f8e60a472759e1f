/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_URL_ENCODE_H
#define TIPTOE_URL_ENCODE_H

#include "base/buf.h"
#include "base/span.h"

/* Writes queries in the charset of an old document. */
struct url_encoder;

/* Makes *ENCODER ready for the charset of that WHATWG name, case aside; *ENCODER is NULL before the first
 * call. Returns it, or NULL where UTF-8 is what is to be written: for UTF-8, UTF-16 and unknown names. */
struct url_encoder *url_encoder_choose(struct url_encoder **encoder, const char *name)
    __attribute__((nonnull(1)));
void url_encoder_free(struct url_encoder *encoder);

/* Adds QUERY (valid UTF-8), percent-encoded after encoding; what the charset lacks becomes "%26%23N%3B". */
int url_encoder_add(struct url_encoder *encoder, struct buf *out, struct span query) __attribute__((nonnull));

#endif
