/* SPDX-License-Identifier: MIT */
/* Chooses a command and runs it. */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "cmd/command.h"
#include "cmd/help.h"
#include "cmd/options.h"
#include "term/message.h"

enum { TEXT_MAX = 64 * 1024 };

/* Prints the help text of COMMAND, or the overview if COMMAND is NULL. */
static int print_help(const struct command *command)
{
    struct buf text;

    buf_init(&text, TEXT_MAX);
    if (command)
        help_command(&text, command);
    else
        help_overview(&text, NULL);
    (void)fwrite(buf_text(&text), 1, text.len, stdout);
    buf_release(&text);
    return EXIT_COMPLETE;
}

static void set_level(const struct options *given)
{
    if (options_flag(given, "quiet"))
        message_set_level(MESSAGE_QUIET);
    else if (options_flag(given, "verbose"))
        message_set_level(MESSAGE_VERBOSE);
}

static int run_command(const struct command *command, int argc, char **argv)
{
    struct options given;
    struct buf why;
    int status = EXIT_USAGE;

    options_init(&given, command->options);
    buf_init(&why, TEXT_MAX);
    if (options_parse(&given, argc, argv, &why)) {
        message_error("%s: %s; 'tiptoe help %s' lists the options", command->name, buf_text(&why),
                      command->name);
    } else if (options_flag(&given, "help")) {
        status = print_help(command);
    } else if (given.operand_count < command->operands_min) {
        message_error("%s: missing operand; usage: tiptoe %s %s", command->name, command->name,
                      command->usage);
    } else if (given.operand_count > command->operands_max) {
        message_error("%s: unexpected operand '%s'; usage: tiptoe %s %s", command->name,
                      given.operands[command->operands_max], command->name, command->usage);
    } else {
        set_level(&given);
        status = command->run(&given);
    }
    buf_release(&why);
    options_release(&given);
    return status;
}

static int refuse_command(int argc, char **argv)
{
    struct buf why;

    buf_init(&why, TEXT_MAX);
    command_refuse(argc, argv, &why);
    message_error("%s", buf_text(&why));
    buf_release(&why);
    return EXIT_USAGE;
}

static int choose(int argc, char **argv)
{
    const struct command *command;
    int used;

    if (argc < 1) {
        message_error("missing command; usage: tiptoe COMMAND [options] …; 'tiptoe help' lists all commands");
        return EXIT_USAGE;
    }
    if (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0)
        return print_help(NULL);
    if (strcmp(argv[0], "--version") == 0) {
        (void)puts("tiptoe " PACKAGE_VERSION);
        return EXIT_COMPLETE;
    }
    command = command_find(argc, argv, &used);
    return command ? run_command(command, argc - used, argv + used) : refuse_command(argc, argv);
}

int main(int argc, char **argv)
{
    int status = choose(argc - 1, argv + 1);

    if ((fflush(stdout) != 0 || ferror(stdout)) && status == EXIT_COMPLETE) {
        message_error("standard output: %s", strerror(errno));
        status = EXIT_LOCAL;
    }
    return status;
}
