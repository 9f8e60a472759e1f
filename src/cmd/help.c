/* SPDX-License-Identifier: MIT */
/* `tiptoe help`: the help text of each command, and the scripts by which shells complete words, made from the
 * tables of commands and options. */
#include "config.h"

#include "cmd/help.h"

#include <stdio.h>

#include "cmd/open.h"
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
    struct buf help BUF_LOCAL(HELP_MAX);
    struct buf range BUF_LOCAL(HELP_MAX);

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
    buf_add_text(&help, row->help);
    option_value_add_range(row, &range);
    if (range.len > 0)
        buf_add_format(&help, " (%s)", buf_text(&range));
    if (row->standard)
        buf_add_format(&help, " [%s]", row->standard);
    add_wrapped(out, column, buf_span(&help));
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
    struct buf text BUF_LOCAL(HELP_MAX);

    if (command)
        help_command(&text, command);
    else
        help_overview(&text, group);
    (void)fwrite(buf_text(&text), 1, text.len, stdout);
    return EXIT_COMPLETE;
}

/* The shells in the order of SHELLS, an OPTION_CHOICE. */
enum shell { SHELL_BASH, SHELL_ZSH, SHELL_FISH };
#define SHELLS "bash|zsh|fish"

/* Adds TEXT between quotes, with a backslash before each of the bytes in SPECIAL. */
static void add_text(struct buf *out, const char *text, const char *special)
{
    for (; *text; text++) {
        if (strchr(special, *text))
            (void)buf_add_byte(out, '\\');
        (void)buf_add_byte(out, *text);
    }
}

/* Adds the words of a choice, with spaces between them. */
static void add_choice(struct buf *out, const struct option_row *row)
{
    for (const char *text = row->argument; *text; text++)
        (void)buf_add_byte(out, *text == '|' ? ' ' : *text);
}

static bool names_file(const struct option_row *row)
{
    return row->kind == OPTION_FILE || strstr(row->argument, "FILE") || strstr(row->argument, "DIR");
}

/* Calls ADD for every option of a command. */
static void each_option(struct buf *out, const struct command *command,
                        void (*add)(struct buf *out, const struct command *command,
                                    const struct option_row *row))
{
    const struct option_row *const tables[] = {command->options, options_common};

    for (size_t i = 0; i < 2; i++) {
        for (const struct option_row *row = tables[i]; row && row->kind != OPTION_END; row++) {
            if (row->kind != OPTION_HEADING)
                add(out, command, row);
        }
    }
}

/* Returns the second word of a command, or NULL. */
static const char *second_word(const struct command *command)
{
    const char *space = strchr(command->name, ' ');

    return space ? space + 1 : NULL;
}

static struct span first_word(const struct command *command)
{
    struct span name = span_of(command->name);

    return span_part(name, 0, span_find(name, ' '));
}

/* Returns true for the first command of a group ("robots check", "robots test") and for any other command. */
static bool is_new_word(const struct command *const *command)
{
    return command == command_table || !span_equals(first_word(command[-1]), first_word(*command));
}

static bool is_new_group(const struct command *const *command)
{
    return second_word(*command) && is_new_word(command);
}

/* Adds the second words of the group that begins with COMMAND. */
static void add_group(struct buf *out, const struct command *const *command)
{
    for (; *command && second_word(*command); command++)
        (void)buf_add_format(out, "%s ", second_word(*command));
}

static void add_bash_names(struct buf *out, const struct option_row *row, const char *gap)
{
    (void)buf_add_format(out, "--%s", row->name);
    if (row->letter)
        (void)buf_add_format(out, "%s-%c", gap, row->letter);
}

static void add_bash_option(struct buf *out, const struct command *command, const struct option_row *row)
{
    (void)command;
    add_bash_names(out, row, " ");
    (void)buf_add_byte(out, ' ');
}

static void add_bash_value(struct buf *out, const struct command *command, const struct option_row *row)
{
    (void)command;
    if (row->kind == OPTION_FLAG)
        return;
    (void)buf_add_text(out, "        ");
    add_bash_names(out, row, " | ");
    if (row->kind != OPTION_CHOICE) {
        (void)buf_add_text(out, ") return ;;\n");
        return;
    }
    (void)buf_add_text(out, ") words='");
    add_choice(out, row);
    (void)buf_add_text(out, "' ;;\n");
}

static void add_bash(struct buf *out)
{
    (void)buf_add_text(out,
                       "_tiptoe() {\n"
                       "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=\n"
                       "    local name=\"${COMP_WORDS[*]:1:COMP_CWORD-1} \"\n"
                       "    COMPREPLY=()\n"
                       "    case $name in\n"
                       "    ' ') words='");
    for (const struct command *const *command = command_table; *command; command++) {
        if (is_new_word(command))
            (void)buf_add_format(out, "%.*s ", (int)first_word(*command).len, (*command)->name);
    }
    (void)buf_add_text(out, "' ;;\n");
    for (const struct command *const *command = command_table; *command; command++) {
        if (is_new_group(command)) {
            (void)buf_add_format(out, "    '%.*s ') words='", (int)first_word(*command).len,
                                 (*command)->name);
            add_group(out, command);
            (void)buf_add_text(out, "' ;;\n");
        }
        (void)buf_add_format(out, "    '%s '*)\n        [[ $word != -* ]] || words='", (*command)->name);
        each_option(out, *command, add_bash_option);
        (void)buf_add_text(out, "'\n        case $before in\n");
        each_option(out, *command, add_bash_value);
        (void)buf_add_text(out, "        esac ;;\n");
    }
    (void)buf_add_text(out, "    esac\n"
                            "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
                            "}\n"
                            "complete -o default -F _tiptoe tiptoe\n");
}

/* Quotes end at a quote; the rest has a meaning in a specification. */
static void add_zsh_text(struct buf *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '\'')
            (void)buf_add_text(out, "'\\''");
        else
            add_text(out, (char[]){*text, '\0'}, "\\[]:");
    }
}

static void add_zsh_spec(struct buf *out, const struct option_row *row, const char *name)
{
    (void)buf_add_format(out, " \\\n        '%s%s%s[", row->kind == OPTION_LIST ? "*" : "", name,
                         row->kind != OPTION_FLAG && name[1] == '-' ? "=" : "");
    add_zsh_text(out, row->help);
    (void)buf_add_byte(out, ']');
    if (row->kind == OPTION_CHOICE) {
        (void)buf_add_text(out, ":word:(");
        add_choice(out, row);
        (void)buf_add_byte(out, ')');
    } else if (row->kind != OPTION_FLAG) {
        (void)buf_add_byte(out, ':');
        add_zsh_text(out, row->argument);
        (void)buf_add_text(out, names_file(row) ? ":_files" : ": ");
    }
    (void)buf_add_byte(out, '\'');
}

static void add_zsh_option(struct buf *out, const struct command *command, const struct option_row *row)
{
    char name[64];

    (void)command;
    (void)snprintf(name, sizeof name, "--%s", row->name);
    add_zsh_spec(out, row, name);
    (void)snprintf(name, sizeof name, "-%c", row->letter);
    if (row->letter)
        add_zsh_spec(out, row, name);
}

static void add_zsh_word(struct buf *out, const char *word, size_t len, const char *summary)
{
    (void)buf_add_format(out, " '%.*s:", (int)len, word);
    add_zsh_text(out, summary);
    (void)buf_add_byte(out, '\'');
}

static void add_zsh(struct buf *out)
{
    (void)buf_add_text(out, "local -a names\ncase \"${words[2,CURRENT-1]} \" in\n' ') names=(");
    for (const struct command *const *command = command_table; *command; command++) {
        if (is_new_word(command))
            add_zsh_word(out, (*command)->name, first_word(*command).len, (*command)->summary);
    }
    (void)buf_add_text(out, ") ;;\n");
    for (const struct command *const *command = command_table; *command; command++) {
        if (is_new_group(command)) {
            (void)buf_add_format(out, "'%.*s ') names=(", (int)first_word(*command).len, (*command)->name);
            for (const struct command *const *other = command; *other && second_word(*other); other++)
                add_zsh_word(out, second_word(*other), strlen(second_word(*other)), (*other)->summary);
            (void)buf_add_text(out, ") ;;\n");
        }
        (void)buf_add_format(out, "'%s '*)\n    shift %d words && (( CURRENT -= %d ))\n    _arguments -s",
                             (*command)->name, second_word(*command) ? 2 : 1, second_word(*command) ? 2 : 1);
        each_option(out, *command, add_zsh_option);
        (void)buf_add_text(out, " \\\n        '*:file:_files'\n    return ;;\n");
    }
    (void)buf_add_text(out, "esac\n_describe command names\n");
}

static void add_fish_line(struct buf *out, const struct command *command)
{
    (void)buf_add_format(out, "complete -c tiptoe -n '__fish_seen_subcommand_from %.*s",
                         (int)first_word(command).len, command->name);
    if (second_word(command))
        (void)buf_add_format(out, "; and __fish_seen_subcommand_from %s", second_word(command));
    (void)buf_add_byte(out, '\'');
}

static void add_fish_option(struct buf *out, const struct command *command, const struct option_row *row)
{
    add_fish_line(out, command);
    (void)buf_add_format(out, " -l %s", row->name);
    if (row->letter)
        (void)buf_add_format(out, " -s %c", row->letter);
    if (row->kind == OPTION_CHOICE) {
        (void)buf_add_text(out, " -x -a '");
        add_choice(out, row);
        (void)buf_add_byte(out, '\'');
    } else if (row->kind != OPTION_FLAG) {
        (void)buf_add_text(out, names_file(row) ? " -r -F" : " -x");
    }
    (void)buf_add_text(out, " -d '");
    add_text(out, row->help, "'\\");
    (void)buf_add_text(out, "'\n");
}

/* Adds the first word of COMMAND, and the second ones of its group. */
static void add_fish_word(struct buf *out, const struct command *const *command)
{
    struct span word = first_word(*command);

    (void)buf_add_format(out, "complete -c tiptoe -n __fish_use_subcommand -a %.*s", (int)word.len, word.at);
    if (is_new_group(command)) {
        (void)buf_add_format(out,
                             "\ncomplete -c tiptoe -f -n '__fish_seen_subcommand_from %.*s; and not "
                             "__fish_seen_subcommand_from ",
                             (int)word.len, word.at);
        add_group(out, command);
        (void)buf_add_text(out, "' -a '");
        add_group(out, command);
        (void)buf_add_text(out, "'\n");
        return;
    }
    (void)buf_add_text(out, " -d '");
    add_text(out, (*command)->summary, "'\\");
    (void)buf_add_text(out, "'\n");
}

static void add_fish(struct buf *out)
{
    (void)buf_add_text(out, "complete -c tiptoe -n __fish_use_subcommand -f\n");
    for (const struct command *const *command = command_table; *command; command++) {
        if (is_new_word(command))
            add_fish_word(out, command);
        each_option(out, *command, add_fish_option);
    }
}

/* Adds the script by which SHELL completes commands, options and the words of a choice. Other values are
 * files, or known to the user only. */
static void add_completions(struct buf *out, enum shell shell)
{
    static const struct {
        const char *opening;
        void (*add)(struct buf *out);
    } shells[] = {
        [SHELL_BASH] = {"", add_bash},
        [SHELL_ZSH] = {"#compdef tiptoe\n", add_zsh},
        [SHELL_FISH] = {"", add_fish},
    };

    (void)buf_add_format(out,
                         "%s# Completes tiptoe " PACKAGE_VERSION "; tiptoe help --completions made it.\n",
                         shells[shell].opening);
    shells[shell].add(out);
}

static const struct option_row rows[] = {
    {.name = "completions",
     .kind = OPTION_CHOICE,
     .argument = SHELLS,
     .help = "print a script by which this shell completes commands and options"},
    {.kind = OPTION_END},
};

static int print_completions(enum shell shell)
{
    struct buf out BUF_LOCAL(COMPLETIONS_MAX);

    add_completions(&out, shell);
    (void)fwrite(buf_text(&out), 1, out.len, stdout);
    return EXIT_COMPLETE;
}

static int run_help(const struct options *given)
{
    int used, count = (int)given->operand_count;
    const struct command *command = command_find(count, given->operands, &used);
    const char *group = count > 0 ? given->operands[0] : NULL;

    if (options_given(given, "completions"))
        return print_completions((enum shell)options_number(given, "completions"));
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
