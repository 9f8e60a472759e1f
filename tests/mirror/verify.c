/* SPDX-License-Identifier: MIT */
/* Each kind of damage is reported once, with the name of the file, and a whole mirror has none. */
#include "config.h"

#include "mirror/verify.h"

#include "archive/warc.h"
#include "base/error.h"
#include "frontier/frontier.h"
#include "frontier/links.h"
#include "mirror/original.h"
#include "mirror/scene.h"

#define OK_HEAD "HTTP/1.1 200 OK\r\n\r\n"

static bool repairs;
static int remake_error;
static const char *remade = "woven";

static int remake(void *context, const struct frontier_row *row, const struct buf *fragment,
                  struct span *woven)
{
    (void)fragment;
    (void)context, (void)row;
    *woven = span_of(remade);
    return remake_error;
}

static int mend(void *context, const struct frontier_row *row, bool *damaged)
{
    struct scene *scene = context;

    (void)row;
    *damaged = remake_error != 0;
    write_file(scene->mirror.folder.site_dir, "d.html", span_of("woven"));
    return 0;
}

static struct buf lines; /* that the last verify printed */

static int keep_line(const char *line)
{
    return buf_add_format(&lines, "%s\n", line);
}

/* Returns the number of problems, or the error. */
static int64_t run_verify(struct scene *scene, struct verify_result *result)
{
    struct documents documents = {.context = scene, .mend = mend, .remake = remake};
    int error;

    buf_clear(&lines);
    error = verify(&scene->mirror, &documents, repairs, keep_line, result);
    return error ? error : (int64_t)result->problems;
}

/* Exactly PROBLEMS are found, and PART stands in their lines. */
static void finds(struct scene *scene, int64_t problems, const char *part)
{
    struct verify_result result;

    is_int(run_verify(scene, &result), problems, part);
    if (!ok(strstr(buf_text(&lines), part) != NULL, "with its line"))
        tap_show("lines", buf_span(&lines));
}

static void end_run(struct scene *scene, int status)
{
    must(frontier_end_run(scene->frontier, SCENE_STARTED_MS + 1, status, "test"));
    must(mirror_sync(&scene->mirror));
}

static void test_files(struct scene *scene)
{
    int dir = scene->mirror.folder.site_dir;

    write_file(dir, "a.txt", span_of("tex"));
    finds(scene, 1, "site/a.txt: missing");
    must(file_remove(dir, "a.txt"));
    finds(scene, 1, "site/a.txt: ");
    write_file(dir, "a.txt", span_of("text"));
    write_file(dir, "d.html", span_of("other"));
    finds(scene, 1, "site/d.html: ");
    must(frontier_misguessed(scene->frontier, 1, 1));
    must(mirror_sync(&scene->mirror));
    finds(scene, 0, "");
    must(frontier_edit(scene->frontier, FRONTIER_FORGET_MISGUESSES, 0));
    must(mirror_sync(&scene->mirror));
    must(file_remove(dir, "d.html"));
    finds(scene, 1, "site/d.html: missing");
    must(symlinkat("a.txt", dir, "d.html"));
    finds(scene, 1, "site/d.html: ");
    must(file_remove(dir, "d.html"));
    write_file(dir, "d.html", span_of("woven"));
}

static void test_originals(struct scene *scene)
{
    static const struct {
        int error;
        int64_t wanted;
    } cases[] = {
        {ERROR_CORRUPT, 1}, {ERROR_NOT_FOUND, 1}, {ERROR_TOO_LARGE, 1}, {ERROR_IO, ERROR_IO}, {0, 0},
    };

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        remake_error = cases[i].error;
        finds(scene, cases[i].wanted, cases[i].wanted == 1 ? "site/d.html: its original" : "");
    }
}

static void test_settled(struct scene *scene)
{
    static const struct {
        int status;
        int64_t problems;
    } cases[] = {{0, 1}, {4, 1}, {1, 0}, {75, 0}};

    remade = "now woven otherwise";
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        end_run(scene, cases[i].status);
        finds(scene, cases[i].problems, cases[i].problems ? "site/d.html: differs" : "");
    }
    end_run(scene, 0);
    remade = "woven";
    finds(scene, 0, "");
}

static void test_archive(struct scene *scene, const struct frontier_archive *archive)
{
    int dir = scene->mirror.folder.archive_dir, fd;
    char name[WARC_NAME_SIZE], byte;
    struct frontier_row row;
    int64_t offset;

    (void)snprintf(name, sizeof name, "%s", archive->name);
    must(frontier_get(scene->frontier, 1, &row));
    offset = row.visit.archive_offset + row.visit.archive_length - 8; /* of the CRC of the member */
    must(file_open(dir, name, O_RDWR, 0, &fd));
    must(pread(fd, &byte, 1, offset) != 1);
    byte ^= 0x10;
    must(pwrite(fd, &byte, 1, offset) != 1);
    finds(scene, 2, "site/a.txt: its record");
    ok(strstr(buf_text(&lines), "archive/") != NULL, "and the record itself is damaged");
    byte ^= 0x10;
    must(pwrite(fd, &byte, 1, offset) != 1);
    finds(scene, 0, "");
    must(frontier_set_archive(scene->frontier, archive->id, archive->length + 1));
    must(mirror_sync(&scene->mirror));
    finds(scene, 1, "shorter than");
    must(frontier_set_archive(scene->frontier, archive->id, archive->length));
    must(frontier_set_setting(scene->mirror.frontier, "import-digests", span_of("x.warc y\n")));
    must(mirror_sync(&scene->mirror));
    finds(scene, 0, "");
    must(renameat(dir, name, dir, "away"));
    finds(scene, 3, name);
    must(renameat(dir, "away", dir, name));
    close(fd);
}

static bool is_damaged(struct scene *scene, int64_t id)
{
    struct frontier_row row;

    must(frontier_get(scene->frontier, id, &row));
    return row.visit.damaged;
}

/* What was found is repaired from the archive, or noted. */
static void test_repair(struct scene *scene)
{
    int dir = scene->mirror.folder.site_dir;
    struct verify_result result;

    repairs = true;
    write_file(dir, "a.txt", span_of("tex"));
    write_file(dir, "d.html", span_of("other"));
    is_int(run_verify(scene, &result), 2, "two damaged files");
    ok(result.repaired == 2 && result.noted == 0, "are written again");
    is_int(run_verify(scene, &result), 0, "and right");
    write_file(dir, "d.html", span_of("other"));
    remake_error = ERROR_CORRUPT;
    is_int(run_verify(scene, &result), 1, "a document without an original");
    ok(result.repaired == 0 && result.noted == 1 && is_damaged(scene, 2), "is noted");
    remake_error = 0;
    write_file(dir, "d.html", span_of("woven"));
    is_int(run_verify(scene, &result), 0, "its original is there again");
    ok(!is_damaged(scene, 2), "and the note is gone");
    repairs = false;
}

/* Damage within the archive stays. A repair makes it known. */
static void test_known(struct scene *scene, const struct frontier_archive *archive)
{
    struct verify_result result;
    int dir = scene->mirror.folder.archive_dir;

    must(renameat(dir, archive->name, dir, "away"));
    repairs = true;
    is_int(run_verify(scene, &result), 3, "a missing archive file");
    ok(result.noted == 2 && is_damaged(scene, 1) && is_damaged(scene, 2), "its answers are noted");
    is_int(run_verify(scene, &result), 2, "afterwards only the answers are problems");
    is_int((int64_t)result.known, 1, "and the file is known to be missing");
    must(renameat(dir, "away", dir, archive->name));
    is_int(run_verify(scene, &result), 0, "restored, it has no problems");
    ok(!is_damaged(scene, 1) && !is_damaged(scene, 2), "and no notes");
    repairs = false;
    must(renameat(dir, archive->name, dir, "away"));
    is_int(run_verify(scene, &result), 3, "what was restored is no longer known as missing");
    must(renameat(dir, "away", dir, archive->name));
}

static void test_rows(struct scene *scene)
{
    struct frontier_visit visit = {.state = FRONTIER_DONE, .attempts = 1, .status = 200};
    struct frontier_visit gone = {.state = FRONTIER_GONE, .attempts = 1, .status = 404};

    (void)scene_add(scene, SITE "/queued", FRONTIER_PAGE, 0, "");
    finds(scene, 0, "");
    visit.url = scene_add(scene, SITE "/nameless", FRONTIER_PAGE, 0, "");
    must(frontier_finish(scene->frontier, &visit));
    must(mirror_sync(&scene->mirror));
    finds(scene, 1, SITE "/nameless: ");
    must(frontier_add_archive(scene->frontier, span_of("gone.warc.gz"), &gone.archive));
    gone.url = scene_add(scene, SITE "/gone", FRONTIER_PAGE, 0, "");
    must(frontier_finish(scene->frontier, &gone));
    must(mirror_sync(&scene->mirror));
    finds(scene, 3, SITE "/gone: its record");
}

int main(void)
{
    struct scene scene;
    struct verify_result result;
    struct frontier_archive archive;
    int64_t id;

    buf_init(&lines, 1 << 20);
    scene_make(&scene);
    id = scene_add(&scene, SITE "/a", FRONTIER_PAGE, 0, "");
    scene_archive(&scene, id, SITE "/a", "a.txt", OK_HEAD, "text", false);
    id = scene_add(&scene, SITE "/d", FRONTIER_PAGE, 0, "");
    scene_archive(&scene, id, SITE "/d", "d.html", OK_HEAD, "original", true);
    must(mirror_sync(&scene.mirror));
    write_file(scene.mirror.folder.site_dir, "d.html", span_of("woven"));
    end_run(&scene, 0);
    is_int(run_verify(&scene, &result), 0, "a whole mirror");
    ok(result.files == 2 && result.records == 7, "two files, and the records of two answers");
    test_files(&scene);
    test_originals(&scene);
    test_settled(&scene);
    must(frontier_archives(scene.frontier, 0, &archive));
    test_archive(&scene, &archive);
    test_repair(&scene);
    test_known(&scene, &archive);
    test_rows(&scene);
    scene_remove(&scene);
    buf_release(&lines);
    return done();
}
