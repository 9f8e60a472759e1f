/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TERM_MESSAGE_H
#define TIPTOE_TERM_MESSAGE_H

#include <stdbool.h>

#include "base/span.h"

/* All talk goes to stderr through here: one writer owns the status line, takes it away, prints a message as
 * one line, and puts it back. The whole line passes term/safe.h, so that text from outside needs no care of
 * the caller; a message is printed in one write. Not for use by several threads. */
enum message_level {
    MESSAGE_QUIET,  /* errors and warnings */
    MESSAGE_NORMAL, /* notes too */
    MESSAGE_VERBOSE /* everything */
};

void message_set_level(enum message_level level);
enum message_level message_level(void);

/* What ends in failure; what went wrong and what is done instead; what a user wants to see; what helps to
 * find out why. */
void message_error(const char *format, ...) __attribute__((nonnull(1), format(printf, 1, 2)));
void message_warn(const char *format, ...) __attribute__((nonnull(1), format(printf, 1, 2)));
void message_note(const char *format, ...) __attribute__((nonnull(1), format(printf, 1, 2)));
void message_debug(const char *format, ...) __attribute__((nonnull(1), format(printf, 1, 2)));

/* Shows LINE, which must be safe and no wider than the terminal, as the status line in place of the one
 * before; the empty span takes it away. Only for terminals. */
void message_status(struct span line);

/* The columns of the terminal that stderr is; 0 when it is none (or a dumb one). */
int message_columns(void);

/* Tests: messages go to FD, which is a terminal of COLUMNS columns, or none when 0. */
void message_redirect(int fd, int columns);

#endif
