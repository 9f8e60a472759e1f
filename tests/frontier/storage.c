/* SPDX-License-Identifier: MIT */
/* Copies of a database that another process has to itself, and is writing. */
#include "config.h"

#include "frontier/storage.h"

#include <signal.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "tap.h"

static void must(int failed)
{
    if (failed) {
        perror("storage");
        exit(1);
    }
}

static void run_sql(sqlite3 *sqlite, const char *sql)
{
    must(sqlite3_exec(sqlite, sql, NULL, NULL, NULL) != SQLITE_OK);
}

/* Writes until it is killed: every transaction changes two pages that lie far apart, and the sum of all
 * rows stays 0. Checkpoints often; tells when it has begun. */
static void write_forever(const char *path, int told)
{
    sqlite3 *sqlite;

    must(sqlite3_open(path, &sqlite) != SQLITE_OK);
    run_sql(sqlite, "PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=200;"
                    "PRAGMA synchronous=OFF; CREATE TABLE t (a INTEGER, filling TEXT);"
                    "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)"
                    "INSERT INTO t SELECT 0, hex(randomblob(1500)) FROM n");
    must(write(told, "x", 1) != 1);
    for (int i = 0;; i++) {
        char sql[200];

        (void)snprintf(sql, sizeof sql,
                       "BEGIN; UPDATE t SET a = a + 1 WHERE rowid = %d;"
                       "UPDATE t SET a = a - 1 WHERE rowid = %d; COMMIT",
                       i % 150 + 1, i % 150 + 151);
        run_sql(sqlite, sql);
    }
}

/* The first column of SQL's only row in a copy. */
static void query(const char *path, const char *sql, char value[64])
{
    sqlite3_stmt *statement = NULL;
    sqlite3 *sqlite;

    (void)snprintf(value, 64, "error");
    must(sqlite3_open(path, &sqlite) != SQLITE_OK);
    run_sql(sqlite, "PRAGMA locking_mode=EXCLUSIVE");
    if (sqlite3_prepare_v2(sqlite, sql, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        (void)snprintf(value, 64, "%s", (const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    sqlite3_close(sqlite);
}

/* Copies PATH COUNT times, or until a tenth of that succeeds; the number of those that are whole, and of
 * those that differ from the one before.
 */
static void check_copies(const char *path, int count)
{
    char value[64], before[64] = "";
    int whole = 0, changed = 0, made = 0;

    /* On a busy machine, most attempts meet a transaction. */
    for (int i = 0; i < count || (made * 10 < count && i < 100 * count); i++) {
        struct storage storage;
        int error = storage_find(&storage, path, true, true);

        if (error && error != ERROR_LOCKED)
            is_int(error, 0, "a copy");
        if (!error && storage.copied) {
            made++;
            query(buf_text(&storage.file), "PRAGMA integrity_check", value);
            whole += strcmp(value, "ok") == 0;
            query(buf_text(&storage.file), "SELECT sum(a) || '' FROM t", value);
            whole += strcmp(value, "0") == 0;
            query(buf_text(&storage.file), "SELECT max(a) || '' FROM t", value);
            changed += strcmp(value, before) != 0;
            memcpy(before, value, sizeof before);
        }
        storage_release(&storage);
    }
    ok(made * 10 >= count, "%d copies were made", made);
    is_int(whole, 2 * made, "all of them are whole");
    ok(made == 1 || changed > 1, "%d were of different moments", changed);
}

static void test_running(const char *path)
{
    int told[2], status;
    char byte;
    pid_t child;

    must(pipe(told));
    child = fork();
    if (child == 0)
        write_forever(path, told[1]);
    must(read(told[0], &byte, 1) != 1);
    check_copies(path, 25);
    must(kill(child, SIGKILL));
    (void)waitpid(child, &status, 0);
    check_copies(path, 1);
}

/* Only a database with a log, which one process may have to itself, needs a copy. */
static void test_rest(const char *dir, const char *path)
{
    char value[64], other[200];
    struct storage storage;
    struct stat about;

    is_int(storage_find(&storage, path, false, true), 0, "on a file system whose memory is shared");
    ok(!storage.copied && !storage.alone, "no copy is made");
    storage_release(&storage);
    is_int(storage_find(&storage, path, true, false), 0, "for writing");
    ok(!storage.copied && storage.alone, "no copy is made");
    storage_release(&storage);
    is_int(storage_find(&storage, path, true, true), 0, "for reading");
    ok(storage.copied && stat(buf_text(&storage.file), &about) == 0 && (about.st_mode & 0777) == 0600,
       "one is made, for its owner only");
    (void)snprintf(other, sizeof other, "%s", buf_text(&storage.file));
    storage_remove_copy(&storage);
    ok(stat(other, &about) < 0, "it is removed");
    storage_release(&storage);
    query(path, "PRAGMA journal_mode=DELETE", value);
    is_str(value, "delete", "a database without a log");
    is_int(storage_find(&storage, path, true, true), 0, "is found");
    ok(!storage.copied, "and read in its place");
    storage_release(&storage);
    (void)snprintf(other, sizeof other, "%s/none", dir);
    is_int(storage_find(&storage, other, true, true), 0, "a missing database");
    ok(!storage.copied, "is for SQLite to say");
    storage_release(&storage);
}

int main(void)
{
    char dir[] = "/tmp/tiptoe-storage-XXXXXX", path[64], copies[64];

    must(!mkdtemp(dir));
    (void)snprintf(path, sizeof path, "%s/a.db", dir);
    (void)snprintf(copies, sizeof copies, "%s/copies", dir);
    must(mkdir(copies, 0700) || setenv("TMPDIR", copies, 1));
    test_running(path);
    test_rest(dir, path);
    ok(rmdir(copies) == 0, "no copy is left");
    (void)unlink(path);
    ok(rmdir(dir) == 0, "nor anything else");
    return done();
}
