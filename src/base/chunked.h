/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_CHUNKED_H
#define TIPTOE_BASE_CHUNKED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

/* A decoder of the chunked transfer coding for bytes that arrive in pieces. It ignores chunk extensions and
 * trailers. */
enum chunked_state {
    CHUNKED_SIZE_START,
    CHUNKED_SIZE,
    CHUNKED_EXTENSION,
    CHUNKED_SIZE_LF,
    CHUNKED_DATA,
    CHUNKED_DATA_CR,
    CHUNKED_DATA_LF,
    CHUNKED_TRAILER_START,
    CHUNKED_TRAILER,
    CHUNKED_END_LF,
    CHUNKED_DONE,
    CHUNKED_BAD
};

struct chunked {
    enum chunked_state state;
    uint64_t left;     /* of the current chunk */
    uint32_t overhead; /* bytes of the current size line, or of the trailers: bounded */
};

void chunked_init(struct chunked *chunked) __attribute__((nonnull));

/* Takes bytes off the front of INPUT up to and including the next run of data, which DATA borrows. False if
 * INPUT has no more data: the caller must supply more, or the state is CHUNKED_DONE (the rest of INPUT is not
 * part of the message) or CHUNKED_BAD. */
bool chunked_next(struct chunked *chunked, struct span *input, struct span *data) __attribute__((nonnull));

#endif
