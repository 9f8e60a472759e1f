/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_COMMAND_H
#define TIPTOE_CMD_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct option_row;
struct options;

/* What the program's exit status says; job queues start 75 again. */
enum exit_status {
    EXIT_COMPLETE = 0,    /* what was asked for is done, or the answer is yes */
    EXIT_LOCAL = 1,       /* a local failure (disk, database), or the answer is no */
    EXIT_USAGE = 2,       /* the command line was not understood */
    EXIT_FORBIDDEN = 3,   /* the site does not allow it */
    EXIT_SOME_FAILED = 4, /* complete, but some URLs failed */
    EXIT_STOPPED = 75     /* stopped before the end; the same command goes on */
};

/* One command of the program: one per file of this folder, listed in table.c. */
struct command {
    const char *name;  /* a command of a group has both words: "robots test" */
    const char *usage; /* what follows the name: "[options] URL" */
    const char *summary;
    const struct option_row
        *options; /* ends with OPTION_END; NULL: only those every command has (options.h) */
    size_t operands_min, operands_max;
    int (*run)(
        const struct options *given); /* options and operands are checked; returns an enum exit_status */
};

/* For operands_max: as many as one likes. */
#define OPERANDS_ANY SIZE_MAX

extern const struct command command_changes;
extern const struct command command_explain;
extern const struct command command_export;
extern const struct command command_go;
extern const struct command command_help;
extern const struct command command_import;
extern const struct command command_robots_check;
extern const struct command command_robots_meta;
extern const struct command command_robots_stats;
extern const struct command command_robots_test;
extern const struct command command_mirror;
extern const struct command command_pause;
extern const struct command command_rebuild;
extern const struct command command_report;
extern const struct command command_resume;
extern const struct command command_serve;
extern const struct command command_status;
extern const struct command command_stop;
extern const struct command command_update;
extern const struct command command_url;
extern const struct command command_verify;

/* All commands in the order of the overview, ended by NULL. */
extern const struct command *const command_table[];

/* The command whose name is WORDS[0], or WORDS[0] and WORDS[1]; USED says how many words that took. NULL:
 * none. */
const struct command *command_find(int count, char **words, int *used) __attribute__((nonnull));

/* True when commands are named "WORD something". */
bool command_is_group(const char *word) __attribute__((nonnull));

#endif
