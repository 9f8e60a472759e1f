/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_SHOWN_H
#define TIPTOE_JUDGE_SHOWN_H

#include "base/span.h"
#include "url/url.h"

struct link_list;

/* The content of a run's pages: numbers by which they are compared, and texts that are new. Memory is
 * bounded: a forgotten text counts as new, so that no page looks like another. A new run starts empty. */

enum { SHOWN_VARYING = 16, SHOWN_TEXTS = 256 };

/* The texts of a page that have numbers. */
struct shown_numbers {
    int64_t id; /* of the page's URL; 0: none */
    size_t count;
    struct {
        uint64_t place; /* a hash of its words, and of the words before it */
        uint64_t text;
    } texts[SHOWN_TEXTS];
};

struct shown {
    uint64_t key[2];
    uint32_t (*known)[8];            /* texts, newest first; NULL: none */
    struct shown_numbers last, once; /* of the last page, and of one that is to be read a second time */
    uint64_t varying[SHOWN_VARYING]; /* places of texts with another number at each visit */
    size_t varying_count;
    int trials; /* how many pages may still be read twice */
};

/* A page with the links on it. Its texts are new or not among those of the same KIND; 0: they are not
 * compared. BY_WORDS: only words without digits count. */
struct shown_page {
    int64_t id;
    struct span bytes;
    const struct link_list *links;
    uint64_t kind;
    bool by_words;
};

struct shown *shown_new(void) __attribute__((returns_nonnull, warn_unused_result));
void shown_free(struct shown *shown);

/* Returns a number by which PAGE is compared with others: its upper half is a sum over the words without
 * digits of its title, its texts, its files, and the pages that it links to, these without parameters; its
 * lower half is one over all of these. So a list in another order is the same. Texts that vary at each visit
 * do not count. It is 0 if the page has nothing, and the same in all runs. IS_NEW is set if the page has a
 * text or a file that none of its kind had. */
int64_t shown_read(struct shown *shown, const struct shown_page *page, bool *is_new) NONNULL;

/* Returns whether two pages differ, but only in numbers: those of A and B are by shown_read. */
bool shown_differ_in_numbers(int64_t a, int64_t b) __attribute__((const));

/* Returns whether the page of the URL ID is to be requested once more, because it would show which of its
 * numbers are another one at each visit. */
bool shown_try(struct shown *shown, int64_t id) NONNULL;

/* Returns whether URL has several parameters or words in a list, each of which other URLs of its path, or
 * folder, had: a combination of filters or tags. Parameters for sessions do not count. */
bool shown_combines(const struct shown *shown, const struct url *url) __attribute__((nonnull, pure));

/* Learns the parameters and words of URL, unless it is a file's. */
void shown_learn_values(struct shown *shown, const struct url *url) NONNULL;

#endif
