/* SPDX-License-Identifier: MIT */
/* Keeps bytes in a buffer with a maximum. Its room doubles, so that N additions cost O(N) in total. */
#include "config.h"

#include "base/buf.h"

#include <stdio.h>

#include "base/alloc.h"
#include "base/error.h"

void buf_init(struct buf *buf, size_t max)
{
    *buf = (struct buf){.max = max};
}

void buf_release(struct buf *buf)
{
    mem_free(buf->at);
    *buf = (struct buf){.max = buf->max};
}

void buf_recycle(struct buf *buf, size_t keep)
{
    if (buf->room > keep)
        buf_release(buf);
    buf_clear(buf);
}

void buf_cut(struct buf *buf, size_t len)
{
    if (len > buf->len)
        die("buf_cut: %zu of %zu bytes", len, buf->len);
    buf->len = len;
    if (buf->at)
        buf->at[len] = '\0';
}

char *buf_reserve(struct buf *buf, size_t len)
{
    size_t needed;

    if (buf->full || buf->len > buf->max || len > buf->max - buf->len) {
        buf->full = true;
        return NULL;
    }
    needed = buf->len + len + 1;
    if (needed > buf->room) {
        size_t room = buf->room < 32 ? 32 : buf->room;

        while (room < needed)
            room = room > SIZE_MAX / 2 ? needed : room * 2;
        if (room > buf->max + 1)
            room = buf->max + 1;
        buf->at = mem_grow(buf->at, room, 1);
        buf->room = room;
        buf->at[buf->len] = '\0';
    }
    return buf->at + buf->len;
}

void buf_grew(struct buf *buf, size_t len)
{
    if (buf->room == 0 || len >= buf->room - buf->len)
        die("buf_grew: %zu bytes without room", len);
    buf->len += len;
    buf->at[buf->len] = '\0';
}

int buf_add_growing(struct buf *buf, const void *bytes, size_t len)
{
    char *to = buf_reserve(buf, len);

    if (!to)
        return ERROR_TOO_LARGE;
    if (len > 0)
        memcpy(to, bytes, len);
    buf_grew(buf, len);
    return 0;
}

int buf_add_decimal(struct buf *buf, uint64_t number)
{
    char digits[20];
    size_t at = sizeof digits;

    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    return buf_add(buf, digits + at, sizeof digits - at);
}

int buf_add_format(struct buf *buf, const char *format, ...)
{
    va_list args;
    int error;

    va_start(args, format);
    error = buf_add_format_args(buf, format, args);
    va_end(args);
    return error;
}

int buf_add_format_args(struct buf *buf, const char *format, va_list args)
{
    va_list again;
    char *to;
    int len;

    va_copy(again, args);
    len = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (len < 0)
        die("buf_add_format: bad format %s", format);
    to = buf_reserve(buf, (size_t)len);
    if (!to)
        return ERROR_TOO_LARGE;
    (void)vsnprintf(to, (size_t)len + 1, format, args);
    buf_grew(buf, (size_t)len);
    return 0;
}
