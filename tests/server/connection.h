/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_SERVER_CONNECTION_H
#define TIPTOE_TESTS_SERVER_CONNECTION_H

#include <stdbool.h>
#include <stdint.h>

struct connection;
struct server;

/* Owns the socket FD, accepted at the server's PORT (from 1). */
struct connection *connection_new(struct server *server, int fd, unsigned port)
    __attribute__((nonnull, returns_nonnull));

/* Closes the socket; logs an unfinished exchange as aborted. */
void connection_free(struct connection *connection);

int connection_fd(const struct connection *connection) __attribute__((nonnull));

/* The events to wait for with poll(2), and the time limit (INT64_MAX: none). */
short connection_events(const struct connection *connection) __attribute__((nonnull));
int64_t connection_deadline(const struct connection *connection) __attribute__((nonnull));

/* Continues after poll(2) reported EVENTS, or after the deadline. False at the end of the connection. */
bool connection_step(struct connection *connection, short events, int64_t now_us) __attribute__((nonnull));

#endif
