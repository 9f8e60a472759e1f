/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_PAGE_H
#define TIPTOE_EXTRACT_PAGE_H

/* Private to extract/: what a page says about itself. */
#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"
#include "extract/spot.h"
#include "markup/arena.h"
#include "robots/meta.h"

/* No page for reading has more META elements than this, those for robots counted by either reader, nor longer
 * ones. */
enum { METAS_MAX = 2000, METAS_BYTES = 1024 * 1024 };

/* META elements in document order, and the memory of their texts. A zeroed struct is an empty list. */
struct meta_list {
    struct meta_entry *entries;
    size_t count, room;
    size_t bytes;
    struct arena text;
    bool cut; /* there were more than fit in */
};

void meta_list_clear(struct meta_list *list) __attribute__((nonnull));
void meta_list_release(struct meta_list *list) __attribute__((nonnull));

/* Adds a copy of ENTRY. */
void meta_list_add(struct meta_list *list, struct meta_entry entry) __attribute__((nonnull));

/* Adds the META element that is the current token of the document, its values decoded to valid UTF-8. With a
 * product TOKEN, only if the element is for that robot. */
void meta_list_add_token(struct meta_list *list, struct page_work *work, const struct layer *layer,
                         struct span token) __attribute__((nonnull));

/* RAW is the content of a title element of the document. Its beginning becomes the title of the page, unless
 * it has one. */
void page_read_title(struct page_work *work, const struct layer *layer, struct span raw)
    __attribute__((nonnull));

#endif
