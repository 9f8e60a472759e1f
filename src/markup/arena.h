/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_ARENA_H
#define TIPTOE_MARKUP_ARENA_H

#include <stddef.h>

#include "base/span.h"

struct arena_block;

/* Texts that live and die together: no allocation for each, and they never move. A zeroed struct is an empty
 * arena. */
struct arena {
    struct arena_block *blocks; /* the newest, being filled, first */
    size_t used;                /* bytes of the newest */
};

void arena_release(struct arena *arena) __attribute__((nonnull));

/* Forgets all texts; the memory of one block is kept for the next ones. */
void arena_clear(struct arena *arena) __attribute__((nonnull));

/* Room for LEN bytes, unaligned, until the arena is cleared or released. */
char *arena_take(struct arena *arena, size_t len)
    __attribute__((nonnull, returns_nonnull, warn_unused_result));

/* A copy of TEXT that lives as long. */
struct span arena_copy(struct arena *arena, struct span text) __attribute__((nonnull));

#endif
