/* SPDX-License-Identifier: MIT */
/* Keeps text in a list of memory blocks. Each block is at least as large as the first text put into it.
 * Nothing is freed until the whole arena is cleared or released. */
#include "config.h"

#include "markup/arena.h"

#include "base/alloc.h"

enum { ARENA_BLOCK = 32 * 1024 };

struct arena_block {
    struct arena_block *older;
    size_t room;
    char bytes[];
};

static void add_block(struct arena *arena, size_t len)
{
    size_t room = len > ARENA_BLOCK ? len : ARENA_BLOCK;
    struct arena_block *block = mem_grow(NULL, 1, sizeof *block + room);

    block->older = arena->blocks;
    block->room = room;
    arena->blocks = block;
    arena->used = 0;
    arena->total += room;
}

static void free_blocks(struct arena_block *block)
{
    struct arena_block *older;

    for (; block; block = older) {
        older = block->older;
        free(block);
    }
}

void arena_release(struct arena *arena)
{
    free_blocks(arena->blocks);
    *arena = (struct arena){0};
}

void arena_clear(struct arena *arena)
{
    struct arena_block *kept = arena->blocks;

    if (kept && kept->room > ARENA_BLOCK) {
        arena_release(arena);
        return;
    }
    if (kept) {
        free_blocks(kept->older);
        kept->older = NULL;
        arena->total = kept->room;
    }
    arena->used = 0;
}

char *arena_take(struct arena *arena, size_t len)
{
    char *place;

    if (!arena->blocks || len > arena->blocks->room - arena->used)
        add_block(arena, len);
    place = arena->blocks->bytes + arena->used;
    arena->used += len;
    return place;
}

struct span arena_copy(struct arena *arena, struct span text)
{
    char *place = arena_take(arena, text.len);

    if (text.len > 0)
        memcpy(place, text.at, text.len);
    return span_make(place, text.len);
}
