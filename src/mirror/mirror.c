/* SPDX-License-Identifier: MIT */
/* Opening a mirror, and the one place where its parts are committed together. Order of a commit: files in
 * place and the archive written, then the transaction that speaks of both. */
#include "config.h"

#include "mirror/mirror.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "answer/decode.h"
#include "archive/warc.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/limits.h"
#include "base/signals.h"
#include "base/worker.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "mirror/erasure.h"
#include "site/tree.h"
#include "url/url.h"

/* A power cut loses at most the answers of this time. */
enum { SYNC_EVERY_MS = 1000 };

static const char *const folder_advice[] = {
    [-ERROR_NOT_FOUND] = "there is no mirror here; to create one: tiptoe mirror --output DIR URL",
    [-ERROR_LOCKED] = "in use by another tiptoe; wait for it, or stop it",
    [-ERROR_NO_LOCKS] = "files cannot be locked on this file system; mount it with locks (Lustre: -o flock)",
    [-ERROR_READ_ONLY] =
        "read-only here, by its permissions or its file system; this command must write to the mirror",
    [-ERROR_INVALID] = "the directory is neither empty nor a mirror; choose another --output",
};

void mirror_explain(const struct mirror *mirror, int error, struct buf *why)
{
    size_t index = (size_t)-error;

    buf_clear(why);
    (void)buf_add_format(why, "%s: ", mirror->path);
    if (index < COUNT_OF(folder_advice) && folder_advice[index])
        (void)buf_add_text(why, folder_advice[index]);
    else if (error == ERROR_NO_TMPDIR && !mirror->tree) /* only commands that write have DIR/tmp for sure */
        (void)buf_add_format(why,
                             "reading it here needs temporary files, and none can be created in %s: %s; set "
                             "TMPDIR to another folder",
                             file_tmpdir(), strerror(errno));
    else if (error == ERROR_IO && errno == ENOTDIR)
        (void)buf_add_text(why, "Not a directory; give the directory of a mirror");
    else
        (void)buf_add_text(why, error_reason(error, errno));
}

static void explain_database(const struct mirror *mirror, int error, struct buf *why)
{
    if (error == ERROR_LOCKED || error == ERROR_NO_LOCKS || error == ERROR_NO_TMPDIR) {
        mirror_explain(mirror, error, why);
        return;
    }
    buf_clear(why);
    (void)buf_add_format(why, "%s/mirror.db: %s", mirror->path, frontier_error_text(mirror->frontier));
}

/* Sets name_max to what every file system on which the mirror was made allows: the names must not depend on
 * where it is now. */
static int read_name_max(struct mirror *mirror, bool writes)
{
    enum { LEAST = 80 };
    size_t here = writes ? file_name_max(mirror->folder.site_dir) : LIMIT_NAME_BYTES;
    int64_t stored = frontier_setting_number(mirror->frontier, "name-max");

    if (here < LEAST)
        here = LEAST;
    mirror->name_max = LIMIT_NAME_BYTES;
    if (stored >= LEAST && stored < LIMIT_NAME_BYTES)
        mirror->name_max = (size_t)stored;
    if (here >= mirror->name_max)
        return 0;
    mirror->name_max = here;
    return frontier_set_number(mirror->frontier, "name-max", (int64_t)here);
}

static int open_database(struct mirror *mirror, enum folder_use use, struct buf *why)
{
    static const enum frontier_mode modes[] = {
        [FOLDER_CREATE] = FRONTIER_CREATE,
        [FOLDER_RUN] = FRONTIER_OPEN,
        [FOLDER_WRITE] = FRONTIER_OPEN,
        [FOLDER_READ] = FRONTIER_READ,
    };
    struct frontier_run last;
    struct buf path BUF_LOCAL(4096);
    struct span start = {0};
    int error;

    mirror->frontier = frontier_new();
    error = buf_add_format(&path, "%s/mirror.db", mirror->path);
    if (!error)
        error = frontier_open(mirror->frontier, buf_text(&path), modes[use]);
    if (!error) {
        error = frontier_setting(mirror->frontier, "start", &start);
        if (!error || error == ERROR_NOT_FOUND) /* a mirror that was just made has none */
            error = buf_add_span(&mirror->start, start);
    }
    if (!error)
        error = read_name_max(mirror, use != FOLDER_READ);
    if (error)
        explain_database(mirror, error, why);
    else if (mirror->start.len == 0 && use != FOLDER_CREATE) {
        (void)buf_add_format(why, "%s: the mirror has no start page yet; run: tiptoe mirror --output DIR URL",
                             mirror->path);
        error = ERROR_NOT_FOUND;
    } else if (frontier_last_run(mirror->frontier, &last) == 0)
        mirror->was_killed = last.ended_ms == 0;
    return error;
}

static uint64_t find_database(const struct mirror *mirror)
{
    struct stat about;

    return fstatat(mirror->folder.dir, "mirror.db", &about, AT_SYMLINK_NOFOLLOW) == 0 ? about.st_ino : 0;
}

bool mirror_has_database(const struct mirror *mirror)
{
    return find_database(mirror) == mirror->database;
}

/* Refuses a limit of open files with which some of a mirror's cannot be opened. */
static int check_limit(struct buf *why)
{
    enum { FILES_LEAST = 32 };
    struct rlimit files;

    if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= FILES_LEAST)
        return 0;
    (void)buf_add_format(why, "only %u files may be open; allow at least %d: ulimit -n %d",
                         (unsigned)files.rlim_cur, FILES_LEAST, FILES_LEAST);
    return ERROR_REFUSED;
}

int mirror_open(struct mirror *mirror, const char *path, enum folder_use use, struct buf *why)
{
    int error = check_limit(why);

    if (error)
        return error;
    *mirror = (struct mirror){.path = mem_copy_text(path, strlen(path))};
    buf_init(&mirror->start, LIMIT_URL_BYTES);
    buf_init(&mirror->site, LIMIT_URL_BYTES);
    mirror->folder = FOLDER_CLOSED;
    error = folder_open(&mirror->folder, path, use);
    if (error)
        mirror_explain(mirror, error, why);
    else
        error = open_database(mirror, use, why);
    mirror->database = find_database(mirror);
    if (!error && use != FOLDER_READ) {
        mirror->worker = worker_new();
        error = tree_open(&mirror->tree, mirror->folder.dir, "site", "tmp", mirror->worker);
        if (!error)
            error = erasure_end(mirror);
        if (error)
            mirror_explain(mirror, error, why);
    }
    if (error)
        mirror_close(mirror);
    return error;
}

int mirror_restart(struct mirror *mirror, bool *restarted, struct buf *why)
{
    int error = frontier_forget(mirror->frontier, restarted);

    if (error)
        explain_database(mirror, error, why);
    if (error || !*restarted)
        return error;
    frontier_free(mirror->frontier);
    buf_clear(&mirror->start);
    return open_database(mirror, FOLDER_CREATE, why);
}

void mirror_close(struct mirror *mirror)
{
    warc_free(mirror->warc);
    decoder_free(mirror->decoder);
    free(mirror->unplaced.items);
    exchange_release(&mirror->exchange);
    tree_free(mirror->tree);
    worker_free(mirror->worker);
    frontier_free(mirror->frontier);
    folder_close(&mirror->folder);
    buf_release(&mirror->start);
    buf_release(&mirror->site);
    free(mirror->path);
    *mirror = (struct mirror){.folder = FOLDER_CLOSED};
}

int mirror_locate(struct mirror *mirror, struct url *page)
{
    struct span at;

    if (frontier_setting(mirror->frontier, "moved", &at) != 0)
        at = buf_span(&mirror->start);
    if (url_parse(page, at, NULL, NULL) != URL_OK)
        return ERROR_CORRUPT;
    return buf_set(&mirror->site, url_origin(page));
}

int mirror_move(struct mirror *mirror, const struct url *start)
{
    struct span text = buf_span(&start->text);
    int error = frontier_set_start(mirror->frontier, text);

    if (!error)
        error = frontier_set_setting(mirror->frontier, "start", text);
    if (!error)
        error = frontier_set_setting(mirror->frontier, "moved", text);
    buf_clear(&mirror->start);
    return error ? error : buf_add_span(&mirror->start, text);
}

struct decoder *mirror_decoder(struct mirror *mirror)
{
    if (!mirror->decoder)
        mirror->decoder = decoder_new();
    return mirror->decoder;
}

const char *mirror_stops(struct mirror *mirror)
{
    if (signals_stop())
        return "stopped by a signal";
    (void)control_look(&mirror->orders, mirror->folder.control_dir, clock_monotonic_ms());
    return mirror->orders.control.stopped ? "stopped by tiptoe stop" : NULL;
}

static int commit_parts(struct mirror *mirror)
{
    int error = tree_begin_commit(mirror->tree), archive_error;

    if (error)
        return error;
    archive_error = mirror->archived ? archiving_flush(mirror) : 0;
    error = tree_end_commit(mirror->tree);
    mirror->unsynced = true;
    if (error || archive_error)
        return error ? error : archive_error;
    return frontier_commit(mirror->frontier);
}

int mirror_commit(struct mirror *mirror)
{
    int error = frontier_has_changes(mirror->frontier) ? commit_parts(mirror) : 0;

    if (!error && mirror->unsynced && clock_monotonic_ms() - mirror->synced_ms >= SYNC_EVERY_MS)
        error = mirror_sync(mirror);
    return error;
}

/* Stores how far everything is on the disk: the answers, and the current archive file. */
static int set_marks(struct mirror *mirror)
{
    char text[64];
    int error = frontier_set_number(mirror->frontier, "synced", frontier_sequence(mirror->frontier));

    if (error || mirror->archive_bytes == 0)
        return error;
    (void)snprintf(text, sizeof text, "%" PRId64 " %" PRIu64, mirror->warc_file, mirror->archive_bytes);
    return frontier_set_setting(mirror->frontier, "synced-archive", span_of(text));
}

int mirror_sync(struct mirror *mirror)
{
    int error = commit_parts(mirror);

    if (!error)
        error = tree_sync(mirror->tree);
    if (!error)
        error = set_marks(mirror);
    if (!error)
        error = frontier_commit(mirror->frontier);
    mirror->unsynced = false;
    mirror->synced_ms = clock_monotonic_ms();
    return error;
}

/* Returns the bytes that the run has added to the files that were measured, and the size of mirror.db and of
 * the files that SQLite keeps beside it. */
static int64_t added_bytes(const struct mirror *mirror)
{
    static const char *const names[] = {"mirror.db", "mirror.db-wal", "mirror.db-shm"};
    int64_t bytes = tree_grown(mirror->tree) + (int64_t)mirror->archive_grown + mirror->part_bytes;

    for (size_t i = 0; i < COUNT_OF(names); i++) {
        struct stat about;

        if (fstatat(mirror->folder.dir, names[i], &about, AT_SYMLINK_NOFOLLOW) == 0)
            bytes += (int64_t)file_blocks((uint64_t)about.st_size);
    }
    return bytes;
}

int mirror_measure_disk(struct mirror *mirror)
{
    char *const roots[] = {mirror->path, NULL};
    FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR | FTS_XDEV | FTS_COMFOLLOW, NULL);
    const FTSENT *entry;
    int error = 0;

    if (!walk)
        return error_from_errno(errno);
    mirror->disk_rest = -added_bytes(mirror);
    errno = 0;
    while ((entry = fts_read(walk)) != NULL)
        if (entry->fts_info == FTS_F)
            mirror->disk_rest += (int64_t)file_blocks((uint64_t)entry->fts_statp->st_size);
    if (errno)
        error = error_from_errno(errno);
    (void)fts_close(walk);
    return error;
}

uint64_t mirror_disk_used(const struct mirror *mirror)
{
    int64_t used = mirror->disk_rest + added_bytes(mirror);

    return used > 0 ? (uint64_t)used : 0;
}
