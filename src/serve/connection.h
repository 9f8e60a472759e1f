/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SERVE_CONNECTION_H
#define TIPTOE_SERVE_CONNECTION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "serve/response.h"

/* A client's connection: one request and its response at a time. All functions that move bytes do not block.
 */
struct connection {
    int fd;
    enum connection_state {
        CONNECTION_READING, /* a head, or waiting for one */
        CONNECTION_SENDING,
        CONNECTION_CLOSING /* all is sent; what the client still sends is dropped, for a moment */
    } state;
    int64_t deadline_ms; /* monotonic: it ends then */
    bool keeps;          /* after the response */
    struct buf in, out;
    size_t sent; /* of out */
    struct response_file file;
};

/* Takes ownership of FD. */
struct connection *connection_new(int fd, int64_t now_ms) __attribute__((returns_nonnull));
void connection_free(struct connection *connection);

/* Receives bytes. False if the client is gone, or has sent too much after its request. */
bool connection_receive(struct connection *connection, int64_t now_ms) __attribute__((nonnull));

/* Begins to send the response in out and file, to the request in the first LEN bytes received. */
void connection_answer(struct connection *connection, size_t len, bool keeps, int64_t now_ms)
    __attribute__((nonnull));

/* Sends what the client takes of the response; then its state is another. False if the client is gone. */
bool connection_send(struct connection *connection, int64_t now_ms) __attribute__((nonnull));

#endif
