/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_COMMAND_H
#define TIPTOE_CMD_COMMAND_H

#include "base/exit_status.h"
#include "mirror/mirror.h"
#include "sandbox/sandbox.h"

/* All that the file of a command uses: options, its row in the list of commands, and access to its operands.
 * First options.c.
 *
 * The kinds of values. options_read sets a bool, an int or int64_t, an enum for a choice, a const char *,
 * or struct texts for a list. */
enum option_kind {
    OPTION_END,     /* ends a table */
    OPTION_HEADING, /* not an option: its help is the heading of the following ones */
    OPTION_FLAG,    /* given or not */
    OPTION_NUMBER,  /* a whole number */
    OPTION_SIZE,    /* bytes: 500, 20K, 1M, 4G, 1T (powers of 1024); kept as bytes */
    OPTION_DELAYS,  /* 0, 1, 0.25, kept as milliseconds, or HOST=SECONDS for one host; may be repeated */
    OPTION_TIME,    /* 90 or 90s, 15m, 2h, 1h30m, 1d: kept as milliseconds */
    OPTION_TEXT,
    OPTION_FILE,  /* the name of a file; kept as an absolute path, which works from any directory */
    OPTION_LIST,  /* text; the option may be repeated, at most `max` times */
    OPTION_CHOICE /* one of the words of `argument`, separated by '|'; kept as its index, or in a bool as
                     whether it is the first */
};

enum option_scope {
    OPTION_OF_RUN,    /* for this run only */
    OPTION_OF_MIRROR, /* kept with the mirror: later runs use it without repeating it */
    OPTION_OF_USER    /* the same, if this user gave it on this machine (kept.c) */
};

/* A max without a limit. */
#define OPTION_NO_MAX (INT64_MAX / 2)

/* One option. The parser, the help and the manual's test read everything from here. */
struct option_row {
    const char *name; /* the long name, without dashes */
    char letter;      /* a short form, or 0 */
    enum option_kind kind;
    const char *argument; /* the name of its argument in the help: "DIR"; for a choice, its words */
    int64_t min, max;     /* of a number, bytes or milliseconds; 0 and 0: any that is not negative */
    const char *standard; /* the default, in the form a user types; NULL: none */
    int64_t unset;        /* the number that options_read sets without a value and a default */
    const char *help;
    enum option_scope scope;
    enum sandbox_access access; /* to the file that it names */
    bool is_secret;             /* no message repeats its value */
    size_t into, into_bytes;    /* where options_read sets the value: OPTION_INTO */

    /* Returns the reason why the text at INDEX, of TEXTS that were given, is invalid; NULL if it is valid.
     * Called by options_check for what the kind does not cover; NULL: everything is valid. */
    const char *(*check)(char *const *texts, size_t index);
};

/* The target of a row: MEMBER of a struct of TYPE. */
#define OPTION_INTO(type, member) .into = offsetof(type, member), .into_bytes = sizeof(((type *)0)->member)

/* --help, --quiet, --verbose, --sandbox and --no-config, which every command has. */
extern const struct option_row options_common[];

/* Where a value is from; a later source replaces an earlier one. */
enum option_source {
    FROM_STANDARD, /* its row */
    FROM_SYSTEM,   /* the settings file of the machine (kept.c) */
    FROM_USER,     /* and that of the user */
    FROM_MIRROR,
    FROM_CALL
};

struct option_value;

/* The options and operands of one call. */
struct options {
    const struct command *command; /* whose options these are; set by the caller, or NULL */
    struct option_value *values;   /* one for each row of the command's table and the common table */
    size_t count;
    char **operands; /* borrowed from the argument list */
    size_t operand_count;
    struct buf notes; /* what options of other programs mean here (foreign.h); empty: none were given */
};

/* Sets all options to their defaults. TABLE, which may be NULL, is borrowed until the release. */
void options_init(struct options *options, const struct option_row *table) __attribute__((nonnull(1)));
void options_release(struct options *options) NONNULL;

/* Reads an argument list and moves the operands to its front. Options and operands may be mixed; all words
 * after
 * "--" are operands. Returns 0, or ERROR_INVALID with a sentence in WHY that names the option and says what
 * it expects. */
int options_parse(struct options *options, int argc, char **argv, struct buf *why) CHECKED;

/* Sets an option from VALUE, a line for each item of a list, unless a later source than SOURCE has set it.
 * Its list replaces the whole list of an earlier one. PLACE, which may be NULL, is kept with the value.
 * Returns ERROR_NOT_FOUND for an unknown name, and ERROR_INVALID as above. */
int options_restore(struct options *options, const char *name, struct span value, enum option_source source,
                    const char *place, struct buf *why) __attribute__((nonnull(1, 2, 6), warn_unused_result));

/* Passes every option that a mirror keeps and that was given or restored to PUT, as text that options_restore
 * reads. Stops at the first error of PUT and returns it; ERROR_TOO_LARGE for a list that is too long. */
typedef int options_put(void *context, const struct option_row *row, struct span value);
int options_save(const struct options *options, options_put *put, void *context)
    __attribute__((nonnull(1, 2), warn_unused_result));

/* Sets the members of TARGET, which borrows from OPTIONS. Empty items of lists are left out: a single one
 * means an empty list. */
void options_read(struct options *options, void *target) NONNULL;

/* Checks all texts by the `check` of their rows. Returns 0, or ERROR_INVALID with a sentence in WHY; it
 * repeats no value that is secret. */
int options_check(const struct options *options, struct buf *why) CHECKED;

/* Returns the row of an option; NULL for an unknown NAME. */
const struct option_row *options_row(const struct options *options, struct span name) NONNULL;

/* Returns true if an option is given or restored. As in all functions below, the program dies unless NAME is
 * the name of a row of a fitting kind. */
bool options_given(const struct options *options, const char *name) NONNULL;
enum option_source options_source(const struct options *options, const char *name) NONNULL;
/* Returns the place of the value of ROW, or NULL. Borrowed. */
const char *options_place(const struct options *options, const char *name) NONNULL;
/* Returns true for a flag that is given, and for the first word of a choice, such as yes. */
bool options_flag(const struct options *options, const char *name) NONNULL;
/* Returns a number, bytes, milliseconds, or the index of a choice; 0 if it is not given and has no default.
 */
int64_t options_number(const struct options *options, const char *name) NONNULL;
/* Returns the text as typed, of any kind except a flag and a list; NULL if it is not given and has no
 * default. Borrowed. */
const char *options_text(const struct options *options, const char *name) NONNULL;
/* Calls FOUND with each file that an option names, and the access to it. */
void options_walk_files(const struct options *options,
                        void (*found)(void *context, const char *path, enum sandbox_access access),
                        void *context) __attribute__((nonnull(1, 2)));
/* Returns the values of a list as typed, in order. Borrowed. */
struct texts options_list(const struct options *options, const char *name) NONNULL;

/* The access that a command has, beside the files that its options name (their rows say how). The rest is
 * refused before it runs: see confine_begin. */
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
    const struct option_row *options; /* ends with OPTION_END; NULL: only options_common */
    const char *own, *refused; /* of these, help lists first, and the command does not have: names with a
                                * space between them; NULL: none */
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

/* Returns true unless the command refuses the option. */
bool command_has(const struct command *command, const struct option_row *row) NONNULL;

/* Adds the list of all commands, or of one GROUP ("robots"), one line each. */
void help_overview(struct buf *out, const char *group) __attribute__((nonnull(1)));

/* Adds a command's usage, summary and options. */
void help_command(struct buf *out, const struct command *command) NONNULL;

/* Prints the help text of COMMAND, or if that is NULL, the overview of GROUP, or of all commands. Returns
 * EXIT_COMPLETE. */
int help_print(const struct command *command, const char *group);

/* Returns true if some command's name is "WORD something". */
bool command_is_group(const char *word) NONNULL;

/* open.c: what operands name. */

enum { OPEN_PATH_BYTES = 4096 };

/* Opens the mirror in DIR, the operand of a command. Returns 0, or an enum error after printing it. */
int open_mirror(struct mirror *mirror, const char *dir, enum folder_use use) CHECKED;

/* Prints why work on the mirror ended with ERROR, if that is one. Returns the exit status. */
int open_end(const struct mirror *mirror, int error) NONNULL;

/* Parses TEXT, which a user typed, as a URL of the mirror into an initialised URL, without its fragment.
 * Returns 0, or an enum error after printing it. */
int open_url(const struct mirror *mirror, const char *text, struct url *url) CHECKED;

/* Sets DIR to the mirror of this user that contains the current directory; false if no
 * mirror contains it. */
bool open_find(char dir[OPEN_PATH_BYTES]) NONNULL;

/* Returns true if DIR has an entry named mirror.db, even one that a run or serve will refuse to open. */
bool open_is_mirror(const char *dir) NONNULL;

/* Returns true if PATH is a folder. */
bool open_is_folder(const char *path) NONNULL;

/* Adds the content of the file PATH ("-": standard input), at most up to INTO's maximum. Returns 0, or an
 * enum error after printing it. */
int open_input(const char *path, struct buf *into) CHECKED;

/* The access that a command gives up before it reads anything untrusted. main.c does this by the command's
 * `needs`; a command with NEEDS_MORE calls confine_begin, sandbox_allow or confine_to_mirror for each path
 * beside those of its options, and confine_end. */

/* Begins with the files that options name, by --sandbox. POWERS are of enum sandbox_power. */
void confine_begin(struct sandbox *sandbox, const struct options *given, unsigned powers) NONNULL;

/* Allows work on the mirror in DIR; nothing if that is not a directory. */
void confine_to_mirror(struct sandbox *sandbox, const char *dir) NONNULL;

/* Allows temporary files below $TMPDIR if the mirror in DIR can only be read with some: a copy of its
 * database, and large bodies. */
void confine_to_temporary(struct sandbox *sandbox, const char *dir) NONNULL;

/* Returns 0, or an enum exit_status after printing what is missing. */
int confine_end(struct sandbox *sandbox) CHECKED;

/* Takes all three steps for a command with NEEDS of enum command_needs. */
int confine(const struct options *given, unsigned needs) CHECKED;

#endif
