/* SPDX-License-Identifier: MIT */
/* Allocation that checks its arithmetic and ends the program if it fails. */
#include "config.h"

#include "base/alloc.h"

#include <malloc.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "base/die.h"

/* A run uses 10 to 20 MB of heap. Taken in pages of 4 KB, each costs a page fault of 1.6 µs. */
enum { LARGE_PAGE = 2 << 20, HEAP_ROOM = 16 << 20, SEPARATE_ABOVE = 1 << 20 };

void mem_make_room(void)
{
    void *block;
    uintptr_t at;

    (void)mallopt(M_MMAP_THRESHOLD, SEPARATE_ABOVE);
    (void)mallopt(M_TOP_PAD, HEAP_ROOM);
    block = mem_grow(NULL, 1, SEPARATE_ABOVE / 2); /* makes the heap grow by HEAP_ROOM */
    at = ((uintptr_t)block | (LARGE_PAGE - 1)) + 1;
    (void)madvise((void *)at, HEAP_ROOM - LARGE_PAGE, MADV_HUGEPAGE);
    free(block);
}

void *mem_new(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size ? size : 1);

    if (!memory)
        die("out of memory (%zu objects of %zu bytes)", count, size);
    return memory;
}

void *mem_grow(void *old, size_t count, size_t size)
{
    void *memory = reallocarray(old, count ? count : 1, size ? size : 1);

    if (!memory)
        die("out of memory (%zu objects of %zu bytes)", count, size);
    return memory;
}

void *mem_extend(void *items, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return items;
    *room = *room > 0 ? 2 * *room : 16;
    return mem_grow(items, *room, size);
}

char *mem_copy_text(const char *text, size_t len)
{
    char *copy = mem_new(len + 1, 1);

    if (len > 0)
        memcpy(copy, text, len);
    return copy;
}
