/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SEARCH_SEARCH_H
#define TIPTOE_SEARCH_SEARCH_H

#include "extract/visible.h"

struct db;
struct mirror;

/* The index of a mirror's pages, and the position of its update. */
struct search {
    struct mirror *mirror; /* outlives it */
    const char *dir;       /* and so does the folder of search.db */
    struct db *index;
    bool writes;         /* otherwise another process writes the index, or no one can */
    int64_t at;          /* the last document that was compared in an update that has not ended */
    int64_t run, number; /* the state of the mirror when it began */
    int64_t find_ms;     /* a search takes at most this; 0: any time */
    struct visible visible;
    struct buf text, title, headings, body, snippet, query;
};

/* Opens the index of MIRROR in DIR, which is the mirror's own unless it has none, and creates it if it is
 * missing. Returns 0, or an enum error and WHY. Always to be followed by search_close. */
int search_open(struct search *search, struct mirror *mirror, const char *dir, struct buf *why) CHECKED;
void search_close(struct search *search) NONNULL;

/* Brings the index up to date with the mirror, until UNTIL_MS of the monotonic clock at the latest; COMPLETE
 * says whether it is. Another call continues. Finished work survives a kill. */
int search_update(struct search *search, int64_t until_ms, bool *complete) CHECKED;

/* A page that matches. The spans are borrowed for the call. */
struct search_result {
    struct span url, title, file; /* TITLE may be empty; FILE is below site/ */
    struct span snippet;          /* with matches between the bytes 1 and 2 */
};
typedef void search_reader(void *context, const struct search_result *result);

/* Calls EACH for the best LIMIT pages that match TYPED (words_query), the best first. COUNT becomes the
 * number of all. ERROR_INVALID and ERROR_TOO_LARGE are those of words_query; ERROR_TIMEOUT: find_ms passed.
 */
int search_find(struct search *search, struct span typed, uint64_t limit, search_reader *each, void *context,
                int64_t *count) __attribute__((nonnull(1, 4, 6), warn_unused_result));

/* Sets WHY to the sentence for an error of these functions. */
void search_explain(const struct search *search, int error, struct buf *why) NONNULL;

/* Indexes what fits into a tenth of TIME_MS; nothing if that is below a second. A failure is a warning.
 * EMPTIES: with an empty index, also if it is less. */
void search_after(struct mirror *mirror, int64_t time_ms, bool empties) NONNULL;

/* Words for FTS5, which separates words at every byte that is not part of a letter. Some languages are
 * written without spaces, so their characters are separated by U+200B, and a word of such a language is a
 * phrase of characters. */

/* The maximum of a query, in bytes and in words. */
enum { WORDS_QUERY_MAX = 1000, WORDS_COUNT_MAX = 32 };

/* Adds TEXT, which is valid UTF-8 without U+200B, with separators. */
int words_separate(struct buf *out, struct span text) NONNULL;

/* Adds TEXT without them. */
int words_join(struct buf *out, struct span text) NONNULL;

/* Sets OUT to the expression for what a user typed: pages that have all words, with "…" a phrase, * the
 * beginning of a word, and - a word that a page must not have. ERROR_INVALID if there is no word to look for,
 * ERROR_TOO_LARGE above a maximum. */
int words_query(struct buf *out, struct span typed) CHECKED;

#endif
