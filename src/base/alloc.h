/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_ALLOC_H
#define TIPTOE_BASE_ALLOC_H

#include <stddef.h>
#include <stdlib.h>

/* For who will need much: the heap gets room at once, in large pages where the system has them. It is taken
 * as it is used, and then kept. */
void mem_make_room(void);

/* Memory or death: these never return NULL. Free with free(). */
void *mem_new(size_t count, size_t size)
    __attribute__((malloc, returns_nonnull, warn_unused_result)); /* zeroed */
void *mem_grow(void *old, size_t count, size_t size) __attribute__((returns_nonnull, warn_unused_result));
char *mem_copy_text(const char *text, size_t len)
    __attribute__((malloc, returns_nonnull, warn_unused_result));

/* A zeroed object of TYPE. */
#define MEM_NEW(type) ((type *)mem_new(1, sizeof(type)))

#endif
