/* SPDX-License-Identifier: MIT */
/* The minimum that a crawler of this kind must do, for comparison with tiptoe: libcurl's multi interface, a
 * scan for href and src with memchr, an SQLite row per new URL, rewritten links, files. It fetches a given
 * list, obeys no rules, has no pace, stores no originals and no types, trusts every page, and knows one form
 * of link. It prints counts. bench/limit-duties also has the duties of limit_duties.c, up to a given one. */
#include "config.h"

#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "bench/limit_duties.h"

static const char usage[] = "usage: limit BASE OUTPUT CONNECTIONS <list of paths, one per line\n"
                            "       limit-duties BASE OUTPUT CONNECTIONS DUTY <list\n";

enum { PATH_BYTES = 2048, PAGES_A_COMMIT = 64, BODY_MAX = 1 << 30, CONNECTIONS_MAX = 64 };

struct transfer {
    CURL *easy;
    struct buf head, body; /* head: only for duties */
    size_t path;           /* index in the list */
};

struct limit {
    const char *base;
    int output;
    struct span *paths;
    size_t count, next, ended;
    struct transfer transfers[CONNECTIONS_MAX];
    CURLM *multi;
    sqlite3 *db;
    sqlite3_stmt *insert;
    uint64_t *known; /* hash table of path hashes; 0: free slot */
    size_t slots, known_count;
    struct buf woven;
    unsigned pages, files, links;
    struct limit_duties *duties; /* NULL: none */
};

static uint64_t hash_of(struct span text)
{
    uint64_t hash = 1469598103934665603u;

    for (size_t i = 0; i < text.len; i++)
        hash = (hash ^ (unsigned char)text.at[i]) * 1099511628211u;
    return hash | 1;
}

static void sql(sqlite3 *db, const char *text)
{
    if (sqlite3_exec(db, text, NULL, NULL, NULL) != SQLITE_OK)
        die("limit: %s: %s", text, sqlite3_errmsg(db));
}

static void grow_known(struct limit *limit)
{
    size_t slots = 2 * limit->slots;
    uint64_t *known = mem_new(slots, sizeof *known);

    for (size_t i = 0; i < limit->slots; i++) {
        size_t slot = limit->known[i] & (slots - 1);

        if (!limit->known[i])
            continue;
        while (known[slot])
            slot = (slot + 1) & (slots - 1);
        known[slot] = limit->known[i];
    }
    free(limit->known);
    limit->known = known;
    limit->slots = slots;
}

/* Adds a row for a path that is new. */
static void note_link(struct limit *limit, struct span path)
{
    uint64_t hash = hash_of(path);
    size_t slot = (hash >> 1) & (limit->slots - 1);

    limit->links++;
    while (limit->known[slot] && limit->known[slot] != hash)
        slot = (slot + 1) & (limit->slots - 1);
    if (limit->known[slot])
        return;
    limit->known[slot] = hash;
    if (++limit->known_count * 2 > limit->slots)
        grow_known(limit);
    (void)sqlite3_bind_text(limit->insert, 1, path.at, (int)path.len, SQLITE_STATIC);
    if (sqlite3_step(limit->insert) != SQLITE_DONE)
        die("limit: %s", sqlite3_errmsg(limit->db));
    (void)sqlite3_reset(limit->insert);
}

/* The absolute path of LINK on page PATH; empty for other sites. */
static struct span resolve(struct span path, struct span link, char out[PATH_BYTES])
{
    size_t len = 0, at = 0;

    if (memchr(link.at, ':', link.len) || span_starts(link, "//") || link.len + path.len + 2 > PATH_BYTES)
        return (struct span){0};
    if (link.at[0] != '/') {
        len = path.len;
        while (len > 0 && path.at[len - 1] != '/')
            len--;
        memcpy(out, path.at, len);
    } else {
        at = 1;
        out[len++] = '/';
    }
    while (at < link.len) {
        const char *slash = memchr(link.at + at, '/', link.len - at);
        size_t end = slash ? (size_t)(slash - link.at) + 1 : link.len;
        struct span part = span_part(link, at, end - at);

        at = end;
        if (span_is(part, "./") || span_is(part, "."))
            continue;
        if (span_is(part, "../") || span_is(part, "..")) {
            len -= len > 1;
            while (len > 0 && out[len - 1] != '/')
                len--;
            continue;
        }
        memcpy(out + len, part.at, part.len);
        len += part.len;
    }
    return span_make(out, len);
}

/* The relative link from PATH to TARGET. */
static void relate(struct buf *out, struct span path, struct span target)
{
    size_t common = 0, i = 0;

    for (; i < path.len && i < target.len && path.at[i] == target.at[i]; i++)
        if (path.at[i] == '/')
            common = i + 1;
    for (i = common; i < path.len; i++)
        if (path.at[i] == '/')
            (void)buf_add_text(out, "../");
    (void)buf_add(out, target.at + common, target.len - common);
    if (target.at[target.len - 1] == '/')
        (void)buf_add_text(out, "index.html");
}

/* The quoted value after the '=' at AT if "href" or "src" precedes it; else empty. */
static struct span value_at(struct span page, size_t at)
{
    const char *end;

    if (at < 5 || at + 2 > page.len || page.at[at + 1] != '"' ||
        !(memcmp(page.at + at - 4, "href", 4) == 0 || memcmp(page.at + at - 3, "src", 3) == 0))
        return (struct span){0};
    end = memchr(page.at + at + 2, '"', page.len - at - 2);
    return end ? span_make(page.at + at + 2, (size_t)(end - page.at) - at - 2) : (struct span){0};
}

static void weave(struct limit *limit, struct span path, struct span page, struct buf *out)
{
    size_t done = 0;
    const char *equals = page.at;

    while ((equals = memchr(equals, '=', page.len - (size_t)(equals - page.at)))) {
        size_t at = (size_t)(equals++ - page.at);
        struct span value = value_at(page, at), target;
        char whole[PATH_BYTES];

        value.len = span_find(value, '#');
        if (value.len == 0)
            continue;
        target = resolve(path, value, whole);
        if (target.len == 0)
            continue;
        note_link(limit, span_part(target, 0, span_find(target, '?')));
        (void)buf_add(out, page.at + done, (size_t)(value.at - page.at) - done);
        relate(out, path, target);
        done = (size_t)(value.at - page.at) + value.len;
        equals = page.at + done;
    }
    (void)buf_add(out, page.at + done, page.len - done);
}

static int open_file(int output, char *path)
{
    int fd = openat(output, path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);

    for (char *slash = path; fd < 0 && errno == ENOENT && (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        (void)mkdirat(output, path, 0777);
        *slash = '/';
        fd = openat(output, path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    }
    return fd;
}

static void write_file(struct limit *limit, struct span path, struct span bytes)
{
    char name[PATH_BYTES];
    int fd = -1;

    (void)snprintf(name, sizeof name, "%.*s%s", (int)path.len - 1, path.at + 1,
                   path.at[path.len - 1] == '/' ? "index.html" : "");
    if (limit->duties)
        fd = limit_duties_open(limit->duties, name);
    if (fd < 0)
        fd = open_file(limit->output, name);
    if (fd < 0 || write(fd, bytes.at, bytes.len) != (ssize_t)bytes.len || close(fd) < 0)
        die("limit: cannot write %s: %s", name, strerror(errno));
    limit->files++;
}

static void commit(struct limit *limit)
{
    if (limit->duties)
        limit_duties_commit(limit->duties);
    sql(limit->db, "COMMIT; BEGIN");
}

static void keep_answer(struct limit *limit, struct transfer *transfer)
{
    struct span path = limit->paths[transfer->path], body = buf_span(&transfer->body);
    struct limit_answer answer = {limit->base, path, buf_span(&transfer->head), body, NULL, false};
    long status = 0;

    (void)curl_easy_getinfo(transfer->easy, CURLINFO_RESPONSE_CODE, &status);
    (void)curl_easy_getinfo(transfer->easy, CURLINFO_CONTENT_TYPE, &answer.type);
    if (status != 200)
        return;
    answer.is_page = body.len > 0 && answer.type && strncmp(answer.type, "text/html", 9) == 0;
    if (limit->duties && !limit_duties_take(limit->duties, &answer))
        return;
    if (answer.is_page) {
        buf_clear(&limit->woven);
        weave(limit, path, body, &limit->woven);
        body = buf_span(&limit->woven);
    }
    write_file(limit, path, body);
    if (++limit->pages % PAGES_A_COMMIT == 0)
        commit(limit);
}

static size_t receive_head(char *bytes, size_t size, size_t count, void *argument)
{
    struct transfer *transfer = argument;

    return buf_add(&transfer->head, bytes, size * count) == 0 ? size * count : 0;
}

static size_t receive(char *bytes, size_t size, size_t count, void *argument)
{
    struct transfer *transfer = argument;

    return buf_add(&transfer->body, bytes, size * count) == 0 ? size * count : 0;
}

static void start_transfer(struct limit *limit, struct transfer *transfer)
{
    char url[PATH_BYTES + 64];

    transfer->path = limit->next++;
    buf_clear(&transfer->head);
    buf_clear(&transfer->body);
    (void)snprintf(url, sizeof url, "%s%.*s", limit->base, (int)limit->paths[transfer->path].len,
                   limit->paths[transfer->path].at);
    (void)curl_easy_setopt(transfer->easy, CURLOPT_URL, url);
    (void)curl_multi_add_handle(limit->multi, transfer->easy);
}

static void fetch_all(struct limit *limit, size_t connections)
{
    CURLMsg *message;
    int running, left;

    for (size_t i = 0; i < connections && limit->next < limit->count; i++) {
        struct transfer *transfer = &limit->transfers[i];

        transfer->easy = curl_easy_init();
        buf_init(&transfer->head, BODY_MAX);
        buf_init(&transfer->body, BODY_MAX);
        (void)curl_easy_setopt(transfer->easy, CURLOPT_WRITEFUNCTION, receive);
        (void)curl_easy_setopt(transfer->easy, CURLOPT_WRITEDATA, transfer);
        (void)curl_easy_setopt(transfer->easy, CURLOPT_PRIVATE, transfer);
        if (limit->duties) {
            (void)curl_easy_setopt(transfer->easy, CURLOPT_HEADERFUNCTION, receive_head);
            (void)curl_easy_setopt(transfer->easy, CURLOPT_HEADERDATA, transfer);
        }
        start_transfer(limit, transfer);
    }
    while (limit->ended < limit->count) {
        (void)curl_multi_perform(limit->multi, &running);
        while ((message = curl_multi_info_read(limit->multi, &left))) {
            char *private = NULL;
            struct transfer *transfer;

            (void)curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &private);
            transfer = (struct transfer *)(void *)private;
            if (message->data.result == CURLE_OK)
                keep_answer(limit, transfer);
            limit->ended++;
            (void)curl_multi_remove_handle(limit->multi, transfer->easy);
            if (limit->next < limit->count)
                start_transfer(limit, transfer);
        }
        if (running > 0)
            (void)curl_multi_poll(limit->multi, NULL, 0, 1000, NULL);
    }
}

/* The paths to fetch, from standard input. */
static void read_list(struct limit *limit, struct buf *text)
{
    size_t room = 0;
    struct span rest;
    char block[4096];
    ssize_t len;

    buf_init(text, BODY_MAX);
    while ((len = read(STDIN_FILENO, block, sizeof block)) > 0)
        (void)buf_add(text, block, (size_t)len);
    rest = buf_span(text);
    while (rest.len > 0) {
        struct span path = span_take_until(&rest, '\n');

        if (limit->count == room) {
            room = room ? 2 * room : 1024;
            limit->paths = mem_grow(limit->paths, room, sizeof *limit->paths);
        }
        if (path.len > 0 && path.len < PATH_BYTES / 2)
            limit->paths[limit->count++] = path;
    }
}

static void open_database(struct limit *limit, const char *output)
{
    char name[PATH_BYTES];

    (void)snprintf(name, sizeof name, "%s/limit.db", output);
    if (sqlite3_open(name, &limit->db) != SQLITE_OK)
        die("limit: cannot open %s", name);
    sql(limit->db, "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;"
                   "CREATE TABLE url (id INTEGER PRIMARY KEY, url TEXT NOT NULL)");
    if (sqlite3_prepare_v3(limit->db, "INSERT INTO url (url) VALUES (?)", -1, SQLITE_PREPARE_PERSISTENT,
                           &limit->insert, NULL) != SQLITE_OK)
        die("limit: %s", sqlite3_errmsg(limit->db));
}

int main(int argc, char **argv)
{
    struct limit limit = {.slots = 1024};
    struct buf text;
    uint64_t connections;

    if (argc != (limit_duties_new ? 5 : 4) || !span_to_u64(span_of(argv[3]), &connections) ||
        connections > CONNECTIONS_MAX)
        die("%s", usage);
    read_list(&limit, &text);
    limit.base = argv[1];
    limit.known = mem_new(limit.slots, sizeof *limit.known);
    buf_init(&limit.woven, BODY_MAX);
    (void)mkdir(argv[2], 0777);
    limit.output = open(argv[2], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (limit.output < 0)
        die("limit: cannot open %s", argv[2]);
    open_database(&limit, argv[2]);
    if (limit_duties_new)
        limit.duties = limit_duties_new(argv[4], limit.output, limit.db);
    sql(limit.db, "BEGIN");
    (void)curl_global_init(CURL_GLOBAL_DEFAULT);
    limit.multi = curl_multi_init();
    fetch_all(&limit, (size_t)connections);
    if (limit.duties)
        limit_duties_end(limit.duties);
    sql(limit.db, "COMMIT");
    (void)sqlite3_finalize(limit.insert);
    (void)sqlite3_close(limit.db);
    printf("%u files, %u links, %zu URLs\n", limit.files, limit.links, limit.known_count);
    return 0;
}
