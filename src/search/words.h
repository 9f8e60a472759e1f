/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SEARCH_WORDS_H
#define TIPTOE_SEARCH_WORDS_H

#include "base/buf.h"
#include "base/span.h"

/* Words for FTS5, which separates words at every byte that is not part of a letter. Some languages are
 * written without spaces, so their characters are separated by U+200B, and a word of such a language is a
 * phrase of characters. */

/* The maximum of a query, in bytes and in words. */
enum { WORDS_QUERY_MAX = 1000, WORDS_COUNT_MAX = 32 };

/* Adds TEXT, which is valid UTF-8 without U+200B, with separators. */
int words_separate(struct buf *out, struct span text) __attribute__((nonnull));

/* Adds TEXT without them. */
int words_join(struct buf *out, struct span text) __attribute__((nonnull));

/* Sets OUT to the expression for what a user typed: pages that have all words, with "…" a phrase, * the
 * beginning of a word, and - a word that a page must not have. ERROR_INVALID if there is no word to look for,
 * ERROR_TOO_LARGE above a maximum. */
int words_query(struct buf *out, struct span typed) __attribute__((nonnull, warn_unused_result));

#endif
