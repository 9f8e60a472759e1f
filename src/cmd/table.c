/* SPDX-License-Identifier: MIT */
/* Finds commands by their words. */
#include "config.h"

#include "base/buf.h"
#include "cmd/command.h"
#include "cmd/suggest.h"
#include "term/message.h"

enum { WORDS_MAX = 64 * 1024 };

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
