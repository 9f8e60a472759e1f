/* SPDX-License-Identifier: MIT */
/* Which archive files count as imported, and which of them have changed. */
#include "config.h"

#include "mirror/archiving.h"

#include "mirror/scene.h"

static void test_last(struct mirror *mirror)
{
    static const struct {
        const char *value;
        int64_t last;
    } cases[] = {
        {"1", 1}, {"3", 3}, {"", 0}, {"x", 0}, {"9223372036854775807", INT64_MAX}, {"9223372036854775808", 0},
    };

    is_int(imported_last(mirror), 0, "nothing was imported");
    ok(!imported_has(mirror, 1), "so no file was");
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        must(frontier_set_setting(mirror->frontier, "imported", span_of(cases[i].value)));
        is_int(imported_last(mirror), cases[i].last, cases[i].value);
    }
    must(frontier_set_setting(mirror->frontier, "imported", span_of("3")));
    ok(imported_has(mirror, 2) && imported_has(mirror, 3) && !imported_has(mirror, 4), "up to the last one");
}

static void test_check(struct mirror *mirror)
{
    static const struct {
        const char *name, *content;
        bool imported, same;
    } cases[] = {
        {"a.warc", "one", true, true},  {"a.warc", "onE", true, false},   {"b.warc", "two", true, true},
        {"b.warc", "tw", true, false},  {"c.warc", "", true, true},       {"c.warc", "x", true, false},
        {"a.war", "one", false, false}, {"a.warc2", "one", false, false}, {"none", "one", false, false},
    };
    int dir = mirror->folder.archive_dir, fd;
    bool imported = true, same = true;
    struct buf list;

    write_file(dir, "f", span_of("one"));
    must(file_open(dir, "f", O_RDONLY, 0, &fd));
    is_int(imported_check(mirror, "f", fd, &imported, &same), 0, "checked without an import");
    ok(!imported && !same, "it was not imported");
    buf_init(&list, 4096);
    must(imported_add_digest("a.warc", fd, &list));
    close(fd);
    for (size_t i = 2; i < 5; i += 2) {
        write_file(dir, "f", span_of(cases[i].content));
        must(file_open(dir, "f", O_RDONLY, 0, &fd));
        is_int(imported_add_digest(cases[i].name, fd, &list), 0, "a line is added");
        close(fd);
    }
    ok(span_starts(buf_span(&list), "a.warc sha256:7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73f"
                                    "f431ed\nb.warc sha256:"),
       "name and digest");
    must(frontier_set_setting(mirror->frontier, "import-digests", buf_span(&list)));
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        write_file(dir, "f", span_of(cases[i].content));
        must(file_open(dir, "f", O_RDONLY, 0, &fd));
        is_int(imported_check(mirror, cases[i].name, fd, &imported, &same), 0, cases[i].name);
        ok(imported == cases[i].imported && same == cases[i].same, "with \"%s\"", cases[i].content);
        close(fd);
    }
    buf_release(&list);
}

int main(void)
{
    struct scene scene;

    scene_make(&scene);
    test_last(&scene.mirror);
    test_check(&scene.mirror);
    scene_remove(&scene);
    return done();
}
