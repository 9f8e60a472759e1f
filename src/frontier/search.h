/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_SEARCH_H
#define TIPTOE_FRONTIER_SEARCH_H

#include "base/span.h"

/* search.db: the words of the pages of a mirror (search.sql). Its contents are as untrusted as a page.
 * Functions that return int return 0 or a negative enum error, which frontier_search_error describes. */
struct frontier_search;

/* Returns an unopened index; never NULL. */
struct frontier_search *frontier_search_new(void) __attribute__((returns_nonnull, warn_unused_result));

/* Changes that were not committed are lost. NULL is accepted. */
void frontier_search_free(struct frontier_search *search);

/* Opens the file PATH, once. WRITES: it is created if it is missing. For the errors, see frontier_open. */
int frontier_search_open(struct frontier_search *search, const char *path, bool writes) CHECKED;

const char *frontier_search_error(const struct frontier_search *search) NONNULL;

/* The state of the mirror that the index agrees with; zeros: none. */
struct frontier_searched {
    int64_t run, sequence;
};
int frontier_search_state(struct frontier_search *search, struct frontier_searched *state) CHECKED;
int frontier_search_set_state(struct frontier_search *search, struct frontier_searched state) CHECKED;

/* Finds the next document of the index with an id above AFTER. ERROR_END at the end. */
struct frontier_searched_document {
    int64_t url, sequence; /* the sequence of its answer */
};
int frontier_search_next(struct frontier_search *search, int64_t after,
                         struct frontier_searched_document *document) CHECKED;

/* Notes a document that is not in the index. With WORDS it is a page with these texts, in valid UTF-8; the
 * body has the headings, too. */
struct frontier_words {
    struct span title, headings, body;
};
int frontier_search_add(struct frontier_search *search, int64_t url, int64_t sequence,
                        const struct frontier_words *words) __attribute__((nonnull(1), warn_unused_result));
int frontier_search_remove(struct frontier_search *search, int64_t url) CHECKED;

int frontier_search_commit(struct frontier_search *search) CHECKED;

/* Ends searches at UNTIL_MS of the monotonic clock, with ERROR_TIMEOUT; 0: never. */
void frontier_search_set_deadline(struct frontier_search *search, int64_t until_ms) NONNULL;

/* Counts the pages that match QUERY, an expression of FTS5. */
int frontier_search_count(struct frontier_search *search, struct span query, int64_t *count) CHECKED;

/* Calls EACH for every match, the best first, until it returns false. SNIPPET is the part of its text that
 * fits best, with matches between the bytes 1 and 2; it is borrowed for the call, in which no other function
 * of SEARCH may be called. */
typedef bool frontier_search_reader(void *context, int64_t url, struct span snippet);
int frontier_search_find(struct frontier_search *search, struct span query, frontier_search_reader *each,
                         void *context) __attribute__((nonnull(1, 3), warn_unused_result));

#endif
