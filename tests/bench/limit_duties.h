/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TESTS_BENCH_LIMIT_DUTIES_H
#define TIPTOE_TESTS_BENCH_LIMIT_DUTIES_H

#include <sqlite3.h>
#include <stdbool.h>

#include "base/span.h"

/* Promises of tiptoe that the limit does not keep, each in its minimal form. Only bench/limit-duties is
 * linked with these functions; in bench/limit they are null. */
struct limit_duties;

/* The answer to one request. */
struct limit_answer {
    const char *base;
    struct span path, head, body;
    const char *type; /* may be NULL */
    bool is_page;
};

/* The duties up to LAST, in the order of limit_duties.c. The archive and temporary files are below the
 * directory OUTPUT, rows in DB. */
struct limit_duties *limit_duties_new(const char *last, int output, sqlite3 *db)
    __attribute__((weak, nonnull));

/* Judges and archives ANSWER; false if the page must not be stored. */
bool limit_duties_take(struct limit_duties *duties, const struct limit_answer *answer)
    __attribute__((weak, nonnull, warn_unused_result));

/* A descriptor for the file that will be PATH; negative if files are not among the duties. */
int limit_duties_open(struct limit_duties *duties, const char *path)
    __attribute__((weak, nonnull, warn_unused_result));

/* Completes everything that must precede the commit of the rows. */
void limit_duties_commit(struct limit_duties *duties) __attribute__((weak, nonnull));

/* The same for the last time; frees DUTIES. */
void limit_duties_end(struct limit_duties *duties) __attribute__((weak, nonnull));

#endif
