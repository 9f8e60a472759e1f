/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SERVE_PAGE_H
#define TIPTOE_SERVE_PAGE_H

#include "serve/past.h"

struct frontier_row;
struct mirror;
struct search;
struct versions;

/* A short page of the server itself: a title, one line for each fact, and links; as self-contained HTML. All
 * text may be hostile, and is escaped here. */
struct page_text {
    struct buf *out;
    bool in_list;     /* of facts or results, which is open */
    const char *host; /* and port in links; NULL: those of the page */
    int64_t until_ms; /* an index is updated until then */
};

/* The mirror that a page belongs to. */
struct page_mirror {
    struct mirror *mirror;
    struct span site;          /* the origin at the root */
    struct span start, target; /* the URL of its start page, and where the server has that */
    int64_t date_ms;           /* when it was last brought up to date; 0: never */
    const char *index;         /* the folder of search.db; NULL: it cannot be searched */
    struct search *search;     /* or an index that is open */
    const char *host;          /* and port where one of many is served; NULL: it is the only one */
};

void page_begin(struct page_text *page, struct buf *out, const char *title) NONNULL;

/* Adds the mirror's name, its date, a link to its start page, and unless it is one of many, a search box with
 * the words TYPED. */
void page_about(struct page_text *page, const struct page_mirror *mirror, struct span typed) NONNULL;

/* Adds a page that was found: TITLE links to LINK. In SNIPPET, matches are between the bytes 1 and 2. */
void page_result(struct page_text *page, struct span title, struct span link, struct span url,
                 struct span snippet) NONNULL;

/* Adds a line "LABEL: TEXT". With LINK (an http URL or a path), TEXT links to it. */
void page_fact(struct page_text *page, const char *label, struct span text, struct span link) NONNULL;

/* Adds a sentence, which is not escaped. */
void page_say(struct page_text *page, const char *text) NONNULL;
void page_end(struct page_text *page) NONNULL;

/* Sets OUT to the server's page at TARGET, which begins with TARGET_OWN: a start page with a search box, or
 * what was found in COUNT mirrors. Returns the HTTP status. */
int page_of_target(struct buf *out, struct span target, const struct page_mirror *mirrors, size_t count)
    CHECKED;

/* Sets OUT to a page that says why URL is not in the mirror; returns the HTTP status for it: 404
 * for what the live site lacks or what was not requested, 410 as the live site said, 403 for what it forbids,
 * 502 for what it failed to send, 503 for what is still queued. ROW is what is known of it, or NULL. UNTIL_US
 * is 0, or the mirror is shown as it was at the end of it; THEN says what was found of ROW. */
int page_of_missing(struct buf *out, struct span url, const struct frontier_row *row, int64_t until_us,
                    enum past_row then, const struct page_mirror *mirror)
    __attribute__((nonnull(1, 6), warn_unused_result));

/* Sets OUT to the list of VERSIONS, with links to each of TARGET, and how the last two differ. */
int page_of_versions(struct buf *out, struct versions *versions, struct span target) CHECKED;

/* Explains that a file of the mirror cannot be read: 500. REASON says why; DAMAGED is whether the
 * mirror is damaged, or only this machine failed. */
int page_of_unreadable(struct buf *out, struct span url, const char *reason, bool damaged)
    __attribute__((nonnull(1, 3), warn_unused_result));

#endif
