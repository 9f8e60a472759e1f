/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_SERVER_CONTROL_H
#define TIPTOE_TESTS_SERVER_CONTROL_H

#include "server.h"

/* Carries out one line of standard input; README lists them. Dies of a line it does not know: the test is
 * wrong. */
void control_line(struct server *server, struct span line) __attribute__((nonnull));

/* To be told of every request, after its line in the log. */
void control_request(struct server *server, int64_t now_us) __attribute__((nonnull));

/* Sends the signals that are due; returns when the next one is, or INT64_MAX. */
int64_t control_tick(struct server *server, int64_t now_us) __attribute__((nonnull));

/* To be told when all that was there in a turn of the loop has been done. */
void control_turned(struct server *server) __attribute__((nonnull));

#endif
