/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_DB_H
#define TIPTOE_FRONTIER_DB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sqlite3.h>

#include "base/span.h"

/* One SQLite database of a known format, its statements by number, and one group of changes at a time. For
 * this folder alone. Functions that return int give 0 (or what they say) or a negative enum error;
 * db_error_text then has words. */
struct db;

struct db_statement {
    const char *sql;
    bool scans; /* may read a whole table: db_done of a debug build ends the program at any other that did */
};

struct db_format {
    int application_id;
    int version;
    const char *schema;          /* makes an empty database one of this version, marks included */
    const char *const *upgrades; /* upgrades[v] makes version v + 1 of version v, its mark excluded; from 1.
                                  * NULL: there is no way, and what is of version v or before is refused */
    const struct db_statement *statements;
    size_t count; /* of statements */
};

struct db *db_new(void) __attribute__((returns_nonnull, warn_unused_result));

/* What was not committed is lost. NULL is accepted. */
void db_free(struct db *db);

enum db_mode { DB_CREATE, DB_WRITE, DB_READ };

/* Opens PATH (once): checks whose it is, makes or upgrades it when the mode allows that, sets what must be
 * set and reads it back, prepares all statements. See frontier_open for the errors. FORMAT must outlive the
 * database. */
int db_open(struct db *db, const char *path, const struct db_format *format, enum db_mode mode)
    __attribute__((nonnull, warn_unused_result));

const char *db_error_text(const struct db *db) __attribute__((nonnull));

/* Puts FORMAT as words in place of what SQLite last said, and returns ERROR. */
int db_fail(struct db *db, int error, const char *format, ...)
    __attribute__((nonnull(1, 3), format(printf, 3, 4)));

/* A statement in use. */
struct query {
    sqlite3_stmt *statement;
    const char **names; /* of its parameters */
    int count;          /* of them */
    int bound;          /* the number of the last one that was bound */
    bool scans;
};

/* The statement, ready for binding. Its parameters are bound by name, soonest in the order of the SQL; a name
 * it does not have is our bug: it dies. Texts and blobs are borrowed until db_done. */
struct query *db_use(struct db *db, size_t statement) __attribute__((nonnull, returns_nonnull));
void db_bind_int(struct query *use, const char *name, int64_t value) __attribute__((nonnull));
void db_bind_text(struct query *use, const char *name, struct span text) __attribute__((nonnull));
void db_bind_blob(struct query *use, const char *name, struct span bytes) __attribute__((nonnull));

/* The same, with NULL for 0 and for the empty span. */
void db_bind_id(struct query *use, const char *name, int64_t id) __attribute__((nonnull));
void db_bind_any_text(struct query *use, const char *name, struct span text) __attribute__((nonnull));

/* Columns of the row at hand, from 0. */
static inline int64_t db_int64(struct query *use, int column)
{
    return sqlite3_column_int64(use->statement, column);
}

static inline int db_int(struct query *use, int column)
{
    return sqlite3_column_int(use->statement, column);
}

static inline bool db_is_null(struct query *use, int column)
{
    return sqlite3_column_type(use->statement, column) == SQLITE_NULL;
}

/* A column as bytes, borrowed until the next db_step or db_done. */
struct span db_column(struct query *use, int column) __attribute__((nonnull));

/* The next row: 1, or 0 at the end. Begins the group when none is open. */
int db_step(struct db *db, struct query *use) __attribute__((nonnull, warn_unused_result));

/* Ends the use of a statement. */
void db_done(struct query *use) __attribute__((nonnull));

/* Steps a statement without rows to its end, and ends its use. */
int db_run(struct db *db, struct query *use) __attribute__((nonnull, warn_unused_result));

/* Runs a bound statement for the first column of its first row; 0 where there is none. */
int db_number(struct db *db, struct query *use, int64_t *number) __attribute__((nonnull, warn_unused_result));

/* Ends the group. Once a change failed, no group can be committed any more: the error is returned again. */
int db_commit(struct db *db) __attribute__((nonnull, warn_unused_result));

/* Reads all pages and indices for damage: 0, or ERROR_CORRUPT with SQLite's first finding. */
int db_check(struct db *db) __attribute__((nonnull, warn_unused_result));

/* True when rows changed since the last commit. */
bool db_has_changes(const struct db *db) __attribute__((nonnull));

#endif
