/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_OPTIONS_H
#define TIPTOE_CMD_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"

enum option_kind {
    OPTION_END,     /* ends a table */
    OPTION_HEADING, /* no option: its help stands above the ones that follow */
    OPTION_FLAG,    /* given or not */
    OPTION_NUMBER,  /* a whole number */
    OPTION_SIZE,    /* bytes: 500, 20K, 1M, 4G, 1T (powers of 1024); kept as bytes */
    OPTION_SECONDS, /* 0, 1, 0.25: kept as milliseconds */
    OPTION_TIME,    /* 90 or 90s, 15m, 2h, 1h30m, 1d: kept as milliseconds */
    OPTION_TEXT,
    OPTION_FILE,  /* the name of a file, made absolute: kept, it is found from any directory */
    OPTION_LIST,  /* text that may be given several times */
    OPTION_CHOICE /* one of the words of `argument`, which '|' divides; kept as its index among them */
};

enum option_scope {
    OPTION_OF_CALL, /* says something of this call only */
    OPTION_OF_RUN   /* kept with the mirror, so that whoever goes on need not repeat it */
};

/* For max: whatever can be counted. */
#define OPTION_NO_MAX (INT64_MAX / 2)

/* One option. Everything about it is said here: parser, help and the manual's test read it. */
struct option_row {
    const char *name; /* the long name, without dashes */
    char letter;      /* a short form, or 0 */
    enum option_kind kind;
    const char *argument; /* what help calls its argument: "DIR"; of a choice, the words to choose from */
    int64_t min, max;     /* of a number, bytes or milliseconds; 0 and 0: anything not negative */
    const char *standard; /* what holds when it is not given, in the form a user would type; NULL: nothing */
    const char *help;
    enum option_scope scope;
};

/* --help, --quiet and --verbose: every command has these. */
extern const struct option_row options_common[];

struct option_value;

/* The options and operands of one call. */
struct options {
    struct option_value *values; /* one for each row of the command's table and the common one */
    size_t count;
    char **operands; /* borrowed from the argument list */
    size_t operand_count;
};

/* All options at what their rows call standard. TABLE (it may be NULL) is borrowed until the release. */
void options_init(struct options *options, const struct option_row *table) __attribute__((nonnull(1)));
void options_release(struct options *options) __attribute__((nonnull));

/* Reads an argument list, of which the operands are gathered at its front: options and operands may be mixed,
 * and "--" makes the rest operands. 0, or ERROR_INVALID with a sentence in WHY that names the option and says
 * what it expects. */
int options_parse(struct options *options, int argc, char **argv, struct buf *why)
    __attribute__((nonnull, warn_unused_result));

/* Sets an option from its saved text, unless the command line set it: what is given now wins, a whole list by
 * a whole list. ERROR_NOT_FOUND for a name that no row has; ERROR_INVALID as above. */
int options_restore(struct options *options, const char *name, const char *value, struct buf *why)
    __attribute__((nonnull, warn_unused_result));

/* Hands every option of scope OPTION_OF_RUN that was given or restored to PUT as text that options_restore
 * reads; a list item by item. Stops at the first error of PUT and returns it. */
int options_save(const struct options *options,
                 int (*put)(void *context, const char *name, const char *value), void *context)
    __attribute__((nonnull(1, 2), warn_unused_result));

/* The values. NAME must be the name of a row of fitting kind: anything else is our bug and ends the program.
 */
bool options_given(const struct options *options, const char *name)
    __attribute__((nonnull)); /* or restored */
bool options_flag(const struct options *options, const char *name) __attribute__((nonnull));
/* Number, bytes, milliseconds, or the index of a choice; 0 when neither given nor standard. */
int64_t options_number(const struct options *options, const char *name) __attribute__((nonnull));
/* Text as it was typed, of any kind but a flag; NULL when neither given nor standard. Borrowed. */
const char *options_text(const struct options *options, const char *name) __attribute__((nonnull));
size_t options_list_count(const struct options *options, const char *name) __attribute__((nonnull));
const char *options_list_item(const struct options *options, const char *name, size_t index)
    __attribute__((nonnull, returns_nonnull));

#endif
