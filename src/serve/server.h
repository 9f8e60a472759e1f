/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SERVE_SERVER_H
#define TIPTOE_SERVE_SERVER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

/* An HTTP server on the loopback addresses 127.0.0.1 and, if available, ::1. All work happens in the thread
 * that calls server_turn. The server answers only GET and HEAD, and only under its own names. It handles
 * ranges and conditions, and adds headers that prevent a page from sending requests to other hosts. Its owner
 * supplies the answers. */
struct server;

struct server_request {
    struct span target; /* as sent: begins with '/' */
    bool wants_page;    /* true for a page that a reader opens; false for a script or an image of a page */
};

struct server_answer {
    int status;           /* HTTP status; ranges and conditions apply only to 200 */
    struct span type;     /* Content-Type; empty: none */
    struct span location; /* of redirects */
    struct span refresh;  /* Refresh; empty: none */
    struct span
        memento; /* Memento-Datetime (RFC 7089): the time of the capture, as an HTTP date; empty: none */
    struct span original; /* the captured URL */
    struct span tag;      /* the entity tag, printable, without quotes; empty: none */
    struct span modified; /* Last-Modified; empty or an invalid date: none */
    struct span body;     /* without FD; borrowed until the next request */
    int fd;               /* -1, or a file; the server closes it */
    uint64_t size;        /* of the file */
    bool ours;            /* a page of the server itself, which is self-contained */
};

/* Fills ANSWER, which is zeroed, with FD -1 and status 200. */
typedef void server_answer_fn(void *context, const struct server_request *request,
                              struct server_answer *answer);

/* Listens on PORT; 0 selects any free port. Returns NULL with errno on failure. */
struct server *server_open(unsigned port, server_answer_fn *answer, void *context)
    __attribute__((nonnull(2), warn_unused_result));
void server_close(struct server *server);

unsigned server_port(const struct server *server) __attribute__((nonnull));

/* Waits for a request, or until WAKE_FD is readable, and handles it. */
void server_turn(struct server *server, int wake_fd) __attribute__((nonnull));

#endif
