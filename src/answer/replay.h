/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ANSWER_REPLAY_H
#define TIPTOE_ANSWER_REPLAY_H

#include <stdint.h>

#include "answer/outcome.h"
#include "base/span.h"

struct answer;
struct decoder;

/* An answer that was received at another time, by whoever it was. */
struct replay {
    struct span url;
    struct span head;    /* its header block */
    struct span framing; /* the header block that says how the body is coded; the same, as a rule */
    struct span body;    /* as on the wire, or with its transfer coding undone */
    int64_t started_wall_us;
    enum fetch_truncation truncation;
};

/* Makes ANSWER what fetch would have made of it. It has no raw body, and no request. */
void replay(const struct replay *received, struct answer *answer, struct decoder *decoder)
    __attribute__((nonnull));

#endif
