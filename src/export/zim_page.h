/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXPORT_ZIM_PAGE_H
#define TIPTOE_EXPORT_ZIM_PAGE_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/span.h"

/* Blanks the address of each META refresh that is not a redirect to another file of the mirror: one without a
 * target, to the file NAME itself, or with a delay long enough to read the page. Returns whether there was
 * one. The length of the page stays. */
bool zim_page_still(struct buf *page, struct span name) __attribute__((nonnull));

/* Reads the language of a page (ISO 639-3; "eng" if it names none) and its description, which stays empty if
 * there is none in UTF-8. */
enum { ZIM_LANGUAGE_SIZE = 4 };
void zim_page_read(struct span page, char language[ZIM_LANGUAGE_SIZE], struct buf *description)
    __attribute__((nonnull));

/* Adds TEXT to OUT, white space folded, cut to MOST characters. */
void zim_page_cut(struct span text, size_t most, struct buf *out) __attribute__((nonnull));

#endif
