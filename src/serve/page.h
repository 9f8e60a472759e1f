/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SERVE_PAGE_H
#define TIPTOE_SERVE_PAGE_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/span.h"

/* A short page of the server's own: a title, facts a line each, and links; as HTML that needs nothing else,
 * or as plain text for whoever cannot show that. What it is given is text, hostile perhaps, and is escaped
 * here. */
struct page_text {
    struct buf *out;
    bool html;
};

void page_begin(struct page_text *page, struct buf *out, bool html, const char *title)
    __attribute__((nonnull));

/* A line "LABEL: TEXT"; with LINK (an http URL or a path), TEXT is a link to it in HTML. */
void page_fact(struct page_text *page, const char *label, struct span text, struct span link)
    __attribute__((nonnull));

/* A sentence of ours. */
void page_say(struct page_text *page, const char *text) __attribute__((nonnull));
void page_end(struct page_text *page) __attribute__((nonnull));

#endif
