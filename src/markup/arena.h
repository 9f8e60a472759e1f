/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_ARENA_H
#define TIPTOE_MARKUP_ARENA_H

#include "base/span.h"

struct arena_block;

/* Memory for texts that are freed together: one allocation serves many texts, and a text never moves. A
 * zeroed struct is an empty arena. */
struct arena {
    struct arena_block *blocks; /* a list that begins with the newest block, which is being filled */
    size_t used;                /* bytes used in the newest block */
    size_t total;               /* bytes in all blocks. Who fills an arena with remote data sets a maximum */
};

void arena_release(struct arena *arena) NONNULL;

/* Removes all texts but keeps one block of memory for reuse. */
void arena_clear(struct arena *arena) NONNULL;

/* Returns room for LEN bytes, unaligned, valid until the arena is cleared or released. */
char *arena_take(struct arena *arena, size_t len)
    __attribute__((nonnull, returns_nonnull, warn_unused_result));

/* Returns a copy of TEXT that is valid until the arena is cleared or released. */
struct span arena_copy(struct arena *arena, struct span text) NONNULL;

#endif
