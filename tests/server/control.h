/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_SERVER_CONTROL_H
#define TIPTOE_TESTS_SERVER_CONTROL_H

#include "server.h"

/* Executes one line of standard input (see README). An unknown line ends the server, because the test is
 * wrong. */
void control_line(struct server *server, struct span line) __attribute__((nonnull));

/* Call this for every request, after its line in the log. */
void control_request(struct server *server, int64_t now_us) __attribute__((nonnull));

/* Sends the signals that are due; returns the time of the next one, or INT64_MAX. */
int64_t control_tick(struct server *server, int64_t now_us) __attribute__((nonnull));

/* Tells the test that its order has been executed. */
void control_ok(void);

/* Call this at the end of each iteration of the loop. */
void control_turned(struct server *server) __attribute__((nonnull));

#endif
