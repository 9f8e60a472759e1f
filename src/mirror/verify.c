/* SPDX-License-Identifier: MIT */
/* Checks a mirror against its database in two walks: over the answers, each with its file and its original,
 * and over the archive's files, record by record. */
#include "config.h"

#include "mirror/verify.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "archive/check.h"
#include "archive/warc.h"
#include "base/error.h"
#include "base/file.h"
#include "base/limits.h"
#include "frontier/archive.h"
#include "frontier/frontier.h"
#include "frontier/guess.h"
#include "frontier/row.h"
#include "frontier/stats.h"
#include "mirror/imported.h"
#include "mirror/mirror.h"
#include "mirror/original.h"
#include "mirror/stored.h"
#include "mirror/witness.h"
#include "site/path.h"
#include "term/safe.h"

struct verifier {
    struct mirror *mirror;
    const struct documents *documents;
    struct verify_result *result;
    bool is_archival; /* the last run was one */
    bool is_settled; /* the last run came to its end: woven files must be what their originals weave to now */
};

/* One line on stdout; text of the remote is made safe. */
__attribute__((format(printf, 2, 3))) static void report(struct verifier *verifier, const char *format, ...)
{
    struct buf raw, line;
    va_list args;

    buf_init(&raw, 2 * LIMIT_URL_BYTES);
    buf_init(&line, 8 * LIMIT_URL_BYTES);
    va_start(args, format);
    (void)buf_add_format_args(&raw, format, args);
    va_end(args);
    (void)safe_add(&line, buf_span(&raw));
    (void)puts(buf_text(&line));
    buf_release(&raw);
    buf_release(&line);
    verifier->result->problems++;
}

/* Compares a woven file with what its original weaves to. */
static int check_document(struct verifier *verifier, const struct frontier_row *row, const char *path)
{
    struct span woven;
    bool same = false;
    int error = verifier->documents->remake(verifier->documents->context, row, &woven);

    if (error == ERROR_CORRUPT || error == ERROR_NOT_FOUND || error == ERROR_TOO_LARGE) {
        report(verifier, "site/%s: its original in the archive is damaged or missing", path);
        return 0;
    }
    if (error)
        return error;
    error = stored_equals(verifier->mirror, path, woven, &same);
    if (error == ERROR_NOT_FOUND)
        report(verifier, "site/%s: missing; tiptoe rebuild makes it again", path);
    else if (error)
        report(verifier, "site/%s: %s", path, error_text(error));
    else if (!same && verifier->is_settled)
        report(verifier,
               "site/%s: differs from the page made from its original; tiptoe rebuild makes it again", path);
    return 0;
}

/* Holds an answer against its record: of a document only that, its file was looked at. */
static int check_record(struct verifier *verifier, int64_t id, const char *path)
{
    struct frontier_row row;
    const char *trouble = NULL;
    int error = frontier_get(verifier->mirror->frontier, id, &row);

    if (!error)
        error = witness_answer(verifier->mirror, &row, row.visit.document ? NULL : path, &trouble);
    if (error || !trouble)
        return error;
    if (path) {
        report(verifier, "site/%s: %s", path, trouble);
        return 0;
    }
    error = frontier_get(verifier->mirror->frontier, id, &row);
    if (!error)
        report(verifier, "%.*s: %s", (int)row.item.url.len, row.item.url.at, trouble);
    return error;
}

static int check_answer(struct verifier *verifier, const struct frontier_row *row)
{
    char path[PATH_BYTES_MAX + 1];
    int64_t id = row->item.id;
    int error = 0;

    if (row->visit.state == FRONTIER_QUEUED)
        return 0;
    if (row->visit.state != FRONTIER_DONE)
        return check_record(verifier, id, NULL);
    verifier->result->files++;
    if (!path_copy(row->visit.path, path)) {
        report(verifier, "%.*s: marked as stored, but without a file", (int)row->item.url.len,
               row->item.url.at);
        return 0;
    }
    if (row->visit.document)
        error = check_document(verifier, row, path);
    else if (!stored_is_whole(verifier->mirror, &row->visit))
        report(verifier, "site/%s: missing, truncated or changed", path);
    return error ? error : check_record(verifier, id, path);
}

static int check_answers(struct verifier *verifier)
{
    struct frontier_row row = {.answered = false};
    int error;

    while ((error = frontier_visits(verifier->mirror->frontier, row.item.id, 0, &row)) == 0) {
        error = check_answer(verifier, &row);
        if (error)
            return error;
    }
    return error == ERROR_END ? 0 : error;
}

static void report_finding(void *context, const struct warc_finding *finding)
{
    report(context, "archive/%s: byte %" PRIu64 ": %.*s", finding->file, finding->offset,
           (int)finding->text.len, finding->text.at);
}

/* An archival run has nothing in its archive that it does not know of. */
static void look_up(void *context, const struct warc_answer *answer)
{
    struct verifier *verifier = context;

    if (verifier->is_archival && !witness_knows(verifier->mirror, answer->url))
        report(verifier, "archive/%s: byte %" PRIu64 ": the mirror does not know %.*s", answer->file,
               answer->offset, (int)answer->url.len, answer->url.at);
}

/* Every record of an archive file up to its committed length. One that was imported is as good as whoever
 * made it could: it must be what it was. */
static void check_archive(struct verifier *verifier, struct warc_check *check, const char *name, uint64_t len)
{
    uint64_t size = 0;
    bool adopted, same;
    int fd, error = file_open(verifier->mirror->folder.archive_dir, name, O_RDONLY, 0, &fd);

    if (error) {
        report(verifier, "archive/%s: %s", name, error_text(error));
        return;
    }
    error = file_size(fd, &size);
    if (!error && size < len)
        report(verifier, "archive/%s: shorter than its committed length", name);
    if (!error)
        error = imported_check(verifier->mirror, name, fd, &adopted, &same);
    if (!error && adopted && !same)
        report(verifier, "archive/%s: changed since its import", name);
    else if (!error && !adopted)
        error = warc_check_file(check, fd, len, name);
    if (error)
        report(verifier, "archive/%s: %s", name, error_text(error));
    close(fd);
}

static int check_archives(struct verifier *verifier)
{
    struct warc_check *check = warc_check_new(report_finding, verifier);
    struct frontier_archive file = {0};
    int error;

    warc_check_watch(check, look_up);
    while ((error = frontier_archives(verifier->mirror->frontier, file.id, &file)) == 0)
        check_archive(verifier, check, file.name, (uint64_t)file.length);
    warc_check_links(check);
    verifier->result->records = warc_check_result(check)->records;
    warc_check_free(check);
    return error == ERROR_END ? 0 : error;
}

static int is_settled(struct mirror *mirror, bool *settled)
{
    struct frontier_run run;
    bool wrong = false;
    int error = frontier_last_run(mirror->frontier, &run);

    *settled = false;
    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    error = frontier_has_misguesses(mirror->frontier, &wrong);
    *settled = run.ended_ms > 0 && (run.exit_status == 0 || run.exit_status == 4) && !wrong;
    return error;
}

int verify(struct mirror *mirror, const struct documents *documents, struct verify_result *result)
{
    struct span since;
    struct verifier verifier = {.mirror = mirror, .documents = documents, .result = result};
    int error = is_settled(mirror, &verifier.is_settled);

    *result = (struct verify_result){0};
    verifier.is_archival = frontier_setting(mirror->frontier, "archive-since", &since) == 0 && since.len > 0;
    if (!error && frontier_check(mirror->frontier) != 0)
        report(&verifier, "mirror.db: %s", frontier_error_text(mirror->frontier));
    if (!error)
        error = check_answers(&verifier);
    return error ? error : check_archives(&verifier);
}
