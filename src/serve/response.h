/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SERVE_RESPONSE_H
#define TIPTOE_SERVE_RESPONSE_H

#include <stdbool.h>
#include <stdint.h>

struct buf;
struct request;
struct server_answer;

/* The part of an answer's file that follows the response. */
struct response_file {
    int fd; /* -1: none */
    uint64_t at, left;
};

/* Adds the response to REQUEST (NULL if that cannot be read) to OUT: the header section, after conditions and
 * ranges, and a body in memory. The answer's file is FILE's to close. KEEPS: the connection may be used
 * again. */
void response_add(struct buf *out, const struct request *request, const struct server_answer *answer,
                  bool keeps, struct response_file *file) __attribute__((nonnull(1, 3, 5)));

#endif
