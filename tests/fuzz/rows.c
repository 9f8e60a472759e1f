/* SPDX-License-Identifier: MIT */
/* Hostile rows of mirror.db, through serve, rebuild and export. The first byte of an input chooses one of
 * them, and the rest are changes: column, row, type, length, and a value of this length. Whatever the rows
 * say, each ends with an answer, a file or an error, and neither reads nor changes what is outside of the
 * mirror. The mirror is in memory where that is possible, stays open, and has its rows put back from a copy
 * after each input. */
#include "config.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <sqlite3.h>
#include <sys/socket.h>

#include "export/export.h"
#include "export/parts.h"
#include "fuzz.h"
#include "mirror/scene.h"
#include "serve/serving.h"
#include "statement.h"
#include "term/message.h"
#include "weave/rebuild.h"

/* The fuzzer puts what is compared into inputs: so what must not appear is in no comparison, but MASKED. */
#define SECRET "not of the mirror"
#define MASKED "onu!ng!uid!lhssns"

enum {
    COLUMNS_MAX = 200,
    TABLES_MAX = 32,
    CHANGES_MAX = 8,
    REOPENED_OF = 256, /* opening costs as much as ten inputs */
    ANSWERS_MAX = 1 << 20,
    WHY_MAX = 16 * 1024
};

#define PAGE(target) "GET " target " HTTP/1.1\r\nHost: %1$s\r\nAccept: text/html\r\n\r\n"
#define LAST(target) "GET " target " HTTP/1.1\r\nHost: %1$s\r\nConnection: close\r\n\r\n"

/* What an input requests of the server. */
static const char pages[] = PAGE("/") PAGE("/a") PAGE("/unknown?x") LAST("/moved");
static const char files[] = PAGE("/refused") PAGE("/dir/a.html") PAGE("/style.css") LAST("/pic.png");

static struct {
    char outside[32], exported[60];
    struct scene scene; /* the mirror: closed, except for its folder's name */
    sqlite3 *editor;
    sqlite3_stmt *columns[COLUMNS_MAX], *restore[TABLES_MAX][2], *begin, *commit;
    int table_of[COLUMNS_MAX];
    int column_count, table_count;
    bool touched[TABLES_MAX];
    struct mirror writer;
    bool has_writer;
    char *dir; /* of the mirror that it shows */
    struct service service;
    struct buf answers, why;
    struct timespec changed; /* the folder of the mirror and the secret */
} place;

static struct timespec outside_changed(void)
{
    struct stat about;

    demand(stat(place.outside, &about) == 0);
    return about.st_mtim;
}

static void remove_place(void)
{
    file_remove_all(place.outside);
}

static void make_mirror(void)
{
    struct scene *scene = &place.scene;
    int64_t start, redirect;

    demand(mkdir(scene->dir, 0700) == 0);
    scene_open(scene);
    start = scene_add(scene, SITE "/", FRONTIER_START, 0, "");
    scene_archive(scene, start, SITE "/", "index.html", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n",
                  "<title>t</title><link rel=stylesheet href=/style.css><a href=/a>a</a><a href=/moved>m</a>"
                  "<img src=pic.png><a href=/refused>r</a><a href=https://other.example/>o</a>",
                  true);
    scene_archive(scene, scene_add(scene, SITE "/a", FRONTIER_PAGE, start, "a href"), SITE "/a", "dir/a.html",
                  "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n",
                  "<a href=/>back</a><img src=/pic.png>", true);
    scene_archive(scene, scene_add(scene, SITE "/style.css", FRONTIER_REQUISITE, start, "link href"),
                  SITE "/style.css", "style.css", "HTTP/1.1 200 OK\r\nContent-Type: text/css\r\n\r\n",
                  "a { background: url(/pic.png) }", true);
    scene_store(scene, scene_add(scene, SITE "/pic.png", FRONTIER_REQUISITE, start, "img src"), "pic.png",
                "image/png", "png");
    redirect = scene_add(scene, SITE "/moved", FRONTIER_PAGE, start, "a href");
    must(frontier_finish(scene->frontier, &(struct frontier_visit){.url = redirect,
                                                                   .state = FRONTIER_REDIRECTED,
                                                                   .attempts = 1,
                                                                   .status = 301,
                                                                   .redirect_to = start}));
    must(frontier_settle(scene->frontier, scene_add(scene, SITE "/refused", FRONTIER_PAGE, start, "a href"),
                         FRONTIER_REFUSED, FRONTIER_BY_ROBOTS, span_of("line 2: Disallow: /refused")));
    must(mirror_sync(&scene->mirror));
    scene_close(scene);
}

static void execute(const char *sql)
{
    demand(sqlite3_exec(place.editor, sql, NULL, NULL, NULL) == SQLITE_OK);
}

/* Copies TABLE, and prepares the changes of its columns and its way back. */
static void prepare_table(const char *table)
{
    sqlite3_stmt *columns = statement_make(place.editor, "SELECT name FROM pragma_table_info('%s')", table);
    char key[80] = "";

    demand(place.table_count < TABLES_MAX);
    statement_run(
        statement_make(place.editor, "CREATE TABLE sound.%s AS SELECT * FROM main.%s", table, table));
    place.restore[place.table_count][0] = statement_make(place.editor, "DELETE FROM main.%s", table);
    place.restore[place.table_count][1] =
        statement_make(place.editor, "INSERT INTO main.%s SELECT * FROM sound.%s", table, table);
    while (sqlite3_step(columns) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(columns, 0);

        if (!*key)
            (void)snprintf(key, sizeof key, "%s", name);
        demand(place.column_count < COLUMNS_MAX);
        place.table_of[place.column_count] = place.table_count;
        place.columns[place.column_count++] = statement_make(
            place.editor, "UPDATE main.%s SET %s = ?1 WHERE %s = (SELECT %s FROM main.%s LIMIT 1 OFFSET ?2)",
            table, name, key, key, table);
    }
    sqlite3_finalize(columns);
    place.table_count++;
}

/* A hostile database need not have the types of ours. */
static void open_editor(void)
{
    char path[60], tables[TABLES_MAX][40];
    sqlite3_stmt *names;
    int count = 0;

    (void)snprintf(path, sizeof path, "%s/mirror.db", place.scene.dir);
    demand(sqlite3_open(path, &place.editor) == SQLITE_OK);
    /* Tables that take values of all types: only this connection sees that they are not STRICT. */
    execute(
        "PRAGMA synchronous=OFF; PRAGMA ignore_check_constraints=ON; PRAGMA writable_schema=ON;"
        "ATTACH ':memory:' AS sound; CREATE TABLE sound.strict AS SELECT name, sql FROM main.sqlite_schema;"
        "UPDATE sqlite_schema SET sql = replace(replace(replace(sql, 'STRICT,', ''), 'STRICT', ''), 'NOT "
        "NULL', '') WHERE type = 'table'; PRAGMA writable_schema=RESET; PRAGMA writable_schema=ON;"
        "UPDATE main.sqlite_schema AS now SET sql = (SELECT sql FROM sound.strict WHERE name = now.name);"
        "DROP TABLE sound.strict");
    names = statement_make(
        place.editor, "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%%'"
                      " AND name NOT IN ('state', 'kind', 'reason', 'change_kind')");
    while (sqlite3_step(names) == SQLITE_ROW && count < TABLES_MAX)
        (void)snprintf(tables[count++], sizeof tables[0], "%s", (const char *)sqlite3_column_text(names, 0));
    sqlite3_finalize(names);
    for (int i = 0; i < count; i++)
        prepare_table(tables[i]);
    place.begin = statement_make(place.editor, "BEGIN IMMEDIATE");
    place.commit = statement_make(place.editor, "COMMIT");
}

static void close_reader(void)
{
    service_close(&place.service);
}

static void open_reader(void)
{
    struct serving_options options = {.dirs = &place.dir, .count = 1, .index = ""};

    place.dir = place.scene.dir;
    demand(service_listen(&place.service, &options, &place.why) == 0);
    (void)!service_open(&place.service, &place.why);
}

static void close_writer(void)
{
    if (place.has_writer)
        mirror_close(&place.writer);
    place.has_writer = false;
}

static void open_writer(void)
{
    place.has_writer = mirror_open(&place.writer, place.scene.dir, FOLDER_WRITE, &place.why) == 0;
    if (place.has_writer && frontier_commit(place.writer.frontier) != 0) /* the editor is next */
        close_writer();
}

static void make_place(void)
{
    int dir;

    (void)snprintf(place.outside, sizeof place.outside, "%s/tiptoe-rows-XXXXXX",
                   access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    demand(mkdtemp(place.outside) != NULL);
    (void)atexit(remove_place);
    (void)snprintf(place.scene.dir, sizeof place.scene.dir, "%s/m", place.outside);
    (void)snprintf(place.exported, sizeof place.exported, "%s/m/tmp/exported", place.outside);
    dir = open(place.outside, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    write_file(dir, "secret", span_of(SECRET));
    close(dir);
    buf_init(&place.answers, ANSWERS_MAX);
    buf_init(&place.why, WHY_MAX);
    message_redirect(open("/dev/null", O_WRONLY | O_CLOEXEC), 0);
    make_mirror();
    open_editor();
    open_reader();
    open_writer();
    demand(place.service.servings[0][0] && place.has_writer);
    place.changed = outside_changed();
}

static bool has_secret(struct buf *text)
{
    for (size_t i = 0; i < text->len; i++)
        text->at[i] ^= 1;
    return memmem(text->at, text->len, MASKED, strlen(MASKED)) != NULL;
}

static void bind_value(sqlite3_stmt *change, unsigned type, const uint8_t *bytes, size_t len)
{
    uint64_t number = 0;

    for (size_t i = 0; i < len && i < sizeof number; i++)
        number = number << 8 | bytes[i];
    if (type == 0)
        sqlite3_bind_null(change, 1);
    else if (type == 1)
        sqlite3_bind_int64(change, 1, (int64_t)number);
    else if (type == 2)
        sqlite3_bind_text(change, 1, (const char *)bytes, (int)len, SQLITE_STATIC);
    else
        sqlite3_bind_blob(change, 1, bytes, (int)len, SQLITE_STATIC);
}

/* Makes the changes of the input; those that the database refuses are left out. */
static void change_rows(const uint8_t *data, size_t size)
{
    statement_run(place.begin);
    for (int i = 0; i < CHANGES_MAX && size >= 4; i++) {
        int column = data[0] % place.column_count;
        size_t len = data[3] < size - 4 ? data[3] : size - 4;
        sqlite3_stmt *change = place.columns[column];

        bind_value(change, data[2] % 4, data + 4, len);
        sqlite3_bind_int(change, 2, data[1] % 16);
        (void)sqlite3_step(change);
        sqlite3_reset(change);
        place.touched[place.table_of[column]] = true;
        data += 4 + len;
        size -= 4 + len;
    }
    statement_run(place.commit);
}

static void restore_rows(void)
{
    statement_run(place.begin);
    for (int i = 0; i < place.table_count; i++) {
        if (place.touched[i]) {
            statement_run(place.restore[i][0]);
            statement_run(place.restore[i][1]);
        }
        place.touched[i] = false;
    }
    statement_run(place.commit);
}

static int connect_to(const char *authority)
{
    struct sockaddr_in at = {.sin_family = AF_INET};
    int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    char host[40];
    char *colon;

    (void)snprintf(host, sizeof host, "%s", authority);
    colon = strchr(host, ':');
    demand(client >= 0 && colon != NULL);
    *colon = '\0';
    at.sin_port = htons((uint16_t)strtoul(colon + 1, NULL, 10));
    if (inet_pton(AF_INET, host, &at.sin_addr) != 1)
        at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    demand(connect(client, (const struct sockaddr *)&at, sizeof at) == 0);
    return client;
}

static void serve_some(bool asks_files)
{
    char text[2000];
    const char *authority = server_authority(place.service.server, 0);
    int client = connect_to(authority);
    int len = asks_files ? snprintf(text, sizeof text, files, authority)
                         : snprintf(text, sizeof text, pages, authority);
    ssize_t got = -1;

    demand(write(client, text, (size_t)len) == len && shutdown(client, SHUT_WR) == 0);
    buf_clear(&place.answers);
    while (got != 0) {
        char *to = buf_reserve(&place.answers, 64 * 1024);

        demand(to != NULL);
        server_turn(place.service.server, -1);
        got = recv(client, to, 64 * 1024, MSG_DONTWAIT);
        if (got > 0)
            buf_grew(&place.answers, (size_t)got);
        demand(got >= 0 || errno == EAGAIN);
    }
    close(client);
    demand(span_starts(buf_span(&place.answers), "HTTP/1.1 ") && !has_secret(&place.answers));
}

static void rebuild_all(void)
{
    uint64_t count;
    bool changed;
    int error = frontier_refresh(place.writer.frontier, &changed);

    if (!error)
        (void)!rebuild(&place.writer, &count);
    for (int i = 0; i < place.table_count; i++)
        place.touched[i] = true;
    if (frontier_commit(place.writer.frontier) != 0) /* no group can be committed any more */
        close_writer();
}

static void export_as(int (*export)(struct mirror *, const char *, const struct withdrawn *, struct buf *))
{
    struct mirror *mirror = &place.service.servings[0][0]->mirror;
    struct withdrawn withdrawn = {.count = 0};
    bool changed;
    int error;

    buf_clear(&place.why);
    (void)!frontier_refresh(mirror->frontier, &changed);
    error = export_explain(withdrawn_read(&withdrawn, mirror, NULL, NULL), "mirror.db", &place.why);
    if (!error)
        error = export(mirror, place.exported, &withdrawn, &place.why);
    withdrawn_release(&withdrawn);
    if (error) {
        demand(place.why.len > 0);
        return;
    }
    buf_clear(&place.answers);
    if (file_read(place.service.servings[0][0]->mirror.folder.tmp_dir, "exported", &place.answers) == 0)
        demand(!has_secret(&place.answers));
}

static void reopen(void)
{
    close_reader();
    close_writer();
    open_reader();
    open_writer();
}

static void work(unsigned command)
{
    if (command == 7 && place.has_writer)
        rebuild_all();
    else if (command < 4 && place.service.servings[0][0])
        serve_some(command & 1);
    else if (command < 7 && place.service.servings[0][0])
        export_as(command == 6 ? export_warc : command == 5 ? export_wacz : export_cdxj);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static unsigned count;
    bool reopens = ++count % REOPENED_OF == 0;
    struct timespec now;

    if (!place.editor)
        make_place();
    if (size == 0)
        return 0;
    change_rows(data + 1, size - 1);
    if (reopens)
        reopen();
    work(data[0] % 8);
    if (!place.has_writer || reopens)
        close_writer();
    restore_rows();
    if (reopens)
        reopen();
    else if (!place.has_writer)
        open_writer();
    demand(place.service.servings[0][0] && place.has_writer);
    now = outside_changed();
    demand(now.tv_sec == place.changed.tv_sec && now.tv_nsec == place.changed.tv_nsec);
    return 0;
}
