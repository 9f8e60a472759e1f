/* SPDX-License-Identifier: MIT */
/* Writes files outside the mirror, which appear complete or not at all. */
#include "config.h"

#include "base/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/file.h"

enum { NAME_MAX_BYTES = 4096, TRIES = 100 };

static int open_dir(const char *path, const char *slash)
{
    char *dir;
    int fd;

    if (!slash)
        return open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    dir = mem_copy_text(path, slash == path ? 1 : (size_t)(slash - path));
    fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(dir);
    return fd;
}

static int create_temporary(struct output *output)
{
    struct buf text BUF_LOCAL(NAME_MAX_BYTES);
    int error = ERROR_IO;

    for (int i = 0; i < TRIES; i++) {
        buf_clear(&text);
        (void)buf_add_format(&text, ".%.200s.%d-%d", output->name, (int)getpid(), i);
        output->fd =
            openat(output->dir, buf_text(&text), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
        error = output->fd < 0 ? error_from_errno(errno) : 0;
        if (!error || errno != EEXIST)
            break;
    }
    output->temporary = mem_copy_text(buf_text(&text), text.len);
    return error;
}

static void close_output(struct output *output)
{
    if (output->fd >= 0)
        close(output->fd);
    close(output->dir);
    free(output->name);
    free(output->temporary);
    *output = (struct output){.fd = -1, .dir = -1};
}

int output_begin(struct output *output, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *name = slash ? slash + 1 : path;
    int error, number;

    if (strcmp(path, "-") == 0) {
        *output = (struct output){.fd = dup(STDOUT_FILENO), .dir = -1};
        return output->fd < 0 ? error_from_errno(errno) : 0;
    }
    *output = (struct output){.fd = -1, .dir = open_dir(path, slash)};
    if (output->dir < 0)
        return error_from_errno(errno);
    output->name = mem_copy_text(name, strlen(name));
    if (*name == '\0') {
        errno = EISDIR;
        error = ERROR_INVALID;
    } else {
        error = create_temporary(output);
    }
    number = errno;
    if (error)
        close_output(output);
    errno = number;
    return error;
}

int output_end(struct output *output, int error)
{
    int number;

    if (output->dir < 0) { /* standard output */
        close(output->fd);
        return error;
    }
    if (!error)
        error = file_sync(output->fd);
    if (!error)
        error = file_rename(output->dir, output->temporary, output->dir, output->name);
    if (!error)
        error = file_sync_dir(output->dir);
    number = errno;
    if (error)
        (void)unlinkat(output->dir, output->temporary, 0);
    close_output(output);
    errno = number;
    return error;
}
