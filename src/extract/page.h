/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_PAGE_H
#define TIPTOE_EXTRACT_PAGE_H

/* Private to extract/: what a page says of itself, from the tags that html.c meets. */
#include <stddef.h>

#include "base/buf.h"
#include "extract/html.h"

struct layer;
struct page_work;

/* Reused from page to page. */
struct sayings {
    struct page_meta *metas;
    size_t room;
    size_t bytes;     /* of the page's text that were read so far */
    struct buf valid; /* a text in which bytes that are no UTF-8 had to go */
};

void sayings_init(struct sayings *sayings) __attribute__((nonnull));
void sayings_release(struct sayings *sayings) __attribute__((nonnull));

/* Forgets what was read of the page. */
void sayings_clear(struct page_work *work) __attribute__((nonnull));

/* Whether a tag of this name may say something. */
static inline bool sayings_may_be(struct span name)
{
    return name.len == strlen("meta"); /* base and link, too */
}

/* Reads the start tag at hand of the page's own level, which is the LAYER's, if it is one of meta, base and
 * link rel=canonical. Sets base, refresh, canonical and metas of the page; their texts live in the arena of
 * its links, the metas until the next page. */
void sayings_read_tag(struct page_work *work, const struct layer *layer) __attribute__((nonnull));

/* Reads the text of a title element, likewise: the first that is not empty counts. */
void sayings_read_title(struct page_work *work, const struct layer *layer, size_t from, size_t to)
    __attribute__((nonnull));

#endif
