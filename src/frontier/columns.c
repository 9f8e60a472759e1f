/* SPDX-License-Identifier: MIT */
/* Moves values between rows of a database and members of structs, by lists of columns. */
#include "config.h"

#include "frontier/db.h"

#include <stdio.h>

#include "base/buf.h"
#include "base/error.h"

static int64_t number_at(const char *member, unsigned type)
{
    int64_t wide;
    int narrow;

    if (type == COLUMN_BOOL)
        return *(const bool *)member;
    if (type == COLUMN_INT) {
        memcpy(&narrow, member, sizeof narrow);
        return narrow;
    }
    memcpy(&wide, member, sizeof wide);
    return wide;
}

/* Returns the value of a column of ROW; one without a name if it is bound by the caller, or NULL. */
static struct db_value value_of(const struct column *column, const char *row)
{
    const char *member = row + column->at;
    bool is_nullable = column->kind == COLUMN_NULLABLE;
    struct db_value value = {.name = column->parameter, .kind = is_nullable ? DB_ANY_NUMBER : DB_NUMBER};

    if (column->type <= COLUMN_INT64) {
        value.number = number_at(member, column->type);
        return value;
    }
    if (column->type == COLUMN_CHARS)
        value.text = span_of(member);
    else
        memcpy(&value.text, member, sizeof value.text);
    value.kind = is_nullable ? DB_ANY_TEXT : column->kind == COLUMN_BLOB ? DB_BLOB : DB_TEXT;
    if (column->kind == COLUMN_SHARED || (column->kind == COLUMN_BLOB && value.text.len == 0))
        value.name = NULL;
    return value;
}

void columns_bind(struct query *use, const struct columns *columns, const void *row)
{
    for (size_t i = 0; i < columns->count; i++)
        db_bind(use, VALUES(value_of(&columns->list[i], row)));
}

static bool is_text(const struct column *column)
{
    return column->type == COLUMN_TEXT || column->type == COLUMN_STRING;
}

static void set_number(char *member, unsigned type, int64_t number)
{
    int narrow = (int)number;

    if (type == COLUMN_BOOL)
        *(bool *)member = number != 0;
    else if (type == COLUMN_INT)
        memcpy(member, &narrow, sizeof narrow);
    else
        memcpy(member, &number, sizeof number);
}

/* Copies a text, and the final zero of a string, to TEXTS, which has room for them. */
static void set_text(char *member, unsigned type, struct span seen, struct buf *texts)
{
    struct span text = span_make(texts->at + texts->len, seen.len);

    (void)buf_add_span(texts, seen);
    if (type == COLUMN_STRING) {
        (void)buf_add_byte(texts, '\0');
        memcpy(member, &text.at, sizeof text.at);
    } else {
        memcpy(member, &text, sizeof text);
    }
}

/* Empties TEXTS and makes room for all texts, so that they do not move while they are copied. */
static bool make_room(struct query *use, const struct columns *columns, struct buf *texts)
{
    size_t len = 0;

    for (size_t i = 0; i < columns->count; i++)
        if (is_text(&columns->list[i]))
            len += db_column(use, (int)i).len + (columns->list[i].type == COLUMN_STRING);
    buf_clear(texts);
    return buf_reserve(texts, len) != NULL;
}

int columns_read(struct db *db, struct query *use, const struct columns *columns, struct buf *texts,
                 void *row)
{
    if (texts && !make_room(use, columns, texts))
        return db_fail(db, ERROR_CORRUPT, "the %s is longer than any that tiptoe writes", columns->what);
    for (size_t i = 0; i < columns->count; i++) {
        const struct column *column = &columns->list[i];
        char *member = (char *)row + column->at;
        bool is_number = column->type <= COLUMN_INT64;
        struct span seen = is_number ? span_of("") : db_column(use, (int)i);

        if (column->type == COLUMN_CHARS)
            (void)snprintf(member, column->size, "%.*s", (int)seen.len, seen.len > 0 ? seen.at : "");
        else if (!is_number)
            set_text(member, column->type, seen, texts);
        else
            set_number(member, column->type, db_int64(use, (int)i));
    }
    return 1;
}

int columns_step(struct db *db, struct query *use, const struct columns *columns, struct buf *texts,
                 void *row)
{
    int got = db_step(db, use);

    return got > 0 ? columns_read(db, use, columns, texts, row) : got;
}

int columns_find(struct db *db, struct query *use, const struct columns *columns, struct buf *texts,
                 void *row)
{
    return db_found(use, columns_step(db, use, columns, texts, row));
}

int columns_find_text(struct db *db, struct query *use, const char *what, struct buf *texts,
                      struct span *text)
{
    static const struct column list[] = {{.type = COLUMN_TEXT}};

    return columns_find(db, use, &(struct columns){list, 1, what}, texts, text);
}

int columns_next(struct db *db, struct query *use, const struct columns *columns, struct buf *texts,
                 void *row)
{
    int error = columns_find(db, use, columns, texts, row);

    return error == ERROR_NOT_FOUND ? ERROR_END : error;
}
