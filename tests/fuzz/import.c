/* SPDX-License-Identifier: MIT */
/* Any file, imported into a new mirror. The first byte of an input says what the rest is: a file as it is; or
 * a line, which names a member of a package, and the member. Whatever it is, the result is a mirror or an
 * error, and nothing else changes; a mirror is sound. Each mirror is new, but for what costs ten times as
 * much as the rest: the folders stay and are emptied; the database is in memory, its connection and
 * statements stay, and its rows are put back. */
#include "config.h"

#ifdef HAVE_ARCHIVE
#include <archive.h>
#include <archive_entry.h>
#endif
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "frontier/frontier.h"
#include "fuzz.h"
#include "import/import.h"
#include "import/sources.h"
#include "intake/intake.h"
#include "judge/judge.h"
#include "judge/site.h"
#include "mirror/mirror.h"
#include "mirror/verify.h"
#include "statement.h"
#include "term/message.h"
#include "update/update.h"
#include "weave/document.h"

enum { IS_PACKAGE = 1, IS_VERIFIED = 2, TURNS_MAX = 1000, WHY_MAX = 64 * 1024 };
enum { TABLES_MAX = 32, STATEMENTS_MAX = 400 };

/* What an import fills. */
static const char *const parts[] = {"site", "archive", "tmp"};
enum { PARTS = COUNT_OF(parts) };

/* A folder with the input and the mirror. */
static struct {
    char folder[32], input[48], mirror[48];
    int dir, input_fd;
    int parts[PARTS];
    struct buf why;
} place;

/* The connection of all mirrors, with an attached copy of the rows of a new one. */
static struct {
    sqlite3 *all;
    struct {
        const char *sql;
        sqlite3_stmt *statement;
    } kept[STATEMENTS_MAX];
    size_t kept_count, last; /* they come in the order of the first time */
    bool executes;           /* sqlite3_exec is on the stack: its statements are its own */
    sqlite3_stmt *restore[2 * TABLES_MAX + 1];
    size_t restore_count;
} reused;

/* Sets NEXT, once, to SQLite's function NAME. */
static void find_next(void *next, const char *name)
{
    if (*(void **)next)
        return;
    *(void **)next = dlsym(RTLD_NEXT, name);
    demand(*(void **)next != NULL);
}

/* Begins to put rows back. A debug build checks references: here not before all tables have their rows
 * again. The pragma takes effect when it is compiled, not when it runs, so it is compiled each time. */
#ifdef TIPTOE_DEBUG
static const char restore_begin[] = "BEGIN IMMEDIATE; PRAGMA defer_foreign_keys = ON";
#else
static const char restore_begin[] = "BEGIN IMMEDIATE";
#endif

/* These take the place of SQLite's functions of these names. */
int sqlite3_open_v2(const char *path, sqlite3 **db, int flags, const char *vfs)
{
    static int (*next)(const char *, sqlite3 **, int, const char *);
    int code;

    find_next(&next, "sqlite3_open_v2");
    (void)path;
    if (reused.all) {
        *db = reused.all;
        return SQLITE_OK;
    }
    code = next(":memory:", db, flags, vfs);
    reused.all = *db;
    return code;
}

int sqlite3_close(sqlite3 *db)
{
    if (db && !sqlite3_get_autocommit(db))
        (void)sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return SQLITE_OK;
}

/* Settings of the connection stay as well. */
int sqlite3_exec(sqlite3 *db, const char *sql, int (*row)(void *, int, char **, char **), void *context,
                 char **words)
{
    static int (*next)(sqlite3 *, const char *, int (*)(void *, int, char **, char **), void *, char **);
    int code;

    find_next(&next, "sqlite3_exec");
    if (db == reused.all && reused.restore_count > 0 && strncmp(sql, "PRAGMA ", 7) == 0)
        return SQLITE_OK;
    reused.executes = true;
    code = next(db, sql, row, context, words);
    reused.executes = false;
    return code;
}

static sqlite3_stmt *find_kept(const char *sql, bool is_text)
{
    for (size_t i = 1; i <= reused.kept_count; i++) {
        size_t at = (reused.last + i) % reused.kept_count;

        if (reused.kept[at].sql == sql || (is_text && strcmp(reused.kept[at].sql, sql) == 0)) {
            reused.last = at;
            return reused.kept[at].statement;
        }
    }
    return NULL;
}

static void keep(const char *sql, sqlite3_stmt *statement)
{
    demand(reused.kept_count < STATEMENTS_MAX);
    reused.kept[reused.kept_count].sql = sql;
    reused.kept[reused.kept_count++].statement = statement;
}

int sqlite3_prepare_v3(sqlite3 *db, const char *sql, int len, unsigned flags, sqlite3_stmt **statement,
                       const char **tail)
{
    static int (*next)(sqlite3 *, const char *, int, unsigned, sqlite3_stmt **, const char **);
    int code;

    find_next(&next, "sqlite3_prepare_v3");
    *statement = db == reused.all ? find_kept(sql, false) : NULL;
    if (*statement)
        return SQLITE_OK;
    code = next(db, sql, len, flags, statement, tail);
    if (code == SQLITE_OK && db == reused.all)
        keep(sql, *statement);
    return code;
}

int sqlite3_prepare_v2(sqlite3 *db, const char *sql, int len, sqlite3_stmt **statement, const char **tail)
{
    static int (*next)(sqlite3 *, const char *, int, sqlite3_stmt **, const char **);
    int code;

    find_next(&next, "sqlite3_prepare_v2");
    *statement = db == reused.all && !reused.executes ? find_kept(sql, true) : NULL;
    if (*statement)
        return SQLITE_OK;
    /* The answer of a database in a file. */
    code = next(db, strcmp(sql, "PRAGMA journal_mode") == 0 ? "SELECT 'wal'" : sql, len, statement, tail);
    if (code == SQLITE_OK && db == reused.all && !reused.executes)
        keep(strdup(sql), *statement);
    return code;
}

int sqlite3_finalize(sqlite3_stmt *statement)
{
    static int (*next)(sqlite3_stmt *);

    find_next(&next, "sqlite3_finalize");
    for (size_t i = 1; statement && i <= reused.kept_count; i++) {
        size_t at = (reused.last + i) % reused.kept_count;

        if (reused.kept[at].statement == statement) {
            reused.last = at;
            sqlite3_clear_bindings(statement);
            return sqlite3_reset(statement);
        }
    }
    return next(statement);
}

static void copy_tables(void)
{
    sqlite3_stmt *tables;

    demand(sqlite3_exec(reused.all, "ATTACH ':memory:' AS sound", NULL, NULL, NULL) == SQLITE_OK);
    tables = statement_make(
        reused.all, "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%%'"
                    " AND name NOT IN ('state', 'kind', 'reason', 'change_kind')");
    while (sqlite3_step(tables) == SQLITE_ROW) {
        const char *table = (const char *)sqlite3_column_text(tables, 0);

        demand(reused.restore_count + 3 < COUNT_OF(reused.restore));
        statement_run(
            statement_make(reused.all, "CREATE TABLE sound.%s AS SELECT * FROM main.%s", table, table));
        reused.restore[reused.restore_count++] = statement_make(reused.all, "DELETE FROM main.%s", table);
        reused.restore[reused.restore_count++] =
            statement_make(reused.all, "INSERT INTO main.%s SELECT * FROM sound.%s", table, table);
    }
    sqlite3_finalize(tables);
    reused.restore[reused.restore_count++] = statement_make(reused.all, "COMMIT");
}

static void restore_rows(void)
{
    demand(sqlite3_exec(reused.all, restore_begin, NULL, NULL, NULL) == SQLITE_OK);
    for (size_t i = 0; i < reused.restore_count; i++)
        statement_run(reused.restore[i]);
}

static void remove_place(void)
{
    file_remove_all(place.folder);
}

static void empty_part(int part)
{
    DIR *list = fdopendir(openat(place.parts[part], ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    struct dirent *entry;
    char path[400];

    demand(list != NULL);
    while ((entry = readdir(list))) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0 ||
            unlinkat(place.parts[part], entry->d_name, 0) == 0)
            continue;
        (void)snprintf(path, sizeof path, "%s/%s/%s", place.mirror, parts[part], entry->d_name);
        file_remove_all(path);
    }
    (void)closedir(list);
}

static void make_place(void)
{
    struct mirror mirror;
    int dir;

    (void)snprintf(place.folder, sizeof place.folder, "%s/tiptoe-import-XXXXXX",
                   access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    demand(mkdtemp(place.folder) != NULL);
    (void)atexit(remove_place);
    (void)snprintf(place.input, sizeof place.input, "%s/input", place.folder);
    (void)snprintf(place.mirror, sizeof place.mirror, "%s/m", place.folder);
    place.dir = open(place.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    place.input_fd = open(place.input, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    demand(place.input_fd >= 0);
    buf_init(&place.why, WHY_MAX);
    message_redirect(open("/dev/null", O_WRONLY | O_CLOEXEC), 0);
    demand(mirror_open(&mirror, place.mirror, FOLDER_CREATE, &place.why) == 0);
    mirror_close(&mirror);
    copy_tables();
    dir = open(place.mirror, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    close(openat(dir, "mirror.db", O_WRONLY | O_CREAT | O_CLOEXEC, 0600)); /* says that it is a mirror */
    for (int i = 0; i < PARTS; i++) {
        place.parts[i] = openat(dir, parts[i], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        demand(place.parts[i] >= 0);
    }
    close(dir);
}

static void write_package(int fd, struct span rest)
{
#ifdef HAVE_ARCHIVE
    struct span name = span_take_until(&rest, '\n');
    struct archive *zip = archive_write_new();
    struct archive_entry *entry = archive_entry_new();
    char path[1000];

    (void)snprintf(path, sizeof path, "%.*s", (int)name.len, name.at);
    if (!*path) /* libarchive refuses that, and then leaks */
        (void)snprintf(path, sizeof path, "a.warc");
    archive_entry_set_pathname(entry, path);
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_size(entry, (la_int64_t)rest.len);
    demand(archive_write_set_format_zip(zip) == ARCHIVE_OK &&
           archive_write_zip_set_compression_store(zip) == ARCHIVE_OK &&
           archive_write_open_fd(zip, fd) == ARCHIVE_OK);
    if (archive_write_header(zip, entry) == ARCHIVE_OK)
        (void)!archive_write_data(zip, rest.at, rest.len);
    archive_entry_free(entry);
    (void)archive_write_free(zip);
#else
    fill_file(fd, rest.at, rest.len);
#endif
}

static void write_input(struct span input, bool is_package)
{
    if (is_package) {
        fill_file(place.input_fd, "", 0);
        write_package(place.input_fd, input);
    } else {
        fill_file(place.input_fd, input.at, input.len);
    }
}

static int read_archive(struct mirror *mirror, struct intake *intake)
{
    struct import *import;
    bool more = true;
    int error = import_open(&import, intake), turns = 0;

    while (!error && more && turns++ < TURNS_MAX) {
        error = import_some(import, &more);
        if (!error)
            error = mirror_commit(mirror);
    }
    demand(error || !more);
    if (!error)
        error = import_end(mirror);
    import_close(import);
    return error;
}

static int run_import(struct mirror *mirror)
{
    struct settings settings = {
        .scope = {.max_depth = -1}, .max_pages = -1, .max_bytes = -1, .max_disk = -1, .max_file_size = -1};
    struct site site;
    struct update update;
    struct intake intake;
    int64_t run;
    int error = frontier_begin_run(mirror->frontier, "fuzz", 1000, &run);

    import_adjust(&settings);
    if (error || (error = site_open(&site, mirror, &settings)) != 0)
        return error;
    error = discover_start(&site, &site.weaver.url);
    update_init(&update, &site);
    intake_init(&intake, &update);
    if (!error)
        error = read_archive(mirror, &intake);
    intake_release(&intake);
    update_release(&update);
    site_close(&site);
    return error;
}

static int ignore_line(const char *line)
{
    (void)line;
    return 0;
}

static void check_mirror(struct mirror *mirror)
{
    struct verify_result result = {0};
    struct weaver weaver;
    struct documents documents = weaver_documents(&weaver);

    demand(weaver_open(&weaver, mirror) == 0);
    demand(verify(mirror, &documents, false, ignore_line, &result) == 0 && result.problems == 0);
    weaver_close(&weaver);
}

static int adopt_input(const struct sources *sources, struct mirror *mirror)
{
    struct buf start;
    struct url url;
    int error;

    buf_init(&start, WHY_MAX);
    url = (struct url){0};
    error = start_find(sources, &start, &place.why);
    demand(error == 0 || place.why.len > 0);
    if (!error && url_parse(&url, buf_span(&start), NULL, NULL) == URL_OK) {
        url_strip(&url);
        error = adopt(mirror, sources, &place.why);
        demand(error == 0 || place.why.len > 0);
        if (!error)
            error = frontier_set_setting(mirror->frontier, "start", buf_span(&url.text));
        if (!error)
            error = buf_add_span(&mirror->start, buf_span(&url.text));
        if (!error)
            error = run_import(mirror);
    }
    buf_release(&start);
    url_release(&url);
    return error;
}

static void import_input(const struct sources *sources, bool is_verified)
{
    struct stat before, after;
    struct mirror mirror;

    demand(fstat(place.dir, &before) == 0);
    demand(mirror_open(&mirror, place.mirror, FOLDER_CREATE, &place.why) == 0);
    if (adopt_input(sources, &mirror) == 0 && is_verified)
        check_mirror(&mirror);
    mirror_close(&mirror);
    demand(fstat(place.dir, &after) == 0);
    demand(before.st_mtim.tv_sec == after.st_mtim.tv_sec && before.st_mtim.tv_nsec == after.st_mtim.tv_nsec);
    for (int i = 0; i < PARTS; i++)
        empty_part(i);
    restore_rows();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sources sources;
    char *path = place.input;

    if (place.dir == 0)
        make_place();
    if (size == 0)
        return 0;
    write_input(span_make((const char *)data + 1, size - 1), data[0] & IS_PACKAGE);
    buf_clear(&place.why);
    if (sources_open(&sources, &path, 1, NULL, NULL, &place.why) == 0)
        import_input(&sources, data[0] & IS_VERIFIED);
    else
        demand(place.why.len > 0);
    sources_release(&sources);
    return 0;
}
