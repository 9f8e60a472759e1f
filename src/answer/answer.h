/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ANSWER_ANSWER_H
#define TIPTOE_ANSWER_ANSWER_H

#include "answer/result.h"
#include "base/buf.h"

/* A fetch_result and the memory behind it. */
struct answer {
    struct fetch_result result; /* first: what callers hold is the answer */
    struct answer *next;        /* in the queue or the pool it stands in */
    struct buf url, request_head, response_head;
    struct body raw, payload, plain;
    char error[256];
};

struct answer *answer_new(int spool_dir) __attribute__((returns_nonnull));
void answer_free(struct answer *answer);

/* As new, for another request; memory beyond what a usual page needs is given back. */
void answer_clear(struct answer *answer) __attribute__((nonnull));

/* Fills in what follows from the bytes that came: the three forms of the body (decoding it), the spans and
 * counts. A whole answer whose coding cannot be undone loses its outcome to that. DECODER may be NULL where
 * no body came. */
void answer_complete(struct answer *answer, struct decoder *decoder, bool keep_raw, bool is_chunked)
    __attribute__((nonnull(1)));

/* The first text of the two that says something becomes the result's error. */
void answer_set_error(struct answer *answer, const char *text, const char *otherwise)
    __attribute__((nonnull(1, 3)));

#endif
