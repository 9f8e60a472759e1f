/* SPDX-License-Identifier: MIT */
/* The table of commands: finding one by its words; no command contradicts itself or the common options. */
#include "config.h"

#include "cmd/command.h"
#include "tap.h"

/* Returns the other row of TABLE that has ROW's name or letter, or NULL. */
static const struct option_row *find_double(const struct option_row *row, const struct option_row *table)
{
    for (; table->kind != OPTION_END; table++)
        if (table != row && table->kind != OPTION_HEADING &&
            (strcmp(table->name, row->name) == 0 || (row->letter && table->letter == row->letter)))
            return table;
    return NULL;
}

static void check_row(const char *command, const struct option_row *row, const struct option_row *table)
{
    ok(row->help && row->help[0], "%s --%s has a help text", command, row->name);
    ok((row->kind == OPTION_FLAG) == !row->argument, "%s --%s names its argument", command, row->name);
    ok(!find_double(row, table) && !find_double(row, options_common), "%s --%s is unique", command,
       row->name);
    ok(row->min <= row->max, "%s --%s has a valid range", command, row->name);
}

static void check_command(const struct command *command)
{
    struct options options;
    char first[64], *second, *words[] = {first, NULL, NULL};
    int used = 0;

    ok(command->usage && command->summary && command->run, "%s is complete", command->name);
    ok(command->operands_min <= command->operands_max, "%s takes operands", command->name);
    options_init(&options, command->options); /* ends the program if a default is invalid */
    options_release(&options);
    (void)snprintf(first, sizeof first, "%s", command->name);
    second = strchr(first, ' ');
    if (second) {
        *second = '\0';
        words[1] = second + 1;
    }
    ok(command_find(second ? 2 : 1, words, &used) == command && used == (second ? 2 : 1), "%s is found",
       command->name);
    for (const struct option_row *row = command->options; row && row->kind != OPTION_END; row++)
        if (row->kind != OPTION_HEADING)
            check_row(command->name, row, command->options);
}

int main(void)
{
    char help[] = "help", hel[] = "hel", robots[] = "robots", test[] = "test", nothing[] = "";
    char *words[] = {help, robots, NULL}, *group[] = {robots, test, NULL}, *wrong[] = {hel, NULL},
         *empty[] = {nothing, NULL};
    int used = 0;

    for (const struct command *const *command = command_table; *command; command++)
        check_command(*command);
    ok(command_find(2, words, &used) == &command_help && used == 1, "a command takes one word");
    ok(command_find(2, group, &used) == &command_robots_test && used == 2, "a command of a group takes two");
    ok(!command_find(1, group, &used), "a group without a second word is not a command");
    ok(!command_find(1, wrong, &used) && !command_find(1, empty, &used) && !command_find(0, empty, &used),
       "neither is the beginning of a name, nor an empty word");
    ok(command_is_group(robots) && !command_is_group(help) && !command_is_group(hel),
       "groups are recognised");
    return done();
}
