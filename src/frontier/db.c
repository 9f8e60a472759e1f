/* SPDX-License-Identifier: MIT */
/* The one door to SQLite: opening, versions, settings that are read back (SQLite ignores what it does not
 * know), statements prepared once, parameters by name, groups of changes. It knows no table. */
#include "config.h"

#include "frontier/db.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/die.h"
#include "base/error.h"

struct db {
    sqlite3 *sqlite;
    const struct db_format *format;
    sqlite3_stmt **statements;
    struct buf words; /* of the last failure */
    bool writes;
    bool in_group;
    int64_t changes; /* of the connection, at the last commit */
    int failed;      /* the first error of a change */
};

/* The words of an error are cut to this. */
enum { WORDS_MAX = 2048 };

struct setting {
    const char *name;
    const char *value; /* as it is set and as SQLite says it back */
    bool reading;      /* for DB_READ too */
};

/* synchronous=1 is NORMAL: a commit outlasts a kill when it returns, and a power cut once the file system was
 * synced, which is the caller's to do; a power cut takes whole commits, the last ones. A cache of 2 MB holds
 * the queue's and the last tables' inner pages; checkpoints at 4,000 pages (16 MB) write a page that changes
 * in every group a few times only. */
static const struct setting settings[] = {
    {"journal_mode", "wal", false},
    {"synchronous", "1", false},
    {"foreign_keys", "1", false},
    {"wal_autocheckpoint", "4000", false},
    {"journal_size_limit", "67108864", false},
    {"temp_store", "2", true},
    {"cache_size", "-2048", true},
    {"trusted_schema", "0", true},
    {"cell_size_check", "1", true},
};

struct db *db_new(void)
{
    struct db *db = MEM_NEW(struct db);

    buf_init(&db->words, WORDS_MAX);
    return db;
}

void db_free(struct db *db)
{
    if (!db)
        return;
    for (size_t i = 0; db->statements && i < db->format->count; i++)
        sqlite3_finalize(db->statements[i]);
    free(db->statements);
    sqlite3_close(db->sqlite);
    buf_release(&db->words);
    free(db);
}

const char *db_error_text(const struct db *db)
{
    return buf_text(&db->words);
}

int db_fail(struct db *db, int error, const char *format, ...)
{
    va_list args;

    buf_clear(&db->words);
    va_start(args, format);
    buf_add_format_args(&db->words, format, args);
    va_end(args);
    return error;
}

static int error_from_sqlite(int code)
{
    switch (code & 0xff) {
    case SQLITE_FULL:
        return ERROR_DISK_FULL;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        return ERROR_CORRUPT;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return ERROR_LOCKED;
    case SQLITE_IOERR:
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
        return ERROR_IO;
    default:
        return ERROR_DATABASE;
    }
}

/* The error of the last SQLite call. */
static int sqlite_failed(struct db *db)
{
    int code = sqlite3_extended_errcode(db->sqlite);

    if ((code & 0xff) == SQLITE_NOMEM)
        die("out of memory in SQLite");
    return db_fail(db, error_from_sqlite(code), "%s (SQLite error %d)", sqlite3_errmsg(db->sqlite), code);
}

static int execute(struct db *db, const char *sql)
{
    if (sqlite3_exec(db->sqlite, sql, NULL, NULL, NULL) != SQLITE_OK)
        return sqlite_failed(db);
    return 0;
}

/* The one value that SQL gives, as text in INTO. */
static int query(struct db *db, const char *sql, struct buf *into)
{
    sqlite3_stmt *use = NULL;
    int code, error = 0;

    buf_clear(into);
    code = sqlite3_prepare_v2(db->sqlite, sql, -1, &use, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(use);
    if (code == SQLITE_ROW)
        buf_add_span(into, db_column(use, 0));
    else if (code != SQLITE_DONE)
        error = sqlite_failed(db);
    sqlite3_finalize(use);
    return error;
}

static int query_int(struct db *db, const char *sql, int64_t *value)
{
    struct buf text;
    int error;

    buf_init(&text, 64);
    error = query(db, sql, &text);
    if (!error)
        *value = strtoll(buf_text(&text), NULL, 10);
    buf_release(&text);
    return error;
}

/* The path with its directory resolved, so that SQLite may refuse symbolic links: nobody can put one in place
 * of the file. */
static int resolve(struct db *db, const char *path, struct buf *into)
{
    const char *slash = strrchr(path, '/');
    char *dir = slash ? mem_copy_text(path, (size_t)(slash - path) + 1) : mem_copy_text(".", 1);
    char *real = realpath(dir, NULL);
    int error = 0;

    if (real)
        buf_add_format(into, "%s/%s", real, slash ? slash + 1 : path);
    else
        error = db_fail(db, error_from_errno(errno), "%s: %s", dir, strerror(errno));
    free(real);
    free(dir);
    return error;
}

static int connect_to(struct db *db, const char *path, enum db_mode mode)
{
    static const int flags[] = {[DB_CREATE] = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                                [DB_WRITE] = SQLITE_OPEN_READWRITE,
                                [DB_READ] = SQLITE_OPEN_READONLY};
    struct buf real;
    int error, code;

    buf_init(&real, PATH_MAX);
    error = resolve(db, path, &real);
    if (error)
        goto out;
    code = sqlite3_open_v2(buf_text(&real), &db->sqlite,
                           flags[mode] | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
                           NULL);
    if (code != SQLITE_OK) {
        error = sqlite_failed(db);
        if (code == SQLITE_CANTOPEN_SYMLINK)
            error = ERROR_UNSAFE_PATH;
        else if (sqlite3_system_errno(db->sqlite) == ENOENT)
            error = db_fail(db, ERROR_NOT_FOUND, "no such file");
    } else {
        sqlite3_busy_timeout(db->sqlite, 5000);
    }
out:
    buf_release(&real);
    return error;
}

/* Runs the upgrades from version FROM on, one transaction each. */
static int upgrade(struct db *db, int from)
{
    char mark[64];
    int error = 0;

    for (int version = from; version < db->format->version && !error; version++) {
        snprintf(mark, sizeof mark, "PRAGMA user_version = %d; COMMIT", version + 1);
        error = execute(db, "BEGIN IMMEDIATE");
        if (!error)
            error = execute(db, db->format->upgrades[version]);
        if (!error)
            error = execute(db, mark);
    }
    return error;
}

static int create(struct db *db)
{
    int error = execute(db, "BEGIN IMMEDIATE");

    if (!error)
        error = execute(db, db->format->schema);
    if (!error)
        error = execute(db, "COMMIT");
    return error;
}

/* Of a version that is not ours: brings it to ours, or says what to do. */
static int adapt(struct db *db, enum db_mode mode, int64_t version)
{
    const struct db_format *format = db->format;

    if (version > format->version)
        return db_fail(db, ERROR_TOO_NEW,
                       "made by another version of tiptoe (format %" PRId64 ", this one knows %d); use that "
                       "version or a later one",
                       version, format->version);
    for (int64_t from = version; from < format->version; from++) {
        if (!format->upgrades[from])
            return db_fail(db, ERROR_INVALID,
                           "made by another version of tiptoe (format %" PRId64 ", this one knows %d); use "
                           "that version, or mirror the site into a new directory",
                           version, format->version);
    }
    if (version < format->version && mode == DB_READ)
        return db_fail(db, ERROR_INVALID,
                       "made by another version of tiptoe (format %" PRId64 ", this one knows %d); 'tiptoe "
                       "resume' brings it up to date",
                       version, format->version);
    return upgrade(db, (int)version);
}

/* Tells our database from others, and brings it to our version. Nothing is written into a file that is not
 * ours. */
static int identify(struct db *db, enum db_mode mode)
{
    int64_t application = 0, version = 0, tables = 0;
    int error = query_int(db, "PRAGMA application_id", &application);

    if (!error)
        error = query_int(db, "PRAGMA user_version", &version);
    if (!error)
        error = query_int(db, "SELECT count(*) FROM sqlite_schema", &tables);
    if (error)
        return error;
    if (application == 0 && version == 0 && tables == 0 && mode == DB_CREATE)
        return create(db);
    if (application == 0 && version == 0 && tables == 0)
        return db_fail(db, ERROR_NOT_FOUND, "it is empty: the mirror was never begun");
    if (application != db->format->application_id || version < 1)
        return db_fail(db, ERROR_INVALID, "an SQLite database, but not one that tiptoe made");
    return adapt(db, mode, version);
}

static int apply(struct db *db, const struct setting *setting)
{
    char sql[100];
    struct buf seen;
    int error;

    buf_init(&seen, 100);
    snprintf(sql, sizeof sql, "PRAGMA %s=%s", setting->name, setting->value);
    error = execute(db, sql);
    snprintf(sql, sizeof sql, "PRAGMA %s", setting->name);
    if (!error)
        error = query(db, sql, &seen);
    if (!error && strcmp(buf_text(&seen), setting->value) != 0)
        error = db_fail(db, ERROR_DATABASE, "SQLite does not take %s=%s: it has '%s'", setting->name,
                        setting->value, buf_text(&seen));
    buf_release(&seen);
    return error;
}

static int apply_settings(struct db *db)
{
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        int error = settings[i].reading || db->writes ? apply(db, &settings[i]) : 0;

        if (error)
            return error;
    }
    return 0;
}

/* A statement that cannot be prepared means that the tables are not those that the version promises. */
static int prepare(struct db *db)
{
    db->statements = mem_new(db->format->count, sizeof(sqlite3_stmt *));
    for (size_t i = 0; i < db->format->count; i++) {
        int code = sqlite3_prepare_v3(db->sqlite, db->format->statements[i].sql, -1,
                                      SQLITE_PREPARE_PERSISTENT, &db->statements[i], NULL);

        if (code != SQLITE_OK) {
            int error = sqlite_failed(db);

            return (code & 0xff) == SQLITE_ERROR ? ERROR_CORRUPT : error;
        }
    }
    return 0;
}

int db_open(struct db *db, const char *path, const struct db_format *format, enum db_mode mode)
{
    int error = connect_to(db, path, mode);

    db->format = format;
    db->writes = mode != DB_READ;
    if (!error)
        error = identify(db, mode);
    if (!error)
        error = apply_settings(db);
    if (!error)
        error = prepare(db);
    if (!error)
        db->changes = sqlite3_total_changes64(db->sqlite);
    return error;
}

sqlite3_stmt *db_use(struct db *db, size_t statement)
{
    if (!db->statements || statement >= db->format->count || !db->statements[statement])
        die("database: statement %zu of a database that is not open", statement);
    return db->statements[statement];
}

static int parameter(sqlite3_stmt *use, const char *name)
{
    int index = sqlite3_bind_parameter_index(use, name);

    if (index == 0)
        die("database: no parameter %s in: %s", name, sqlite3_sql(use));
    return index;
}

/* Binding fails for lack of memory or for a statement in use: neither is to be gone on from. */
static void bound(sqlite3_stmt *use, int code)
{
    if (code != SQLITE_OK)
        die("database: binding failed (SQLite error %d) in: %s", code, sqlite3_sql(use));
}

void db_bind_int(sqlite3_stmt *use, const char *name, int64_t value)
{
    bound(use, sqlite3_bind_int64(use, parameter(use, name), value));
}

void db_bind_text(sqlite3_stmt *use, const char *name, struct span text)
{
    bound(use, sqlite3_bind_text64(use, parameter(use, name), text.at ? text.at : "", text.len, SQLITE_STATIC,
                                   SQLITE_UTF8));
}

void db_bind_blob(sqlite3_stmt *use, const char *name, struct span bytes)
{
    bound(use,
          sqlite3_bind_blob64(use, parameter(use, name), bytes.at ? bytes.at : "", bytes.len, SQLITE_STATIC));
}

void db_bind_id(sqlite3_stmt *use, const char *name, int64_t id)
{
    if (id)
        db_bind_int(use, name, id);
    else
        bound(use, sqlite3_bind_null(use, parameter(use, name)));
}

void db_bind_any_text(sqlite3_stmt *use, const char *name, struct span text)
{
    if (text.len)
        db_bind_text(use, name, text);
    else
        bound(use, sqlite3_bind_null(use, parameter(use, name)));
}

struct span db_column(sqlite3_stmt *use, int column)
{
    const char *at = sqlite3_column_type(use, column) == SQLITE_BLOB
                         ? sqlite3_column_blob(use, column)
                         : (const char *)sqlite3_column_text(use, column);

    return span_make(at, at ? (size_t)sqlite3_column_bytes(use, column) : 0);
}

static int begin(struct db *db)
{
    int error = execute(db, db->writes ? "BEGIN IMMEDIATE" : "BEGIN");

    if (!error)
        db->in_group = true;
    return error;
}

int db_step(struct db *db, sqlite3_stmt *use)
{
    int error = db->in_group || !db->writes ? 0 : begin(db), code;

    if (error)
        return error;
    code = sqlite3_step(use);
    if (code == SQLITE_ROW)
        return 1;
    if (code == SQLITE_DONE)
        return 0;
    error = sqlite_failed(db);
    if (!db->failed && !sqlite3_stmt_readonly(use))
        db->failed = error;
    return error;
}

#ifdef TIPTOE_DEBUG
static void check_scan(struct db *db, sqlite3_stmt *use)
{
    int rows = sqlite3_stmt_status(use, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1);

    for (size_t i = 0; rows > 0 && i < db->format->count; i++)
        if (db->statements[i] == use && !db->format->statements[i].scans)
            die("database: %d rows scanned by: %s", rows, sqlite3_sql(use));
}
#endif

void db_done(struct db *db, sqlite3_stmt *use)
{
#ifdef TIPTOE_DEBUG
    check_scan(db, use);
#else
    (void)db;
#endif
    sqlite3_reset(use);
    sqlite3_clear_bindings(use);
}

int db_run(struct db *db, sqlite3_stmt *use)
{
    int error = db_step(db, use);

    db_done(db, use);
    if (error > 0)
        die("database: rows from: %s", sqlite3_sql(use));
    return error;
}

int db_number(struct db *db, sqlite3_stmt *use, int64_t *number)
{
    int got = db_step(db, use);

    *number = got > 0 ? sqlite3_column_int64(use, 0) : 0;
    db_done(db, use);
    return got < 0 ? got : 0;
}

/* SQLite may have given the group up by itself; then nothing of it can be saved. */
int db_commit(struct db *db)
{
    int error = db->failed;

    if (error || !db->in_group)
        return error;
    error = execute(db, "COMMIT");
    if (error) {
        db->failed = error;
        return error;
    }
    db->in_group = false;
    db->changes = sqlite3_total_changes64(db->sqlite);
    return 0;
}

int db_check(struct db *db)
{
    struct buf finding;
    int error;

    buf_init(&finding, WORDS_MAX);
    error = query(db, "PRAGMA integrity_check(1)", &finding);
    if (!error && !span_is(buf_span(&finding), "ok"))
        error = db_fail(db, ERROR_CORRUPT, "%s", buf_text(&finding));
    buf_release(&finding);
    return error;
}

bool db_has_changes(const struct db *db)
{
    return sqlite3_total_changes64(db->sqlite) != db->changes;
}
