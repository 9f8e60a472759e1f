/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_ALLOC_H
#define TIPTOE_BASE_ALLOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

/* Ends the program at once with a message on stderr and exit status 1, for our own bugs and for lack of
 * memory. The mirror survives this at any instant. */
void die(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* Grows the heap once, in large pages where the system has them, for programs that will need much memory. */
void mem_make_room(void);

/* Runs RUN. If memory runs out in it, frees what it has allocated by the functions below and returns false:
 * librobots must not end the program that uses it. RUN frees only with mem_free, holds no other resources,
 * and enlarges no block that was there before it. Calls do not nest. */
bool mem_try(void (*run)(void *context), void *context) __attribute__((nonnull(1), warn_unused_result));

/* Frees memory, also within mem_try. */
void mem_free(void *memory);

/* Returns memory, never NULL: without memory, it ends the program, or the work of mem_try. Free it with
 * free(), or mem_free. mem_new zeroes it. */
void *mem_new(size_t count, size_t size) __attribute__((malloc, returns_nonnull, warn_unused_result));
void *mem_grow(void *old, size_t count, size_t size) __attribute__((returns_nonnull, warn_unused_result));
/* Returns ITEMS, moved if necessary, with room for one more than its COUNT items of SIZE bytes. ROOM is the
 * number of items for which it has memory. */
void *mem_extend(void *items, size_t count, size_t *room, size_t size)
    __attribute__((returns_nonnull, warn_unused_result));
/* Adds an item, not initialised, to the COUNT items of an array with memory for ROOM, and returns it; earlier
 * items may move. */
#define MEM_ADD(items, count, room)                                                                          \
    ((items) = mem_extend((items), (count), &(room), sizeof *(items)), &(items)[(count)++])
/* Copies TEXT. The copy ends with a NUL, so it is a C string unless TEXT has another NUL. */
char *mem_copy_text(const char *text, size_t len)
    __attribute__((malloc, returns_nonnull, warn_unused_result));

/* Returns a zeroed object of TYPE. */
#define MEM_NEW(type) ((type *)mem_new(1, sizeof(type)))

/* A growing array. Zero it first; its owner frees items. */
#define LIST(type)                                                                                           \
    struct {                                                                                                 \
        type *items;                                                                                         \
        size_t count, room;                                                                                  \
    }

/* Adds an item to a list, as MEM_ADD. */
#define LIST_ADD(list) MEM_ADD((list).items, (list).count, (list).room)

#endif
