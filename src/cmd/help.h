/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_HELP_H
#define TIPTOE_CMD_HELP_H

#include "base/buf.h"
#include "cmd/command.h"

/* Adds the list of all commands, or of one GROUP ("robots"), one line each. */
void help_overview(struct buf *out, const char *group) __attribute__((nonnull(1)));

/* Adds a command's usage, summary and options. */
void help_command(struct buf *out, const struct command *command) NONNULL;

/* Prints the help text of COMMAND, or if that is NULL, the overview of GROUP, or of all commands. Returns
 * EXIT_COMPLETE. */
int help_print(const struct command *command, const char *group);

#endif
