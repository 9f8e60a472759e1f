/* SPDX-License-Identifier: MIT */
/* Finds commands by their words, and `tiptoe help`: the help text of each command, and the scripts by which
 * shells complete words, made from the tables of commands and options. */
#include "config.h"

#include "cmd/command.h"

#include <limits.h>
#include <stdio.h>

#include "cmd/option_value.h"
#include "cmd/run.h"
#include "term/message.h"

enum { WIDTH = 80, INDENT = 30, HELP_MAX = 64 * 1024, WORDS_MAX = 64 * 1024 };

#define ADDRESS(name) &command_##name,

const struct command *const command_table[] = {COMMANDS(ADDRESS) NULL};

/* Returns true if WORD is the first word of NAME; REST is set to the text that follows it. */
static bool takes_word(const char *name, const char *word, const char **rest)
{
    size_t len = strlen(word);

    if (len == 0 || strncmp(name, word, len) != 0)
        return false;
    *rest = name + len;
    return **rest == '\0' || **rest == ' ';
}

const struct command *command_find(int count, char **words, int *used)
{
    for (const struct command *const *command = command_table; *command && count > 0; command++) {
        const char *rest;

        if (!takes_word((*command)->name, words[0], &rest))
            continue;
        if (*rest == '\0') {
            *used = 1;
            return *command;
        }
        if (count > 1 && strcmp(rest + 1, words[1]) == 0) {
            *used = 2;
            return *command;
        }
    }
    return NULL;
}

int command_refuse(int count, char **words)
{
    struct suggestion one = {.typed = span_of(words[0])}, two;
    bool is_group = command_is_group(words[0]);
    struct buf both BUF_LOCAL(WORDS_MAX);
    struct buf why BUF_LOCAL(WORDS_MAX);

    (void)buf_add_format(&both, "%s%s%s", words[0], count > 1 ? " " : "", count > 1 ? words[1] : "");
    two = (struct suggestion){.typed = buf_span(&both)};
    for (const struct command *const *command = command_table; *command; command++) {
        struct span name = span_of((*command)->name);

        suggest_offer(span_find(name, ' ') < name.len ? &two : &one, name);
    }
    if (is_group && count == 1)
        (void)buf_add_format(&why, "'%s' needs a second word, such as '%.*s'", words[0], (int)two.best.len,
                             two.best.at);
    else
        (void)buf_add_format(&why, "unknown command '%s'", is_group ? buf_text(&both) : words[0]);
    if (!is_group || count > 1)
        suggest_add(one.best.len > 0 ? &one : &two, "", &why);
    (void)buf_add_format(&why, "; 'tiptoe help%s%s' lists all commands", is_group ? " " : "",
                         is_group ? words[0] : "");
    message_error("%s", buf_text(&why));
    return EXIT_USAGE;
}

bool command_is_group(const char *word)
{
    for (const struct command *const *command = command_table; *command; command++) {
        const char *rest;

        if (takes_word((*command)->name, word, &rest) && *rest == ' ')
            return true;
    }
    return false;
}

bool command_has(const struct command *command, const struct option_row *row)
{
    return !row->name || !span_is_one_of(span_of(row->name), command->refused ? command->refused : "");
}

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

/* Adds the rows of a command: its OWN, or the others, with the headings that precede some. */
static void add_rows(struct buf *out, const struct command *command, const struct option_row *row, bool own)
{
    const struct option_row *heading = NULL;

    for (; row && row->kind != OPTION_END; row++) {
        if (row->kind == OPTION_HEADING) {
            heading = row;
        } else if (command_has(command, row) &&
                   span_is_one_of(span_of(row->name), command->own ? command->own : "") == own) {
            if (heading && !own)
                buf_add_format(out, "\n%s\n", heading->help);
            heading = NULL;
            add_row(out, row);
        }
    }
}

void help_command(struct buf *out, const struct command *command)
{
    buf_add_format(out, "usage: tiptoe %s %s\n%s\n", command->name, command->usage, command->summary);
    if (command->own || !command->options || command->options->kind != OPTION_HEADING)
        buf_add_text(out, "\n");
    add_rows(out, command, command->options, true);
    add_rows(out, command, command->options, false);
    add_rows(out, command, options_common, false);
    buf_add_format(out, "\nThe manual is `man tiptoe-%.*s`.\n", (int)strcspn(command->name, " "),
                   command->name);
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

/* Adds what `tiptoe help config` prints. */
static void add_config(struct buf *out)
{
    struct buf path BUF_LOCAL(PATH_MAX);

    if (kept_name_settings(&path))
        (void)buf_add_text(&path, "tiptoe/config in $XDG_CONFIG_HOME");
    (void)buf_add_format(
        out,
        "A settings file has defaults for all mirrors, one 'OPTION VALUE' a line:\n\n"
        "    # who mirrors\n    contact me@example.net\n    delay 2\n\n"
        "Files, the first one that has an option decides:\n    %s\n    " SYSCONFDIR "/tiptoe/config\n"
        "or only the file that the variable TIPTOE_CONFIG names. The command line comes before the options "
        "that "
        "a\nmirror keeps, and these come before the files. Files that other users can write are refused.\n\n"
        "Options that a file may have ('tiptoe help mirror' describes them):\n",
        buf_text(&path));
    for (const struct option_row *row = run_option_rows; row->kind != OPTION_END; row++)
        if (row->scope != OPTION_OF_RUN)
            (void)buf_add_format(out, "    %s %s\n", row->name, row->argument);
}

/* Adds a candidate for completion, and what it means, if it begins as it is TYPED. */
static void add_candidate(struct buf *out, struct span typed, struct span word, const char *help)
{
    if (span_equals(span_part(word, 0, typed.len), typed))
        (void)buf_add_format(out, "%.*s\t%s\n", (int)word.len, word.at, help);
}

/* Adds the commands, or with a GROUP its second words; each first word once. */
static void add_commands(struct buf *out, struct span typed, const char *group)
{
    struct span last = span_of("");

    for (const struct command *const *command = command_table; *command; command++) {
        struct span rest = span_of((*command)->name), word = span_take_until(&rest, ' ');

        if (group && span_is(word, group) && rest.len > 0)
            add_candidate(out, typed, rest, (*command)->summary);
        else if (!group && !span_equals(word, last))
            add_candidate(out, typed, word, (*command)->summary);
        last = word;
    }
}

static void add_options(struct buf *out, struct span typed, const struct command *command,
                        const struct option_row *row)
{
    char name[64];

    for (; row && row->kind != OPTION_END; row++) {
        if (!command_has(command, row))
            continue;
        (void)snprintf(name, sizeof name, "--%s", row->name ? row->name : "");
        if (row->kind != OPTION_HEADING)
            add_candidate(out, typed, span_of(name), row->help);
        (void)snprintf(name, sizeof name, "-%c", row->letter);
        if (row->letter)
            add_candidate(out, typed, span_of(name), row->help);
    }
}

/* Returns the option of ROWS that WORD names, or NULL. */
static const struct option_row *find_option(const struct option_row *row, const char *word)
{
    for (; row && row->kind != OPTION_END; row++) {
        bool is_long = row->name && strncmp(word, "--", 2) == 0 && strcmp(word + 2, row->name) == 0;

        if (is_long || (row->letter && word[0] == '-' && word[1] == row->letter && !word[2]))
            return row;
    }
    return NULL;
}

/* Prints what the last of WORDS may become, a line each: a command, an option, or a word of a choice. Other
 * values are files, or known to the user only. */
static int print_candidates(char **words, int count)
{
    struct span typed = span_of(count > 0 ? words[count - 1] : "");
    struct buf out BUF_LOCAL(HELP_MAX);
    int used = 0;
    const struct command *command = command_find(count - 1, words, &used);
    const struct option_row *row = NULL;

    if (command && count - 1 > used) {
        row = find_option(command->options, words[count - 2]);
        row = row ? row : find_option(options_common, words[count - 2]);
    }
    if (row && row->kind == OPTION_CHOICE) {
        for (struct span rest = span_of(row->argument); rest.len > 0;)
            add_candidate(&out, typed, span_take_until(&rest, '|'), row->help);
    } else if (command && (!row || row->kind == OPTION_FLAG) && span_starts(typed, "-")) {
        add_options(&out, typed, command, command->options);
        add_options(&out, typed, command, options_common);
    } else if (!command && count <= 2) {
        add_commands(&out, typed, count == 2 ? words[0] : NULL);
    }
    (void)fwrite(buf_text(&out), 1, out.len, stdout);
    return EXIT_COMPLETE;
}

/* The scripts in the order of SHELLS, an OPTION_CHOICE. Each has the program list what fits. */
#define SHELLS "bash|zsh|fish"
static const char *const scripts[] = {
    "_tiptoe() {\n"
    "    local IFS=$'\\n'\n"
    "    COMPREPLY=($(\"$1\" help --candidates -- \"${COMP_WORDS[@]:1:COMP_CWORD}\" 2>/dev/null | cut -f "
    "1))\n"
    "}\n"
    "complete -o default -F _tiptoe tiptoe\n",
    "#compdef tiptoe\n"
    "local -a lines=(\"${(@f)$($words[1] help --candidates -- \"${(@)words[2,CURRENT]}\" 2>/dev/null)}\")\n"
    "lines=(${${lines//:/\\\\:}/$'\\t'/:})\n"
    "if (( $#lines )); then _describe word lines; else _files; fi\n",
    ("complete -c tiptoe -a '(set -l words (commandline -opc) (commandline -ct); "
     "$words[1] help --candidates -- $words[2..] 2>/dev/null)'\n"),
};

static const struct option_row rows[] = {
    {.name = "completions",
     .kind = OPTION_CHOICE,
     .argument = SHELLS,
     .help = "print a script by which this shell completes commands and options"},
    {.name = "candidates",
     .kind = OPTION_FLAG,
     .help = "print what the last of the words of a command line may become, for such a script"},
    {.kind = OPTION_END},
};

static int run_help(const struct options *given)
{
    int used, count = (int)given->operand_count;
    const struct command *command = command_find(count, given->operands, &used);
    const char *group = count > 0 ? given->operands[0] : NULL;
    struct buf text BUF_LOCAL(HELP_MAX);

    if (options_given(given, "candidates"))
        return print_candidates(given->operands, count);
    if (options_given(given, "completions"))
        return fputs(scripts[options_number(given, "completions")], stdout) < 0 ? EXIT_LOCAL : EXIT_COMPLETE;
    if (count == 1 && strcmp(group, "config") == 0) {
        add_config(&text);
        return fputs(buf_text(&text), stdout) < 0 ? EXIT_LOCAL : EXIT_COMPLETE;
    }
    if (!command && group && !command_is_group(group))
        return command_refuse(count, given->operands);
    return help_print(command, group);
}

const struct command command_help = {
    .name = "help",
    .usage = "[COMMAND|config]",
    .summary = "list the commands, or the options of one or of settings files",
    .options = rows,
    .operands_max = OPERANDS_ANY,
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
