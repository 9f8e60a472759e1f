/* SPDX-License-Identifier: MIT */
/* Chooses a command and runs it. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "cmd/command.h"
#include "cmd/help.h"
#include "cmd/options.h"

enum { TEXT_MAX = 64 * 1024 };

/* Prints the help text of COMMAND, or the overview where it is NULL. */
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

static int run_command(const struct command *command, int argc, char **argv)
{
    struct options given;
    struct buf why;
    int status = EXIT_USAGE;

    options_init(&given, command->options);
    buf_init(&why, TEXT_MAX);
    if (options_parse(&given, argc, argv, &why))
        (void)fprintf(stderr, "tiptoe %s: %s; see tiptoe help %s\n", command->name, buf_text(&why),
                      command->name);
    else if (options_flag(&given, "help"))
        status = print_help(command);
    else if (given.operand_count < command->operands_min || given.operand_count > command->operands_max)
        (void)fprintf(stderr, "usage: tiptoe %s %s\n", command->name, command->usage);
    else
        status = command->run(&given);
    buf_release(&why);
    options_release(&given);
    return status;
}

static int choose(int argc, char **argv)
{
    const struct command *command;
    int used;

    if (argc < 1) {
        (void)fprintf(stderr, "usage: tiptoe COMMAND [options] …; tiptoe help lists the commands\n");
        return EXIT_USAGE;
    }
    if (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0)
        return print_help(NULL);
    if (strcmp(argv[0], "--version") == 0) {
        (void)puts("tiptoe " PACKAGE_VERSION);
        return EXIT_COMPLETE;
    }
    command = command_find(argc, argv, &used);
    if (command)
        return run_command(command, argc - used, argv + used);
    if (command_is_group(argv[0]))
        (void)fprintf(stderr, "tiptoe: %s needs one more word; see tiptoe help %s\n", argv[0], argv[0]);
    else
        (void)fprintf(stderr, "tiptoe: there is no command %s; tiptoe help lists them\n", argv[0]);
    return EXIT_USAGE;
}

int main(int argc, char **argv)
{
    int status = choose(argc - 1, argv + 1);

    if ((fflush(stdout) != 0 || ferror(stdout)) && status == EXIT_COMPLETE) {
        perror("tiptoe: standard output");
        status = EXIT_LOCAL;
    }
    return status;
}
