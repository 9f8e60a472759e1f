/* SPDX-License-Identifier: MIT */
/* Checks a mirror against its database in two walks: over the answers, each with its file and its original,
 * and over the archive's files, record by record. */
#include "config.h"

#include "mirror/verify.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "archive/check.h"
#include "archive/warc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/exit_status.h"
#include "base/file.h"
#include "base/limits.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "mirror/archiving.h"
#include "mirror/mirror.h"
#include "mirror/original.h"
#include "mirror/signposts.h"
#include "site/path.h"
#include "site/tree.h"
#include "term/message.h"
#include "url/percent.h"

/* Dates are compared as texts, to the millisecond, which is what the database has. */
enum { DATE_LEN = sizeof "2026-11-20T15:44:00.123" - 1 };

/* Returns whether RECORD is of URL, by any name of the site. */
static bool has_url(const struct mirror *mirror, const struct warc_record *record, struct span url)
{
    struct span value = {0};
    struct buf wanted BUF_LOCAL(3 * LIMIT_URL_BYTES);
    struct buf own BUF_LOCAL(3 * LIMIT_URL_BYTES);

    return warc_field(record, "WARC-Target-URI", &value) && percent_add(&wanted, url, PERCENT_URI) == 0 &&
           (span_equals(value, buf_span(&wanted)) || (frontier_rename(mirror->frontier, value, &own) &&
                                                      span_equals(buf_span(&own), buf_span(&wanted))));
}

/* Compares the dates. A record may be younger than the answer: an unchanged page that the archive lacked was
 * archived later. Later in an update is earlier by the clock of a machine that was set back. */
static bool has_date(const struct warc_record *record, const struct frontier_visit *visit)
{
    char first[CLOCK_TEXT_SIZE], last[CLOCK_TEXT_SIZE];
    bool is_set_back = visit->seen_ms < visit->requested_ms;
    struct span value = {0};

    if (!warc_field(record, "WARC-Date", &value) || value.len < DATE_LEN)
        return false;
    clock_format(1000 * (is_set_back ? visit->seen_ms : visit->requested_ms), 3, first);
    clock_format(1000 * (is_set_back ? visit->requested_ms : visit->seen_ms), 3, last);
    return memcmp(value.at, first, DATE_LEN) >= 0 && memcmp(value.at, last, DATE_LEN) <= 0;
}

static bool has_payload(const struct warc_record *record, struct span sha256)
{
    unsigned char digest[DIGEST_MAX_BYTES];
    enum digest_kind kind;
    struct span value;

    if (!warc_field(record, "WARC-Payload-Digest", &value) || !digest_parse(value, &kind, digest) ||
        kind != DIGEST_SHA256)
        return true;
    return span_equals(span_make((const char *)digest, digest_len(kind)), sha256);
}

/* Compares the file with what the record's body decodes to. */
static int compare_file(struct mirror *mirror, const struct frontier_row *row, const char *path,
                        const char **trouble)
{
    struct original original ORIGINAL_LOCAL;
    bool same = false;
    int error = original_read(&original, mirror, row, UINT64_MAX, NULL);

    if (error == ERROR_CORRUPT) {
        *trouble = "its record in the archive is damaged or missing";
        return 0;
    }
    if (!error)
        error = stored_equals(mirror, path, original.bytes, &same);
    if (!error && !same)
        *trouble = "differs from its record in the archive";
    return error == ERROR_NOT_FOUND ? 0 : error;
}

int record_check_answer(struct mirror *mirror, const struct frontier_row *row, const char *path,
                        const char **trouble)
{
    const struct frontier_visit *visit = &row->visit;
    struct frontier_place place = frontier_place_of(visit);
    struct warc_record record RELEASED_BY(warc_record_release);
    int error;

    warc_record_init(&record, mirror->folder.tmp_dir, UINT64_MAX);
    *trouble = NULL;
    if (place.archive == 0)
        return 0;
    if (imported_has(mirror, place.archive)) /* others write their records otherwise */
        return path ? compare_file(mirror, row, path, trouble) : 0;
    error = original_head(mirror, &place, &record);
    if (error && error != ERROR_CORRUPT)
        return error;
    if (error)
        *trouble = "its record in the archive is damaged or missing";
    else if (!has_url(mirror, &record, row->item.url))
        *trouble = "its record in the archive has another URL";
    else if (!has_date(&record, visit))
        *trouble = "its record in the archive has another time";
    else if (!has_payload(&record, visit->digest))
        *trouble = "its record in the archive has another body";
    return *trouble || !path ? 0 : compare_file(mirror, row, path, trouble);
}

struct verifier {
    struct mirror *mirror;
    const struct documents *documents;
    verify_printer *print;
    struct verify_result *result;
    bool repairs;
    bool is_settled;    /* the last run was complete: woven files must be what their originals weave to now */
    bool bad_file;      /* the file of the current answer, */
    bool bad_record;    /* or its record */
    struct buf known;   /* a line "FILE OFFSET" for each damage of archive/ that a repair found */
    struct buf damages; /* the same of this one */
};

enum { KNOWN_MAX = 256 * 1024 };

/* Counts a problem and passes its line on; text of the remote is made safe. */
__attribute__((format(printf, 2, 3))) static void report(struct verifier *verifier, const char *format, ...)
{
    struct buf raw BUF_LOCAL(2 * LIMIT_URL_BYTES);
    struct buf line BUF_LOCAL(8 * LIMIT_URL_BYTES);
    va_list args;

    va_start(args, format);
    (void)buf_add_format_args(&raw, format, args);
    va_end(args);
    (void)safe_add(&line, buf_span(&raw));
    (void)verifier->print(buf_text(&line));
    verifier->result->problems++;
}

/* Compares a woven file with what its original, or that of the view FRAGMENT, weaves to. */
static int check_document(struct verifier *verifier, const struct frontier_row *row,
                          const struct buf *fragment, const char *path)
{
    const char *then = verifier->repairs ? "; writing it again" : "";
    struct span woven;
    bool same = false;
    int error = verifier->documents->remake(verifier->documents->context, row, fragment, &woven);

    if (error == ERROR_CORRUPT || error == ERROR_NOT_FOUND || error == ERROR_TOO_LARGE) {
        report(verifier, "site/%s: its original in the archive is damaged or missing", path);
        verifier->bad_record = true;
        return 0;
    }
    if (error)
        return error;
    error = stored_equals(verifier->mirror, path, woven, &same);
    if (error && !error_is_damage(error))
        return error;
    if (error == ERROR_NOT_FOUND)
        report(verifier, "site/%s: missing%s", path, then);
    else if (error)
        report(verifier, "site/%s: %s", path, error_text(error));
    else if (!same && verifier->is_settled)
        report(verifier, "site/%s: differs from the page made from its original%s", path, then);
    verifier->bad_file |= error || !same;
    return 0;
}

/* Compares the file of ROW, a document, and those of its views, if scripts build it. */
static int check_documents(struct verifier *verifier, const struct frontier_row *row, const char *file)
{
    struct buf fragment BUF_LOCAL(LIMIT_URL_BYTES);
    struct frontier_row page = *row;
    char path[PATH_BYTES_MAX + 1];
    int error = path_copy(span_of(file), path) ? 0 : ERROR_CORRUPT;

    do
        error = error ? error : check_document(verifier, &page, &fragment, path);
    while (!error && (error = original_next_view(verifier->mirror, &page, &fragment, path)) == 0);
    return error == ERROR_END ? 0 : error;
}

/* Compares an answer with its record, and, if COMPARES, with its file PATH, which may be NULL. */
static int check_record(struct verifier *verifier, int64_t id, const char *path, bool compares)
{
    struct frontier_row row;
    const char *trouble = NULL;
    int error = frontier_get(verifier->mirror->frontier, id, &row);

    if (!error)
        error = record_check_answer(verifier->mirror, &row, compares ? path : NULL, &trouble);
    if (error || !trouble)
        return error;
    verifier->bad_record = true;
    if (path) {
        report(verifier, "site/%s: %s", path, trouble);
        return 0;
    }
    error = frontier_get(verifier->mirror->frontier, id, &row);
    if (!error)
        report(verifier, "%.*s: %s", (int)row.item.url.len, row.item.url.at, trouble);
    return error;
}

static int check_file(struct verifier *verifier, const struct frontier_row *row)
{
    const struct frontier_visit *visit = &row->visit;
    char path[PATH_BYTES_MAX + 1];
    int64_t id = row->item.id;
    bool is_document = visit->document, whole = true;
    int error;

    verifier->result->files++;
    if (!path_copy(visit->path, path)) {
        report(verifier, "%.*s: marked as stored, but without a file", (int)row->item.url.len,
               row->item.url.at);
        verifier->bad_record = true;
        return 0;
    }
    error =
        is_document ? check_documents(verifier, row, path) : stored_is_whole(verifier->mirror, visit, &whole);
    if (!error && !whole) {
        report(verifier, "site/%s: missing, truncated or changed", path);
        verifier->bad_file = true;
    }
    return error ? error : check_record(verifier, id, path, !is_document && !verifier->bad_file);
}

/* Writes the file of ROW, which is not a document, again from its record. DONE says whether that was
 * possible. */
static int restore_file(struct verifier *verifier, const struct frontier_row *row, bool *done)
{
    struct mirror *mirror = verifier->mirror;
    struct original original ORIGINAL_LOCAL;
    int64_t id = row->item.id;
    struct frontier_row now;
    int error;

    *done = false;
    if (row->visit.archive == 0)
        return 0;
    error = original_read(&original, mirror, row, UINT64_MAX, NULL);
    if (!error)
        error = tree_stage(mirror->tree, original.path, original.bytes);
    if (!error)
        error = mirror_sync(mirror); /* a commit does nothing without changes of the database */
    if (!error)
        error = frontier_get(mirror->frontier, id, &now);
    if (!error)
        error = stored_is_whole(mirror, &now.visit, done);
    return error == ERROR_CORRUPT ? 0 : error;
}

/* Repairs the answer with this id as far as the mirror has what that needs; an update fetches the rest. */
static int repair_answer(struct verifier *verifier, int64_t id)
{
    struct mirror *mirror = verifier->mirror;
    struct frontier_row row;
    bool done = false, damaged = true;
    int error = frontier_get(mirror->frontier, id, &row);

    if (error || verifier->bad_record) {
        /* only a new answer has a new record */
    } else if (row.visit.document) {
        error = verifier->documents->mend(verifier->documents->context, &row, &damaged);
        done = !damaged;
    } else {
        error = restore_file(verifier, &row, &done);
    }
    if (error)
        return error;
    verifier->result->repaired += done;
    verifier->result->noted += !done;
    error = done ? 0 : original_note_damage(mirror, id, NULL);
    if (!error && !done && span_is(frontier_setting_text(mirror->frontier, "updating"), "yes"))
        error = frontier_revisit(mirror->frontier, id); /* that update may have visited it already */
    return error;
}

static int check_answer(struct verifier *verifier, const struct frontier_row *row)
{
    int64_t id = row->item.id;
    uint64_t before = verifier->result->problems;
    bool was_damaged = row->visit.damaged, is_bad;
    int error;

    if (row->visit.state == FRONTIER_QUEUED)
        return 0;
    verifier->bad_file = verifier->bad_record = false;
    error = row->visit.state == FRONTIER_DONE ? check_file(verifier, row)
                                              : check_record(verifier, id, NULL, false);
    is_bad = verifier->bad_file || verifier->bad_record;
    if (is_bad && was_damaged && !verifier->repairs) {
        verifier->result->noted++;
        verifier->result->waiting += verifier->result->problems - before;
    }
    if (error || !verifier->repairs || (!is_bad && !was_damaged))
        return error;
    return is_bad ? repair_answer(verifier, id) : frontier_set_damaged(verifier->mirror->frontier, id, false);
}

static int check_answers(struct verifier *verifier)
{
    struct frontier_row row = {.answered = false};
    int error;

    while ((error = frontier_visits(verifier->mirror->frontier, row.item.id, &row)) == 0) {
        error = check_answer(verifier, &row);
        if (error)
            return error;
    }
    return error == ERROR_END ? 0 : error;
}

/* Checks signposts, which complete runs write at their end. */
static int check_signposts(struct verifier *verifier)
{
    struct mirror *mirror = verifier->mirror;
    struct signpost signpost RELEASED_BY(signpost_release);
    uint64_t wrong = 0;
    int error = 0;

    signpost_init(&signpost);
    if (!verifier->is_settled)
        return 0;
    while (!error && (error = signpost_next(&signpost, mirror)) == 0) {
        if (signpost_stands(&signpost, mirror))
            continue;
        report(verifier, "site/%s: missing or changed", buf_text(&signpost.path));
        wrong++;
    }
    if (error && error != ERROR_END)
        return error;
    if (wrong == 0 || !verifier->repairs)
        return 0;
    verifier->result->repaired += wrong;
    return signposts_write(mirror);
}

/* Returns whether the damage at OFFSET of the archive file NAME was known before. A repair remembers it. */
static bool is_known(struct verifier *verifier, const char *name, uint64_t offset)
{
    char line[WARC_NAME_SIZE + 32];
    bool known;

    (void)snprintf(line, sizeof line, "%s %" PRIu64 "\n", name, offset);
    known = strstr(buf_text(&verifier->known), line) != NULL;
    if (!strstr(buf_text(&verifier->damages), line))
        (void)buf_add_text(&verifier->damages, line);
    verifier->result->known += known;
    return known;
}

/* Reports errors only: the answers of a site may contradict recommendations of the standard. */
static void report_finding(void *context, const struct warc_finding *finding)
{
    struct verifier *verifier = context;

    if (finding->severity == WARC_ERROR && !is_known(verifier, finding->file, finding->offset))
        report(verifier, "archive/%s: byte %" PRIu64 ": %.*s", finding->file, finding->offset,
               (int)finding->text.len, finding->text.at);
}

/* Makes TROUBLE of an error that says that a file is damaged. */
static int note_damage(int error, const char **trouble)
{
    if (!error_is_damage(error))
        return error;
    *trouble = error_text(error);
    return 0;
}

/* Checks every record of an archive file up to its committed length, unless it was imported: such a file may
 * break rules, but not change. TROUBLE becomes what is wrong with the file as a whole, or NULL. */
static int check_archive(struct verifier *verifier, struct warc_check *check, const char *name, uint64_t len,
                         const char **trouble)
{
    uint64_t size = 0;
    bool adopted, same;
    int fd FILE_LOCAL, error = file_open(verifier->mirror->folder.archive_dir, name, O_RDONLY, 0, &fd);

    *trouble = NULL;
    if (error)
        return note_damage(error, trouble);
    error = file_size(fd, &size);
    if (!error)
        error = imported_check(verifier->mirror, name, fd, &adopted, &same);
    if (!error && !adopted)
        error = warc_check_file(check, fd, len, name);
    if (error)
        return note_damage(error, trouble);
    verifier->result->imported += adopted;
    if (size < len)
        *trouble = "shorter than its committed length";
    else if (adopted && !same)
        *trouble = "changed since its import";
    return 0;
}

static int check_archives(struct verifier *verifier)
{
    struct warc_watch watch = {.context = verifier, .say = report_finding};
    struct warc_check *check = warc_check_new(watch, verifier->mirror->folder.tmp_dir);
    struct frontier_archive file = {0};
    const char *trouble;
    int error;

    while ((error = frontier_archives(verifier->mirror->frontier, file.id, &file)) == 0) {
        error = check_archive(verifier, check, file.name, (uint64_t)file.length, &trouble);
        if (error)
            break;
        if (trouble && !is_known(verifier, file.name, UINT64_MAX))
            report(verifier, "archive/%s: %s", file.name, trouble);
    }
    if (error == ERROR_END)
        error = warc_check_links(check);
    verifier->result->records = warc_check_result(check)->records;
    warc_check_free(check);
    return error;
}

static int is_settled(struct mirror *mirror, bool *settled)
{
    struct frontier_run run;
    uint64_t wrong;
    int error = frontier_last_run(mirror->frontier, &run);

    *settled = false;
    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    error = frontier_count(mirror->frontier, FRONTIER_HAS_MISGUESSES, 0, &wrong);
    *settled = run.ended_ms > 0 && exit_status_is_complete(run.exit_status) && !wrong;
    return error;
}

static int check_all(struct verifier *verifier)
{
    struct mirror *mirror = verifier->mirror;
    struct span known;
    int error = frontier_setting(mirror->frontier, "known-damage", &known);

    if (!error)
        error = buf_add_span(&verifier->known, known);
    if (!error || error == ERROR_NOT_FOUND)
        error = check_answers(verifier);
    if (!error)
        error = check_signposts(verifier);
    if (!error)
        error = check_archives(verifier);
    if (!error && verifier->repairs)
        error = frontier_set_setting(mirror->frontier, "known-damage", buf_span(&verifier->damages));
    return error || !verifier->repairs ? error : mirror_sync(mirror);
}

int verify(struct mirror *mirror, const struct documents *documents, bool repair, verify_printer *print,
           struct verify_result *result)
{
    struct verifier verifier = {
        .mirror = mirror, .documents = documents, .print = print, .result = result, .repairs = repair};
    int error = is_settled(mirror, &verifier.is_settled);

    *result = (struct verify_result){0};
    buf_init(&verifier.known, KNOWN_MAX);
    buf_init(&verifier.damages, KNOWN_MAX);
    if (!error && frontier_check(mirror->frontier) != 0)
        report(&verifier, "mirror.db: %s", frontier_error_text(mirror->frontier));
    if (!error)
        error = check_all(&verifier);
    buf_release(&verifier.known);
    buf_release(&verifier.damages);
    return error;
}
