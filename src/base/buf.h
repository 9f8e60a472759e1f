/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_BUF_H
#define TIPTOE_BASE_BUF_H

#include <stdarg.h>

#include "base/span.h"

/* A growing byte buffer with a maximum. `at` always ends with a NUL that `len` does not count; every call
 * that adds may move it. After the first refused addition the buffer is `full` and refuses all others until
 * it is cleared, so callers may add many times and test once. */
struct buf {
    char *at;
    size_t len;
    size_t room;
    size_t max;
    bool full;
};

/* Makes an empty buffer; the first addition allocates. */
void buf_init(struct buf *buf, size_t max) NONNULL;
void buf_release(struct buf *buf) NONNULL;

/* Follows the name of a local variable: makes it an empty buffer, which is released at the end of its block:
 * struct buf text BUF_LOCAL(TEXT_MAX); */
#define BUF_LOCAL(most) RELEASED_BY(buf_release) = {.max = (most)}

/* Removes the content and keeps the memory. */
static inline void buf_clear(struct buf *buf)
{
    buf->len = 0;
    buf->full = false;
    if (buf->at)
        buf->at[0] = '\0';
}

/* Removes the content, and frees the memory if it exceeds KEEP bytes. */
void buf_recycle(struct buf *buf, size_t keep) NONNULL;

/* Cuts the content to its first LEN bytes; it must have as many. */
void buf_cut(struct buf *buf, size_t len) NONNULL;

/* Adds to the end. Returns 0, or ERROR_TOO_LARGE with nothing added, as do all functions that add. */
int buf_add_decimal(struct buf *buf, uint64_t number) NONNULL;
int buf_add_format(struct buf *buf, const char *format, ...)
    __attribute__((nonnull(1, 2), format(printf, 2, 3)));
int buf_add_format_args(struct buf *buf, const char *format, va_list args)
    __attribute__((nonnull(1, 2), format(printf, 2, 0)));

/* Adds bytes for which there is no room: the part of buf_add and buf_add_byte that allocates. */
int buf_add_growing(struct buf *buf, const void *bytes, size_t len) __attribute__((nonnull(1)));

static inline int buf_add(struct buf *buf, const void *bytes, size_t len)
{
    if (buf->full || len >= buf->room - buf->len)
        return buf_add_growing(buf, bytes, len);
    if (len > 0)
        memcpy(buf->at + buf->len, bytes, len);
    buf->len += len;
    buf->at[buf->len] = '\0';
    return 0;
}

static inline int buf_add_byte(struct buf *buf, char byte)
{
    if (buf->full || buf->room - buf->len < 2)
        return buf_add_growing(buf, &byte, 1);
    buf->at[buf->len++] = byte;
    buf->at[buf->len] = '\0';
    return 0;
}

static inline int buf_add_span(struct buf *buf, struct span text)
{
    return buf_add(buf, text.at, text.len);
}

static inline int buf_add_text(struct buf *buf, const char *text)
{
    return buf_add(buf, text, strlen(text));
}

/* Replaces the content by TEXT, which is not a part of it; in the same way. */
static inline int buf_set(struct buf *buf, struct span text)
{
    buf_clear(buf);
    return buf_add_span(buf, text);
}

/* Makes room for LEN more bytes and returns their place, or NULL if that would exceed the maximum. The caller
 * writes there and reports the bytes written with buf_grew. */
char *buf_reserve(struct buf *buf, size_t len) CHECKED;
void buf_grew(struct buf *buf, size_t len) NONNULL;

/* Returns the content, borrowed until the next change. */
static inline struct span buf_span(const struct buf *buf)
{
    return span_make(buf->at, buf->len);
}

/* Returns the content as a C string, never NULL, borrowed until the next change. */
static inline const char *buf_text(const struct buf *buf)
{
    return buf->at ? buf->at : "";
}

#endif
