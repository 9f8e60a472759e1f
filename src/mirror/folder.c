/* SPDX-License-Identifier: MIT */
/* Opens and locks a mirror's directory. The lock is flock(2) on the directory itself: it needs no file, and
 * ends with its process, so no stale lock can remain. On a network it may keep apart only the runs of this
 * machine; the lock of mirror.db (frontier/storage.h) is for all. */
#include "config.h"

#include "mirror/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/file.h"
#include "mirror/control.h"

static int make_path(const char *path)
{
    char *copy = mem_copy_text(path, strlen(path));
    int error = 0;

    for (char *at = copy; !error && *at; at++) {
        if (*at != '/' || at == copy)
            continue;
        *at = '\0';
        if (mkdir(copy, 0777) < 0 && errno != EEXIST)
            error = error_from_errno(errno);
        *at = '/';
    }
    if (!error && mkdir(copy, 0777) < 0 && errno != EEXIST)
        error = error_from_errno(errno);
    free(copy);
    return error;
}

static bool has_database(int dir)
{
    return file_exists(dir, "mirror.db");
}

/* Returns whether the directory is empty, or has only the parts that tiptoe creates first. */
static bool may_become_mirror(int dir)
{
    static const char *const ours[] = {".", "..", "site", "archive", "control", "tmp"};
    int copy = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *list = copy >= 0 ? fdopendir(copy) : NULL;
    struct dirent *entry;
    bool fine = list != NULL;

    while (fine && (entry = readdir(list))) {
        fine = false;
        for (size_t i = 0; i < COUNT_OF(ours); i++)
            fine = fine || strcmp(entry->d_name, ours[i]) == 0;
    }
    if (list)
        (void)closedir(list);
    return fine;
}

static int open_part(int dir, const char *name, enum folder_use use, int *fd)
{
    if (use != FOLDER_READ && mkdirat(dir, name, 0777) < 0 && errno != EEXIST)
        return error_from_errno(errno);
    return file_open_dir(dir, name, fd);
}

/* Opens tmp/ of the folder DIR; false if no working files can be made there. Only a trial shows that:
 * permissions, media, a full disk and a sandbox may each refuse them. */
static bool open_own_tmp(int dir, int *fd)
{
    int file;

    if (file_open_dir(dir, "tmp", fd))
        return false;
    if (file_open_unnamed(*fd, &file)) {
        close(*fd);
        return false;
    }
    close(file);
    return true;
}

/* Opens the folder for working files: commands that only read have a mirror that they may be unable to
 * change. */
static int open_tmp(struct folder *folder, enum folder_use use)
{
    int fd;

    if (use != FOLDER_READ)
        return open_part(folder->dir, "tmp", use, &folder->tmp_dir);
    if (open_own_tmp(folder->dir, &fd)) {
        folder->tmp_dir = fd;
        return 0;
    }
    folder->tmp_dir = open(file_tmpdir(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return folder->tmp_dir < 0 ? ERROR_NO_TMPDIR : 0;
}

static int open_parts(struct folder *folder, enum folder_use use)
{
    const struct {
        const char *name;
        int *fd;
    } parts[] = {
        {"site", &folder->site_dir},
        {"archive", &folder->archive_dir},
        {"control", &folder->control_dir},
    };
    int error = open_tmp(folder, use);

    for (size_t i = 0; !error && i < COUNT_OF(parts); i++)
        error = open_part(folder->dir, parts[i].name, use, parts[i].fd);
    return error;
}

bool folder_is_writable(const char *path)
{
    return faccessat(AT_FDCWD, path, W_OK | X_OK, AT_EACCESS) == 0;
}

bool folder_has_own_tmp(const char *path)
{
    int fd, dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool has = dir >= 0 && open_own_tmp(dir, &fd);

    if (has)
        close(fd);
    if (dir >= 0)
        close(dir);
    return has;
}

static int open_and_lock(struct folder *folder, const char *path, enum folder_use use)
{
    int error;

    folder->dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder->dir < 0)
        return error_from_errno(errno);
    error = use != FOLDER_READ ? file_lock(folder->dir, true) : 0;
    if (error)
        return error;
    if (has_database(folder->dir))
        return use == FOLDER_READ || folder_is_writable(path) ? 0 : ERROR_READ_ONLY;
    if (use != FOLDER_CREATE)
        return ERROR_NOT_FOUND;
    return may_become_mirror(folder->dir) ? 0 : ERROR_INVALID;
}

int folder_open(struct folder *folder, const char *path, enum folder_use use)
{
    struct folder opened = FOLDER_CLOSED;
    int error = use == FOLDER_CREATE ? make_path(path) : 0, saved;

    if (!error)
        error = open_and_lock(&opened, path, use);
    if (!error)
        error = open_parts(&opened, use);
    if (!error && (use == FOLDER_CREATE || use == FOLDER_RUN))
        error = control_attend(opened.control_dir, &opened.control_lock);
    if (error) {
        saved = errno;
        folder_close(&opened);
        errno = saved;
        return error;
    }
    *folder = opened;
    return 0;
}

void folder_close(struct folder *folder)
{
    int *parts[] = {&folder->control_lock, &folder->tmp_dir,  &folder->control_dir,
                    &folder->archive_dir,  &folder->site_dir, &folder->dir};

    for (size_t i = 0; i < COUNT_OF(parts); i++) {
        if (*parts[i] >= 0)
            close(*parts[i]);
        *parts[i] = -1;
    }
}
