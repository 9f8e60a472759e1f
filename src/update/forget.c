/* SPDX-License-Identifier: MIT */
/* Takes pages out of a mirror for good, on the word of its keeper. Archive files that have records of them
 * are copied without these under new names. One transaction lists the copies, with the new places of all
 * records, and deletes what came from the pages; only then is anything removed (mirror/erasure.h). */
#include "config.h"

#include "update/forget.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/file.h"
#include "base/limits.h"
#include "export/parts.h"
#include "frontier/archive.h"
#include "frontier/forget.h"
#include "frontier/frontier.h"
#include "frontier/revisit.h"
#include "frontier/row.h"
#include "judge/scope.h"
#include "mirror/archiving.h"
#include "mirror/erasure.h"
#include "mirror/mirror.h"
#include "mirror/original.h"
#include "mirror/signposts.h"
#include "url/url.h"
#include "weave/document.h"
#include "weave/rebuild.h"

enum { LIST_MAX = 1 << 20 };

/* An archive file that was copied. */
struct copy {
    int64_t archive;
    struct warc_file file;
};

struct forgetting {
    struct mirror *mirror;
    struct span rules;
    struct url url;  /* the one that was compared last, */
    struct buf own;  /* its name in the mirror, */
    struct buf rule; /* and what matched it */
    LIST(struct copy) copies;
    unsigned serial;    /* of the last name of a copy */
    struct buf names;   /* of the files that are copied, and of the copies, a line each */
    struct buf digests; /* of imported files */
};

/* Returns whether a rule matches TARGET, a URL of any writer of archives. The rules of robots.txt are needed.
 */
static bool is_meant(void *context, struct span target)
{
    struct forgetting *forgetting = context;
    struct url *url = &forgetting->url;

    if (url_parse(url, target, NULL, NULL) != URL_OK || span_is(url_target(url), "/robots.txt"))
        return false;
    url_strip(url);
    if (scope_is_forgotten(forgetting->rules, url, &forgetting->rule))
        return true;
    buf_clear(&forgetting->own);
    return frontier_rename(forgetting->mirror->frontier, buf_span(&url->text), &forgetting->own) &&
           url_parse(url, buf_span(&forgetting->own), NULL, NULL) == URL_OK &&
           scope_is_forgotten(forgetting->rules, url, &forgetting->rule);
}

/* Finds the next URL after ID that is meant. ERROR_END at the end. */
static int next_meant(struct forgetting *forgetting, int64_t *id, struct frontier_row *row)
{
    int error;

    do
        error = frontier_get(forgetting->mirror->frontier, ++*id, row);
    while (!error && !is_meant(forgetting, row->item.url));
    return error == ERROR_NOT_FOUND ? ERROR_END : error;
}

/* Counts all URLs that are meant, unless the start page is one of them, and passes them to EACH. */
static int list_meant(struct forgetting *forgetting, void (*each)(struct span url), uint64_t *count,
                      struct buf *why)
{
    struct frontier_row row;
    int64_t id = 0;
    int error;

    *count = 0;
    while ((error = next_meant(forgetting, &id, &row)) == 0) {
        if (row.item.kind == FRONTIER_START) {
            (void)buf_add_format(
                why,
                "%s is the start page, which a mirror needs; name other pages, or remove the "
                "folder %s to forget the whole site",
                buf_text(&forgetting->mirror->start), forgetting->mirror->path);
            return ERROR_INVALID;
        }
        ++*count;
        if (each)
            each(row.item.url);
    }
    if (error == ERROR_END && *count == 0) {
        (void)buf_add_format(why, "%s: no URL of this mirror matches; nothing was removed",
                             forgetting->mirror->path);
        return ERROR_NOT_FOUND;
    }
    return error == ERROR_END ? 0 : error;
}

/* Sets NAME to that of the next copy, of the archive file OLD: "X.warc.gz" and "X-r1.warc.gz" become
 * "X-r2.warc.gz" and "X-r3.warc.gz". No number comes twice: both may be in one mirror. */
static void name_copy(struct forgetting *forgetting, const char *old, char name[WARC_NAME_SIZE])
{
    struct span stem = span_of(old);
    size_t at;

    stem.len -= span_has_suffix(stem, ".warc.gz") ? sizeof ".warc.gz" - 1 : 0;
    at = span_after_last(stem, '-');
    if (at > 0 && span_starts(span_part(stem, at, stem.len), "r"))
        stem.len = at - 1;
    do
        (void)snprintf(name, WARC_NAME_SIZE, "%.*s-r%u.warc.gz", (int)stem.len, stem.at,
                       ++forgetting->serial);
    while (archiving_lists(forgetting->mirror, name) ||
           file_exists(forgetting->mirror->folder.archive_dir, name));
}

static int note_move(void *context, const struct frontier_move *move)
{
    struct forgetting *forgetting = context;

    return frontier_move_records(forgetting->mirror->frontier, move);
}

/* Copies the archive file KEPT to tmp/, if any of its records is to be removed. A missing one has none. */
static int copy_archive(struct forgetting *forgetting, struct copier *copier,
                        const struct frontier_archive *kept)
{
    struct mirror *mirror = forgetting->mirror;
    struct copy copy = {.archive = kept->id, .file = {.len = (uint64_t)kept->length}};
    int from FILE_LOCAL, to FILE_LOCAL, error;

    error = file_open(mirror->folder.archive_dir, kept->name, O_RDONLY, 0, &from);
    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    (void)buf_add_format(&forgetting->names, "%s\n", kept->name);
    name_copy(forgetting, kept->name, copy.file.name);
    copier->file = copy.archive;
    copier->name = copy.file.name;
    copier->from = from;
    copier->to = -1;
    error = copier_copy(copier, &copy.file.len);
    to = copier->to;
    if (error || to < 0)
        return error;
    *LIST_ADD(forgetting->copies) = copy;
    error = file_sync(to);
    if (!error && imported_has(mirror, copy.archive))
        error = imported_add_digest(copy.file.name, to, &forgetting->digests);
    return error ? error : buf_add_format(&forgetting->names, "%s\n", copy.file.name);
}

static int copy_archives(struct forgetting *forgetting)
{
    struct frontier *frontier = forgetting->mirror->frontier;
    struct withdrawn meant RELEASED_BY(withdrawn_release) = {.count = 0};
    struct copier copier = {.mirror = forgetting->mirror,
                            .withdrawn = &meant,
                            .is_forgotten = is_meant,
                            .moved = note_move,
                            .context = forgetting};
    struct frontier_archive kept = {0};
    int error = withdrawn_read(&meant, forgetting->mirror, is_meant, forgetting);

    if (error)
        return error;
    error = copier_open(&copier);

    (void)buf_add_span(&forgetting->digests, frontier_setting_text(frontier, "import-digests"));
    while (!error && (error = frontier_archives(frontier, kept.id, &kept)) == 0)
        error = copy_archive(forgetting, &copier, &kept);
    copier_close(&copier);
    return error == ERROR_END ? 0 : error;
}

/* Moves the copies to archive/, where they belong to nothing yet. */
static int place_copies(struct forgetting *forgetting)
{
    struct folder *folder = &forgetting->mirror->folder;
    int error = frontier_set_setting(forgetting->mirror->frontier, ERASING, buf_span(&forgetting->names));

    if (!error)
        error = mirror_sync(forgetting->mirror);
    for (size_t i = 0; i < forgetting->copies.count && !error; i++) {
        const char *name = forgetting->copies.items[i].file.name;

        error = file_rename(folder->tmp_dir, name, folder->archive_dir, name);
    }
    return error ? error : file_sync_dir(folder->archive_dir);
}

/* Refuses a URL, and schedules the removal of its file. */
static int refuse(struct forgetting *forgetting, const struct frontier_row *row)
{
    struct frontier *frontier = forgetting->mirror->frontier;
    int error = 0;

    if (row->visit.path.len > 0) {
        error = frontier_schedule_removal(frontier, row->visit.path);
        if (!error)
            error = original_leave_views(forgetting->mirror, row->item.id, row->visit.path);
        if (!error)
            error = signpost_leave(forgetting->mirror, row->visit.path);
    }
    return error ? error : frontier_forget_url(frontier, row->item.id, buf_span(&forgetting->rule));
}

/* Changes the database, in one transaction. */
static int commit_all(struct forgetting *forgetting, struct span rules)
{
    struct frontier *frontier = forgetting->mirror->frontier;
    struct frontier_row row;
    int64_t id = 0;
    int error;

    while ((error = next_meant(forgetting, &id, &row)) == 0 && (error = refuse(forgetting, &row)) == 0)
        ;
    error = error == ERROR_END ? 0 : error;
    for (size_t i = 0; i < forgetting->copies.count && !error; i++) {
        const struct copy *copy = &forgetting->copies.items[i];

        error = frontier_replace_archive(frontier, copy->archive, span_of(copy->file.name),
                                         (int64_t)copy->file.len);
    }
    if (!error && forgetting->digests.len > 0)
        error = frontier_set_setting(frontier, "import-digests", buf_span(&forgetting->digests));
    if (!error)
        error = frontier_drop_setting(frontier, "synced-archive");
    if (!error)
        error = frontier_set_setting(frontier, FRONTIER_FORGOTTEN, rules);
    if (!error)
        error = frontier_erase_forgotten(frontier);
    return error ? error : mirror_sync(forgetting->mirror);
}

/* Makes again what depends on the URLs that are gone. */
static int make_again(struct mirror *mirror)
{
    struct weaver weaver;
    int error = weaver_open(&weaver, mirror);

    if (!error)
        error = unexpected_fix(&weaver);
    if (!error)
        error = rebuild_for_purpose(&weaver);
    if (!error)
        error = signposts_write(mirror);
    if (!error)
        error = mirror_sync(mirror);
    weaver_close(&weaver);
    return error;
}

static int forget_all(struct forgetting *forgetting)
{
    struct mirror *mirror = forgetting->mirror;
    struct buf rules BUF_LOCAL(FRONTIER_FORGOTTEN_MAX);
    int error = buf_add_span(&rules, frontier_setting_text(mirror->frontier, FRONTIER_FORGOTTEN));

    if (!error)
        error = buf_add_span(&rules, forgetting->rules);
    if (!error)
        error = copy_archives(forgetting);
    if (!error)
        error = place_copies(forgetting);
    if (!error)
        error = commit_all(forgetting, buf_span(&rules));
    if (!error)
        error = erasure_end(mirror);
    return error ? error : make_again(mirror);
}

int forget(struct mirror *mirror, struct span rules, void (*each)(struct span url), uint64_t *count,
           struct buf *why)
{
    struct forgetting forgetting = {.mirror = mirror, .rules = rules};
    int error;

    url_init(&forgetting.url);
    buf_init(&forgetting.own, LIMIT_URL_BYTES);
    buf_init(&forgetting.rule, 2 * LIMIT_URL_BYTES);
    buf_init(&forgetting.names, LIST_MAX);
    buf_init(&forgetting.digests, LIST_MAX);
    error = list_meant(&forgetting, each, count, why);
    if (!error && !each)
        error = forget_all(&forgetting);
    url_release(&forgetting.url);
    buf_release(&forgetting.own);
    buf_release(&forgetting.rule);
    buf_release(&forgetting.names);
    buf_release(&forgetting.digests);
    free(forgetting.copies.items);
    return error;
}
