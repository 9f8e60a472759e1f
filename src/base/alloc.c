/* SPDX-License-Identifier: MIT */
/* Allocation that checks its arithmetic and dies rather than fail. */
#include "config.h"

#include "base/alloc.h"

#include <string.h>

#include "base/die.h"

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

/* The copy is terminated, so that it serves as a C string where it holds no NUL. */
char *mem_copy_text(const char *text, size_t len)
{
    char *copy = mem_new(len + 1, 1);

    if (len > 0)
        memcpy(copy, text, len);
    return copy;
}
