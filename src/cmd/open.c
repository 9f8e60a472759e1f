/* SPDX-License-Identifier: MIT */
/* The mirrors and files that the operands of a command name. base/file.h opens the files of a mirror. */
#include "config.h"

#include "cmd/open.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/file.h"
#include "term/message.h"

enum { WHY_MAX = 16 * 1024 };

int open_mirror(struct mirror *mirror, const char *dir, enum folder_use use)
{
    struct buf why BUF_LOCAL(WHY_MAX);
    int error = mirror_open(mirror, dir, use, &why);

    if (error)
        message_error("%s", buf_text(&why));
    return error;
}

static bool find_database(const char *dir, struct stat *about)
{
    char path[OPEN_PATH_BYTES + sizeof "/mirror.db"];
    int len = snprintf(path, sizeof path, "%s/mirror.db", dir);

    return len > 0 && (size_t)len < sizeof path && lstat(path, about) == 0 && S_ISREG(about->st_mode);
}

bool open_is_mirror(const char *dir)
{
    struct stat about;

    return find_database(dir, &about);
}

/* Returns true if the user has a mirror in DIR. That of another user could name any file as its cookies. */
static bool is_own_mirror(const char *dir)
{
    struct stat about;

    return find_database(dir, &about) && about.st_uid == geteuid();
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
