/* SPDX-License-Identifier: MIT */
/* The look at what a power cut may have taken. Only the last archive file can be torn: one is synced before
 * the next is begun. */
#include "config.h"

#include "crawl/recover.h"

#include <fcntl.h>
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/file.h"
#include "crawl/archiving.h"
#include "crawl/document.h"
#include "crawl/mirror.h"
#include "crawl/original.h"
#include "crawl/state.h"
#include "crawl/stored.h"
#include "frontier/archive.h"
#include "frontier/payload.h"
#include "frontier/queue.h"
#include "frontier/row.h"
#include "term/message.h"

static int64_t synced_sequence(struct crawl *crawl)
{
    struct span value;
    uint64_t number = 0;

    if (frontier_setting(crawl->frontier, "synced", &value) || !span_to_u64(value, &number))
        return 0;
    return (int64_t)number;
}

/* Whether the file is as long as the database says. */
static bool archive_is_long_enough(struct crawl *crawl, const struct warc_file *file)
{
    uint64_t size = 0;
    int fd;

    if (file_open(crawl->mirror->folder.archive_dir, file->name, O_RDONLY, 0, &fd))
        return false;
    if (file_size(fd, &size))
        size = 0;
    close(fd);
    return size >= file->len;
}

/* Finds the place in the last archive file from which on nothing can be relied on, INT64_MAX where all is
 * whole, and makes it the file's length. */
static int cut_archive(struct crawl *crawl, int64_t synced, int64_t *archive, int64_t *cut)
{
    int64_t after = 0, greatest = -1;
    struct warc_file last;
    struct frontier_row row;
    int error = archiving_last(crawl->mirror, &last, archive);

    *cut = INT64_MAX;
    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    while ((error = frontier_visits(crawl->frontier, after, synced, &row)) == 0) {
        int64_t offset = row.visit.archive_offset;

        after = row.item.id;
        if (row.visit.archive != *archive)
            continue;
        greatest = offset > greatest ? offset : greatest;
        if (offset < *cut && !original_is_archived(crawl, &row))
            *cut = offset;
    }
    if (error != ERROR_NOT_FOUND)
        return error;
    if (*cut == INT64_MAX && !archive_is_long_enough(crawl, &last))
        *cut = greatest;
    if (*cut == INT64_MAX)
        return 0;
    if (*cut >= 0) {
        error = frontier_lose_payloads(crawl->frontier, *archive, *cut);
        return error ? error : frontier_set_archive(crawl->frontier, *archive, *cut);
    }
    message_error("archive/%s is missing or shorter than it was when it was last synced", last.name);
    return ERROR_CORRUPT;
}

/* Whether the answer of ROW is there; a document's file is woven again if need be. */
static int look_at(struct crawl *crawl, const struct frontier_row *row, int64_t archive, int64_t cut,
                   bool *whole)
{
    const struct frontier_visit *visit = &row->visit;

    *whole = visit->archive == 0 || visit->archive != archive || visit->archive_offset < cut;
    if (!*whole || visit->state != FRONTIER_DONE)
        return 0;
    if (visit->document)
        return document_weave_again(crawl, row);
    *whole = stored_is_whole(crawl->mirror, visit);
    return 0;
}

int recover(struct crawl *crawl)
{
    int64_t synced = synced_sequence(crawl), after = 0, archive, cut;
    struct frontier_row row;
    uint64_t lost = 0;
    bool whole;
    int error = cut_archive(crawl, synced, &archive, &cut);

    while (!error && (error = frontier_visits(crawl->frontier, after, synced, &row)) == 0) {
        after = row.item.id;
        error = look_at(crawl, &row, archive, cut, &whole);
        if (!error && !whole) {
            lost++;
            error = frontier_requeue(crawl->frontier, after);
        }
    }
    if (lost > 0)
        message_warn("the machine went down: %" PRIu64 " answers of its last second are asked for again",
                     lost);
    return error == ERROR_NOT_FOUND ? 0 : error;
}
