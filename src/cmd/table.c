/* SPDX-License-Identifier: MIT */
/* The list of commands. A new command is a file of this folder and a line here. */
#include "config.h"

#include <string.h>

#include "cmd/command.h"

/* clang-format off */
const struct command *const command_table[] = {
    &command_mirror,
    &command_resume,
    &command_update,
    &command_changes,
    &command_status,
    &command_explain,
    &command_serve,
    &command_report,
    &command_export,
    &command_import,
    &command_rebuild,
    &command_verify,
    &command_pause,
    &command_go,
    &command_stop,
    &command_robots_check,
    &command_robots_meta,
    &command_robots_stats,
    &command_robots_test,
    &command_url,
    &command_help,
    NULL,
};
/* clang-format on */

/* True when NAME begins with WORD, as a word of its own; REST is what follows it. */
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

bool command_is_group(const char *word)
{
    for (const struct command *const *command = command_table; *command; command++) {
        const char *rest;

        if (takes_word((*command)->name, word, &rest) && *rest == ' ')
            return true;
    }
    return false;
}
