/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_INTERN_H
#define TIPTOE_FRONTIER_INTERN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

struct db;
struct known;

/* A table (id, text) of unique texts, with a set of them in memory. For this folder only. */
struct intern {
    struct known *texts;
    int64_t count; /* ids run from 1 to this */
    int add;       /* the statement that adds a row */
};

void intern_init(struct intern *intern, int add_statement) __attribute__((nonnull));
void intern_release(struct intern *intern) __attribute__((nonnull));

/* Adds a row of the table to the set, in the order of ids; false if one is missing: the table is damaged. */
bool intern_put(struct intern *intern, int64_t id, struct span text)
    __attribute__((nonnull, warn_unused_result));

/* Adds all rows of ALL_STATEMENT (id, text) to the set. */
int intern_load(struct intern *intern, struct db *db, int all_statement)
    __attribute__((nonnull, warn_unused_result));

/* The id of TEXT, which is added if it is new; 0 for the empty text. */
int intern_id(struct intern *intern, struct db *db, struct span text, int64_t *id)
    __attribute__((nonnull, warn_unused_result));

#endif
