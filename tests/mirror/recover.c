/* SPDX-License-Identifier: MIT */
/* What is requested again after a run that was killed, or that a power cut ended. */
#include "config.h"

#include "mirror/verify.h"

#include "base/error.h"
#include "frontier/frontier.h"
#include "mirror/exchange.h"
#include "mirror/original.h"
#include "mirror/scene.h"

#define OK_HEAD "HTTP/1.1 200 OK\r\n\r\n"

static int64_t woven[8];
static size_t woven_count;
static int64_t without_original;
static int mend_error;

static int mend_document(void *context, const struct frontier_row *row, bool *damaged)
{
    (void)context;
    woven[woven_count++] = row->item.id;
    *damaged = row->item.id == without_original;
    return mend_error;
}

static int run_recover(struct scene *scene)
{
    struct documents documents = {.mend = mend_document};

    woven_count = 0;
    return recover(&scene->mirror, &documents);
}

static bool is_queued(struct scene *scene, int64_t id)
{
    struct frontier_row row;

    must(frontier_get(scene->frontier, id, &row));
    return row.state == FRONTIER_QUEUED;
}

/* How the last archive file is changed before the mirror is opened again. */
enum damage { NONE, CUT, FLIP, SHORT, LONG, MISSING };

static void damage_file(struct scene *scene, const char *name, int64_t at, enum damage damage)
{
    int dir = scene->mirror.folder.archive_dir, fd;
    uint64_t size;
    char byte;

    must(file_open(dir, name, O_RDWR, 0, &fd));
    must(file_size(fd, &size));
    if (damage == CUT)
        must(ftruncate(fd, at));
    if (damage == FLIP) {
        must(pread(fd, &byte, 1, at) != 1);
        byte ^= 0x55;
        must(pwrite(fd, &byte, 1, at) != 1);
    }
    if (damage == SHORT)
        must(ftruncate(fd, 10));
    if (damage == LONG)
        must(pwrite(fd, "more", 4, (off_t)size) != 4);
    if (damage == MISSING)
        must(unlinkat(dir, name, 0));
    close(fd);
}

static void test_archive(void)
{
    static const struct {
        const char *label;
        enum damage damage;
        int record; /* of the answer in which the damage is */
        int64_t at; /* after its beginning */
        int cut;    /* the first answer that is lost; 4: none */
        int length; /* the first answer that the file lacks */
    } cases[] = {
        {"a kill", NONE, 0, 0, 4, 4},
        {"cut in a record that could belong to the answer before", CUT, 3, 5, 2, 2},
        {"cut between two answers", CUT, 3, 0, 3, 3},
        {"cut in the request after it", CUT, 3, -1, 3, 3},
        {"a damaged record in the middle", FLIP, 2, 40, 2, 2},
        {"damage before the mark is not looked for", FLIP, 0, 40, 4, 4},
        {"bytes beyond the committed length", LONG, 0, 0, 4, 4},
        {"shorter than the mark", SHORT, 0, 0, 2, 4},
        {"missing", MISSING, 0, 0, 2, 4},
    };
    static const char *const urls[] = {SITE "/0", SITE "/1", SITE "/2", SITE "/3"};
    static const char *const paths[] = {"0.txt", "1.txt", "2.txt", "3.txt"};

    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct scene scene;
        struct warc_file file;
        struct frontier_row row;
        int64_t ids[4], archive, offsets[5];
        int wrong = 0;

        scene_make(&scene);
        for (int j = 0; j < 4; j++) {
            ids[j] = scene_add(&scene, urls[j], FRONTIER_PAGE, 0, "");
            scene_archive(&scene, ids[j], urls[j], paths[j], OK_HEAD, "the text of an answer", false);
            must(j < 2 ? mirror_sync(&scene.mirror) : mirror_commit(&scene.mirror));
            must(frontier_get(scene.frontier, ids[j], &row));
            offsets[j] = row.visit.archive_offset;
        }
        must(archiving_last(&scene.mirror, &file, &archive));
        offsets[4] = (int64_t)file.len;
        damage_file(&scene, file.name,
                    cases[i].at < 0 ? offsets[4] - 1 : offsets[cases[i].record] + cases[i].at,
                    cases[i].damage);
        scene_close(&scene);
        scene_open(&scene);
        is_int(run_recover(&scene), 0, cases[i].label);
        for (int j = 0; j < 4; j++)
            wrong += is_queued(&scene, ids[j]) != (j >= cases[i].cut);
        is_int(wrong, 0, "the answers from there on are requested again");
        must(archiving_last(&scene.mirror, &file, &archive));
        is_int((int64_t)file.len, offsets[cases[i].length], "and the file is cut there, or kept");
        scene_remove(&scene);
    }
}

static void test_files(void)
{
    static const char *const urls[] = {SITE "/0", SITE "/1", SITE "/2", SITE "/3"};
    struct scene scene;
    struct frontier_visit gone = {.state = FRONTIER_GONE, .attempts = 1, .status = 404};
    int64_t synced, whole, lost, document;

    scene_make(&scene);
    synced = scene_add(&scene, urls[0], FRONTIER_PAGE, 0, "");
    whole = scene_add(&scene, urls[1], FRONTIER_PAGE, 0, "");
    lost = scene_add(&scene, urls[2], FRONTIER_PAGE, 0, "");
    document = scene_add(&scene, urls[3], FRONTIER_PAGE, 0, "");
    gone.url = scene_add(&scene, SITE "/gone", FRONTIER_PAGE, 0, "");
    scene_store(&scene, synced, "0.txt", "text/plain", "text");
    must(mirror_sync(&scene.mirror));
    scene_store(&scene, whole, "1.txt", "text/plain", "text");
    scene_store(&scene, lost, "2.txt", "text/plain", "text");
    scene_archive(&scene, document, urls[3], "3.html", OK_HEAD, "page", true);
    must(frontier_finish(scene.frontier, &gone));
    must(mirror_commit(&scene.mirror));
    write_file(scene.mirror.folder.site_dir, "0.txt", span_of("te"));
    write_file(scene.mirror.folder.site_dir, "2.txt", span_of("te"));
    is_int(run_recover(&scene), 0, "files");
    ok(!is_queued(&scene, synced), "what was synced is not looked at");
    ok(!is_queued(&scene, whole), "a whole file stays");
    ok(is_queued(&scene, lost), "a torn one is requested again");
    ok(!is_queued(&scene, gone.url), "an answer without a file needs none");
    ok(woven_count == 1 && woven[0] == document && !is_queued(&scene, document), "a document is woven again");
    must(frontier_set_setting(scene.mirror.frontier, "synced", span_of("0")));
    for (size_t i = 0; i < 2; i++) {
        mend_error = i == 0 ? ERROR_END : ERROR_DISK_FULL;
        is_int(run_recover(&scene), mend_error, "a failure ends it, and is never taken for the end");
    }
    mend_error = 0;
    without_original = document;
    is_int(run_recover(&scene), 0, "a document without its original");
    ok(is_queued(&scene, document), "is requested again");
    ok(is_queued(&scene, synced), "and everything else is looked at");
    without_original = 0;
    scene_remove(&scene);
}

/* A record that this machine refuses to read is not taken for a torn one. */
static void test_refusal(void)
{
    static char large[2 * 1000 * 1000];
    struct scene scene;
    struct warc_file before, after;
    int64_t id, archive;
    int tmp;

    scene_make(&scene);
    id = scene_add(&scene, SITE "/", FRONTIER_PAGE, 0, "");
    memset(large, 'x', sizeof large - 1);
    scene_archive(&scene, id, SITE "/", "index.txt", OK_HEAD, large, false);
    must(mirror_commit(&scene.mirror));
    must(archiving_last(&scene.mirror, &before, &archive));
    scene_close(&scene);
    scene_open(&scene);
    tmp = scene.mirror.folder.tmp_dir;
    scene.mirror.folder.tmp_dir = -1;
    is_int(run_recover(&scene), ERROR_NO_TMPDIR, "without temporary files");
    scene.mirror.folder.tmp_dir = tmp;
    must(archiving_last(&scene.mirror, &after, &archive));
    ok(after.len == before.len && !is_queued(&scene, id), "nothing is cut or requested again");
    is_int(run_recover(&scene), 0, "with temporary files");
    ok(!is_queued(&scene, id), "everything is whole");
    scene_remove(&scene);
}

/* The marks count for one archive file only. */
static void test_marks(void)
{
    struct scene scene;
    struct warc_file file;
    int64_t id, archive;
    int64_t length;
    char mark[60];

    scene_make(&scene);
    is_int(run_recover(&scene), 0, "a mirror without an archive");
    id = scene_add(&scene, SITE "/", FRONTIER_PAGE, 0, "");
    scene_archive(&scene, id, SITE "/", "i.html", OK_HEAD, "text", false);
    must(mirror_sync(&scene.mirror));
    must(archiving_last(&scene.mirror, &file, &archive));
    damage_file(&scene, file.name, 40, FLIP);
    is_int(run_recover(&scene), 0, "marked as synced, the file is taken as it is");
    (void)snprintf(mark, sizeof mark, "%" PRId64 " %" PRIu64, archive + 1, file.len);
    must(frontier_set_setting(scene.mirror.frontier, "synced-archive", span_of(mark)));
    must(frontier_set_setting(scene.mirror.frontier, "imported", span_of("1")));
    is_int(run_recover(&scene), 0, "imported, it is too");
    must(archiving_last(&scene.mirror, &file, &archive));
    length = (int64_t)file.len;
    ok(length > 40, "it keeps its length");
    must(frontier_set_setting(scene.mirror.frontier, "imported", span_of("0")));
    is_int(run_recover(&scene), 0, "with the mark of another file");
    must(archiving_last(&scene.mirror, &file, &archive));
    is_int((int64_t)file.len, 0, "all of it is looked at");
    ok(!is_queued(&scene, id), "but answers before the mark are not");
    must(frontier_set_setting(scene.mirror.frontier, "synced", span_of("0")));
    must(frontier_set_archive(scene.frontier, archive, length));
    is_int(run_recover(&scene), 0, "without that mark");
    ok(is_queued(&scene, id), "they are");
    scene_remove(&scene);
}

static void test_payloads(void)
{
    static char large[EXCHANGE_REPEATED_BYTES + 1];
    struct scene scene;
    struct frontier_payload payload;
    struct warc_file file;
    struct frontier_row row;
    struct fetch_result result;
    int64_t id, archive;

    memset(large, 'l', EXCHANGE_REPEATED_BYTES);
    scene_make(&scene);
    scene.mirror.archiving.all = true;
    must(archiving_ready(&scene.mirror, 0));
    must(mirror_sync(&scene.mirror));
    id = scene_add(&scene, SITE "/", FRONTIER_PAGE, 0, "");
    scene_archive(&scene, id, SITE "/", "i.txt", OK_HEAD, large, false);
    must(mirror_commit(&scene.mirror));
    must(frontier_get(scene.frontier, id, &row));
    must(archiving_last(&scene.mirror, &file, &archive));
    damage_file(&scene, file.name, row.visit.archive_offset + 4, CUT);
    result = scene_result(&scene, OK_HEAD, span_of(large));
    must(frontier_payload(scene.frontier, span_make((const char *)result.payload_sha256, 32), &payload));
    is_int(run_recover(&scene), 0, "a lost payload");
    ok(frontier_payload(scene.frontier, span_make((const char *)result.payload_sha256, 32), &payload) != 0,
       "is forgotten");
    scene_remove(&scene);
}

int main(void)
{
    test_archive();
    test_files();
    test_refusal();
    test_marks();
    test_payloads();
    return done();
}
