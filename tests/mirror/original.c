/* SPDX-License-Identifier: MIT */
/* Originals read back: codings undone, revisits followed, limits kept; files of site/ compared with what the
 * frontier says, and with bytes. */
#include "config.h"

#include "mirror/original.h"

#include <zlib.h>

#include "base/error.h"
#include "frontier/frontier.h"
#include "mirror/exchange.h"
#include "mirror/scene.h"

#define HEAD    "HTTP/1.1 200 OK\r\n"
#define CHUNKED HEAD "Transfer-Encoding: chunked\r\n\r\n"
#define TWENTY  "01234567890123456789"
#define HUNDRED TWENTY TWENTY TWENTY TWENTY TWENTY
#define GZIP                                                                                                 \
    "\x1f\x8b\x08\0\0\0\0\0\0\x03\xcb\x48\xcd\xc9\xc9\x07\0\x86\xa6\x10\x36\x05\0\0\0" /* "hello"            \
                                                                                        */

/* The length of a large body. */
enum { LARGE = 2 * 1000 * 1000 };

/* Archives HEAD and BODY for a new URL, whose path is NAME. */
static int64_t archive(struct scene *scene, const char *name, const char *head, struct span body)
{
    char url[60];
    int64_t id;
    struct fetch_result result = scene_result(scene, head, body);
    struct frontier_visit visit;
    struct request_purpose purpose;

    (void)snprintf(url, sizeof url, SITE "/%s", name);
    id = scene_add(scene, url, FRONTIER_PAGE, 0, "");
    visit = scene_visit(id, &result);
    purpose = (struct request_purpose){.url = span_of(url), .id = id};
    result.url = purpose.url;
    must(archiving_add(&scene->mirror, &purpose, &result, &visit));
    visit.path = span_of(name);
    scene_claim(scene, id, name);
    must(frontier_finish(scene->frontier, &visit));
    return id;
}

static int read_back(struct scene *scene, struct original *original, int64_t id, uint64_t plain_max)
{
    struct frontier_row row;

    must(frontier_get(scene->frontier, id, &row));
    return original_read(original, &scene->mirror, &row, plain_max, NULL);
}

/* Finds the original of a document by the place of its record. */
static int find(struct scene *scene, struct original *original, int64_t id, bool *found)
{
    char digest[DIGEST_MAX_BYTES];
    struct frontier_row row;
    struct frontier_place place;

    must(frontier_get(scene->frontier, id, &row));
    place = (struct frontier_place){row.visit.archive, row.visit.archive_offset, row.visit.archive_length};
    memcpy(digest, row.visit.digest.at, sizeof digest);
    return original_find(original, &scene->mirror, &place, span_make(digest, sizeof digest), found);
}

static void test_codings(struct scene *scene)
{
    static const struct {
        const char *name, *head, *body;
        size_t len;
        int error;
        const char *plain;
    } cases[] = {
        {"plain", HEAD "\r\n", "hello", 5, 0, "hello"},
        {"empty", HEAD "\r\n", "", 0, 0, ""},
        {"chunked", CHUNKED, "5\r\nhello\r\n0\r\n\r\n", 15, 0, "hello"},
        {"gzip", HEAD "Content-Encoding: gzip\r\n\r\n", GZIP, 25, 0, "hello"},
        {"torn chunk", CHUNKED, "5\r\nhel", 6, ERROR_CORRUPT, ""},
        {"torn gzip", HEAD "Content-Encoding: gzip\r\n\r\n", GZIP, 14, ERROR_CORRUPT, ""},
        {"longest", HEAD "\r\n", HUNDRED, 100, 0, HUNDRED},
        {"longer", HEAD "\r\n", HUNDRED "a", 101, ERROR_CORRUPT, ""},
        {"longest chunk", CHUNKED, "64\r\n" HUNDRED "\r\n0\r\n\r\n", 111, 0, HUNDRED},
        {"longer chunk", CHUNKED, "65\r\n" HUNDRED "a\r\n0\r\n\r\n", 112, ERROR_CORRUPT, ""},
        {"too long", HEAD "\r\n", HUNDRED HUNDRED, 200, ERROR_TOO_LARGE, ""},
    };
    struct original original;

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        int64_t id = archive(scene, cases[i].name, cases[i].head, span_make(cases[i].body, cases[i].len));

        is_int(read_back(scene, &original, id, 100), cases[i].error, cases[i].name);
        if (cases[i].error == 0) {
            is_span(original.bytes, span_of(cases[i].plain), "decoded");
            ok(original.source != NULL && original.id == id, "with the body that it is a span of");
            is_span(original.path, span_of(cases[i].name), "its path");
            ok(span_starts(original.url, SITE "/"), "its URL");
        }
        original_release(&original);
    }
}

/* Two million bytes: as they are, in one chunk, or gzipped. */
static void large_body(struct body *body, size_t form)
{
    static char zeros[LARGE];
    unsigned char coded[LARGE / 100];
    z_stream zlib = {
        .next_in = (unsigned char *)zeros, .avail_in = LARGE, .next_out = coded, .avail_out = sizeof coded};

    if (form == 2) {
        must(deflateInit2(&zlib, 9, Z_DEFLATED, 31, 9, Z_DEFAULT_STRATEGY) != Z_OK);
        must(deflate(&zlib, Z_FINISH) != Z_STREAM_END);
        must(body_add(body, coded, sizeof coded - zlib.avail_out));
        must(deflateEnd(&zlib) != Z_OK);
        return;
    }
    if (form == 1)
        must(body_add(body, "1e8480\r\n", 8));
    must(body_add(body, zeros, LARGE));
    if (form == 1)
        must(body_add(body, "\r\n0\r\n\r\n", 7));
}

static void test_revisits(struct scene *scene)
{
    static char large[EXCHANGE_REPEATED_BYTES + 1];
    static char chunked[EXCHANGE_REPEATED_BYTES + 20];
    struct original original;
    struct warc_record record;
    struct frontier_place place;
    struct frontier_row row;
    struct span type;
    int64_t first, again;

    memset(large, 'y', EXCHANGE_REPEATED_BYTES);
    (void)snprintf(chunked, sizeof chunked, "%x\r\n%s\r\n0\r\n\r\n", (unsigned)EXCHANGE_REPEATED_BYTES,
                   large);
    scene->mirror.archiving.all = true;
    first = archive(scene, "first", HEAD "Transfer-Encoding: chunked\r\nContent-Type: a/b\r\n\r\n",
                    span_of(chunked));
    again = archive(scene, "again", HEAD "Content-Type: c/d\r\nRefresh: 5; url=x\r\n\r\n", span_of(chunked));
    is_int(read_back(scene, &original, first, 1 << 20), 0, "the first, before its commit");
    ok(!scene->mirror.archived, "commits it");
    is_span(original.bytes, span_of(large), "its body");
    is_span(original.content_type, span_of("a/b"), "its type");
    is_int(original.refresh.len, 0, "without Refresh");
    original_release(&original);
    is_int(read_back(scene, &original, again, 1 << 20), 0, "the revisit");
    is_span(original.bytes, span_of(large), "has the body of the first, decoded by the head of the first");
    is_span(original.content_type, span_of("c/d"), "with a type of its own");
    is_span(original.refresh, span_of("5; url=x"), "and a Refresh");
    original_release(&original);
    must(frontier_get(scene->frontier, again, &row));
    place = (struct frontier_place){row.visit.archive, row.visit.archive_offset, row.visit.archive_length};
    must(frontier_lose_payloads(scene->frontier, place.archive, 0));
    is_int(read_back(scene, &original, again, 1 << 20), ERROR_CORRUPT, "without the payload");
    original_release(&original);
    warc_record_init(&record, scene->mirror.folder.tmp_dir, UINT64_MAX);
    is_int(original_head(&scene->mirror, &place, &record), 0, "the head of a record");
    ok(warc_field(&record, "WARC-Type", &type) && span_is(type, "revisit"), "says what it is");
    place.archive++;
    is_int(original_head(&scene->mirror, &place, &record), ERROR_CORRUPT, "the next file does not exist");
    place.archive = 0;
    is_int(original_head(&scene->mirror, &place, &record), ERROR_CORRUPT, "nor the one before the first");
    warc_record_release(&record);
    scene->mirror.archiving.all = false;
}

/* Without room for temporary files or permission for the archive, nothing says that the archive is damaged.
 */
static void test_refusals(struct scene *scene)
{
    static const struct {
        const char *name, *head;
    } cases[] = {{"large", HEAD "\r\n"},
                 {"large chunks", CHUNKED},
                 {"large gzip", HEAD "Content-Encoding: gzip\r\n\r\n"}};
    int tmp = scene->mirror.folder.tmp_dir, archive_dir = scene->mirror.folder.archive_dir;
    struct original original;

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct body body;
        struct span bytes;
        int64_t id;
        bool found;

        body_init(&body, tmp, 1 << 20, UINT64_MAX);
        large_body(&body, i);
        must(body_span(&body, &bytes));
        id = archive(scene, cases[i].name, cases[i].head, bytes);
        must(mirror_commit(&scene->mirror));
        is_int(read_back(scene, &original, id, 1 << 26), 0, cases[i].name);
        original_release(&original);
        scene->mirror.folder.tmp_dir = -1;
        is_int(read_back(scene, &original, id, 1 << 26), ERROR_NO_TMPDIR, "without temporary files");
        original_release(&original);
        scene->mirror.folder.tmp_dir = tmp;
        scene->mirror.folder.archive_dir = -1;
        is_int(read_back(scene, &original, id, 1 << 26), ERROR_REFUSED, "without the archive");
        original_release(&original);
        is_int(find(scene, &original, id, &found), ERROR_REFUSED, "nor found: this machine refuses");
        ok(!found, "nothing is found");
        scene->mirror.folder.archive_dir = archive_dir;
        is_int(find(scene, &original, id, &found), 0, cases[i].name);
        ok(found && original.bytes.len == LARGE, "found whole");
        original_release(&original);
        body_release(&body);
    }
}

static char bytes[40000];

static void sha256(struct span text, unsigned char digest_bytes[DIGEST_MAX_BYTES])
{
    struct digest digest;

    digest = (struct digest){0};
    digest_add(&digest, text.at, text.len);
    digest_finish(&digest, digest_bytes);
    digest_release(&digest);
}

static void test_digest(int dir)
{
    static const size_t sizes[] = {0, 1, 16 * 1024 - 1, 16 * 1024, 16 * 1024 + 1, 39999, 40000};
    unsigned char seen[DIGEST_MAX_BYTES], wanted[DIGEST_MAX_BYTES];
    int fd;

    write_file(dir, "digest", span_make(bytes, sizeof bytes));
    must(file_open(dir, "digest", O_RDONLY, 0, &fd));
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        is_int(stored_digest(fd, sizes[i], seen), 0, "the digest of a part");
        sha256(span_make(bytes, sizes[i]), wanted);
        ok(memcmp(seen, wanted, 32) == 0, "of %zu bytes", sizes[i]);
    }
    is_int(stored_digest(fd, sizeof bytes + 1, seen), ERROR_CORRUPT, "of more than the file has");
    close(fd);
}

/* A path of LEN bytes whose directories exist. */
static void make_path(int dir, char *path, size_t len)
{
    memset(path, 'p', len);
    path[len] = '\0';
    for (size_t i = 200; i < len - 1; i += 200) {
        path[i] = '\0';
        (void)mkdirat(dir, path, 0777);
        path[i] = '/';
    }
}

static bool is_whole(struct mirror *mirror, const struct frontier_visit *visit)
{
    bool whole;

    must(stored_is_whole(mirror, visit, &whole));
    return whole;
}

static bool has_size(struct mirror *mirror, const struct frontier_visit *visit)
{
    bool right;

    must(stored_has_size(mirror, visit, &right));
    return right;
}

static void test_whole(struct mirror *mirror)
{
    unsigned char good[DIGEST_MAX_BYTES] = {0};
    char path[PATH_BYTES_MAX + 2];
    const struct frontier_visit stored = {.path = span_of("a.png"),
                                          .wire_bytes = 5,
                                          .plain_bytes = 5,
                                          .digest = span_make((const char *)good, 32)};
    struct frontier_visit visit = stored;
    int site = mirror->folder.site_dir;
    bool right;

    sha256(span_of("image"), good);
    write_file(mirror->folder.site_dir, "a.png", span_of("image"));
    ok(is_whole(mirror, &visit), "size and digest");
    visit.plain_bytes = 4;
    ok(!is_whole(mirror, &visit), "another size");
    visit.plain_bytes = visit.wire_bytes = 6;
    ok(!is_whole(mirror, &visit), "cut");
    visit = stored;
    visit.digest = span_of("0123456789abcdef0123456789abcdef");
    ok(!is_whole(mirror, &visit), "another digest");
    visit.wire_bytes = 3;
    ok(is_whole(mirror, &visit), "the digest of a coded body is not that of the file");
    visit.file_digest = stored.digest;
    ok(is_whole(mirror, &visit), "the file has a digest of its own then");
    visit.file_digest = visit.digest;
    ok(!is_whole(mirror, &visit), "which it must have");
    ok(has_size(mirror, &visit), "though its size is right");
    visit.plain_bytes = 4;
    ok(!has_size(mirror, &visit), "or not");
    visit.document = true;
    ok(has_size(mirror, &visit), "a document may have any size");
    visit = stored;
    visit.path = span_of("");
    ok(!is_whole(mirror, &visit), "no path");
    visit.path = span_of("none.png");
    ok(!is_whole(mirror, &visit), "no file");
    make_path(mirror->folder.site_dir, path, PATH_BYTES_MAX);
    write_file(mirror->folder.site_dir, path, span_of("image"));
    visit.path = span_of(path);
    ok(is_whole(mirror, &visit), "the longest path");
    make_path(mirror->folder.site_dir, path, PATH_BYTES_MAX + 1);
    write_file(mirror->folder.site_dir, path, span_of("image"));
    visit.path = span_of(path);
    ok(!is_whole(mirror, &visit), "a path that is too long");
    mirror->folder.site_dir = -1;
    is_int(stored_is_whole(mirror, &stored, &right), ERROR_REFUSED, "a refusal is not damage");
    is_int(stored_has_size(mirror, &stored, &right), ERROR_REFUSED, "neither of the size");
    mirror->folder.site_dir = site;
}

static void test_equals(struct mirror *mirror)
{
    static const struct {
        const char *path, *content;
        bool same;
        int error;
    } cases[] = {
        {"e", "same", true, 0},   {"e", "sane", false, 0},
        {"e", "sam", false, 0},   {"e", "same too", false, 0},
        {"e", "", false, 0},      {"empty", "", true, 0},
        {"empty", "x", false, 0}, {"none", "x", true, ERROR_NOT_FOUND},
    };
    bool same;

    write_file(mirror->folder.site_dir, "e", span_of("same"));
    write_file(mirror->folder.site_dir, "empty", span_of(""));
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        same = true;
        is_int(stored_equals(mirror, cases[i].path, span_of(cases[i].content), &same), cases[i].error,
               cases[i].path);
        is_int(same, cases[i].same, cases[i].content);
    }
}

int main(void)
{
    struct scene scene;

    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i * i % 251);
    scene_make(&scene);
    test_codings(&scene);
    test_revisits(&scene);
    test_refusals(&scene);
    test_digest(scene.mirror.folder.site_dir);
    test_whole(&scene.mirror);
    test_equals(&scene.mirror);
    scene_remove(&scene);
    return done();
}
