/* SPDX-License-Identifier: MIT */
/* Files of other programs as a mirror's archive: which are copied and which are rewritten, under which names,
 * and which mirrors accept them. */
#include "config.h"

#include <fcntl.h>

#include "archive/walk.h"
#include "base/error.h"
#include "base/file.h"
#include "base/limits.h"
#include "frontier/frontier.h"
#include "import/scene.h"

#define PAGE "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>"
#define HEAD "WARC-Type: response\r\nWARC-Target-URI: http://a.org/x\r\nWARC-Date: 2020-01-01T00:00:00Z\r\n"

static const char date[] = "2020-01-01T00:00:00Z";

/* What a file has, and what becomes of it. */
static const struct {
    const char *label;
    enum form form;
    const char *extra; /* a record after two others */
    size_t records, damaged;
    bool copied;
} forms[] = {
    {"a member for each record", FORM_MEMBERS, "", 2, 0, true},
    {"without compression", FORM_PLAIN, "", 2, 0, false},
    {"one member for all records", FORM_WHOLE, "", 2, 0, false},
    {"bare line feeds", FORM_MEMBERS,
     "WARC/1.0\nWARC-Type: response\nWARC-Target-URI: http://a.org/x\nWARC-Date: 2020-01-01T00:00:00Z\n"
     "Content-Length: 3\n\nabc\r\n\r\n",
     3, 0, false},
    {"a record without an end", FORM_MEMBERS, "WARC/1.0\r\n" HEAD "Content-Length: 3\r\n\r\nabc", 3, 0,
     false},
    {"a last record without an end, uncompressed", FORM_PLAIN,
     "WARC/1.0\r\n" HEAD "Content-Length: 3\r\n\r\nabc\r\n", 3, 0, false},
    {"a record that is cut off", FORM_MEMBERS, "WARC/1.0\r\n" HEAD "Content-Length: 9\r\n\r\nabc", 3, 1,
     false},
    {"one in an uncompressed file", FORM_PLAIN, "WARC/1.0\r\n" HEAD "Content-Length: 9\r\n\r\nabc", 3, 1,
     false},
    {"a record that is shorter than it says", FORM_MEMBERS,
     "WARC/1.0\r\n" HEAD "Content-Length: 9\r\n\r\nabc\r\n\r\n", 3, 1, false},
    {"one that says so far too much", FORM_PLAIN,
     "WARC/1.0\r\n" HEAD "Content-Length: 99999\r\n\r\nabc\r\n\r\n", 3, 1, false},
    {"a request that is cut off", FORM_MEMBERS,
     "WARC/1.0\r\nWARC-Type: request\r\nContent-Length: 9\r\n\r\nabc", 2, 1, false},
    {"a record without a length", FORM_MEMBERS, "WARC/1.0\r\n" HEAD "\r\nabc\r\n\r\n", 2, 1, false},
    {"something else", FORM_MEMBERS, "no record\r\n\r\n", 2, 1, false},
};

/* TEXT ends with END. */
static bool ends(const struct buf *text, const char *end)
{
    size_t len = strlen(end);

    return text->len >= len && memcmp(text->at + text->len - len, end, len) == 0;
}

/* The number of records of NAME in archive/, each in a member of its own, without a fault, and with the block
 * that it had. */
static size_t count_records(struct scene *scene, const char *name, bool *sound)
{
    struct warc_walk *walk;
    struct warc_found *found;
    struct buf block;
    size_t count = 0;
    int fd;

    *sound = true;
    buf_init(&block, SCENE_TEXT_MAX);
    must(file_open(scene->mirror.folder.archive_dir, name, O_RDONLY, 0, &fd));
    walk = warc_walk_new(fd, UINT64_MAX);
    while (warc_walk_next(walk, &found) == 0) {
        struct span piece;

        buf_clear(&block);
        while (warc_walk_block(walk, &piece) == 0 && piece.len > 0)
            must(buf_add_span(&block, piece));
        must(warc_walk_end(walk));
        *sound = *sound && found->faults == 0 && span_is(buf_span(&block), count < 2 ? PAGE : "abc");
        count++;
    }
    *sound = *sound && warc_walk_is_coded(walk);
    warc_walk_free(walk);
    buf_release(&block);
    close(fd);
    return count;
}

/* NAME of archive/ has the bytes of the file SOURCE. */
static bool is_copy(struct scene *scene, const char *source, const char *name)
{
    int dir = open(scene->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    struct buf old, new;
    bool same;

    buf_init(&old, SCENE_TEXT_MAX);
    buf_init(&new, SCENE_TEXT_MAX);
    must(file_read(dir, source, &old));
    must(file_read(scene->mirror.folder.archive_dir, name, &new));
    same = span_equals(buf_span(&old), buf_span(&new));
    buf_release(&old);
    buf_release(&new);
    close(dir);
    return same;
}

static void test_forms(void)
{
    for (size_t i = 0; i < COUNT_OF(forms); i++) {
        struct scene scene;
        char damaged[20];
        bool sound;
        size_t seen;

        scene_make(&scene);
        scene_add(&scene, "http://a.org/", date, PAGE);
        scene_add(&scene, "http://a.org/b", date, PAGE);
        if (*forms[i].extra)
            scene_add_text(&scene, span_of(forms[i].extra));
        scene_write(&scene, "a.warc.gz", forms[i].form);
        is_int(scene_adopt(&scene), 0, forms[i].label);
        seen = count_records(&scene, "a-import1.warc.gz", &sound);
        is_int((int64_t)seen, (int64_t)forms[i].records, "its records");
        ok(sound, "are sound, and in members of their own");
        ok(is_copy(&scene, "a.warc.gz", "a-import1.warc.gz") == forms[i].copied, "%s",
           forms[i].copied ? "copied" : "rewritten");
        (void)snprintf(damaged, sizeof damaged, "%zu", forms[i].damaged);
        ok(scene_has(&scene, "import-damaged", damaged), "%zu damaged records", forms[i].damaged);
        scene_remove(&scene);
    }
}

/* A record in more pieces than one read returns, copied and rewritten. */
static void test_large(enum form form)
{
    enum { LARGE = 5 << 19 };
    struct scene scene;
    char *text;
    uint32_t random = 1;
    bool sound;

    scene_make(&scene);
    text = malloc(LARGE + 1);
    if (!text)
        exit(1);
    memcpy(text, PAGE, sizeof PAGE);
    for (size_t i = sizeof PAGE - 1; i < LARGE; i++) {
        random = random * 1664525 + 1013904223;
        text[i] = (char)('!' + (random >> 24) % 90);
    }
    text[LARGE] = '\0';
    scene_add(&scene, "http://a.org/", date, text);
    scene_write(&scene, "large.warc.gz", form);
    is_int(scene_adopt(&scene), 0, "a large file");
    is_int((int64_t)count_records(&scene, "large-import1.warc.gz", &sound), 1, "its record");
    if (form == FORM_MEMBERS)
        ok(is_copy(&scene, "large.warc.gz", "large-import1.warc.gz"), "is copied");
    free(text);
    scene_remove(&scene);
}

#define PART(type, id, more, len, block)                                                                     \
    "WARC/1.1\r\nWARC-Type: " type "\r\nWARC-Record-ID: <" id ">\r\nWARC-Target-URI: http://a.org/x\r\n"     \
    "WARC-Date: 2020-01-01T00:00:00Z\r\nContent-Length: " len "\r\n" more "\r\n" block "\r\n\r\n"
#define FIRST PART("response", "urn:x:s", "WARC-Segment-Number: 1\r\nWARC-Block-Digest: sha1:X\r\n", "1", "a")
#define SECOND                                                                                               \
    PART("continuation", "urn:x:t", "WARC-Segment-Number: 2\r\nWARC-Segment-Origin-ID: <urn:x:s>\r\n", "1",  \
         "b")
#define THIRD                                                                                                \
    PART("continuation", "urn:x:u",                                                                          \
         "WARC-Segment-Number: 3\r\nWARC-Segment-Origin-ID: <urn:x:s>\r\nWARC-Segment-Total-Length: 3\r\n",  \
         "1", "c")

/* A record in segments: those in the first file, and in the second. */
static const struct {
    const char *label, *parts[2][3];
    const char *block; /* of the record that they become */
    const char *damaged;
} segmented[] = {
    {"in one file", {{FIRST, SECOND, THIRD}, {0}}, "abc", "0"},
    {"in two files", {{FIRST, SECOND}, {THIRD}}, "abc", "0"},
    {"in another order", {{THIRD, SECOND}, {FIRST}}, "abc", "0"},
    {"without the last one", {{FIRST, SECOND}, {0}}, "ab", "1"},
    {"without one in the middle", {{FIRST}, {THIRD}}, "a", "2"},
    {"without the first one", {{SECOND}, {THIRD}}, "", "2"},
    {"repeated", {{FIRST, SECOND, THIRD}, {FIRST, SECOND, THIRD}}, "abc", NULL},
};

/* The blocks of the records of both files about /x, and whether one is marked as cut off. */
static void read_segmented(struct scene *scene, struct buf *blocks, bool *cut)
{
    *cut = false;
    for (size_t i = 0; i < 2; i++) {
        const char *name = i == 0 ? "a-import1.warc.gz" : "b-import2.warc.gz";
        struct warc_walk *walk;
        struct warc_found *found;
        struct span piece;
        int fd;

        must(file_open(scene->mirror.folder.archive_dir, name, O_RDONLY, 0, &fd));
        walk = warc_walk_new(fd, UINT64_MAX);
        while (warc_walk_next(walk, &found) == 0) {
            struct span head = buf_span(&found->head);

            ok(found->faults == 0 && warc_walk_value(head, "WARC-Segment-Number").len == 0, "a sound record");
            if (!span_is(warc_walk_value(head, "WARC-Target-URI"), "http://a.org/x"))
                continue;
            *cut |= span_is(warc_walk_value(head, "WARC-Truncated"), "unspecified");
            ok(warc_walk_value(head, "WARC-Block-Digest").len == 0,
               "without the digest of its first segment");
            while (warc_walk_block(walk, &piece) == 0 && piece.len > 0)
                must(buf_add_span(blocks, piece));
        }
        warc_walk_free(walk);
        close(fd);
    }
}

static void test_segments(void)
{
    for (size_t i = 0; i < COUNT_OF(segmented); i++) {
        const char *damaged = segmented[i].damaged;
        struct scene scene;
        struct buf blocks;
        bool cut;

        scene_make(&scene);
        buf_init(&blocks, 100);
        for (size_t file = 0; file < 2; file++) {
            scene_add(&scene, "http://a.org/", date, PAGE);
            for (size_t part = 0; part < 3 && segmented[i].parts[file][part]; part++)
                scene_add_text(&scene, span_of(segmented[i].parts[file][part]));
            scene_write(&scene, file == 0 ? "a.warc.gz" : "b.warc.gz", FORM_MEMBERS);
        }
        is_int(scene_adopt(&scene), 0, segmented[i].label);
        read_segmented(&scene, &blocks, &cut);
        ok(span_starts(buf_span(&blocks), segmented[i].block), "its block: %s", buf_text(&blocks));
        if (damaged) {
            is_str(buf_text(&blocks), segmented[i].block, "and no more");
            ok(scene_has(&scene, "import-damaged", damaged), "%s damaged records", damaged);
            ok(cut == (*segmented[i].block && strcmp(damaged, "0") != 0), "marked if a segment is missing");
        }
        buf_release(&blocks);
        scene_remove(&scene);
    }
}

#define TEN    "0123456789"
#define NINETY TEN TEN TEN TEN TEN TEN TEN TEN TEN
static const struct {
    const char *source, *name;
} names[] = {
    {"a.warc.gz", "a-import1.warc.gz"},
    {"a.warc", "a-import1.warc.gz"},
    {"a.gz", "a-import1.warc.gz"},
    {"A_b-c.9", "A_b-c.9-import1.warc.gz"},
    {".hidden.warc", "-hidden-import1.warc.gz"},
    {"two words.warc", "two-words-import1.warc.gz"},
    {".gz", "-gz-import1.warc.gz"},
    {".warc", "-warc-import1.warc.gz"},
    {"a.warc.gz.gz", "a.warc.gz-import1.warc.gz"},
    {NINETY ".warc", NINETY "-import1.warc.gz"},
    {NINETY "x.warc", NINETY "-import1.warc.gz"},
};

static void test_names(void)
{
    for (size_t i = 0; i < COUNT_OF(names); i++) {
        struct scene scene;
        bool sound;

        scene_make(&scene);
        scene_add(&scene, "http://a.org/", date, PAGE);
        scene_write(&scene, names[i].source, FORM_PLAIN);
        is_int(scene_adopt(&scene), 0, names[i].source);
        ok(faccessat(scene.mirror.folder.archive_dir, names[i].name, F_OK, 0) == 0 &&
               count_records(&scene, names[i].name, &sound) == 1,
           "becomes %s", names[i].name);
        scene_remove(&scene);
    }
}

/* Two files that the mirror then has. */
static void make_two(struct scene *scene)
{
    scene_make(scene);
    scene_add(scene, "http://a.org/pic", date, "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n");
    scene_write(scene, "a.warc", FORM_PLAIN);
    scene_add(scene, "http://a.org/start", date, PAGE);
    scene_write(scene, "b.warc.gz", FORM_MEMBERS);
}

static void test_mirror(void)
{
    struct scene scene;

    make_two(&scene);
    is_int(scene_adopt(&scene), 0, "two files");
    ok(scene_has(&scene, "import", "begun"), "the import begins");
    ok(scene_has(&scene, "imported", "2"), "the last file");
    ok(scene_has(&scene, "import-damaged", "0"), "no damage");
    is_int(scene_adopt(&scene), 0, "the same files again");
    must(frontier_set_setting(scene.mirror.frontier, "import", span_of("done")));
    is_int(scene_adopt(&scene), 0, "and again");
    ok(scene_has(&scene, "import", "done"), "change nothing");
    scene.file_count = 1;
    is_int(scene_adopt(&scene), ERROR_INVALID, "other files");
    ok(ends(&scene.why, "/mirror is already a mirror, made from other files; choose another --output"),
       "are refused with a reason");
    scene_remove(&scene);

    make_two(&scene);
    must(frontier_set_setting(scene.mirror.frontier, "import-files", span_of("")));
    is_int(scene_adopt(&scene), ERROR_INVALID, "a mirror of an empty list is another one");
    scene_remove(&scene);

    make_two(&scene);
    must(frontier_add_archive(scene.mirror.frontier, span_of("own.warc.gz"), &(int64_t){0}));
    is_int(scene_adopt(&scene), ERROR_INVALID, "a mirror with an archive");
    scene_remove(&scene);
}

static void test_refused(void)
{
    struct scene scene;

    make_two(&scene);
    scene_add_text(&scene, span_of("no WARC file\n"));
    scene_write(&scene, "c.warc", FORM_PLAIN);
    is_int(scene_adopt(&scene), ERROR_INVALID, "a file without a record");
    ok(ends(&scene.why, "/c.warc: contains no WARC record; give WARC files"), "has a reason");
    scene_remove(&scene);

    make_two(&scene);
    must(unlink(scene.files[1]));
    ok(scene_adopt(&scene) != 0, "a file that is missing");
    ok(strstr(buf_text(&scene.why), "/b.warc.gz: ") != NULL, "is named");
    must(mkdir(scene.files[1], 0700));
    ok(scene_adopt(&scene) != 0 && strstr(buf_text(&scene.why), "import --start URL "),
       "a folder without a start page");
    scene_remove(&scene);
}

static void test_start(void)
{
    struct scene scene;
    struct buf url;

    make_two(&scene);
    buf_init(&url, LIMIT_URL_BYTES);
    is_int(scene_find_start(&scene, 2, &url), 0, "a start page");
    ok(span_is(buf_span(&url), "http://a.org/start") && scene.why.len == 0, "is in the second file");
    buf_clear(&url);
    is_int(scene_find_start(&scene, 1, &url), 0, "without a page, the first file");
    ok(span_is(buf_span(&url), "http://a.org/pic"), "is one");
    buf_release(&url);
    buf_init(&url, 5);
    is_int(scene_find_start(&scene, 2, &url), ERROR_TOO_LARGE, "one that is too long");
    buf_clear(&scene.why);
    must(unlink(scene.files[0]));
    ok(scene_find_start(&scene, 2, &url) != 0, "a file that is missing");
    ok(span_starts(buf_span(&scene.why), scene.files[0]), "is named");
    buf_release(&url);
    scene_remove(&scene);
}

int main(void)
{
    test_forms();
    test_large(FORM_MEMBERS);
    test_large(FORM_PLAIN);
    test_segments();
    test_names();
    test_mirror();
    test_refused();
    test_start();
    return done();
}
