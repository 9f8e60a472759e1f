/* SPDX-License-Identifier: MIT */
/* Which databases are opened: those that tiptoe made, of this version or, after an upgrade, of an earlier
 * one. A database may come from others; what it says is checked where it is read, and that it runs nothing,
 * here. */
#include "config.h"

#include "frontier/db.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/buf.h"
#include "base/error.h"

/* The statements that made a database, and the beginning of one that is not ours. */
enum { STATEMENTS_MAX = 256 * 1024, SHOWN = 80 };

/* Tables that SQLite makes, also for a full-text index, are not ours. They may be there if they have no
 * expressions, which need parentheses. */
static const char find_statements[] =
    "SELECT group_concat(sql, char(1)) FROM sqlite_schema AS this WHERE sql NOTNULL"
    " AND NOT (sql GLOB 'CREATE TABLE *' AND replace(sql, 'PRIMARY KEY(', '') NOT GLOB '*(*(*'"
    " AND (name GLOB 'sqlite_stat*' OR EXISTS (SELECT 1 FROM sqlite_schema AS whole"
    " WHERE whole.sql GLOB 'CREATE VIRTUAL *' AND this.name GLOB whole.name || '_*')))";

/* Sets PLAIN to SQL between semicolons, without the blanks and comments that are not in quotes. */
static int make_plain(struct buf *plain, struct span sql)
{
    char quote = '\0';
    int error;

    buf_clear(plain);
    error = buf_add_byte(plain, ';');
    while (sql.len > 0 && !error) {
        char c = sql.at[0];

        if (!quote && span_starts(sql, "--"))
            (void)span_take_until(&sql, '\n');
        else {
            if (quote || !ascii_is_white(c))
                error = buf_add_byte(plain, c);
            if (c == quote)
                quote = '\0';
            else if (!quote && (c == '\'' || c == '"'))
                quote = c;
            sql = span_part(sql, 1, sql.len);
        }
    }
    return error ? error : buf_add_byte(plain, ';');
}

/* Refuses a database with a trigger, view, expression or anything else that would run what its maker wrote:
 * all must be made by statements of the schema. */
static int refuse_foreign(struct db *db, const struct db_format *format)
{
    struct buf made BUF_LOCAL(STATEMENTS_MAX);
    struct buf ours BUF_LOCAL(STATEMENTS_MAX);
    struct buf plain BUF_LOCAL(STATEMENTS_MAX);
    struct span rest, sql, shown;
    int error = db_query_text(db, find_statements, &made);

    if (!error && made.full)
        error = db_fail(db, ERROR_INVALID, "its schema is not one that tiptoe made");
    if (!error)
        error = make_plain(&ours, span_of(format->schema));
    rest = buf_span(&made);
    while (!error && rest.len > 0) {
        sql = span_take_until(&rest, '\1');
        if (make_plain(&plain, sql) == 0 && memmem(ours.at, ours.len, plain.at, plain.len))
            continue;
        shown = span_take_until_any(&sql, "\n(");
        error = db_fail(db, ERROR_INVALID, "it has something that tiptoe did not make: %.*s",
                        (int)span_part(shown, 0, SHOWN).len, shown.at);
    }
    return error;
}

/* Refuses a database of VERSION, and says what the user can do. */
static int refuse_version(struct db *db, const struct db_format *format, int64_t version, const char *advice)
{
    return db_fail(db, version > format->version ? ERROR_TOO_NEW : ERROR_INVALID,
                   "made by another version of tiptoe (format %" PRId64 ", this one knows %d); %s", version,
                   format->version, advice);
}

/* Upgrades a database of VERSION to ours. */
static int adapt_version(struct db *db, const struct db_format *format, enum db_mode mode, int64_t version)
{
    char mark[64];
    int error;

    if (version > format->version)
        return refuse_version(db, format, version, "use that version or a later one");
    for (int64_t from = version; from < format->version; from++)
        if (!format->upgrades[from])
            return refuse_version(db, format, version,
                                  "use that version, or mirror the site into a new directory");
    if (version < format->version && mode == DB_READ)
        return refuse_version(db, format, version,
                              "'tiptoe resume' brings it up to date (search.db: 'tiptoe search')");
    if (version == format->version)
        return refuse_foreign(db, format);
    error = db_execute(db, "PRAGMA temp_store=2; BEGIN IMMEDIATE"); /* a sandbox has no folder for files */
    for (; !error && version < format->version; version++)
        error = db_execute(db, format->upgrades[version]);
    snprintf(mark, sizeof mark, "PRAGMA user_version = %d", format->version);
    if (!error)
        error = db_execute(db, mark);
    if (!error)
        error = refuse_foreign(db, format);
    return error ? error : db_execute(db, "COMMIT");
}

int identify(struct db *db, const struct db_format *format, enum db_mode mode)
{
    int64_t application = 0, version = 0, tables = 0;
    int error = db_query_int(db, "PRAGMA application_id", &application);

    if (!error)
        error = db_query_int(db, "PRAGMA user_version", &version);
    if (!error)
        error = db_query_int(db, "SELECT count(*) FROM sqlite_schema", &tables);
    if (error)
        return error;
    if (application == 0 && version == 0 && tables == 0 && mode == DB_CREATE) {
        error = db_execute(db, "BEGIN IMMEDIATE");
        if (!error)
            error = db_execute(db, format->schema);
        return error ? error : db_execute(db, "COMMIT");
    }
    if (application == 0 && version == 0 && tables == 0)
        return db_fail(db, ERROR_NOT_FOUND, "it is empty: the mirror was never begun");
    if (application != format->application_id || version < 1)
        return db_fail(db, ERROR_INVALID, "an SQLite database, but not one that tiptoe made");
    return adapt_version(db, format, mode, version);
}
