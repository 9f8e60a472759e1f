/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXTRACT_PAGE_H
#define TIPTOE_EXTRACT_PAGE_H

/* Private to extract/: what a page says of itself. */
#include "base/span.h"
#include "extract/html.h"
#include "markup/transcode.h"
#include "markup/value.h"

/* More META than this is no page's: what is beyond is not read, and the page says so. */
enum { SAYINGS_MAX = 1024 * 1024 };

struct page_reader;

struct page_reader *page_reader_new(void) __attribute__((returns_nonnull, warn_unused_result));
void page_reader_free(struct page_reader *reader);

/* Reads SAYINGS, valid UTF-8 of at most SAYINGS_MAX bytes without NUL: the META elements of one page, one
 * after the other. Sets the metas of PAGE, which live until the next call. */
void page_read(struct page_reader *reader, struct page *page, struct span sayings) __attribute__((nonnull));

/* RAW is the content of a title element, in ENCODING (NULL: UTF-8): its beginning becomes the title of PAGE,
 * unless it has one. */
void page_read_title(struct page *page, struct value *value, struct transcoder *transcoder,
                     const char *encoding, struct span raw) __attribute__((nonnull(1, 2, 3)));

#endif
