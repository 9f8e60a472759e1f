/* SPDX-License-Identifier: MIT */
/* Opens the mirrors and files that the operands of a command name, and confines the command to them by its
 * needs and its options. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/file.h"
#include "base/limits.h"
#include "cmd/command.h"
#include "frontier/storage.h"
#include "term/message.h"
#include "url/url.h"

int open_mirror(struct mirror *mirror, const char *dir, enum folder_use use)
{
    struct buf why BUF_LOCAL(LIMIT_WHY_BYTES);
    int error = mirror_open(mirror, dir, use, &why);

    if (error)
        message_error("%s", buf_text(&why));
    return error;
}

int open_end(const struct mirror *mirror, int error)
{
    struct buf why BUF_LOCAL(LIMIT_WHY_BYTES);

    if (!error)
        return EXIT_COMPLETE;
    mirror_explain(mirror, error, &why);
    message_error("%s", buf_text(&why));
    return EXIT_LOCAL;
}

int open_url(const struct mirror *mirror, const char *text, struct url *url)
{
    struct url base URL_LOCAL;
    enum url_result result = url_parse(&base, buf_span(&mirror->start), NULL, NULL);

    if (result == URL_OK)
        result = url_parse(url, span_of(text), &base, NULL);
    if (result != URL_OK) {
        message_error("%s: %s", text, url_result_text(result));
        return ERROR_INVALID;
    }
    url_strip(url);
    return 0;
}

bool open_is_mirror(const char *dir)
{
    char path[PATH_MAX];

    return snprintf(path, sizeof path, "%s/mirror.db", dir) < (int)sizeof path && access(path, F_OK) == 0;
}

bool open_is_folder(const char *path)
{
    struct stat about;

    return stat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* Returns true if the user has a mirror in DIR. That of another user could have anything in it. */
static bool is_own_mirror(const char *dir)
{
    char path[OPEN_PATH_BYTES + sizeof "/mirror.db"];
    struct stat about;

    (void)snprintf(path, sizeof path, "%s/mirror.db", dir);
    return lstat(path, &about) == 0 && S_ISREG(about.st_mode) && about.st_uid == geteuid();
}

/* Prefers the outermost of several mirrors: a site can have put files below its mirror that look like another
 * one. */
bool open_find(char dir[OPEN_PATH_BYTES])
{
    char here[OPEN_PATH_BYTES];
    bool found = false;

    if (!getcwd(here, sizeof here))
        return false;
    for (char *end = here + strlen(here); end > here; end = strrchr(here, '/')) {
        *end = '\0';
        if (is_own_mirror(here)) {
            memcpy(dir, here, (size_t)(end - here) + 1);
            found = true;
        }
    }
    return found;
}

int open_input(const char *path, struct buf *into)
{
    bool is_standard = strcmp(path, "-") == 0;
    int fd = is_standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC), error;

    error = fd < 0 ? error_from_errno(errno) : file_read_rest(fd, into);
    if (error == ERROR_TOO_LARGE)
        error = 0;
    if (error)
        message_error("%s: %s", path, strerror(errno));
    if (fd >= 0 && !is_standard)
        close(fd);
    return error;
}

/* Allows a file that an option names. A folder is not read: everything below it would be open. */
static void allow_option(void *sandbox, const char *path, enum sandbox_access access)
{
    if (strcmp(path, "-") != 0 && (access > SANDBOX_READ_DATABASE || !open_is_folder(path)))
        sandbox_allow(sandbox, path, access);
}

void confine_begin(struct sandbox *sandbox, const struct options *given, unsigned powers)
{
    sandbox_begin(sandbox, (enum sandbox_mode)options_number(given, "sandbox"), powers);
    options_walk_files(given, allow_option, sandbox);
}

void confine_to_temporary(struct sandbox *sandbox, const char *dir)
{
    if (storage_is_alone(dir) || !folder_is_writable(dir) ||
        (open_is_mirror(dir) && !folder_has_own_tmp(dir)))
        sandbox_allow(sandbox, file_tmpdir(), SANDBOX_WRITE);
}

void confine_to_mirror(struct sandbox *sandbox, const char *dir)
{
    if (sandbox->ruleset < 0 || !open_is_folder(dir))
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
