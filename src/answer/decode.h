/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ANSWER_DECODE_H
#define TIPTOE_ANSWER_DECODE_H

#include "base/body.h"

/* The result of decoding. */
enum decode_result {
    DECODE_OK,
    DECODE_TRUNCATED, /* the coded data ends too early; its start is decoded */
    DECODE_CORRUPT,   /* the data violates its coding; all before that is decoded */
    DECODE_UNKNOWN,   /* a coding that we cannot undo, or more than LIMIT_CODINGS of them */
    DECODE_BOMB,      /* beyond LIMIT_DECODED_RATIO or the maximum of the body, which has all before that */
    DECODE_SPOOL,     /* the output could not be written to disk: errno */
    DECODE_NOT_CODED  /* of one coding: the bytes clearly do not have it; decoder_run does not return it */
};

/* Returns a short English phrase; never NULL. */
const char *decode_result_text(enum decode_result result);

/* The state of the libraries that undo content codings. One object serves any number of bodies, one at a
 * time. */
struct decoder;
struct decoder *decoder_new(void) __attribute__((returns_nonnull));
void decoder_free(struct decoder *decoder);

/* Undoes CODINGS (the value of Content-Encoding; "identity" and empty parts are ignored) of CODED and adds
 * the result to PLAIN, an empty body, up to its maximum. If the bytes clearly do not have that coding,
 * MISLABELLED is set, and PLAIN is a copy of CODED. Junk after a complete gzip stream is ignored, as browsers
 * do. */
enum decode_result decoder_run(struct decoder *decoder, struct span codings, struct span coded,
                               struct body *plain, bool *mislabelled) CHECKED;

/* Returns true if CODINGS names a coding that must be undone. */
bool decode_is_coded(struct span codings);

/* Adds RAW, a body as on the wire, to PAYLOAD, an empty body, without the chunked coding if IS_CHUNKED. For
 * records of an archive; fetch does the same as bytes arrive. A body that is not chunked in spite of
 * IS_CHUNKED is copied unchanged: some archives remove the coding and keep the field. */
enum decode_result decode_transfer(bool is_chunked, struct span raw, struct body *payload) CHECKED;

#endif
