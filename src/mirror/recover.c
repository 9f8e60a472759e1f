/* SPDX-License-Identifier: MIT */
/* Finds what a power cut may have destroyed. Only the last archive file can be torn, because a file is synced
 * before the next one begins. */
#include "config.h"

#include "mirror/verify.h"

#include <fcntl.h>
#include <inttypes.h>

#include "archive/warc.h"
#include "archive/warc_read.h"
#include "base/error.h"
#include "base/file.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "mirror/archiving.h"
#include "mirror/mirror.h"
#include "mirror/original.h"
#include "term/message.h"

/* Returns how much of the last archive file is known to be on the disk: all of an imported one. */
static uint64_t synced_length(struct mirror *mirror, int64_t archive, const struct warc_file *last)
{
    struct span value;
    uint64_t length;

    if (imported_has(mirror, archive))
        return last->len;
    if (frontier_setting_number(mirror->frontier, "synced-archive") != archive)
        return 0;
    value = frontier_setting_text(mirror->frontier, "synced-archive");
    return span_take_after(&value, " ") && span_to_u64(value, &length) ? length : 0;
}

/* Reads the records of FD from FROM to END. Sets CUT to the start of the first capture that is possibly
 * incomplete, or to END. A damaged record may belong to the capture before it, which is then lost too. */
static int find_whole(struct mirror *mirror, int fd, uint64_t from, uint64_t end, uint64_t *cut)
{
    struct warc_record record RELEASED_BY(warc_record_release);
    struct span first;
    uint64_t at = from;
    int error = 0;

    *cut = from;
    warc_record_init(&record, mirror->folder.tmp_dir, UINT64_MAX);
    while (at < end && (error = warc_read_from(fd, at, end, &record)) == 0) {
        if (!warc_field(&record, "WARC-Concurrent-To", &first))
            *cut = at;
        at += record.member_len;
    }
    if (at == end)
        *cut = at;
    return error_is_damage(error) ? 0 : error;
}

/* Checks a file up to its committed length in the same way. ERROR_CORRUPT where it ends before FROM; CUT is
 * its end then. */
static int check_tail(struct mirror *mirror, const struct warc_file *file, uint64_t from, uint64_t *cut)
{
    uint64_t size = 0;
    int fd FILE_LOCAL, error = file_open(mirror->folder.archive_dir, file->name, O_RDONLY, 0, &fd);

    *cut = 0;
    if (error)
        return error == ERROR_NOT_FOUND ? ERROR_CORRUPT : error;
    error = file_size(fd, &size);
    size = size < file->len ? size : file->len;
    *cut = size < from ? size : from;
    if (!error && size < from)
        error = ERROR_CORRUPT;
    return error ? error : find_whole(mirror, fd, from, size, cut);
}

/* Sets CUT to the offset in the last archive file from which it is unreliable (INT64_MAX: it is whole), and
 * cuts the committed length there. A file that lost what was synced keeps its length, so that nothing is ever
 * written where older answers expect their records. */
static int cut_archive(struct mirror *mirror, int64_t *archive, int64_t *cut)
{
    struct warc_file last;
    uint64_t whole = 0;
    bool short_of_sync;
    int error = archiving_last(mirror, &last, archive);

    *cut = INT64_MAX;
    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    error = check_tail(mirror, &last, synced_length(mirror, *archive, &last), &whole);
    short_of_sync = error == ERROR_CORRUPT;
    if (short_of_sync)
        message_warn("archive/%s is missing, or shorter than after its last sync; what it lacks is fetched "
                     "again. To see what is missing: tiptoe verify",
                     last.name);
    else if (error || whole == last.len)
        return error;
    *cut = (int64_t)whole;
    error = frontier_lose_payloads(mirror->frontier, *archive, *cut);
    return error || short_of_sync ? error : frontier_set_archive(mirror->frontier, *archive, *cut);
}

/* Returns whether the answer of ROW is there; a document's file is woven again. */
static int look_at(struct mirror *mirror, const struct documents *documents, const struct frontier_row *row,
                   int64_t archive, int64_t cut, bool *whole)
{
    const struct frontier_visit *visit = &row->visit;
    bool damaged = false;
    int error = 0;

    *whole = visit->archive == 0 || visit->archive != archive || visit->archive_offset < cut;
    if (!*whole || visit->state != FRONTIER_DONE)
        return 0;
    if (visit->document)
        error = documents->mend(documents->context, row, &damaged);
    else
        error = stored_is_whole(mirror, visit, whole);
    *whole = *whole && !damaged;
    return error;
}

/* Looks at the answers after the last sync; LOST becomes the number of those that are requested again. */
static int look_at_answers(struct mirror *mirror, const struct documents *documents, int64_t archive,
                           int64_t cut, uint64_t *lost)
{
    int64_t synced = frontier_setting_number(mirror->frontier, "synced"), before = INT64_MAX;
    int64_t most = frontier_sequence(mirror->frontier) - synced;
    struct frontier_row row;
    bool whole;
    int error = 0, found;

    while (most-- > 0 && (error = frontier_visits_above(mirror->frontier, synced, before, &row)) == 0) {
        before = row.item.id;
        found = look_at(mirror, documents, &row, archive, cut, &whole);
        if (!found && !whole) {
            ++*lost;
            found = frontier_requeue(mirror->frontier, before);
        }
        if (found)
            return found;
    }
    return error == ERROR_END ? 0 : error;
}

int recover(struct mirror *mirror, const struct documents *documents)
{
    int64_t archive, cut;
    uint64_t lost = 0;
    int error = cut_archive(mirror, &archive, &cut);

    if (!error)
        error = look_at_answers(mirror, documents, archive, cut, &lost);
    if (lost > 0)
        message_warn("the machine stopped unexpectedly: requesting %" PRIu64
                     " answers of its last second again",
                     lost);
    return error;
}
