/* SPDX-License-Identifier: MIT */
/* Which databases are opened: those that tiptoe made, of this version or, after an upgrade, of an earlier
 * one. A database may come from others; what it says is checked where it is read, and that it runs nothing,
 * here. */
#include "config.h"

#include "frontier/identify.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/error.h"
#include "frontier/db.h"

/* The list of what a schema creates, and the name of what is not ours, which is cut. */
enum { OURS_MAX = 16 * 1024, FOREIGN_MAX = 512 };

/* Runs the upgrades that begin at version FROM, one transaction each. */
static int upgrade(struct db *db, const struct db_format *format, int from)
{
    char mark[64];
    int error = 0;

    for (int version = from; version < format->version && !error; version++) {
        snprintf(mark, sizeof mark, "PRAGMA user_version = %d; COMMIT", version + 1);
        error = db_execute(db, "BEGIN IMMEDIATE");
        if (!error)
            error = db_execute(db, format->upgrades[version]);
        if (!error)
            error = db_execute(db, mark);
    }
    return error;
}

static int create_tables(struct db *db, const struct db_format *format)
{
    int error = db_execute(db, "BEGIN IMMEDIATE");

    if (!error)
        error = db_execute(db, format->schema);
    if (!error)
        error = db_execute(db, "COMMIT");
    return error;
}

/* What is not in the list ?1, and columns that are computed. Tables of a full-text index have its name
 * before theirs, and those of SQLite are its own. */
static const char find_foreign[] =
    "SELECT type || ' ' || name FROM sqlite_schema AS this WHERE instr(?1,"
    " iif(type = 'table' AND rootpage = 0, 'VIRTUAL ', ' ') || upper(type) || ' ' || name || ' ') = 0"
    " AND NOT (type IN ('table', 'index') AND (name GLOB 'sqlite_*'"
    " OR EXISTS (SELECT 1 FROM sqlite_schema AS whole"
    " WHERE type = 'table' AND rootpage = 0 AND this.name GLOB whole.name || '_*')))"
    " UNION ALL SELECT 'column ' || tables.name || '.' || info.name"
    " FROM sqlite_schema AS tables, pragma_table_xinfo(tables.name) AS info"
    " WHERE tables.type = 'table' AND rootpage > 0 AND hidden > 1";

/* Refuses a database with a trigger, view or anything else that would run what its maker wrote. */
static int refuse_foreign(struct db *db, const struct db_format *format)
{
    struct buf ours, found;
    int error;

    buf_init(&ours, OURS_MAX);
    buf_init(&found, FOREIGN_MAX);
    for (const char *at = format->schema; (at = strstr(at, "CREATE ")); at++)
        (void)buf_add_span(&ours, span_make(at, strcspn(at, "(")));
    error = db_query_text(db, find_foreign, buf_text(&ours), &found);
    if (!error && found.len > 0)
        error = db_fail(db, ERROR_INVALID, "it has something that tiptoe did not make: %s", buf_text(&found));
    buf_release(&ours);
    buf_release(&found);
    return error;
}

/* Upgrades a database of VERSION to ours, or says what the user can do. */
static int adapt_version(struct db *db, const struct db_format *format, enum db_mode mode, int64_t version)
{
    int error;

    if (version > format->version)
        return db_fail(db, ERROR_TOO_NEW,
                       "made by another version of tiptoe (format %" PRId64
                       ", this one knows %d); use that version or a later one",
                       version, format->version);
    for (int64_t from = version; from < format->version; from++) {
        if (!format->upgrades[from])
            return db_fail(db, ERROR_INVALID,
                           "made by another version of tiptoe (format %" PRId64
                           ", this one knows %d); use that version, or mirror the site into a new directory",
                           version, format->version);
    }
    if (version < format->version && mode == DB_READ)
        return db_fail(db, ERROR_INVALID,
                       "made by another version of tiptoe (format %" PRId64
                       ", this one knows %d); 'tiptoe resume' brings it up to date",
                       version, format->version);
    error = refuse_foreign(db, format);
    return error ? error : upgrade(db, format, (int)version);
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
    if (application == 0 && version == 0 && tables == 0 && mode == DB_CREATE)
        return create_tables(db, format);
    if (application == 0 && version == 0 && tables == 0)
        return db_fail(db, ERROR_NOT_FOUND, "it is empty: the mirror was never begun");
    if (application != format->application_id || version < 1)
        return db_fail(db, ERROR_INVALID, "an SQLite database, but not one that tiptoe made");
    return adapt_version(db, format, mode, version);
}
