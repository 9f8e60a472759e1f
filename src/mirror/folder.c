/* SPDX-License-Identifier: MIT */
/* Opens and locks a mirror's directory. The lock is flock(2) on the directory itself: it needs no file, and
 * ends with its process, so no stale lock can remain. On a network it may keep apart only the runs of this
 * machine; the lock of mirror.db (frontier/storage.h) is for all. */
#include "config.h"

#include "mirror/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/file.h"
#include "term/message.h"

enum { LOOK_EVERY_MS = 250 };

/* Returns "2" or "0.5" as milliseconds; -1 for anything else. */
static int64_t read_seconds(struct span text)
{
    struct span whole = span_trim(text, PLAIN_WHITE), part;
    uint64_t seconds, thousandth = 0, scale = 100;

    part = whole;
    whole = span_take_until(&part, '.');
    if (!span_to_u64(whole, &seconds) || seconds > 86400)
        return -1;
    for (size_t i = 0; i < part.len; i++) {
        if (!ascii_is_digit(part.at[i]))
            return -1;
        thousandth += scale * (uint64_t)(part.at[i] - '0');
        scale /= 10;
    }
    return (int64_t)(seconds * 1000 + thousandth);
}

void control_read(int control_dir, struct control *control)
{
    struct buf text BUF_LOCAL(64);

    *control = (struct control){.paused = file_exists(control_dir, "pause"),
                                .stopped = file_exists(control_dir, "stop"),
                                .delay_ms = -1};
    if (!file_exists(control_dir, "delay"))
        return;
    if (file_read(control_dir, "delay", &text) == 0)
        control->delay_ms = read_seconds(buf_span(&text));
}

bool control_read_excludes(int control_dir, struct buf *excludes)
{
    struct buf text BUF_LOCAL(CONTROL_EXCLUDES_MAX);
    bool changed;
    int error = 0;

    if (file_exists(control_dir, "exclude"))
        error = file_read(control_dir, "exclude", &text);
    changed = !error && !span_equals(buf_span(&text), buf_span(excludes));
    if (changed)
        (void)buf_set(excludes, buf_span(&text));
    return changed;
}

bool control_look(struct orders *orders, int control_dir, int64_t now_ms)
{
    bool stopped = orders->control.stopped;

    if (orders->looked && now_ms - orders->looked_ms < LOOK_EVERY_MS)
        return false;
    control_read(control_dir, &orders->control);
    orders->looked = true;
    orders->looked_ms = now_ms;
    if (orders->control.stopped && file_remove(control_dir, "stop"))
        message_warn("control/stop could not be removed; remove it before the next run");
    orders->control.stopped |= stopped;
    return true;
}

int control_give(int control_dir, const char *order)
{
    int fd FILE_LOCAL;

    return file_open(control_dir, order, O_WRONLY | O_CREAT, 0666, &fd);
}

int control_go(int control_dir)
{
    int error = file_remove(control_dir, "pause");

    return error ? error : file_remove(control_dir, "stop");
}

/* Takes the lock, which ends with its process. control_is_attended holds it for a moment, so this tries for a
 * second. */
static int take_lock(int lock)
{
    const struct timespec moment = {.tv_nsec = 10 * 1000 * 1000};
    int error = file_lock(lock, true);

    for (int tries = 0; error == ERROR_LOCKED && tries < 100; tries++) {
        (void)nanosleep(&moment, NULL);
        error = file_lock(lock, true);
    }
    return error;
}

int control_attend(int control_dir, int *lock)
{
    int fd, error = file_remove(control_dir, "stop");

    if (!error)
        error = file_open(control_dir, "lock", O_RDWR | O_CREAT, 0666, &fd);
    if (error)
        return error;
    error = take_lock(fd);
    if (error)
        close(fd);
    else
        *lock = fd;
    return error;
}

bool control_is_attended(int control_dir)
{
    int lock FILE_LOCAL;

    return file_open(control_dir, "lock", O_RDONLY, 0, &lock) == 0 && file_lock(lock, false) == ERROR_LOCKED;
}

int folder_make(const char *path)
{
    size_t whole = strlen(path);
    char *copy = mem_copy_text(path, whole);
    int error = 0;

    for (size_t len = 1; !error && len <= whole; len++) {
        if (path[len] != '/' && path[len] != '\0')
            continue;
        copy[len] = '\0';
        if (mkdir(copy, 0777) < 0 && errno != EEXIST)
            error = error_from_errno(errno);
        copy[len] = path[len];
    }
    free(copy);
    return error;
}

/* Sets the bool CONTEXT to whether NAME is one of the parts that tiptoe creates first. */
static bool is_ours(void *context, const char *name)
{
    bool *fine = context;

    *fine = span_is_one_of(span_of(name), "site archive control tmp");
    return *fine;
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
    int file FILE_LOCAL;

    if (file_open_dir(dir, "tmp", fd))
        return false;
    if (file_open_unnamed(*fd, &file) == 0)
        return true;
    close(*fd);
    *fd = -1;
    return false;
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
    int fd FILE_LOCAL, dir RELEASED_BY(file_close) = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    return dir >= 0 && open_own_tmp(dir, &fd);
}

static int open_and_lock(struct folder *folder, const char *path, enum folder_use use)
{
    bool is_new = true; /* the directory is empty, or has only our parts */
    int error;

    folder->dir = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder->dir < 0)
        return error_from_errno(errno);
    error = use != FOLDER_READ ? file_lock(folder->dir, true) : 0;
    if (error)
        return error;
    if (file_exists(folder->dir, "mirror.db"))
        return use == FOLDER_READ || folder_is_writable(path) ? 0 : ERROR_READ_ONLY;
    if (use != FOLDER_CREATE)
        return ERROR_NOT_FOUND;
    return file_list(folder->dir, is_ours, &is_new) == 0 && is_new ? 0 : ERROR_INVALID;
}

int folder_open(struct folder *folder, const char *path, enum folder_use use)
{
    struct folder opened = FOLDER_CLOSED;
    int error = use == FOLDER_CREATE ? folder_make(path) : 0, saved;

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
