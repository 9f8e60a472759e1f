/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_BENCH_LIMIT_DUTIES_H
#define TIPTOE_TESTS_BENCH_LIMIT_DUTIES_H

#include <sqlite3.h>
#include <stdbool.h>

#include "base/span.h"

/* What tiptoe promises and the limit does not, each in the least form that keeps the promise. Only
 * bench/limit-duties is linked with it; in bench/limit, which is to stay as small as it is, these are null.
 */
struct limit_duties;

/* What came for a request. */
struct limit_answer {
    const char *base;
    struct span path, head, body;
    const char *type; /* may be NULL */
    bool is_page;
};

/* The duties up to LAST, in the order of the list in limit_duties.c. The archive and temporary files are made
 * below the directory OUTPUT, rows in DB. */
struct limit_duties *limit_duties_new(const char *last, int output, sqlite3 *db)
    __attribute__((weak, nonnull));

/* Judges ANSWER and keeps what is to be kept of it; false when its page may not be stored. */
bool limit_duties_take(struct limit_duties *duties, const struct limit_answer *answer)
    __attribute__((weak, nonnull, warn_unused_result));

/* A descriptor for what will be the file PATH; negative where files are no duty yet. */
int limit_duties_open(struct limit_duties *duties, const char *path)
    __attribute__((weak, nonnull, warn_unused_result));

/* What must be done before the rows so far are committed. */
void limit_duties_commit(struct limit_duties *duties) __attribute__((weak, nonnull));

/* The same for the last time; DUTIES are gone then. */
void limit_duties_end(struct limit_duties *duties) __attribute__((weak, nonnull));

#endif
