/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_SERVER_CONNECTION_H
#define TIPTOE_TESTS_SERVER_CONNECTION_H

#include <stdbool.h>
#include <stdint.h>

struct connection;
struct server;

/* Takes over the socket FD, accepted at the server's PORT (counted from 1). */
struct connection *connection_new(struct server *server, int fd, unsigned port)
    __attribute__((nonnull, returns_nonnull));

/* Closes the socket; an exchange that was under way is logged as aborted. */
void connection_free(struct connection *connection);

int connection_fd(const struct connection *connection) __attribute__((nonnull));

/* What to wait for with poll(2), and until when at most (INT64_MAX: for ever). */
short connection_events(const struct connection *connection) __attribute__((nonnull));
int64_t connection_deadline(const struct connection *connection) __attribute__((nonnull));

/* Goes on after poll(2) reported EVENTS, or after the deadline. False when the connection is at its end. */
bool connection_step(struct connection *connection, short events, int64_t now_us) __attribute__((nonnull));

#endif
