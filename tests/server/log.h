/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_SERVER_LOG_H
#define TIPTOE_TESTS_SERVER_LOG_H

#include <stdint.h>

#include "request.h"

/* The access log (README lists its columns) and, if wanted, every exchange byte for byte. */
struct log {
    int fd;       /* -1: no log */
    int wire_dir; /* -1: exchanges are not stored */
};

/* One line of the log. */
struct log_entry {
    int64_t at_us; /* log_now_us */
    const char *event;
    uint64_t number; /* of the request, from 1 over all ports */
    unsigned port;
    uint64_t connection;
    unsigned open; /* requests of this port without a complete response, this one included */
    const struct request *request;
    unsigned status;
    int64_t bytes; /* of the response that were sent */
};

/* Microseconds of a clock that never jumps and is the same for all programs of the machine. */
int64_t log_now_us(void);

/* Writes one line with one write(2). */
void log_write(const struct log *log, const struct log_entry *entry, bool with_headers)
    __attribute__((nonnull));

/* Adds BYTES to the file NUMBER.KIND of the stored exchanges. */
void log_wire(const struct log *log, uint64_t number, const char *kind, struct span bytes)
    __attribute__((nonnull));

#endif
