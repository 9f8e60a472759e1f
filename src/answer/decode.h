/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ANSWER_DECODE_H
#define TIPTOE_ANSWER_DECODE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/body.h"
#include "base/span.h"

/* What is wrong with coded bytes, if anything. */
enum decode_result {
    DECODE_OK,
    DECODE_TRUNCATED, /* the coded data ends too early; what came of it is there */
    DECODE_CORRUPT,   /* not of its coding; what came before is there */
    DECODE_UNKNOWN,   /* a coding nobody asked for, or more than LIMIT_CODINGS of them */
    DECODE_BOMB,      /* LIMIT_DECODED_RATIO or the body's maximum was passed; what came before is there */
    DECODE_SPOOL      /* the output could not be kept (disk); errno says why */
};

/* A short English phrase; never NULL. */
const char *decode_result_text(enum decode_result result);

/* Undoes content codings. One object serves any number of bodies, one after the other; it keeps the
 * libraries' state. */
struct decoder;
struct decoder *decoder_new(void) __attribute__((returns_nonnull));
void decoder_free(struct decoder *decoder);

/* Undoes CODINGS (the value of Content-Encoding; "identity" and empty parts are nothing) of CODED and adds
 * the result to PLAIN, an empty body, whose maximum holds. MISLABELLED is set, and PLAIN is CODED, when the
 * bytes plainly never had that coding. Junk after a whole gzip stream is passed over, as browsers do. */
enum decode_result decoder_run(struct decoder *decoder, struct span codings, struct span coded,
                               struct body *plain, bool *mislabelled)
    __attribute__((nonnull, warn_unused_result));

/* Whether CODINGS name anything that must be undone. */
bool decode_is_coded(struct span codings);

/* Adds RAW, a body as on the wire, to PAYLOAD, an empty body, without the chunked coding if IS_CHUNKED. For
 * records of an archive; fetch does the same as bytes arrive. A body that is not chunked in spite of
 * IS_CHUNKED is copied unchanged: some archives remove the coding and keep the field. */
enum decode_result decode_transfer(bool is_chunked, struct span raw, struct body *payload)
    __attribute__((nonnull, warn_unused_result));

#endif
