/* SPDX-License-Identifier: MIT */
/* Keeps a body in memory or, when it is large, in a file. */
#include "config.h"

#include "base/body.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"

/* The bytes of a file that are mapped at a time; a multiple of every page size. */
enum { WINDOW_BYTES = 1024 * 1024 };

/* Small additions to a spooled body are gathered in memory up to this size, and small parts that were read;
 * a multiple of every page size. */
enum { GATHERED_MAX = 64 * 1024 };

void body_init(struct body *body, int spool_dir, size_t memory_max, uint64_t max)
{
    *body = (struct body){.max = max, .spool_dir = spool_dir, .fd = -1};
    buf_init(&body->memory, memory_max);
}

static void unmap_file(struct body *body)
{
    if (body->map)
        (void)munmap(body->map, body->map_len);
    body->map = NULL;
    body->map_at = body->map_len = body->passed = 0;
}

void body_release(struct body *body)
{
    unmap_file(body);
    file_close(&body->fd);
    buf_release(&body->memory);
    body_init(body, body->spool_dir, body->memory.max, body->max);
}

void body_clear(struct body *body, size_t keep)
{
    if (body->fd >= 0)
        body_release(body);
    buf_recycle(&body->memory, keep);
    body->len = 0;
    body->name = NULL;
}

static int start_spooling(struct body *body)
{
    int error = body->name
                    ? file_open(body->spool_dir, body->name, O_RDWR | O_CREAT | O_TRUNC, 0666, &body->fd)
                    : file_open_unnamed(body->spool_dir, &body->fd);

    if (error)
        return error_of_temporary(error);
    error = error_of_temporary(file_write(body->fd, buf_text(&body->memory), body->memory.len));
    if (error) {
        close(body->fd);
        body->fd = -1;
        return error;
    }
    buf_release(&body->memory);
    return 0;
}

int body_flush(struct body *body)
{
    int error;

    if (body->fd < 0 || body->memory.len == 0)
        return 0;
    error = file_write(body->fd, buf_text(&body->memory), body->memory.len);
    buf_clear(&body->memory);
    return error_of_temporary(error);
}

static int add_spooled(struct body *body, const void *bytes, size_t len)
{
    int error;

    if (len <= GATHERED_MAX && body->memory.len + len <= body->memory.max && body->memory.len < GATHERED_MAX)
        return buf_add(&body->memory, bytes, len);
    error = body_flush(body);
    return error ? error : error_of_temporary(file_write(body->fd, bytes, len));
}

int body_add(struct body *body, const void *bytes, size_t len)
{
    int error = 0;

    if (len > body->max - body->len)
        return ERROR_TOO_LARGE;
    unmap_file(body);
    if (body->fd < 0 && len > body->memory.max - body->memory.len)
        error = start_spooling(body);
    if (error)
        return error;
    error = body->fd < 0 ? buf_add(&body->memory, bytes, len) : add_spooled(body, bytes, len);
    if (!error)
        body->len += len;
    return error;
}

static int map_file(struct body *body, uint64_t at, uint64_t len)
{
    void *mapped;
    int error;

    if (body->map && body->map_at == at && body->map_len == len)
        return 0;
    error = body_flush(body);
    if (error)
        return error;
    unmap_file(body);
    if (len > SIZE_MAX)
        return ERROR_TOO_LARGE;
    mapped = mmap(NULL, (size_t)len, PROT_READ, MAP_PRIVATE, body->fd, (off_t)at);
    if (mapped == MAP_FAILED)
        return error_of_temporary(error_from_errno(errno));
    body->map = mapped;
    body->map_at = at;
    body->map_len = (size_t)len;
    return 0;
}

int body_span(struct body *body, struct span *whole)
{
    int error;

    if (body->fd < 0) {
        *whole = buf_span(&body->memory);
        return 0;
    }
    error = map_file(body, 0, body->len);
    if (!error)
        *whole = span_make(body->map, (size_t)body->len);
    return error;
}

int body_resume(struct body *body, const char *name, uint64_t len)
{
    int fd FILE_LOCAL, error = file_open(body->spool_dir, name, O_RDWR, 0, &fd);

    if (!error)
        error = file_cut(fd, len);
    if (!error && lseek(fd, 0, SEEK_END) < 0)
        error = error_from_errno(errno);
    if (error)
        return error;
    body->name = name;
    body->fd = fd;
    body->len = len;
    fd = -1; /* it is the body's */
    return 0;
}

/* Releases everything before AT each time, because the reader may have gone back to some of it. */
void body_passed(struct body *body, const char *at)
{
    size_t len = body && body->map ? (uintptr_t)at - (uintptr_t)body->map : 0;

    if (len == 0 || len > body->map_len)
        return;
    len -= len % WINDOW_BYTES;
    if (len != body->passed && len > 0)
        (void)madvise(body->map, len, MADV_DONTNEED);
    body->passed = len;
}

const char *body_passed_part(const struct body *body, const char *from, const char *at)
{
    if (!body->map || at - from < GATHERED_MAX)
        return from;
    (void)madvise(body->map + (from - body->map) / GATHERED_MAX * GATHERED_MAX, (size_t)(at - from),
                  MADV_DONTNEED);
    return at;
}

int body_piece(struct body *body, uint64_t at, struct span *piece)
{
    uint64_t start = at - at % WINDOW_BYTES, left;
    bool is_mapped = body->map && at >= body->map_at && at - body->map_at < body->map_len;
    int error;

    *piece = span_make(NULL, 0);
    if (at >= body->len)
        return 0;
    if (body->fd < 0) {
        *piece = span_part(buf_span(&body->memory), (size_t)at, body->memory.len);
        return 0;
    }
    left = body->len - start;
    error = is_mapped ? 0 : map_file(body, start, left < WINDOW_BYTES ? left : WINDOW_BYTES);
    if (error)
        return error;
    body_passed(body, body->map + (at - body->map_at));
    *piece = span_part(span_make(body->map, body->map_len), (size_t)(at - body->map_at), WINDOW_BYTES);
    return 0;
}
