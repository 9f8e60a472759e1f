/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ANSWER_REPLAY_H
#define TIPTOE_ANSWER_REPLAY_H

#include <stdint.h>

#include "answer/outcome.h"
#include "base/span.h"

struct answer;
struct decoder;

/* An answer from the record of an archive. */
struct replay {
    struct span url;
    struct span head;    /* header block */
    struct span framing; /* header block that came with the body: of the original, for a revisit; else head */
    struct span body;    /* as on the wire, or without its transfer coding */
    int64_t started_wall_us;
    enum fetch_truncation truncation;
};

/* Fills ANSWER as fetch would have done, except that raw is the payload and request_head is empty, and that a
 * body of which the record says that it is cut off is an answer, with its truncation. */
void replay(const struct replay *received, struct answer *answer, struct decoder *decoder)
    __attribute__((nonnull));

#endif
