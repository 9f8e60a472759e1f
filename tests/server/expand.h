/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_SERVER_EXPAND_H
#define TIPTOE_TESTS_SERVER_EXPAND_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "request.h"

enum { SERVER_PORTS = 8 };

/* The present values of the words between two @. */
struct expansion {
    const struct request *request;
    const unsigned *ports; /* SERVER_PORTS of them; 0: unused */
    uint64_t seen;         /* @COUNT@ */
    uint64_t index;        /* @I@, from 1 */
    unsigned open;         /* @OPEN@ */
    int64_t wall_us;       /* of @DATE@ */
};

/* Adds TEXT to OUT with each @WORD@ replaced. Returns false for an unknown word. */
bool expand(struct buf *out, struct span text, const struct expansion *values) __attribute__((nonnull));

#endif
