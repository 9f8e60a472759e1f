/* SPDX-License-Identifier: MIT */
/* A body in memory or, when large, in an unnamed file. */
#include "config.h"

#include "base/body.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"

void body_init(struct body *body, int spool_dir, size_t memory_max, uint64_t max)
{
    *body = (struct body){.max = max, .spool_dir = spool_dir, .fd = -1};
    buf_init(&body->memory, memory_max);
}

static void unmap(struct body *body)
{
    if (body->map)
        (void)munmap(body->map, body->len);
    body->map = NULL;
}

void body_release(struct body *body)
{
    unmap(body);
    if (body->fd >= 0)
        close(body->fd);
    buf_release(&body->memory);
    body_init(body, body->spool_dir, body->memory.max, body->max);
}

void body_clear(struct body *body, size_t keep)
{
    if (body->fd >= 0 || body->memory.room > keep) {
        body_release(body);
        return;
    }
    buf_clear(&body->memory);
    body->len = 0;
}

static int start_spooling(struct body *body)
{
    int error = file_open(body->spool_dir, ".", O_TMPFILE | O_RDWR, 0666, &body->fd);

    if (error)
        return error;
    error = file_write(body->fd, buf_text(&body->memory), body->memory.len);
    if (error) {
        close(body->fd);
        body->fd = -1;
        return error;
    }
    buf_release(&body->memory);
    return 0;
}

int body_add(struct body *body, const void *bytes, size_t len)
{
    int error = 0;

    if (len > body->max - body->len)
        return ERROR_TOO_LARGE;
    unmap(body);
    if (body->fd < 0 && len > body->memory.max - body->memory.len)
        error = start_spooling(body);
    if (error)
        return error;
    error = body->fd < 0 ? buf_add(&body->memory, bytes, len) : file_write(body->fd, bytes, len);
    if (!error)
        body->len += len;
    return error;
}

int body_span(struct body *body, struct span *whole)
{
    void *map;

    if (body->fd < 0) {
        *whole = buf_span(&body->memory);
        return 0;
    }
    if (!body->map) {
        map = mmap(NULL, body->len, PROT_READ, MAP_PRIVATE, body->fd, 0);
        if (map == MAP_FAILED)
            return error_from_errno(errno);
        body->map = map;
    }
    *whole = span_make(body->map, body->len);
    return 0;
}
