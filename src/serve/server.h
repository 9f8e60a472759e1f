/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SERVE_SERVER_H
#define TIPTOE_SERVE_SERVER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

/* An HTTP server on the loopback addresses, 127.0.0.1 and, where there is one, ::1. Everything happens in the
 * thread that calls server_turn. It answers GET and HEAD to its own names alone, does ranges and conditions,
 * and adds what keeps a browser from asking anybody else; what is shown for a target is its owner's to say.
 */
struct server;

struct server_request {
    struct span target; /* as it was sent: begins with '/' */
    bool wants_page;    /* a reader waits for it, not a script or an image of a page */
};

struct server_answer {
    int status;           /* of HTTP; ranges and conditions are heeded for 200 */
    struct span type;     /* Content-Type; empty: none is said */
    struct span location; /* of redirects */
    struct span refresh;  /* Refresh; empty: none */
    struct span
        memento; /* Memento-Datetime (RFC 7089): when it was captured, as HTTP writes it; empty: none */
    struct span original; /* of that: the URL */
    struct span tag;      /* what the body is known by, printable, without quotes; empty: none */
    struct span modified; /* Last-Modified; empty or no date: none */
    struct span body;     /* unless FD; borrowed until the next request */
    int fd;               /* -1, or a file that is taken and closed */
    uint64_t size;        /* of the file */
    bool ours;            /* a page of the server itself, which needs nothing else */
};

/* Fills ANSWER, which is zeroed with FD -1 and status 200. */
typedef void server_answer_fn(void *context, const struct server_request *request,
                              struct server_answer *answer);

/* Listens at PORT, 0 for any that is free. NULL with errno when that fails. */
struct server *server_open(unsigned port, server_answer_fn *answer, void *context)
    __attribute__((nonnull(2), warn_unused_result));
void server_close(struct server *server);

unsigned server_port(const struct server *server) __attribute__((nonnull));

/* Waits until there is something to do or WAKE_FD is readable, and does it. */
void server_turn(struct server *server, int wake_fd) __attribute__((nonnull));

#endif
