/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_INTERN_H
#define TIPTOE_FRONTIER_INTERN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

struct db;
struct known;

/* A table (id, text) whose texts are unique, with a set of them in memory. For this folder alone. */
struct intern {
    struct known *texts;
    int64_t count; /* ids run from 1 to this */
    int add;       /* the statement that adds a row */
};

void intern_init(struct intern *intern, int add_statement) __attribute__((nonnull));
void intern_release(struct intern *intern) __attribute__((nonnull));

/* A row that the table has, in the order of ids; false when ids are left out: the table is damaged. */
bool intern_put(struct intern *intern, int64_t id, struct span text)
    __attribute__((nonnull, warn_unused_result));

/* Puts all rows of ALL_STATEMENT (id, text). */
int intern_load(struct intern *intern, struct db *db, int all_statement)
    __attribute__((nonnull, warn_unused_result));

/* The id of TEXT, added when it is new; 0 for the empty text. IS_NEW may be NULL. */
int intern_id(struct intern *intern, struct db *db, struct span text, int64_t *id, bool *is_new)
    __attribute__((nonnull(1, 2, 4), warn_unused_result));

#endif
