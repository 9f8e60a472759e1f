/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SERVE_PAGE_H
#define TIPTOE_SERVE_PAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

struct search;

/* A short page of the server itself: a title, one line for each fact, and links; as self-contained HTML, or
 * as plain text for scripts and images. All text may be hostile, and is escaped here. */
struct page_text {
    struct buf *out;
    bool html;
    bool in_list; /* of facts or results, which is open */
};

/* The mirror that a page belongs to. */
struct page_mirror {
    struct span start, target; /* the URL of its start page, and where the server has that */
    int64_t date_ms;           /* when it was last brought up to date; 0: never */
    const char *index;         /* the folder of search.db; NULL: it cannot be searched */
    struct search *search;     /* or an index that is open */
};

void page_begin(struct page_text *page, struct buf *out, bool html, const char *title)
    __attribute__((nonnull));

/* Adds the mirror's name, its date, a link to its start page, and a search box with the words TYPED. */
void page_about(struct page_text *page, const struct page_mirror *mirror, struct span typed)
    __attribute__((nonnull));

/* Adds a page that was found: TITLE links to LINK. In SNIPPET, matches are between the bytes 1 and 2. */
void page_result(struct page_text *page, struct span title, struct span link, struct span url,
                 struct span snippet) __attribute__((nonnull));

/* Adds a line "LABEL: TEXT". With LINK (an http URL or a path), TEXT links to it in HTML. */
void page_fact(struct page_text *page, const char *label, struct span text, struct span link)
    __attribute__((nonnull));

/* Adds a sentence, which is not escaped. */
void page_say(struct page_text *page, const char *text) __attribute__((nonnull));
void page_end(struct page_text *page) __attribute__((nonnull));

#endif
