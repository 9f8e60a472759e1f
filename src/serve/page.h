/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SERVE_PAGE_H
#define TIPTOE_SERVE_PAGE_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/span.h"

/* A short page of the server itself: a title, one line for each fact, and links; as self-contained HTML, or
 * as plain text for scripts and images. All text may be hostile, and is escaped here. */
struct page_text {
    struct buf *out;
    bool html;
};

void page_begin(struct page_text *page, struct buf *out, bool html, const char *title)
    __attribute__((nonnull));

/* Adds a line "LABEL: TEXT". With LINK (an http URL or a path), TEXT links to it in HTML. */
void page_fact(struct page_text *page, const char *label, struct span text, struct span link)
    __attribute__((nonnull));

/* Adds a sentence, which is not escaped. */
void page_say(struct page_text *page, const char *text) __attribute__((nonnull));
void page_end(struct page_text *page) __attribute__((nonnull));

#endif
