/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_BUF_H
#define TIPTOE_BASE_BUF_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

/* A growing byte buffer that cannot pass the maximum it was made with. `at` is always terminated by a NUL
 * that is not counted in `len`; it may move with every call that adds. Once an addition was refused the
 * buffer is `full`, and refuses all others until it is cleared: callers may add many times and test once. */
struct buf {
    char *at;
    size_t len;
    size_t room;
    size_t max;
    bool full;
};

/* An empty buffer; nothing is allocated until something is added. */
void buf_init(struct buf *buf, size_t max) __attribute__((nonnull));
void buf_release(struct buf *buf) __attribute__((nonnull));

/* Forgets the content and keeps the memory. */
static inline void buf_clear(struct buf *buf)
{
    buf->len = 0;
    buf->full = false;
    if (buf->at)
        buf->at[0] = '\0';
}

/* Forgets the content, and gives the memory back where it is more than KEEP bytes. */
void buf_recycle(struct buf *buf, size_t keep) __attribute__((nonnull));

/* Cuts the content to LEN bytes, which must not be more than there are. */
void buf_cut(struct buf *buf, size_t len) __attribute__((nonnull));

/* All that add do so at the end, and return 0, or ERROR_TOO_LARGE with nothing added. */
int buf_add_decimal(struct buf *buf, uint64_t number) __attribute__((nonnull));
int buf_add_format(struct buf *buf, const char *format, ...)
    __attribute__((nonnull(1, 2), format(printf, 2, 3)));
int buf_add_format_args(struct buf *buf, const char *format, va_list args)
    __attribute__((nonnull(1, 2), format(printf, 2, 0)));

/* What buf_add and buf_add_byte do when there is no room yet. */
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

/* Makes room for LEN more bytes and returns where they go; NULL when that would pass the maximum. The caller
 * then adds what it wrote to `len` with buf_grew. */
char *buf_reserve(struct buf *buf, size_t len) __attribute__((nonnull, warn_unused_result));
void buf_grew(struct buf *buf, size_t len) __attribute__((nonnull));

/* The content, borrowed until the next change. */
static inline struct span buf_span(const struct buf *buf)
{
    return span_make(buf->at, buf->len);
}

/* The content as a C string, never NULL, borrowed until the next change. */
static inline const char *buf_text(const struct buf *buf)
{
    return buf->at ? buf->at : "";
}

#endif
