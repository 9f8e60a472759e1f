/* SPDX-License-Identifier: MIT */
/* Writes the scripts by which shells complete commands, options and the words of a choice. Other values are
 * files, or known to the user only. */
#include "config.h"

#include "cmd/completions.h"

#include <stdio.h>

#include "cmd/command.h"
#include "cmd/options.h"

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

void completions_add(struct buf *out, enum completions_shell shell)
{
    static const struct {
        const char *opening;
        void (*add)(struct buf *out);
    } shells[] = {
        [COMPLETIONS_BASH] = {"", add_bash},
        [COMPLETIONS_ZSH] = {"#compdef tiptoe\n", add_zsh},
        [COMPLETIONS_FISH] = {"", add_fish},
    };

    (void)buf_add_format(out,
                         "%s# Completes tiptoe " PACKAGE_VERSION "; tiptoe help --completions made it.\n",
                         shells[shell].opening);
    shells[shell].add(out);
}
