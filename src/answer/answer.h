/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ANSWER_ANSWER_H
#define TIPTOE_ANSWER_ANSWER_H

#include "answer/fields.h"
#include "answer/result.h"
#include "base/buf.h"

/* A fetch_result and the memory that it borrows. */
struct answer {
    struct fetch_result result; /* first member: a pointer to the result is a pointer to its answer */
    struct answer *next;        /* in a queue or pool */
    struct buf url, request_head, response_head;
    struct answer_fields fields; /* of response_head */
    bool keeps_parts;            /* a body whose coding ends too early is a part, not a failure */
    struct body raw, payload, plain;
    char error[256];
};

struct answer *answer_new(int spool_dir) __attribute__((returns_nonnull));
void answer_free(struct answer *answer);

/* Resets ANSWER for another request; releases memory beyond the needs of a usual page. */
void answer_clear(struct answer *answer) __attribute__((nonnull));

/* Sets the outcome and its description. */
void answer_fail(struct answer *answer, enum fetch_outcome outcome, const char *text)
    __attribute__((nonnull));

/* Parses response_head, which is complete, into the result's status and fields. */
void answer_read_head(struct answer *answer) __attribute__((nonnull));

/* Sets the outcome of a complete answer by its status. */
void answer_judge_status(struct answer *answer) __attribute__((nonnull));

/* Decodes the body and fills in the spans, body pointers and counts of the result. If the content coding
 * cannot be undone, the outcome of a complete answer changes to say so. DECODER may be NULL without a body.
 */
void answer_complete(struct answer *answer, struct decoder *decoder, bool keep_raw, bool is_chunked)
    __attribute__((nonnull(1)));

#endif
