/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_SERVER_REQUEST_H
#define TIPTOE_TESTS_SERVER_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

enum { REQUEST_HEADERS = 64, REQUEST_HEAD_BYTES = 64 * 1024 };

struct request_header {
    struct span name, value;
};

/* A request as received; all spans point into the parsed bytes. */
struct request {
    struct span head; /* with its empty line */
    struct span method, target, path;
    struct request_header headers[REQUEST_HEADERS];
    size_t header_count;
    uint64_t body_bytes; /* its Content-Length */
    bool keeps_open;
    unsigned port; /* the number of the server's port, from 1 */
};

enum request_state { REQUEST_INCOMPLETE, REQUEST_WHOLE, REQUEST_BROKEN };

/* Parses the head of a request at the start of BYTES; the caller sets `port`. */
enum request_state request_parse(struct request *request, struct span bytes) __attribute__((nonnull));

/* The value of a field, or an empty span with a NULL start. */
struct span request_header(const struct request *request, const char *name) __attribute__((nonnull));

#endif
