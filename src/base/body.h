/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_BODY_H
#define TIPTOE_BASE_BODY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

/* Bytes of any length in bounded memory: up to a threshold they stay in a buffer, beyond it they go to a file
 * without a name (O_TMPFILE), which vanishes with the process. */
struct body {
    struct buf memory;
    uint64_t len;
    uint64_t max; /* more than this is refused */
    int spool_dir;
    int fd; /* -1 while in memory */
    char *map;
    uint64_t map_at; /* where in the body it begins */
    size_t map_len;
    size_t passed; /* so much of its front was let go of */
};

/* An empty body. Above MEMORY_MAX bytes it is spooled below SPOOL_DIR, a directory descriptor that must
 * outlive it. */
void body_init(struct body *body, int spool_dir, size_t memory_max, uint64_t max) __attribute__((nonnull));
void body_release(struct body *body) __attribute__((nonnull));

/* Empties the body for the next use; memory up to KEEP bytes stays allocated. */
void body_clear(struct body *body, size_t keep) __attribute__((nonnull));

/* 0; ERROR_TOO_LARGE when the body would pass its maximum (nothing is added), or the error of spooling. */
int body_add(struct body *body, const void *bytes, size_t len)
    __attribute__((nonnull(1), warn_unused_result));

/* All of it as one span, borrowed until the body changes; a spooled body is mapped, and its file is whole
 * then. */
int body_span(struct body *body, struct span *whole) __attribute__((nonnull, warn_unused_result));

/* Of a span of a spooled body, what is before AT is not looked at soon, or only here and there: its memory is
 * let go of, and comes back from the file where it is looked at. Nothing happens where BODY is NULL or AT is
 * of another memory. So whoever goes through a large body needs little of it at a time. */
void body_passed(struct body *body, const char *at);

/* The piece that begins at AT, as long as is handy, borrowed until the next call; empty at the end. Of a
 * spooled body a window is mapped, unless all of it is (body_span), which then stays so; what was passed is
 * let go of. */
int body_piece(struct body *body, uint64_t at, struct span *piece)
    __attribute__((nonnull, warn_unused_result));

/* Has the file of a spooled body hold all of it; nothing to do for others. */
int body_flush(struct body *body) __attribute__((nonnull, warn_unused_result));

static inline bool body_is_spooled(const struct body *body)
{
    return body->fd >= 0;
}

#endif
