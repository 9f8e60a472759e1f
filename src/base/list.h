/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_LIST_H
#define TIPTOE_BASE_LIST_H

#include <stddef.h>

#include "base/alloc.h"

/* A growing array of items of one size. The owner frees items. */
struct list {
    void *items;
    size_t count, room;
};

/* Returns the uninitialised new last item; earlier items may move. */
static inline void *list_add(struct list *list, size_t item_size)
{
    list->items = mem_extend(list->items, list->count, &list->room, item_size);
    return (char *)list->items + item_size * list->count++;
}

#endif
