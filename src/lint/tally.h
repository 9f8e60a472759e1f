/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_LINT_TALLY_H
#define TIPTOE_LINT_TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"

/* Counts how often words occur, and in how many files. Takes n log n time for any words. */
struct tally {
    struct tally_word *words;
    size_t count, room;
    struct buf text;
    bool folds; /* ASCII case does not count; the first spelling is kept */
};

void tally_init(struct tally *tally, bool folds) __attribute__((nonnull));
void tally_release(struct tally *tally) __attribute__((nonnull));

/* FILE is any number that is the same for all words of a file, which come together. WORD is copied. */
void tally_add(struct tally *tally, struct span word, uint32_t file) __attribute__((nonnull));

struct tally_row {
    struct span word; /* borrowed until the next tally_add */
    size_t files, times;
};

/* The COUNT different words, those in most files first. The caller frees the rows. */
struct tally_row *tally_rows(struct tally *tally, size_t *count)
    __attribute__((nonnull, returns_nonnull, warn_unused_result));

#endif
