/* SPDX-License-Identifier: MIT */
/* Files of site/ compared with what the frontier says, and with bytes. */
#include "config.h"

#include "mirror/original.h"

#include "base/error.h"
#include "mirror/scene.h"

static char bytes[40000];

static void sha256(struct span text, unsigned char digest_bytes[DIGEST_MAX_BYTES])
{
    struct digest digest;

    digest_init(&digest, DIGEST_SHA256);
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
    test_digest(scene.mirror.folder.site_dir);
    test_whole(&scene.mirror);
    test_equals(&scene.mirror);
    scene_remove(&scene);
    return done();
}
