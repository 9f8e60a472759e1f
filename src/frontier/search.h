/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_SEARCH_H
#define TIPTOE_FRONTIER_SEARCH_H

#include "base/span.h"
#include "frontier/db.h"

/* search.db: the words of the pages of a mirror (search.sql), a database of its own (frontier/db.h). Its
 * contents are as untrusted as a page. Functions that return int return 0 or a negative enum error, which
 * db_error_text describes. */
extern const struct db_format search_format;

/* The state of the mirror that the index agrees with; zeros: none. */
struct frontier_searched {
    int64_t run, sequence;
};
int frontier_search_state(struct db *db, struct frontier_searched *state) CHECKED;
int frontier_search_set_state(struct db *db, struct frontier_searched state) CHECKED;

/* Finds the next document of the index with an id above AFTER. ERROR_END at the end. */
struct frontier_document;
int frontier_search_next(struct db *db, int64_t after, struct frontier_document *document) CHECKED;

/* Notes a document that is not in the index. With WORDS it is a page with these texts, in valid UTF-8; the
 * body has the headings, too. */
struct frontier_words {
    struct span title, headings, body;
};
int frontier_search_add(struct db *db, int64_t url, int64_t sequence, const struct frontier_words *words)
    __attribute__((nonnull(1), warn_unused_result));
int frontier_search_remove(struct db *db, int64_t url) CHECKED;

/* Counts the pages that match QUERY, an expression of FTS5. */
int frontier_search_count(struct db *db, struct span query, int64_t *count) CHECKED;

/* Calls EACH for every match, the best first, until it returns false. SNIPPET is the part of its text that
 * fits best, with matches between the bytes 1 and 2; it is borrowed for the call, in which no other function
 * of this header may be called. */
typedef bool frontier_search_reader(void *context, int64_t url, struct span snippet);
int frontier_search_find(struct db *db, struct span query, frontier_search_reader *each, void *context)
    __attribute__((nonnull(1, 3), warn_unused_result));

#endif
