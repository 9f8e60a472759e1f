/* SPDX-License-Identifier: MIT */
/* Allocates memory, and checks the arithmetic of sizes. If an allocation fails, it ends the program, as a bug
 * does; within mem_try it ends the work, for which the blocks of the work are listed. */
#include "config.h"

#include "base/alloc.h"

#include <errno.h>
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Allocates nothing: memory may be exhausted. */
void die(const char *format, ...)
{
    char text[512];
    size_t used;
    va_list args;

    (void)snprintf(text, sizeof text / 2, "%s: fatal: ", program_invocation_short_name);
    used = strlen(text);
    va_start(args, format);
    (void)vsnprintf(text + used, sizeof text - used - 1, format, args);
    va_end(args);
    used = strlen(text);
    text[used++] = '\n';
    if (write(STDERR_FILENO, text, used) < 0)
        _exit(1);
    _exit(1);
}

/* A run uses 10 to 20 MB of heap. Taken in pages of 4 KB, each costs a page fault of 1.6 µs. */
enum { LARGE_PAGE = 2 << 20, HEAP_ROOM = 16 << 20, SEPARATE_ABOVE = 1 << 20 };

void mem_make_room(void)
{
#ifdef M_TOP_PAD /* musl's heap has no settings */
    void *block;
    uintptr_t at;

    (void)mallopt(M_MMAP_THRESHOLD, SEPARATE_ABOVE);
    (void)mallopt(M_TOP_PAD, HEAP_ROOM);
    block = mem_grow(NULL, 1, SEPARATE_ABOVE / 2); /* makes the heap grow by HEAP_ROOM */
    at = ((uintptr_t)block | (LARGE_PAGE - 1)) + 1;
    (void)madvise((void *)at, HEAP_ROOM - LARGE_PAGE, MADV_HUGEPAGE);
    free(block);
#endif
}

/* The work of a mem_try that runs in this thread, and the blocks that it has allocated and not freed. */
struct work {
    jmp_buf back;
    void **blocks;
    size_t count, room;
};

static _Thread_local struct work *current;

static void __attribute__((noreturn)) lack_memory(size_t count, size_t size)
{
    if (current)
        longjmp(current->back, 1);
    die("out of memory (%zu objects of %zu bytes)", count, size);
}

/* Returns the place of BLOCK in the list; NULL if the work did not allocate it. The last blocks are freed
 * first. */
static void **find_block(const void *block)
{
    for (size_t i = current->count; i > 0; i--) {
        if (current->blocks[i - 1] == block)
            return &current->blocks[i - 1];
    }
    return NULL;
}

static void list_block(void *block)
{
    if (current->count == current->room) {
        size_t room = current->room + 64;
        void **blocks = reallocarray(current->blocks, room, sizeof *blocks);

        if (!blocks) {
            free(block);
            lack_memory(room, sizeof *blocks);
        }
        current->blocks = blocks;
        current->room = room;
    }
    current->blocks[current->count++] = block;
}

static bool run_work(struct work *work, void (*run)(void *context), void *context)
{
    if (setjmp(work->back))
        return false;
    run(context);
    return true;
}

bool mem_try(void (*run)(void *context), void *context)
{
    struct work work = {0};
    bool is_done;

    current = &work;
    is_done = run_work(&work, run, context);
    current = NULL;
    for (size_t i = 0; i < work.count && !is_done; i++)
        free(work.blocks[i]);
    free(work.blocks);
    return is_done;
}

void *mem_new(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size ? size : 1);

    if (!memory)
        lack_memory(count, size);
    if (current)
        list_block(memory);
    return memory;
}

void *mem_grow(void *old, size_t count, size_t size)
{
    void **place = current && old ? find_block(old) : NULL;
    void *memory = reallocarray(old, count ? count : 1, size ? size : 1);

    if (!memory)
        lack_memory(count, size);
    if (place)
        *place = memory;
    else if (current && !old)
        list_block(memory);
    return memory;
}

void mem_free(void *memory)
{
    void **place = current && memory ? find_block(memory) : NULL;

    if (place)
        *place = current->blocks[--current->count];
    free(memory);
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
