/* SPDX-License-Identifier: MIT */
/* The only file that calls SQLite: opening, versions, settings that are read back (SQLite ignores those
 * that it does not know), statements prepared once, parameters by name, groups of changes; no tables. */
#include "config.h"

#include "frontier/db.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/error.h"
#include "frontier/storage.h"

struct db {
    sqlite3 *sqlite;
    const struct db_format *format;
    struct query *queries; /* one for each statement of the format */
    struct buf words;      /* describe the last failure */
    int code;              /* of SQLite's last failure */
    struct storage storage;
    bool alone; /* the first attempt showed that the place is */
    bool writes;
    bool in_group;
    int64_t changes;  /* by this connection, at the last commit */
    int64_t until_ms; /* deadline of statements */
    int failed;       /* the first error of a change */
};

/* The description of an error is cut to this. */
enum { WORDS_MAX = 2048 };

struct setting {
    const char *name;
    const char *value; /* as it is set and as SQLite returns it */
    bool reading;      /* applies to DB_READ too */
};

/* A debug build checks references to rows when they are written, which adds a fifth to all statements; other
 * builds leave that to db_check. */
#ifdef TIPTOE_DEBUG
#define FOREIGN_KEYS "1"
#else
#define FOREIGN_KEYS "0"
#endif

/* synchronous=1 is NORMAL: a commit survives a kill when it returns, and a power cut once the caller has
 * synced the file system; a power cut before that loses only the last commits, each as a whole. A cache of 2
 * MB holds the inner pages of the queue and of the tables in use. With checkpoints at 4,000 pages (16 MB), a
 * page that changes in every transaction is written to the database only a few times. */
static const struct setting settings[] = {
    {"journal_mode", "wal", false},
    {"synchronous", "1", false},
    {"foreign_keys", FOREIGN_KEYS, false},
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

/* Others can read a database without a log and shared memory. If this fails, they copy it. */
static void leave_alone(struct db *db)
{
    if (!db->storage.alone || !db->writes || !db->sqlite)
        return;
    if (db->in_group)
        (void)sqlite3_exec(db->sqlite, "ROLLBACK", NULL, NULL, NULL);
    (void)sqlite3_exec(db->sqlite, "PRAGMA journal_mode=DELETE", NULL, NULL, NULL);
}

static void disconnect(struct db *db)
{
    for (size_t i = 0; db->queries && i < db->format->count; i++) {
        sqlite3_finalize(db->queries[i].statement);
        free(db->queries[i].names);
    }
    free(db->queries);
    db->queries = NULL;
    leave_alone(db);
    sqlite3_close(db->sqlite);
    db->sqlite = NULL;
    storage_release(&db->storage);
}

void db_free(struct db *db)
{
    if (!db)
        return;
    disconnect(db);
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
    case SQLITE_INTERRUPT:
        return ERROR_TIMEOUT;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return ERROR_LOCKED;
    case SQLITE_IOERR:
        return code == SQLITE_IOERR_LOCK || code == SQLITE_IOERR_RDLOCK ? ERROR_NO_LOCKS : ERROR_IO;
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
        return ERROR_IO;
    default:
        return ERROR_DATABASE;
    }
}

static int sqlite_failed(struct db *db)
{
    int code = db->code = sqlite3_extended_errcode(db->sqlite);

    if ((code & 0xff) == SQLITE_NOMEM)
        die("out of memory in SQLite");
    return db_fail(db, error_from_sqlite(code), "%s (SQLite error %d)", sqlite3_errmsg(db->sqlite), code);
}

static int is_late(void *context)
{
    const struct db *db = context;

    return clock_monotonic_ms() >= db->until_ms;
}

void db_set_deadline(struct db *db, int64_t until_ms)
{
    enum { STEPS = 100 }; /* of SQLite's machine: a few rows */

    db->until_ms = until_ms;
    sqlite3_progress_handler(db->sqlite, STEPS, until_ms > 0 ? is_late : NULL, db);
}

int db_execute(struct db *db, const char *sql)
{
    if (sqlite3_exec(db->sqlite, sql, NULL, NULL, NULL) != SQLITE_OK)
        return sqlite_failed(db);
    return 0;
}

int db_query_text(struct db *db, const char *sql, struct buf *into)
{
    struct query use = {0};
    int code, error = 0;

    buf_clear(into);
    code = sqlite3_prepare_v2(db->sqlite, sql, -1, &use.statement, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(use.statement);
    if (code == SQLITE_ROW)
        buf_add_span(into, db_column(&use, 0));
    else if (code != SQLITE_DONE)
        error = sqlite_failed(db);
    sqlite3_finalize(use.statement);
    return error;
}

int db_query_int(struct db *db, const char *sql, int64_t *value)
{
    struct buf text BUF_LOCAL(64);
    int error = db_query_text(db, sql, &text);

    if (!error)
        *value = strtoll(buf_text(&text), NULL, 10);
    return error;
}

/* Connects to PATH. SQLite refuses any symbolic link in it, and its directory has none, so no one can replace
 * the file with one. */
static int connect_to(struct db *db, const char *path, enum db_mode mode)
{
    static const int flags[] = {[DB_CREATE] = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
                                [DB_WRITE] = SQLITE_OPEN_READWRITE,
                                [DB_READ] = SQLITE_OPEN_READONLY};
    int error = storage_find(&db->storage, path, db->alone, mode == DB_READ), code;

    if (error)
        return db_fail(db, error, "%s: %s", path,
                       error == ERROR_LOCKED || error == ERROR_UNSAFE_PATH ? error_text(error)
                                                                           : strerror(errno));
    (void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); /* it would count, and lock, each allocation */
    code = sqlite3_open_v2(buf_text(&db->storage.file), &db->sqlite,
                           (db->storage.copied ? SQLITE_OPEN_READWRITE : flags[mode]) | SQLITE_OPEN_NOFOLLOW |
                               SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
                           NULL);
    if (code != SQLITE_OK) {
        error = sqlite_failed(db);
        if (code == SQLITE_CANTOPEN_SYMLINK)
            error = ERROR_UNSAFE_PATH;
        else if (sqlite3_system_errno(db->sqlite) == ENOENT)
            error = db_fail(db, ERROR_NOT_FOUND, "no such file");
        return error;
    }
    sqlite3_busy_timeout(db->sqlite, 5000);
    (void)sqlite3_db_config(db->sqlite, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, db->storage.copied, NULL);
    if (!db->storage.copied && !(db->writes && db->storage.alone))
        return 0;
    return db_execute(db, "PRAGMA locking_mode=EXCLUSIVE");
}

static int apply_setting(struct db *db, const struct setting *setting)
{
    char sql[100];
    struct buf seen BUF_LOCAL(100);
    int error;

    snprintf(sql, sizeof sql, "PRAGMA %s=%s", setting->name, setting->value);
    error = db_execute(db, sql);
    snprintf(sql, sizeof sql, "PRAGMA %s", setting->name);
    if (!error)
        error = db_query_text(db, sql, &seen);
    if (!error && strcmp(buf_text(&seen), setting->value) != 0)
        error = db_fail(db, ERROR_DATABASE, "SQLite does not accept %s=%s: it uses '%s'", setting->name,
                        setting->value, buf_text(&seen));
    return error;
}

/* Prepares a statement. If that fails, the tables are not those of the database's version. */
static int query_prepare(struct db *db, const struct db_statement *statement, struct query *query)
{
    int code = sqlite3_prepare_v3(db->sqlite, statement->sql, -1, SQLITE_PREPARE_PERSISTENT,
                                  &query->statement, NULL);

    if (code != SQLITE_OK) {
        int error = sqlite_failed(db);

        return (code & 0xff) == SQLITE_ERROR ? ERROR_CORRUPT : error;
    }
    query->scans = statement->scans;
    query->names = mem_new((size_t)sqlite3_bind_parameter_count(query->statement) + 1, sizeof *query->names);
    return 0;
}

static int open_once(struct db *db, const char *path, enum db_mode mode)
{
    int64_t version;
    int error = connect_to(db, path, mode);

    if (!error)
        error = identify(db, db->format, mode);
    for (size_t i = 0; !error && i < COUNT_OF(settings); i++)
        error = settings[i].reading || db->writes ? apply_setting(db, &settings[i]) : 0;
    if (!error)
        error = db_query_int(db, "PRAGMA schema_version", &version); /* opens the log */
    if (!error && db->format->prepare && db->format->prepare(db->sqlite) != SQLITE_OK)
        error = sqlite_failed(db);
    if (!error)
        db->queries = mem_new(db->format->count, sizeof *db->queries);
    for (size_t i = 0; !error && i < db->format->count; i++)
        error = query_prepare(db, &db->format->statements[i], &db->queries[i]);
    if (!error && db->format->keeps_log)
        (void)sqlite3_file_control(db->sqlite, NULL, SQLITE_FCNTL_PERSIST_WAL, &(int){1});
    storage_remove_copy(&db->storage);
    return error;
}

int db_open(struct db *db, const char *path, const struct db_format *format, enum db_mode mode)
{
    int error, kind;

    db->format = format;
    db->writes = mode != DB_READ;
    error = open_once(db, path, mode);
    kind = db->code & 255;
    /* SQLite could not share the memory of its log: the file system cannot, or is read-only. */
    if (error && (db->code == SQLITE_IOERR_SHMMAP ||
                  (!db->writes && (kind == SQLITE_CANTOPEN || kind == SQLITE_READONLY)))) {
        disconnect(db);
        db->alone = true;
        error = open_once(db, path, mode);
    }
    if (!error)
        db->changes = sqlite3_total_changes64(db->sqlite);
    return error;
}

struct query *db_use(struct db *db, size_t statement)
{
    if (!db->queries || statement >= db->format->count || !db->queries[statement].statement)
        die("database: statement %zu of a database that is not open", statement);
    return &db->queries[statement];
}

/* Returns the number of the parameter NAME: the one after the last if they are bound as they were before. */
static int find_parameter(struct query *use, const char *name)
{
    if (use->names[use->bound] == name)
        return ++use->bound;
    use->bound = sqlite3_bind_parameter_index(use->statement, name);
    if (use->bound == 0)
        die("database: no parameter %s in: %s", name, sqlite3_sql(use->statement));
    use->names[use->bound - 1] = name;
    return use->bound;
}

static void bind(struct query *use, const struct db_value *value)
{
    const char *at = value->text.at ? value->text.at : "";
    bool is_none = value->kind >= DB_ANY_NUMBER && value->number == 0 && value->text.len == 0;
    int parameter = find_parameter(use, value->name), code;

    if (is_none)
        code = sqlite3_bind_null(use->statement, parameter);
    else if (value->kind == DB_NUMBER || value->kind == DB_ANY_NUMBER)
        code = sqlite3_bind_int64(use->statement, parameter, value->number);
    else if (value->kind == DB_BLOB)
        code = sqlite3_bind_blob64(use->statement, parameter, at, value->text.len, SQLITE_STATIC);
    else
        code =
            sqlite3_bind_text64(use->statement, parameter, at, value->text.len, SQLITE_STATIC, SQLITE_UTF8);
    if (code != SQLITE_OK) /* memory is exhausted, or the statement is in use */
        die("database: binding failed (SQLite error %d) in: %s", code, sqlite3_sql(use->statement));
}

void db_bind(struct query *use, const struct db_value *values)
{
    for (; values->name; values++) {
        if (values->kind == DB_ERROR)
            use->error = (int)values->number;
        else
            bind(use, values);
    }
}

struct query *db_with(struct db *db, size_t statement, const struct db_value *values)
{
    struct query *use = db_use(db, statement);

    db_bind(use, values);
    return use;
}

/* Reads it as a blob: SQLite would copy a text to append a zero. */
struct span db_column(struct query *use, int column)
{
    const char *at = sqlite3_column_blob(use->statement, column);

    return span_make(at, at ? (size_t)sqlite3_column_bytes(use->statement, column) : 0);
}

int db_step(struct db *db, struct query *use)
{
    int code, got;

    if (use->error)
        return use->error;
    if (db->writes && !db->in_group) {
        int error = db_execute(db, "BEGIN IMMEDIATE");

        if (error)
            return error;
        db->in_group = true;
    }
    code = sqlite3_step(use->statement);
    got = code == SQLITE_ROW ? 1 : code == SQLITE_DONE ? 0 : sqlite_failed(db);
    if (got < 0 && !db->failed && !sqlite3_stmt_readonly(use->statement))
        db->failed = got;
    return got;
}

void db_done(struct query *use)
{
#ifdef TIPTOE_DEBUG
    int rows = sqlite3_stmt_status(use->statement, SQLITE_STMTSTATUS_FULLSCAN_STEP, 1);

    if (rows > 0 && !use->scans)
        die("database: %d rows scanned by: %s", rows, sqlite3_sql(use->statement));
#endif
    sqlite3_reset(use->statement);
    sqlite3_clear_bindings(use->statement);
    use->bound = 0;
    use->error = 0;
}

int db_found(struct query *use, int got)
{
    db_done(use);
    return got > 0 ? 0 : got < 0 ? got : ERROR_NOT_FOUND;
}

int db_run(struct db *db, struct query *use)
{
    int got = db_step(db, use);

    db_done(use);
    if (got > 0)
        die("database: rows from: %s", sqlite3_sql(use->statement));
    return got;
}

int db_run_with(struct db *db, size_t statement, const struct db_value *values)
{
    return db_run(db, db_with(db, statement, values));
}

int db_number(struct db *db, struct query *use, int64_t *number)
{
    int got = db_step(db, use);

    *number = got > 0 ? db_int64(use, 0) : 0;
    db_done(use);
    return got < 0 ? got : 0;
}

int db_find_number(struct db *db, struct query *use, int missing, int64_t *number)
{
    int64_t found;
    int error = db_number(db, use, &found);

    if (!error && found == 0)
        error = missing;
    if (!error)
        *number = found;
    return error;
}

/* Fails if SQLite has already rolled the transaction back: none of it can then be saved. */
int db_commit(struct db *db)
{
    int error = db->failed;

    if (error || !db->in_group)
        return error;
    error = db_execute(db, "COMMIT");
    if (error) {
        db->failed = error;
        return error;
    }
    db->in_group = false;
    db->changes = sqlite3_total_changes64(db->sqlite);
    return 0;
}

int db_purge(struct db *db, const char *dir)
{
    int64_t busy = 1;
    int error;

    sqlite3_temp_directory = sqlite3_mprintf("%s", dir);
    error = db_execute(db, "PRAGMA temp_store=1; VACUUM; PRAGMA temp_store=2");
    sqlite3_free(sqlite3_temp_directory);
    sqlite3_temp_directory = NULL;
    if (!error)
        error = db_query_int(db, "PRAGMA wal_checkpoint(TRUNCATE)", &busy);
    if (!error && busy)
        error = db_fail(db, ERROR_LOCKED, "a reader keeps its log in use");
    return error;
}

int db_check(struct db *db)
{
    struct buf finding BUF_LOCAL(WORDS_MAX);
    int error = db_query_text(db, "PRAGMA integrity_check(1)", &finding);

    if (!error && !span_is(buf_span(&finding), "ok"))
        error = db_fail(db, ERROR_CORRUPT, "%s", buf_text(&finding));
    if (!error)
        error = db_query_text(db, "PRAGMA foreign_key_check", &finding);
    if (!error && finding.len > 0)
        error = db_fail(db, ERROR_CORRUPT, "a row of the table %s refers to one that does not exist",
                        buf_text(&finding));
    return error;
}

int64_t db_changes(const struct db *db)
{
    return sqlite3_total_changes64(db->sqlite);
}

bool db_has_changes(const struct db *db)
{
    return db_changes(db) != db->changes;
}
