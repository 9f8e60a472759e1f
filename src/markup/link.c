/* SPDX-License-Identifier: MIT */
/* Keeps the list of links of one document. */
#include "config.h"

#include "markup/link.h"

#include <stdlib.h>

#include "base/alloc.h"

/* 90 KB; few pages have more links. */
enum { LINKS_KEPT = 1024 };

void link_list_init(struct link_list *list)
{
    *list = (struct link_list){0};
}

void link_list_release(struct link_list *list)
{
    free(list->links);
    arena_release(&list->text);
    link_list_init(list);
}

void link_list_clear(struct link_list *list)
{
    if (list->room > LINKS_KEPT) {
        free(list->links);
        list->links = NULL;
        list->room = 0;
    }
    list->count = 0;
    list->truncated = list->adapts = false;
    list->search = NULL;
    arena_clear(&list->text);
}

struct link *link_list_add(struct link_list *list)
{
    if (list->count == LIMIT_LINKS || list->text.total > LIMIT_LINK_TEXT_BYTES) {
        list->truncated = true;
        return NULL;
    }
    list->links = mem_extend(list->links, list->count, &list->room, sizeof *list->links);
    list->links[list->count] = (struct link){0};
    return &list->links[list->count++];
}
