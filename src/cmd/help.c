/* SPDX-License-Identifier: MIT */
/* `tiptoe help`, and the help text of each command, made from its table. */
#include "config.h"

#include "cmd/help.h"

#include <stdio.h>
#include <string.h>

#include "cmd/completions.h"
#include "cmd/confine.h"
#include "cmd/option_value.h"
#include "cmd/options.h"

enum { WIDTH = 80, INDENT = 30, HELP_MAX = 64 * 1024, COMPLETIONS_MAX = 1024 * 1024 };

/* Returns the width of TEXT in columns, one for each character. */
static size_t width_of(struct span text)
{
    size_t columns = 0;

    for (size_t i = 0; i < text.len; i++)
        columns += ((unsigned char)text.at[i] & 0xc0) != 0x80;
    return columns;
}

/* Adds TEXT wrapped between INDENT and WIDTH; COLUMN is the current width of the line. */
static void add_wrapped(struct buf *out, size_t column, struct span text)
{
    while (text.len > 0) {
        struct span word = span_take_until(&text, ' ');
        size_t width = width_of(word);
        const char *before = " ";

        if (column < INDENT) {
            buf_add_format(out, "%*s", (int)(INDENT - column), "");
            column = INDENT;
            before = "";
        } else if (column >= INDENT && column + 1 + width > WIDTH) {
            buf_add_format(out, "\n%*s", INDENT, "");
            column = INDENT;
            before = "";
        }
        buf_add_format(out, "%s%.*s", before, (int)word.len, word.at);
        column += strlen(before) + width;
    }
    buf_add_text(out, "\n");
}

static void add_row(struct buf *out, const struct option_row *row)
{
    size_t start = out->len, column;
    struct buf help, range;

    if (row->kind == OPTION_HEADING) {
        buf_add_format(out, "\n%s\n", row->help);
        return;
    }
    if (row->letter)
        buf_add_format(out, "  -%c, --%s", row->letter, row->name);
    else
        buf_add_format(out, "      --%s", row->name);
    if (row->argument)
        buf_add_format(out, " %s", row->argument);
    column = width_of(span_part(buf_span(out), start, out->len));
    if (column + 2 > INDENT) {
        buf_add_text(out, "\n");
        column = 0;
    }
    buf_init(&help, HELP_MAX);
    buf_add_text(&help, row->help);
    buf_init(&range, HELP_MAX);
    option_value_add_range(row, &range);
    if (range.len > 0)
        buf_add_format(&help, " (%s)", buf_text(&range));
    buf_release(&range);
    if (row->standard)
        buf_add_format(&help, " [%s]", row->standard);
    add_wrapped(out, column, buf_span(&help));
    buf_release(&help);
}

static void add_rows(struct buf *out, const struct option_row *row)
{
    for (; row && row->kind != OPTION_END; row++)
        add_row(out, row);
}

void help_command(struct buf *out, const struct command *command)
{
    buf_add_format(out, "usage: tiptoe %s %s\n%s\n", command->name, command->usage, command->summary);
    if (!command->options || command->options->kind != OPTION_HEADING)
        buf_add_text(out, "\n");
    add_rows(out, command->options);
    add_rows(out, options_common);
}

void help_overview(struct buf *out, const char *group)
{
    size_t group_len = group ? strlen(group) : 0;

    if (!group)
        buf_add_text(out, "tiptoe makes a local copy of one website, politely.\n\nusage: ");
    else
        buf_add_text(out, "usage: ");
    buf_add_format(out, "tiptoe %s%sCOMMAND [options] …\n%s\n", group ? group : "", group ? " " : "",
                   group ? "" : "       tiptoe [options] URL (the same as tiptoe mirror)\n");
    for (const struct command *const *command = command_table; *command; command++) {
        const char *name = (*command)->name;

        if (group && (strncmp(name, group, group_len) != 0 || name[group_len] != ' '))
            continue;
        buf_add_format(out, "  %-14s %s\n", name, (*command)->summary);
    }
    buf_add_text(out,
                 "\n`tiptoe help COMMAND` lists the options of a command. The manual is `man tiptoe`.\n");
}

int help_print(const struct command *command, const char *group)
{
    struct buf text;

    buf_init(&text, HELP_MAX);
    if (command)
        help_command(&text, command);
    else
        help_overview(&text, group);
    (void)fwrite(buf_text(&text), 1, text.len, stdout);
    buf_release(&text);
    return EXIT_COMPLETE;
}

static const struct option_row rows[] = {
    {.name = "completions",
     .kind = OPTION_CHOICE,
     .argument = COMPLETIONS_SHELLS,
     .help = "print a script by which this shell completes commands and options"},
    {.kind = OPTION_END},
};

static int print_completions(enum completions_shell shell)
{
    struct buf out;

    buf_init(&out, COMPLETIONS_MAX);
    completions_add(&out, shell);
    (void)fwrite(buf_text(&out), 1, out.len, stdout);
    buf_release(&out);
    return EXIT_COMPLETE;
}

static int run_help(const struct options *given)
{
    int used, count = (int)given->operand_count;
    const struct command *command = command_find(count, given->operands, &used);
    const char *group = count > 0 ? given->operands[0] : NULL;

    if (options_given(given, "completions"))
        return print_completions((enum completions_shell)options_number(given, "completions"));
    if (!command && group && !command_is_group(group))
        return command_refuse(count, given->operands);
    return help_print(command, group);
}

const struct command command_help = {
    .name = "help",
    .usage = "[COMMAND]",
    .summary = "list the commands, or the options of one",
    .options = rows,
    .operands_max = 2,
    .run = run_help,
};

/* Prints the version; with --verbose, also what the sandbox of a command can restrict here. */
static int run_version(const struct options *given)
{
    char text[SANDBOX_TEXT_SIZE];
    struct sandbox sandbox;
    int status;

    confine_begin(&sandbox, given, 0);
    status = confine_end(&sandbox);
    if (status)
        return status;
    (void)puts("tiptoe " PACKAGE_VERSION);
    sandbox_describe(&sandbox, text);
    if (options_flag(given, "verbose"))
        (void)printf("sandbox: %s\n", text);
    return EXIT_COMPLETE;
}

const struct command command_version = {
    .name = "version",
    .usage = "",
    .summary = "print the version",
    .needs = NEEDS_MORE,
    .run = run_version,
};
