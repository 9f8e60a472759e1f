/* SPDX-License-Identifier: MIT */
/* Temporary files beside the tree, named by numbers. A file that has the same bytes already needs none. */
#include "config.h"

#include "site/temporary.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/body.h"
#include "base/error.h"
#include "base/file.h"

enum { NUMBER_SIZE = 24 };

static void name_temporary(uint64_t number, char name[NUMBER_SIZE])
{
    (void)snprintf(name, NUMBER_SIZE, "%llu", (unsigned long long)number);
}

void temporary_discard(const struct temporaries *temporaries, const struct temporary *temporary)
{
    char name[NUMBER_SIZE];

    name_temporary(temporary->number, name);
    (void)unlinkat(temporaries->dir, name, 0);
}

static uint64_t length_of(const struct content *content)
{
    return content->body ? content->body->len : content->text.len;
}

/* Sets PIECE to some bytes of CONTENT from AT on; it is empty at the end. */
static int piece_of(const struct content *content, uint64_t at, struct span *piece)
{
    if (content->body)
        return body_piece(content->body, at, piece);
    *piece = span_part(content->text, (size_t)at, content->text.len);
    return 0;
}

/* Compares a file with CONTENT, which has the same length. */
static int compare_content(int fd, const struct content *content, bool *same)
{
    struct span piece = {0};
    int error = 0;

    *same = true;
    for (uint64_t at = 0; *same && !error; at += piece.len) {
        error = piece_of(content, at, &piece);
        if (error || piece.len == 0)
            break;
        error = file_compare(fd, at, piece, same);
    }
    *same = *same && !error;
    return error;
}

/* Looks for PATH, and whether it has the same bytes; ERROR_UNSAFE_PATH if it is not a regular file. */
static int look_for_file(const struct temporaries *temporaries, const char *path,
                         const struct content *content, struct temporary *temporary)
{
    struct stat status;
    int fd FILE_LOCAL, error = file_open(temporaries->tree, path, O_RDONLY, 0, &fd);

    temporary->replaces = !error;
    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    if (fstat(fd, &status) < 0)
        error = error_from_errno(errno);
    else if (!S_ISREG(status.st_mode))
        error = ERROR_UNSAFE_PATH;
    else if ((uint64_t)status.st_size == length_of(content))
        error = compare_content(fd, content, &temporary->same);
    temporary->replaced_size = error ? 0 : (uint64_t)status.st_size;
    return error;
}

/* Sets the file's times; what cannot be set, nothing depends on. */
static void set_time(int fd, int64_t ms)
{
    struct timespec time = {.tv_sec = ms / 1000};
    struct timespec times[] = {time, time};

    if (ms > 0)
        (void)futimens(fd, times);
}

static int write_temporary(struct temporaries *temporaries, const struct content *content,
                           struct temporary *temporary)
{
    char name[NUMBER_SIZE];
    struct span piece;
    int fd FILE_LOCAL, error;

    do {
        temporary->number = temporaries->next++;
        name_temporary(temporary->number, name);
        error = file_open(temporaries->dir, name, O_WRONLY | O_CREAT | O_EXCL, 0666, &fd);
    } while (error && errno == EEXIST);
    if (error)
        return error;
    for (uint64_t at = 0; !error; at += piece.len) {
        error = piece_of(content, at, &piece);
        if (error || piece.len == 0)
            break;
        error = file_write(fd, piece.at, piece.len);
    }
    if (error)
        temporary_discard(temporaries, temporary);
    else
        set_time(fd, content->modified_ms);
    return error;
}

/* Names the unnamed file of a spooled body among the temporary files; false if the system refuses. */
static bool link_temporary(struct temporaries *temporaries, const struct body *body,
                           struct temporary *temporary)
{
    char from[NUMBER_SIZE + 16], name[NUMBER_SIZE];

    temporary->number = temporaries->next++;
    name_temporary(temporary->number, name);
    (void)snprintf(from, sizeof from, "/proc/self/fd/%d", body->fd);
    return linkat(AT_FDCWD, from, temporaries->dir, name, AT_SYMLINK_FOLLOW) == 0;
}

/* Creates a temporary file with CONTENT: the file of a spooled body, if possible. */
static int make_temporary(struct temporaries *temporaries, const struct content *content,
                          struct temporary *temporary)
{
    struct body *body = content->body;
    int error = body ? body_flush(body) : 0;

    if (error)
        return error;
    if (body && body_is_spooled(body) && link_temporary(temporaries, body, temporary)) {
        set_time(body->fd, content->modified_ms);
        return 0;
    }
    return write_temporary(temporaries, content, temporary);
}

int temporary_rename(const struct temporaries *temporaries, const struct temporary *temporary, int parent,
                     const char *name)
{
    char number[NUMBER_SIZE];

    name_temporary(temporary->number, number);
    return file_rename(temporaries->dir, number, parent, name);
}

void temporary_make(struct temporaries *temporaries, const char *path, const struct content *content,
                    struct temporary *temporary)
{
    int error = temporary->again ? 0 : look_for_file(temporaries, path, content, temporary);

    temporary->size = length_of(content);
    if (!error && !temporary->same)
        error = make_temporary(temporaries, content, temporary);
    temporary->error_number = errno;
    temporary->error = error;
}
