/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_BODY_H
#define TIPTOE_BASE_BODY_H

#include "base/buf.h"

/* Bytes of any length in bounded memory: up to a threshold they stay in a buffer; beyond it they go to an
 * unnamed file, which vanishes with the process, or to a named one, which stays. */
struct body {
    struct buf memory;
    uint64_t len;
    uint64_t max; /* body_add refuses more */
    int spool_dir;
    const char
        *name; /* of its file; NULL: unnamed. For the caller to set while the body is empty; borrowed */
    int fd;    /* -1 while in memory */
    char *map;
    uint64_t map_at; /* its offset in the body */
    size_t map_len;
    size_t passed; /* bytes at its start whose memory was released */
};

/* Makes an empty body. Above MEMORY_MAX bytes it is spooled to a file in SPOOL_DIR, a directory descriptor
 * that must outlive it. */
void body_init(struct body *body, int spool_dir, size_t memory_max, uint64_t max) NONNULL;
void body_release(struct body *body) NONNULL;

/* Empties the body for the next use. Its memory stays allocated unless it exceeds KEEP bytes. */
void body_clear(struct body *body, size_t keep) NONNULL;

/* Returns 0, ERROR_TOO_LARGE with nothing added if the body would exceed its maximum, or ERROR_DISK_FULL or
 * ERROR_NO_TMPDIR if it cannot be spooled. */
int body_add(struct body *body, const void *bytes, size_t len)
    __attribute__((nonnull(1), warn_unused_result));

/* Sets WHOLE to the whole body, borrowed until the body changes. A spooled body is flushed and mapped. */
int body_span(struct body *body, struct span *whole) CHECKED;

/* Releases the pages of a large body before AT, the position of a caller that reads body_span from front to
 * back. A later access reads them from the file again. Does nothing if BODY is NULL or not mapped, or AT is
 * outside the mapping. */
void body_passed(struct body *body, const char *at);

/* Releases the pages between two positions in a mapped body, if they are many. Returns where to continue. */
const char *body_passed_part(const struct body *body, const char *from, const char *at) NONNULL;

/* Sets PIECE to some bytes from AT on, borrowed until the next call; it is empty at the end. Of a spooled
 * body a window is mapped, unless body_span has mapped all of it. */
int body_piece(struct body *body, uint64_t at, struct span *piece) CHECKED;

/* Writes what a spooled body still holds in memory to its file. */
int body_flush(struct body *body) CHECKED;

/* Makes the first LEN bytes of the file NAME, which is borrowed, an empty body's content; it is cut there.
 * ERROR_CORRUPT if it is shorter. */
int body_resume(struct body *body, const char *name, uint64_t len) CHECKED;

static inline bool body_is_spooled(const struct body *body)
{
    return body->fd >= 0;
}

#endif
