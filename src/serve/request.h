/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SERVE_REQUEST_H
#define TIPTOE_SERVE_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

/* The head of a request (RFC 9112), read strictly: where programs differ in what they accept, it is refused.
 */
struct request {
    struct span method, target; /* as sent */
    struct span fields;         /* the field lines, each with its line end */
    bool keeps;                 /* the connection may be used again */
    bool has_body;
};

/* Reads the head at the start of BYTES, and sets LEN to its length. Returns 0 if its end is not there yet,
 * 200, or the HTTP status of a refusal: 400 for a bare LF, a folded line, no Host or two of them, and
 * anything else malformed; 505 for other versions than 1. REQUEST borrows BYTES. */
int request_read(struct span bytes, struct request *request, size_t *len)
    __attribute__((nonnull, warn_unused_result));

/* Returns the value of the first field with this name; empty if no field has it. */
struct span request_field(const struct request *request, const char *name) __attribute__((nonnull));

#endif
