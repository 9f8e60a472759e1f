/* SPDX-License-Identifier: MIT */
/* The sandbox of each command, by its needs and its options. */
#include "config.h"

#include "cmd/confine.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "cmd/command.h"
#include "frontier/storage.h"
#include "mirror/folder.h"
#include "term/message.h"

static enum sandbox_mode mode_of(const struct options *given)
{
    return (enum sandbox_mode)options_number(given, "sandbox");
}

/* Allows a file that an option names. A folder, which a stranger's mirror.db may name, is not read:
 * everything below it would be open. */
static void allow_option(void *sandbox, const char *path, enum sandbox_access access)
{
    struct stat about;

    if (strcmp(path, "-") == 0 ||
        (access == SANDBOX_READ && stat(path, &about) == 0 && S_ISDIR(about.st_mode)))
        return;
    sandbox_allow(sandbox, path, access);
}

void confine_to_options(struct sandbox *sandbox, const struct options *options)
{
    options_walk_files(options, allow_option, sandbox);
}

void confine_begin(struct sandbox *sandbox, const struct options *given, unsigned powers)
{
    sandbox_begin(sandbox, mode_of(given), powers);
    confine_to_options(sandbox, given);
}

bool confine_finds_database(const char *dir)
{
    char path[PATH_MAX];

    return snprintf(path, sizeof path, "%s/mirror.db", dir) < (int)sizeof path && access(path, F_OK) == 0;
}

void confine_to_temporary(struct sandbox *sandbox, const char *dir)
{
    if (storage_is_alone(dir) || !folder_is_writable(dir) ||
        (confine_finds_database(dir) && !folder_has_own_tmp(dir)))
        sandbox_allow(sandbox, file_tmpdir(), SANDBOX_WRITE);
}

void confine_to_mirror(struct sandbox *sandbox, const char *dir)
{
    struct stat about;

    if (sandbox->ruleset < 0 || stat(dir, &about) < 0 || !S_ISDIR(about.st_mode))
        return;
    sandbox_allow(sandbox, dir, SANDBOX_WRITE);
    confine_to_temporary(sandbox, dir);
}

int confine_end(struct sandbox *sandbox)
{
    bool entered = sandbox_enter(sandbox);
    char text[SANDBOX_TEXT_SIZE];

    sandbox_describe(sandbox, text);
    message_debug("sandbox: %s", text);
    if (entered)
        return EXIT_COMPLETE;
    message_error("--sandbox require: this system has only: %s; use --sandbox auto to run with that", text);
    return EXIT_LOCAL;
}

int confine(const struct options *given, unsigned needs)
{
    struct sandbox sandbox;

    confine_begin(&sandbox, given, 0);
    for (size_t i = 0; i < given->operand_count; i++) {
        if (needs & NEEDS_MIRRORS || (needs & NEEDS_MIRROR && i == 0))
            confine_to_mirror(&sandbox, given->operands[i]);
        if (needs & NEEDS_FILES)
            sandbox_allow(&sandbox, given->operands[i], SANDBOX_READ);
    }
    return confine_end(&sandbox);
}
