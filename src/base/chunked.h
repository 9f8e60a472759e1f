/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_CHUNKED_H
#define TIPTOE_BASE_CHUNKED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

/* The chunked transfer coding, fed as the bytes come. Chunk extensions and trailers are passed over. */
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
    uint64_t left;     /* of the chunk at hand */
    uint32_t overhead; /* bytes of the size line or trailers at hand: bounded */
};

void chunked_init(struct chunked *chunked) __attribute__((nonnull));

/* Takes bytes off the front of INPUT up to and including the next run of data, which DATA then borrows from
 * it. False when INPUT holds no more data: more must be fed, or the state is CHUNKED_DONE (bytes left in
 * INPUT do not belong to the message) or CHUNKED_BAD. */
bool chunked_next(struct chunked *chunked, struct span *input, struct span *data) __attribute__((nonnull));

#endif
