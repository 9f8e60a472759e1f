/* SPDX-License-Identifier: MIT */
/* Reads files that the user names, anywhere on the disk. base/file.h opens the files of a mirror. */
#include "config.h"

#include "cmd/input.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "term/message.h"

enum { STEP = 64 * 1024 };

/* Reads until the end, or until INTO is full. */
static int read_all(int fd, struct buf *into)
{
    while (into->len < into->max) {
        size_t room = into->max - into->len;
        char *at = buf_reserve(into, room < STEP ? room : STEP);
        ssize_t got = read(fd, at, room < STEP ? room : STEP);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return error_from_errno(errno);
        if (got == 0)
            return 0;
        buf_grew(into, (size_t)got);
    }
    return 0;
}

int input_read(const char *path, struct buf *into)
{
    bool is_standard = strcmp(path, "-") == 0;
    int fd = is_standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC), error;

    error = fd < 0 ? error_from_errno(errno) : read_all(fd, into);
    if (error)
        message_error("%s: %s", path, strerror(errno));
    if (fd >= 0 && !is_standard)
        close(fd);
    return error;
}
