/* SPDX-License-Identifier: MIT */
/* Databases of tiptoe, of others and of other versions; upgrades, settings, names of parameters. */
#include "config.h"

#include "frontier/db.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/error.h"
#include "frontier/inside.h"
#include "frontier/scene.h"

#define FIRST_TABLE "CREATE TABLE t (a INTEGER);"

static const struct db_statement first_statements[] = {{.sql = "SELECT a FROM t", .scans = true}};
static const struct db_format first = {.application_id = 77,
                                       .version = 1,
                                       .schema =
                                           FIRST_TABLE "INSERT INTO t VALUES (5), (6);"
                                                       "PRAGMA application_id = 77; PRAGMA user_version = 1;",
                                       .statements = first_statements,
                                       .count = 1};

static const struct db_statement third_statements[] = {
    {.sql = "SELECT a + b FROM t WHERE c = :c", .scans = true}};
static const char *const upgrades[] = {NULL, "ALTER TABLE t ADD COLUMN b INTEGER DEFAULT 30;",
                                       "ALTER TABLE t ADD COLUMN c INTEGER DEFAULT 8;"};
static const struct db_format third = {.application_id = 77,
                                       .version = 3,
                                       .schema = "CREATE TABLE t ( -- of three versions; this is the last\n"
                                                 "a INTEGER, b INTEGER DEFAULT 30, c INTEGER DEFAULT 8);",
                                       .upgrades = upgrades,
                                       .statements = third_statements,
                                       .count = 1};

static const char *const bad_upgrades[] = {NULL, "ALTER TABLE t ADD COLUMN d; UPDATE nothing SET a = 1;"};
static const struct db_format broken = {.application_id = 77,
                                        .version = 2,
                                        .schema = FIRST_TABLE,
                                        .upgrades = bad_upgrades,
                                        .statements = first_statements,
                                        .count = 1};

/* The table of FIRST_TABLE is not of its first version. */
static const struct db_format misled = {
    .application_id = 77,
    .version = 3,
    .schema = "CREATE TABLE t (a TEXT, b INTEGER DEFAULT 30, c INTEGER DEFAULT 8);",
    .upgrades = upgrades,
    .statements = third_statements,
    .count = 1};

static int try(const struct scene *scene, const struct db_format *format, enum db_mode mode, char words[200])
{
    struct db *db = db_new();
    int error = db_open(db, scene->path, format, mode);

    snprintf(words, 200, "%s", db_error_text(db));
    db_free(db);
    return error;
}

static void test_upgrade(const struct scene *scene)
{
    struct db *db = db_new();
    struct query *use;
    char words[200];

    is_int(try(scene, &first, DB_CREATE, words), 0, "a new database");
    is_int(try(scene, &broken, DB_WRITE, words), ERROR_DATABASE, "an upgrade that fails");
    is_int(try(scene, &misled, DB_WRITE, words), ERROR_INVALID, "one of a table that is not ours");
    is_int(scene_query(scene, "PRAGMA user_version"), 1, "leaves the version");
    is_int(scene_query(scene, "SELECT count(*) FROM pragma_table_info('t')"), 1, "and the tables");
    is_int(try(scene, &third, DB_READ, words), ERROR_INVALID, "an older version is not read");
    is_int(db_open(db, scene->path, &third, DB_WRITE), 0, "but upgraded");
    is_int(scene_query(scene, "PRAGMA user_version"), 3, "step by step to the last version");
    use = db_use(db, 0);
    db_bind(use, VALUES(with_int(":c", 8)));
    is_int(db_step(db, use), 1, "rows are there");
    is_int(db_int(use, 0), 35, "with old and new columns");
    db_done(use);
    db_free(db);
    is_int(try(scene, &first, DB_WRITE, words), ERROR_TOO_NEW, "an older program refuses it");
    is_str(words,
           "made by another version of tiptoe (format 3, this one knows 1); use that version or a later one",
           "its text");
}

static void change(const struct scene *scene, const char *sql)
{
    sqlite3 *sqlite = NULL;

    if (sqlite3_open(scene->path, &sqlite) != SQLITE_OK ||
        sqlite3_exec(sqlite, sql, NULL, NULL, NULL) != SQLITE_OK)
        exit(1);
    sqlite3_close(sqlite);
}

/* SQLite prepares a statement again, with new names of its parameters, when another program changes the
 * schema. */
static void test_changed_schema(const struct scene *scene)
{
    struct db *db = db_new();

    is_int(db_open(db, scene->path, &third, DB_READ), 0, "a database whose schema changes");
    for (int i = 0; i < 4; i++) {
        struct query *use = db_use(db, 0);

        db_bind(use, VALUES(with_int(":c", 8)));
        is_int(db_step(db, use), 1, "a statement while the schema changes");
        db_done(use);
        change(scene, i % 2 ? "DROP INDEX of_c" : "CREATE INDEX of_c ON t (c)");
    }
    db_free(db);
}

/* Makes the database of a new mirror, with the change SQL in it. */
static void make_changed(const struct scene *scene, const char *sql)
{
    char words[200];

    unlink(scene->path);
    is_int(try(scene, &mirror_format, DB_CREATE, words), 0, "a mirror");
    change(scene, sql);
}

/* A mirror of another version is distinguished from a damaged one, in every mode. */
static void test_versions(const struct scene *scene)
{
    static const struct {
        const char *change, *label, *words;
        int error;
    } cases[] = {
        {"PRAGMA user_version = 1; ALTER TABLE origin DROP COLUMN candidates", "an older version",
         "use that version, or mirror the site into a new directory", ERROR_INVALID},
        {"PRAGMA user_version = 1000; ALTER TABLE origin DROP COLUMN candidates", "a newer version",
         "use that version or a later one", ERROR_TOO_NEW},
    };
    char words[200];

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        make_changed(scene, cases[i].change);
        for (enum db_mode mode = DB_CREATE; mode <= DB_READ; mode++) {
            is_int(try(scene, &mirror_format, mode, words), cases[i].error, cases[i].label);
            ok(strstr(words, "made by another version of tiptoe") && strstr(words, cases[i].words),
               "what to do: %s", words);
        }
    }
    unlink(scene->path);
}

/* Changes the statements of tables as a file could have them. */
#define EDITED(expression)                                                                                   \
    "PRAGMA writable_schema=ON; UPDATE sqlite_schema SET sql = " expression " WHERE type = 'table'"

/* What tiptoe did not make, and what would run when a statement of ours does, is refused in every mode. */
static void test_foreign(const struct scene *scene)
{
    static const struct {
        const char *change, *words; /* "": it may be there */
    } cases[] = {
        {"CREATE TRIGGER t AFTER UPDATE ON state BEGIN DELETE FROM run; END",
         "CREATE TRIGGER t AFTER UPDATE ON state BEGIN DELETE FROM run; END"},
        {"CREATE VIEW mine AS SELECT 1", "CREATE VIEW mine AS SELECT 1"},
        {"DROP TABLE via; CREATE VIEW via AS SELECT 1 AS id, 'x' AS text",
         "CREATE VIEW via AS SELECT 1 AS id, 'x' AS text"},
        {"DROP VIEW totals; CREATE VIEW totals AS SELECT 1", "CREATE VIEW totals AS SELECT 1"},
        {"CREATE TABLE mine (a)", "CREATE TABLE mine "},
        {"CREATE INDEX mine ON url (id)", "CREATE INDEX mine ON url "},
        {"DROP INDEX file_key; CREATE INDEX file_key ON file (lower(key))", "CREATE INDEX file_key ON file "},
        {"DROP TABLE via; CREATE VIRTUAL TABLE via USING fts5(id, text)",
         "CREATE VIRTUAL TABLE via USING fts5"},
        {"ALTER TABLE url ADD COLUMN mine INTEGER AS (id)", "CREATE TABLE url "},
        {"ALTER TABLE url ADD COLUMN mine INTEGER CHECK (1)", "CREATE TABLE url "},
        {"ALTER TABLE url ADD COLUMN mine INTEGER", "CREATE TABLE url "},
        {EDITED("replace(sql, 'delay_ms INTEGER NOT NULL DEFAULT 0', 'delay_ms INTEGER DEFAULT (abs(1))')"),
         "CREATE TABLE origin "},
        {EDITED("replace(sql, 'TEXT', 'TEXT COLLATE nocase')"), "CREATE TABLE state "},
        {EDITED("sql || ' /* ' || sql || ' */'"), "CREATE TABLE state "},
        {EDITED("sql || printf('%.*c', 300000, ' ')"), "its schema is not one that tiptoe made"},
        {EDITED("replace(sql, char(10), char(13, 10) || ' -- \"other'' words; (' || char(10))"), ""},
        {"ANALYZE", ""},
        {"ANALYZE; " EDITED("replace(sql, 'tbl,', 'tbl DEFAULT (abs(1)),')"), "CREATE TABLE sqlite_stat1"},
    };
    static const char before[] = "it has something that tiptoe did not make: ";
    char words[200];

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        make_changed(scene, cases[i].change);
        for (enum db_mode mode = DB_CREATE; mode <= DB_READ; mode++) {
            is_int(try(scene, &mirror_format, mode, words), *cases[i].words ? ERROR_INVALID : 0,
                   cases[i].change);
            is_str(words + (strstr(words, before) ? strlen(before) : 0), cases[i].words, "its text");
        }
    }
    unlink(scene->path);
}

static void test_damage(const struct scene *scene)
{
    struct db *db = db_new();
    char words[200];

    unlink(scene->path);
    is_int(try(scene, &mirror_format, DB_CREATE, words), 0, "a mirror");
    change(scene, "INSERT INTO misguess VALUES (77, 1)");
    is_int(db_open(db, scene->path, &mirror_format, DB_READ), 0, "it is opened with a broken reference");
    is_int(db_check(db), ERROR_CORRUPT, "which the check finds");
    is_str(db_error_text(db), "a row of the table misguess refers to one that does not exist", "its text");
    db_free(db);
    unlink(scene->path);
}

/* A debug build dies if a statement reads a whole table without permission. */
static void test_scan(const struct scene *scene)
{
#ifdef TIPTOE_DEBUG
    static const struct db_statement statements[] = {{.sql = "SELECT a FROM t"}};
    struct db_format hasty = third;
    int status = 0;
    pid_t child = fork();

    hasty.statements = statements;
    if (child == 0) {
        struct db *db = db_new();
        struct query *use;

        if (db_open(db, scene->path, &hasty, DB_WRITE) != 0)
            _exit(9);
        use = db_use(db, 0);
        while (db_step(db, use) > 0)
            ;
        db_done(use);
        _exit(0);
    }
    waitpid(child, &status, 0);
    is_int(WEXITSTATUS(status), 1, "a full scan ends a debug build");
#else
    (void)scene;
    ok(true, "a full scan ends a debug build # SKIP configured without --enable-debug");
#endif
}

static void write_file(const char *path, const void *bytes, size_t len)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);

    if (fd < 0 || write(fd, bytes, len) != (ssize_t)len)
        exit(1);
    close(fd);
}

static void test_strangers(const struct scene *scene)
{
    static const struct {
        const char *content, *label;
        enum db_mode mode;
        int error;
    } cases[] = {
        {NULL, "a missing file", DB_WRITE, ERROR_NOT_FOUND},
        {NULL, "a missing file to read", DB_READ, ERROR_NOT_FOUND},
        {"", "an empty file to read", DB_READ, ERROR_NOT_FOUND},
        {"", "an empty file is not resumed", DB_WRITE, ERROR_NOT_FOUND},
        {"This is a text file, longer than the hundred bytes of a database's header, which SQLite looks at "
         "first. "
         "Its 512 bytes are not needed.",
         "a text file", DB_CREATE, ERROR_CORRUPT},
        {"", "an empty file becomes a mirror", DB_CREATE, 0},
    };
    char words[200];

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        unlink(scene->path);
        if (cases[i].content)
            write_file(scene->path, cases[i].content, strlen(cases[i].content));
        is_int(try(scene, &mirror_format, cases[i].mode, words), cases[i].error, cases[i].label);
        ok(cases[i].error == 0 || words[0] != '\0', "words: %s", words);
    }
}

static void test_other_database(const struct scene *scene)
{
    char words[200];

    unlink(scene->path);
    change(scene, "CREATE TABLE mine (a)");
    is_int(try(scene, &mirror_format, DB_CREATE, words), ERROR_INVALID, "a database of another program");
    is_int(scene_query(scene, "SELECT count(*) FROM sqlite_schema"), 1, "is not changed");
    is_int(scene_query(scene, "SELECT journal_mode = 'delete' FROM pragma_journal_mode"), 1,
           "in its own mode");
}

static void test_truncated(const struct scene *scene)
{
    char words[200];
    struct stat stat_of;
    int opened = 0, refused = 0;

    for (off_t size = 512; size < 60000; size += 7 * 512) {
        unlink(scene->path);
        if (try(scene, &mirror_format, DB_CREATE, words) != 0 || stat(scene->path, &stat_of) != 0)
            exit(1);
        if (size >= stat_of.st_size)
            break;
        if (truncate(scene->path, size) != 0)
            exit(1);
        if (try(scene, &mirror_format, DB_WRITE, words) == 0)
            opened++;
        else
            refused += words[0] != '\0';
    }
    ok(opened == 0 && refused > 5, "a cut file is refused with a text (%d; opened %d)", refused, opened);
}

static void test_link(const struct scene *scene)
{
    char words[200], elsewhere[100];

    snprintf(elsewhere, sizeof elsewhere, "%s/elsewhere", scene->dir);
    unlink(scene->path);
    if (symlink("elsewhere", scene->path) != 0)
        exit(1);
    is_int(try(scene, &mirror_format, DB_CREATE, words), ERROR_UNSAFE_PATH,
           "a symbolic link is not followed");
    ok(access(elsewhere, F_OK) != 0, "no file is created at its target");
    unlink(scene->path);
}

int main(void)
{
    struct scene scene;

    scene_make(&scene);
    scene_close(&scene);
    unlink(scene.path);
    test_upgrade(&scene);
    test_changed_schema(&scene);
    test_scan(&scene);
    test_versions(&scene);
    test_foreign(&scene);
    test_damage(&scene);
    test_strangers(&scene);
    test_other_database(&scene);
    test_truncated(&scene);
    test_link(&scene);
    scene_remove(&scene);
    return done();
}
