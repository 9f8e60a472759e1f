/* SPDX-License-Identifier: MIT */
/* Chooses a command and runs it. */
#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "cmd/command.h"
#include "cmd/run.h"
#include "term/message.h"

enum { TEXT_MAX = 64 * 1024 };

static void set_level(const struct options *given)
{
    if (options_flag(given, "quiet"))
        message_set_level(MESSAGE_QUIET);
    else if (options_flag(given, "verbose"))
        message_set_level(MESSAGE_VERBOSE);
}

/* Puts the mirror that contains the current directory in front of the operands of COMMAND, if its own
 * directory is missing there. Returns the new operands, which the caller frees, or NULL. */
static char **add_mirror(const struct command *command, struct options *given, char dir[OPEN_PATH_BYTES])
{
    char **operands;

    if (!(command->needs & TAKES_DIR) || given->operand_count != command->operands_min || !open_find(dir))
        return NULL;
    operands = mem_new(given->operand_count + 1, sizeof *operands);
    operands[0] = dir;
    for (size_t i = 0; i < given->operand_count; i++)
        operands[i + 1] = given->operands[i];
    given->operands = operands;
    given->operand_count++;
    return operands;
}

/* Removes each operand that is the same folder as an earlier one. */
static void drop_repeated(struct options *given)
{
    struct stat *folders = mem_new(given->operand_count + 1, sizeof *folders);
    size_t kept = 0;

    for (size_t i = 0; i < given->operand_count; i++) {
        bool is_folder = stat(given->operands[i], &folders[kept]) == 0, repeats = false;

        for (size_t j = 0; j < kept; j++)
            repeats |= is_folder && folders[j].st_ino == folders[kept].st_ino &&
                       folders[j].st_dev == folders[kept].st_dev;
        if (!repeats)
            given->operands[kept++] = given->operands[i];
    }
    given->operand_count = kept;
    free(folders);
}

/* Checks the operands, and runs COMMAND. */
static int run_with(const struct command *command, struct options *given)
{
    char dir[OPEN_PATH_BYTES], **operands = add_mirror(command, given, dir);
    size_t dirs = (command->needs & TAKES_DIR) != 0;
    bool lacks_dir = dirs > 0 && given->operand_count == command->operands_min &&
                     !(given->operand_count > 0 && open_is_mirror(given->operands[0]));
    int status = EXIT_USAGE;

    if (command->needs & (NEEDS_MIRROR | NEEDS_DIR) && given->operand_count > 1 &&
        !open_is_mirror(given->operands[0]) && open_is_mirror(given->operands[given->operand_count - 1]) &&
        (command->operands_min > 0 || command->operands_max == 1)) {
        message_error("%s: the mirror %s must come first; usage: tiptoe %s %s", command->name,
                      given->operands[given->operand_count - 1], command->name, command->usage);
    } else if (given->operand_count < command->operands_min + dirs) {
        message_error(
            "%s: missing argument%s; usage: tiptoe %s %s", command->name,
            lacks_dir ? "; the current directory is not in a mirror of yours, so DIR must be given too" : "",
            command->name, command->usage);
    } else if (given->operand_count - dirs > command->operands_max) {
        message_error("%s: unexpected operand '%s'; usage: tiptoe %s %s", command->name,
                      given->operands[command->operands_max + dirs], command->name, command->usage);
    } else {
        set_level(given);
        if (command->needs & NEEDS_MIRRORS)
            drop_repeated(given);
        if (given->notes.len > 0)
            message_note("%s", buf_text(&given->notes));
        status = command->needs & (NEEDS_MORE | NEEDS_DIR) ? EXIT_COMPLETE : confine(given, command->needs);
        if (status == EXIT_COMPLETE)
            status = command->run(given);
    }
    free(operands);
    return status;
}

static int run_command(const struct command *command, int argc, char **argv)
{
    struct options given;
    struct buf why;
    int status = EXIT_USAGE;

    options_init(&given, command->options);
    given.command = command;
    buf_init(&why, TEXT_MAX);
    if (options_parse(&given, argc, argv, &why)) {
        message_error("%s: %s; 'tiptoe help %s' lists the options", command->name, buf_text(&why),
                      command->name);
    } else if (options_flag(&given, "help")) {
        status = help_print(command, NULL);
    } else if (command->options == run_option_rows && kept_load_defaults(&given, &why)) {
        message_error("%s; 'tiptoe help config' describes the file, and --no-config ignores it",
                      buf_text(&why));
    } else if (command->options == run_option_rows && run_options_find_cookies(&given, &why)) {
        message_error("%s", buf_text(&why));
    } else {
        status = run_with(command, &given);
    }
    buf_release(&why);
    options_release(&given);
    return status;
}

static bool asks_for_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

/* Returns true for `tiptoe URL` and `tiptoe -r URL`, which mean `tiptoe mirror`: a host name has a dot, and a
 * command does not. */
static bool is_mirror_call(const char *word)
{
    return word[0] == '-' || strpbrk(word, ".:") != NULL;
}

static int choose(int argc, char **argv)
{
    const struct command *command;
    int used;

    if (argc < 1) {
        message_error("missing command; usage: tiptoe COMMAND [options] …; 'tiptoe help' lists all commands");
        return EXIT_USAGE;
    }
    if (asks_for_help(argv[0]))
        return help_print(NULL, NULL);
    if (argc > 1 && command_is_group(argv[0]) && asks_for_help(argv[1]))
        return help_print(NULL, argv[0]);
    if (strcmp(argv[0], "--version") == 0 || strcmp(argv[0], "-V") == 0)
        return run_command(&command_version, argc - 1, argv + 1);
    command = command_find(argc, argv, &used);
    if (!command && is_mirror_call(argv[0]))
        return run_command(&command_mirror, argc, argv);
    return command ? run_command(command, argc - used, argv + used) : command_refuse(argc, argv);
}

int main(int argc, char **argv)
{
    int status;

    (void)signal(SIGCHLD, SIG_DFL); /* a parent that ignores it leaves it so: no child could be waited for */
    status = choose(argc - 1, argv + 1);
    if ((fflush(stdout) != 0 || ferror(stdout)) && status == EXIT_COMPLETE) {
        message_error("standard output: %s", strerror(errno));
        status = EXIT_LOCAL;
    }
    return status;
}
