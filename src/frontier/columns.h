/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_COLUMNS_H
#define TIPTOE_FRONTIER_COLUMNS_H

#include "base/span.h"
#include "frontier/db.h"

/* Moves values between rows and structs. A list says which member of a struct has which column. For this
 * folder only. */

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

#endif
