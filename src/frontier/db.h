/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_DB_H
#define TIPTOE_FRONTIER_DB_H

#include <sqlite3.h>

#include "base/span.h"

struct buf;

/* One SQLite database of a known format, its statements by number, and one transaction of changes at a time.
 * For this folder and for search.db. Functions that return int return 0 (or the values that they document) or
 * a negative enum error, which db_error_text describes. */
struct db;

struct db_statement {
    const char *sql;
    bool scans; /* may read a whole table; in a debug build, db_done dies if any other statement did */
};

struct db_format {
    int application_id;
    int version;
    const char *schema;          /* turns an empty database into one of this version, and marks it so */
    const char *const *upgrades; /* upgrades[v] turns version v (from 1) into v + 1, without marking it. NULL:
                                  * there is no way; databases of version v or earlier are refused */
    const struct db_statement *statements;
    size_t count; /* of statements */
    int (*prepare)(
        sqlite3 *sqlite); /* adds what the statements call; returns a code of SQLite. May be NULL */
    bool keeps_log;       /* its files stay when the last process closes it */
};

struct db *db_new(void) __attribute__((returns_nonnull, warn_unused_result));

/* Changes that were not committed are lost. NULL is accepted. */
void db_free(struct db *db);

enum db_mode { DB_CREATE, DB_WRITE, DB_READ };

/* Opens PATH (once): checks that the database is tiptoe's, creates or upgrades it if the mode allows that,
 * applies the settings and reads them back, and prepares all statements. See frontier_open for the errors.
 * FORMAT must outlive the database. */
int db_open(struct db *db, const char *path, const struct db_format *format, enum db_mode mode) CHECKED;

const char *db_error_text(const struct db *db) NONNULL;

/* Replaces SQLite's last message with FORMAT, and returns ERROR. */
int db_fail(struct db *db, int error, const char *format, ...)
    __attribute__((nonnull(1, 3), format(printf, 3, 4)));

/* Ends any statement that runs at UNTIL_MS of the monotonic clock, with ERROR_TIMEOUT; 0: none. */
void db_set_deadline(struct db *db, int64_t until_ms) NONNULL;

/* Runs SQL that returns nothing. */
int db_execute(struct db *db, const char *sql) CHECKED;

/* Finds the single value that SQL returns, as text or as a number; none: "", or the number stays. */
int db_query_text(struct db *db, const char *sql, struct buf *into) CHECKED;
int db_query_int(struct db *db, const char *sql, int64_t *number) CHECKED;

/* A statement in use. */
struct query {
    sqlite3_stmt *statement;
    const char **names; /* of its parameters, as they were bound before, and NULL at the end */
    int bound;          /* the number of the parameter that was bound last */
    bool scans;
    int error; /* a value could not be made: db_step returns this */
};

/* Returns the statement, ready for binding. Its parameters are bound by name, fastest in the order of the
 * SQL. A name that it does not have is our bug: it dies. Texts and blobs are borrowed until db_done. */
struct query *db_use(struct db *db, size_t statement) __attribute__((nonnull, returns_nonnull));

/* A value for the parameter NAME, which is a constant: it is found again by its address. */
struct db_value {
    const char *name;
    enum db_kind {
        DB_ERROR, /* it could not be made, because of the error NUMBER: the statement fails */
        DB_NUMBER,
        DB_TEXT,
        DB_BLOB,
        DB_ANY_NUMBER, /* NULL for 0 */
        DB_ANY_TEXT    /* NULL for the empty span */
    } kind;
    int64_t number;
    struct span text;
};

static inline struct db_value with_int(const char *name, int64_t number)
{
    return (struct db_value){.name = name, .kind = DB_NUMBER, .number = number};
}

static inline struct db_value with_id(const char *name, int64_t id)
{
    return (struct db_value){.name = name, .kind = DB_ANY_NUMBER, .number = id};
}

static inline struct db_value with_text(const char *name, struct span text)
{
    return (struct db_value){.name = name, .kind = DB_TEXT, .text = text};
}

static inline struct db_value with_any_text(const char *name, struct span text)
{
    return (struct db_value){.name = name, .kind = DB_ANY_TEXT, .text = text};
}

static inline struct db_value with_blob(const char *name, struct span bytes)
{
    return (struct db_value){.name = name, .kind = DB_BLOB, .text = bytes};
}

/* Binds VALUES(…) to a statement; the second returns the statement. */
#define VALUES(...) ((const struct db_value[]){__VA_ARGS__, {0}})
void db_bind(struct query *use, const struct db_value *values) NONNULL;
struct query *db_with(struct db *db, size_t statement, const struct db_value *values)
    __attribute__((nonnull, returns_nonnull));

/* Columns of the current row, from 0. */
static inline int64_t db_int64(struct query *use, int column)
{
    return sqlite3_column_int64(use->statement, column);
}

static inline int db_int(struct query *use, int column)
{
    return sqlite3_column_int(use->statement, column);
}

/* Returns a column as bytes, borrowed until the next db_step or db_done. */
struct span db_column(struct query *use, int column) NONNULL;

/* Steps to the next row: 1, or 0 at the end. Begins a transaction if none is open. */
int db_step(struct db *db, struct query *use) CHECKED;

/* Ends the use of a statement. */
void db_done(struct query *use) NONNULL;

/* Follows the name of a local statement, whose use ends with its block. */
#define QUERY_LOCAL RELEASED_BY(db_leave)
static inline void db_leave(struct query **use)
{
    db_done(*use);
}

/* Ends the use of a statement that looks up one row. GOT is from db_step: returns 0 for a row,
 * ERROR_NOT_FOUND for none, or the error. */
int db_found(struct query *use, int got) CHECKED;

/* Steps a statement without rows to its end, and ends its use. */
int db_run(struct db *db, struct query *use) CHECKED;

/* Binds VALUES to a statement without rows, and runs it. */
int db_run_with(struct db *db, size_t statement, const struct db_value *values) CHECKED;

/* Runs a bound statement and sets NUMBER to the first column of its first row, or to 0 if it has none. */
int db_number(struct db *db, struct query *use, int64_t *number) CHECKED;

/* Runs a bound statement like db_number, but returns the error MISSING and leaves NUMBER as it is if there is
 * no row, or its number is 0. */
int db_find_number(struct db *db, struct query *use, int missing, int64_t *number) CHECKED;

/* Ends the transaction. Once a change has failed, no transaction can be committed: every call returns that
 * error. */
int db_commit(struct db *db) CHECKED;

/* Writes the whole database again, with working files in DIR, so that its files have nothing of what was
 * deleted. ERROR_LOCKED if a reader keeps the log in use. */
int db_purge(struct db *db, const char *dir) CHECKED;

/* Checks all pages and indices for damage: 0, or ERROR_CORRUPT with SQLite's first finding. */
int db_check(struct db *db) CHECKED;

/* Returns how many rows were changed by now, and whether any was since the last commit. */
int64_t db_changes(const struct db *db) NONNULL;
bool db_has_changes(const struct db *db) NONNULL;

/* Moves values between rows and structs. A list says which member of a struct has which column. */

enum column_type {
    COLUMN_BOOL,
    COLUMN_INT, /* and enums */
    COLUMN_INT64,
    COLUMN_TEXT,   /* struct span */
    COLUMN_STRING, /* const char * */
    COLUMN_CHARS   /* an array, which may cut the text */
};

/* How a member is written. */
enum column_kind {
    COLUMN_PLAIN,
    COLUMN_NULLABLE, /* 0 and the empty text become NULL */
    COLUMN_BLOB,     /* NULL if it is empty */
    COLUMN_SHARED    /* a text of the table rule: the caller binds its id */
};

struct column {
    const char *parameter; /* ":status" */
    unsigned short at;     /* of the member in its struct */
    unsigned short size;   /* of the member */
    unsigned char type;    /* enum column_type */
    unsigned char kind;    /* enum column_kind */
};

/* clang-format off */
#define COLUMN_TYPE(member)                                                                                  \
    _Generic((member), bool: COLUMN_BOOL, int: COLUMN_INT, unsigned: COLUMN_INT, int64_t: COLUMN_INT64,      \
             uint64_t: COLUMN_INT64, struct span: COLUMN_TEXT, const char *: COLUMN_STRING,                  \
             char *: COLUMN_CHARS)

/* The member of the struct TYPE at PATH, which has the column NAME. */
#define COLUMN_AT(type, path, name, kind)                                                                    \
    {":" #name, offsetof(type, path), sizeof(((type *)NULL)->path), COLUMN_TYPE(((type *)NULL)->path), kind}
#define COLUMN(type, name) COLUMN_AT(type, name, name, COLUMN_PLAIN)

/* A list of such members; WHAT is as in struct columns. */
#define COLUMNS(what, ...)                                                                                   \
    {(const struct column[]){__VA_ARGS__}, COUNT_OF(((const struct column[]){__VA_ARGS__})), what}
/* clang-format on */

struct columns {
    const struct column *list; /* in the order of the statement, if it is read */
    size_t count;
    const char *what; /* of which the texts are, for errors */
};

/* Binds all columns except shared texts to members of ROW. */
void columns_bind(struct query *use, const struct columns *columns, const void *row) NONNULL;

/* Reads the current row of USE into ROW. Its texts are copied to TEXTS, whose content they replace; ROW
 * borrows them from there. TEXTS may be NULL for a row without texts. Returns 1, or ERROR_CORRUPT if they are
 * longer than TEXTS may be. */
int columns_read(struct db *db, struct query *use, const struct columns *columns, struct buf *texts,
                 void *row) __attribute__((nonnull(1, 2, 3, 5), warn_unused_result));

/* Steps to the next row and reads it in the same way: 1, 0 at the end, or an error. */
int columns_step(struct db *db, struct query *use, const struct columns *columns, struct buf *texts,
                 void *row) __attribute__((nonnull(1, 2, 3, 5), warn_unused_result));

/* Runs a bound statement and reads its first row as columns_read does. ERROR_NOT_FOUND without a row; ROW is
 * then unchanged. */
int columns_find(struct db *db, struct query *use, const struct columns *columns, struct buf *texts,
                 void *row) __attribute__((nonnull(1, 2, 3, 5), warn_unused_result));

/* Runs a bound statement with one text, called WHAT in errors, in the same way. */
int columns_find_text(struct db *db, struct query *use, const char *what, struct buf *texts,
                      struct span *text) CHECKED;

/* Runs a bound statement for the next row of a list, in the same way: ERROR_END without a row. */
int columns_next(struct db *db, struct query *use, const struct columns *columns, struct buf *texts,
                 void *row) __attribute__((nonnull(1, 2, 3, 5), warn_unused_result));

/* Checks that the database is of FORMAT and has nothing else in it, creates its tables or upgrades it as MODE
 * allows. Writes nothing into a file that is not ours. 0 or a negative enum error, which db_error_text
 * describes. */
int identify(struct db *db, const struct db_format *format, enum db_mode mode) CHECKED;

#endif
