/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_PAGE_H
#define TIPTOE_EXTRACT_PAGE_H

/* Private to extract/: what a page says of itself. */
#include "base/span.h"
#include "extract/html.h"

struct page_reader;

struct page_reader *page_reader_new(void) __attribute__((returns_nonnull, warn_unused_result));
void page_reader_free(struct page_reader *reader);

/* Reads SAYINGS, valid UTF-8: the elements title, meta, base and link rel=canonical of one page, one after
 * the other. Sets title, base, refresh, canonical and metas of PAGE; their texts live in the arena of its
 * links, the metas until the next call. */
void page_read(struct page_reader *reader, struct page *page, struct span sayings) __attribute__((nonnull));

#endif
