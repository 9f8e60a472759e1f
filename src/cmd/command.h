/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_COMMAND_H
#define TIPTOE_CMD_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/exit_status.h"

struct buf;
struct option_row;
struct options;

/* The access that a command has, beside the files that its options name (their rows say how). The rest is
 * refused before it runs: see cmd/open.h. */
enum command_needs {
    NEEDS_MIRROR = 1,  /* the first operand, if it is a directory */
    NEEDS_MIRRORS = 2, /* each operand that is a directory */
    NEEDS_FILES = 4,   /* all operands, for reading */
    NEEDS_MORE = 8,    /* it confines itself, as soon as it knows what it needs */
    NEEDS_DIR = 16,    /* the same, and the first operand is a mirror */
    TAKES_DIR = NEEDS_MIRROR | NEEDS_MIRRORS | NEEDS_DIR /* which may be left out inside a mirror */
};

/* One command of the program. */
struct command {
    const char *name;  /* a command of a group has both words: "robots test" */
    const char *usage; /* the rest of the command line: "[options] URL" */
    const char *summary;
    const struct option_row *options;  /* ends with OPTION_END; NULL: only the common ones (options.h) */
    size_t operands_min, operands_max; /* beside the directory of a command that takes one */
    unsigned needs;                    /* of enum command_needs */
    int (*run)(
        const struct options *given); /* with options and operands checked; returns an enum exit_status */
};

/* An operands_max without a limit. */
#define OPERANDS_ANY SIZE_MAX

/* All commands in the order of the overview. Each has a file in this folder or in cmd_robots/. */
#define COMMANDS(ROW)                                                                                        \
    ROW(mirror)                                                                                              \
    ROW(resume)                                                                                              \
    ROW(update)                                                                                              \
    ROW(changes)                                                                                             \
    ROW(status)                                                                                              \
    ROW(explain)                                                                                             \
    ROW(search)                                                                                              \
    ROW(serve)                                                                                               \
    ROW(report)                                                                                              \
    ROW(export)                                                                                              \
    ROW(import)                                                                                              \
    ROW(render)                                                                                              \
    ROW(forget)                                                                                              \
    ROW(rebuild)                                                                                             \
    ROW(verify)                                                                                              \
    ROW(pause)                                                                                               \
    ROW(go)                                                                                                  \
    ROW(stop)                                                                                                \
    ROW(robots_check)                                                                                        \
    ROW(robots_meta)                                                                                         \
    ROW(robots_stats)                                                                                        \
    ROW(robots_test)                                                                                         \
    ROW(url)                                                                                                 \
    ROW(help)                                                                                                \
    ROW(version)

#define DECLARE(name) extern const struct command command_##name;
COMMANDS(DECLARE)
#undef DECLARE

/* The same, ended by NULL. */
extern const struct command *const command_table[];

/* Returns the command whose name is WORDS[0], or WORDS[0] and WORDS[1], and sets USED to the number of words;
 * NULL for an unknown command. */
const struct command *command_find(int count, char **words, int *used) NONNULL;

/* Prints that WORDS, of which COUNT is at least 1, name no command, with the nearest name that exists.
 * Returns EXIT_USAGE. */
int command_refuse(int count, char **words) NONNULL;

/* Adds the list of all commands, or of one GROUP ("robots"), one line each. */
void help_overview(struct buf *out, const char *group) __attribute__((nonnull(1)));

/* Adds a command's usage, summary and options. */
void help_command(struct buf *out, const struct command *command) NONNULL;

/* Prints the help text of COMMAND, or if that is NULL, the overview of GROUP, or of all commands. Returns
 * EXIT_COMPLETE. */
int help_print(const struct command *command, const char *group);

/* Returns true if some command's name is "WORD something". */
bool command_is_group(const char *word) NONNULL;

#endif
