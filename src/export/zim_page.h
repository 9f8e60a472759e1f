/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXPORT_ZIM_PAGE_H
#define TIPTOE_EXPORT_ZIM_PAGE_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/span.h"

/* Blanks the address of each META refresh that is no redirect to another file of the mirror: one that leads
 * nowhere or to the file NAME itself, or that waits so long that the page is there to be read. Whether there
 * was one. The page's length stays. */
bool zim_page_still(struct buf *page, struct span name) __attribute__((nonnull));

/* What a page says of itself: its language (ISO 639-3, "eng" where it names none), and its
 * description, which stays empty where there is none in UTF-8. */
enum { ZIM_LANGUAGE_SIZE = 4 };
void zim_page_read(struct span page, char language[ZIM_LANGUAGE_SIZE], struct buf *description)
    __attribute__((nonnull));

/* Adds TEXT to OUT, white space folded, cut to MOST characters. */
void zim_page_cut(struct span text, size_t most, struct buf *out) __attribute__((nonnull));

#endif
