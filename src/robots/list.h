/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_LIST_H
#define TIPTOE_ROBOTS_LIST_H

#include <stddef.h>

#include "base/alloc.h"

/* Returns ITEMS, moved if necessary, with room for one more than its COUNT items. */
static inline void *list_grow(void *items, size_t count, size_t *room, size_t item_size)
{
    if (count < *room)
        return items;
    *room = *room > 0 ? 2 * *room : 16;
    return mem_grow(items, *room, item_size);
}

/* A growing array of items of one size. The owner frees items. */
struct list {
    void *items;
    size_t count, room;
};

/* Returns the uninitialised new last item; earlier items may move. */
static inline void *list_add(struct list *list, size_t item_size)
{
    list->items = list_grow(list->items, list->count, &list->room, item_size);
    return (char *)list->items + item_size * list->count++;
}

#endif
