/* SPDX-License-Identifier: MIT */
/* Which archive file a run extends, the positions of the records that it adds, and which files were imported
 * and are unchanged since then. exchange.c fills in the records. */
#include "config.h"

#include "mirror/archiving.h"

#include <stdio.h>

#include "answer/answer.h"
#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/file.h"
#include "base/limits.h"
#include "frontier/frontier.h"
#include "frontier/links.h"
#include "frontier/row.h"
#include "mirror/exchange.h"
#include "mirror/mirror.h"
#include "mirror/original.h"
#include "term/message.h"
#include "url/percent.h"
#include "url/url.h"

/* A record that waits for its position. */
struct archived {
    struct warc_position position;
    int64_t url;  /* the id of the URL; 0: none */
    int64_t view; /* of a conversion; 0: another record */
    bool is_payload;
    unsigned char digest[DIGEST_MAX_BYTES];
};

bool archiving_lists(struct mirror *mirror, const char *name)
{
    struct frontier_archive file = {.id = 0};

    while (frontier_archives(mirror->frontier, file.id, &file) == 0) {
        if (strcmp(file.name, name) == 0)
            return true;
    }
    return false;
}

/* Creates a file under a name that the database has not: older records refer to a file that was lost. */
static int create_file(struct mirror *mirror, struct warc_file *file)
{
    struct warc_file lost;
    int removed, error = warc_begin(mirror->warc, file);

    if (error || !archiving_lists(mirror, file->name))
        return error;
    lost = *file;
    error = create_file(mirror, file);
    removed = file_remove(mirror->folder.archive_dir, lost.name);
    return error ? error : removed;
}

/* Begins the next file, which is in the database before it has any record. This commits everything else too,
 * because the database must not be ahead of the files. */
static int begin_file(struct mirror *mirror)
{
    struct warc_file file;
    int error = create_file(mirror, &file);

    if (!error)
        error = frontier_add_archive(mirror->frontier, span_of(file.name), &mirror->warc_file);
    if (!error)
        error = frontier_set_archive(mirror->frontier, mirror->warc_file, (int64_t)file.len);
    if (error)
        return error;
    mirror->archive_bytes = file.len;
    mirror->archive_grown += file.len;
    return mirror_commit(mirror);
}

int archiving_last(struct mirror *mirror, struct warc_file *file, int64_t *id)
{
    struct frontier_archive kept;
    int error;

    *id = 0;
    while ((error = frontier_archives(mirror->frontier, *id, &kept)) == 0) {
        (void)snprintf(file->name, sizeof file->name, "%s", kept.name);
        file->len = (uint64_t)kept.length;
        *id = kept.id;
    }
    if (error != ERROR_END)
        return error;
    return *id > 0 ? 0 : ERROR_NOT_FOUND;
}

/* Adds the value of isPartOf: the host, and the start of the first crawl or update, perhaps of many runs. */
static int name_pass(struct mirror *mirror, const char *host, struct buf *name)
{
    uint64_t started_ms = (uint64_t)mirror->archiving.update_since_ms;
    char date[CLOCK_TEXT_SIZE];
    int error = started_ms ? 0 : frontier_count(mirror->frontier, FRONTIER_FIRST_START, 0, &started_ms);

    clock_format(clock_us((int64_t)started_ms), 3, date);
    return error ? error : buf_add_format(name, "%s %s", host, date);
}

static int open_file(struct mirror *mirror)
{
    struct warc_file file;
    bool same = true;
    int error = archiving_last(mirror, &file, &mirror->warc_file);

    if (error == ERROR_NOT_FOUND || (!error && imported_has(mirror, mirror->warc_file)))
        return begin_file(mirror);
    if (!error)
        error = warc_continue(mirror->warc, &file, &same);
    if (error == ERROR_NOT_FOUND || error == ERROR_CORRUPT) {
        message_warn("archive/%s is damaged or missing; beginning another file", file.name);
        return begin_file(mirror);
    }
    return !error && !same ? begin_file(mirror) : error;
}

struct span archiving_info(struct mirror *mirror)
{
    return frontier_setting_text(mirror->frontier, "archive-info");
}

static int open_archive(struct mirror *mirror)
{
    static const char unfolding[] = "header lines that the server folded are recorded as one line";
    const struct archiving_options *ours = &mirror->archiving;
    struct buf host BUF_LOCAL(256);
    struct buf pass BUF_LOCAL(256 + CLOCK_TEXT_SIZE);
    struct buf prefix BUF_LOCAL(WARC_NAME_SIZE);
    struct url start URL_LOCAL;
    struct warc_options options = {
        .dir = mirror->folder.archive_dir,
        .worker = mirror->worker,
        .roll_bytes = ours->roll_bytes,
        .digest = ours->sha1 ? DIGEST_SHA1 : DIGEST_SHA256,
        .software = PACKAGE_NAME "/" PACKAGE_VERSION,
        .robots = "classic",
        .user_agent = ours->agent,
        .from = ours->contact,
        .operator= ours->contact,
        .description = ours->unfolds ? unfolding : NULL,
        .sandbox = ours->sandbox,
    };
    int error;

    if (url_parse(&start, buf_span(&mirror->start), NULL, NULL) == URL_OK)
        (void)buf_add_span(&host, url_host(&start));
    if (host.len == 0)
        (void)buf_add_text(&host, "site");
    error = name_pass(mirror, buf_text(&host), &pass);
    (void)buf_add_span(&prefix, frontier_setting_text(mirror->frontier, "archive-prefix"));
    if (prefix.len == 0)
        (void)buf_add_span(&prefix, buf_span(&host));
    options.prefix = buf_text(&prefix);
    options.info = archiving_info(mirror);
    options.is_part_of = buf_text(&pass);
    mirror->warc = warc_new(&options);
    return error ? error : open_file(mirror);
}

int archiving_begin(struct mirror *mirror, int64_t *since_ms)
{
    int64_t kept_ms = frontier_setting_number(mirror->frontier, "archive-since");

    *since_ms = 0;
    if (mirror->archiving.all)
        *since_ms = kept_ms > 0 ? kept_ms : clock_wall_ms();
    if ((kept_ms > 0) == mirror->archiving.all)
        return 0;
    return mirror->archiving.all ? frontier_set_number(mirror->frontier, "archive-since", *since_ms)
                                 : frontier_set_setting(mirror->frontier, "archive-since", span_of(""));
}

int archiving_ready(struct mirror *mirror, uint64_t room)
{
    bool full = false;
    int error = mirror->warc ? 0 : open_archive(mirror);

    if (!error)
        error = warc_is_full(mirror->warc, room, &full);
    if (!error && full)
        error = mirror_sync(mirror);
    return !error && full ? begin_file(mirror) : error;
}

static int place_record(struct mirror *mirror, struct archived *archived)
{
    struct warc_position *position = &archived->position;
    size_t digest_bytes = archived->is_payload ? digest_len(DIGEST_SHA256) : 0;
    struct frontier_place at = {.archive = mirror->warc_file};

    warc_locate(mirror->warc, position);
    at.offset = (int64_t)position->offset;
    at.length = (int64_t)position->len;
    return frontier_set_place(mirror->frontier, archived->url, archived->view,
                              span_make((const char *)archived->digest, digest_bytes), &at);
}

int archiving_flush(struct mirror *mirror)
{
    struct warc_file file;
    int error = warc_flush(mirror->warc, &file);

    for (size_t i = mirror->unplaced.count;
         i-- > 0 && !error;) /* of two answers of a URL, the later counts */
        error = place_record(mirror, &mirror->unplaced.items[i]);
    if (!error)
        error = frontier_set_archive(mirror->frontier, mirror->warc_file, (int64_t)file.len);
    if (error)
        return error;
    mirror->unplaced.count = 0;
    mirror->archive_grown += file.len - mirror->archive_bytes;
    mirror->archive_bytes = file.len;
    mirror->archived = false;
    return 0;
}

/* Returns whether EXCHANGE has a body that later answers can refer to. */
static bool is_payload(const struct mirror *mirror, const struct exchange *exchange,
                       const struct fetch_result *result)
{
    return mirror->archiving.all && exchange->warc.revisit == WARC_NO_REVISIT && !exchange->warc.truncated &&
           exchange->warc.response_head.len > 0 && result->part_head.len == 0 && result->status != 304 &&
           result->payload_bytes >= EXCHANGE_REPEATED_BYTES;
}

static void note_unplaced(struct mirror *mirror, const struct archived *archived)
{
    mirror->archived = true;
    *LIST_ADD(mirror->unplaced) = *archived;
}

static int add_exchange(struct mirror *mirror, struct exchange *exchange, const struct fetch_result *result,
                        struct frontier_visit *visit)
{
    struct archived archived = {.url = visit ? visit->url : 0,
                                .is_payload = is_payload(mirror, exchange, result)};
    struct frontier_payload payload = {.url = exchange->warc.url, .date_us = exchange->warc.started_wall_us};
    int error = archiving_ready(mirror, warc_room(&exchange->warc));

    if (!error)
        error = warc_add(mirror->warc, &exchange->warc, &archived.position);
    if (error)
        return error;
    memcpy(archived.digest, result->payload_sha256, sizeof result->payload_sha256);
    note_unplaced(mirror, &archived);
    if (visit)
        visit->archive = mirror->warc_file;
    payload.digest = span_make((const char *)archived.digest, digest_len(DIGEST_SHA256));
    payload.record = span_of(archived.position.id);
    payload.archive = mirror->warc_file;
    return archived.is_payload ? frontier_add_payload(mirror->frontier, &payload) : 0;
}

/* Adds BODY, which no single response has, as a resource, or as a conversion of the record FROM. */
static int add_resource(struct mirror *mirror, struct span url, int64_t wall_us, struct span from,
                        const char *type, struct body *body, struct archived archived)
{
    int error = archiving_ready(mirror, warc_resource_room(body->len));

    if (!error)
        error = warc_add_resource(mirror->warc, url, wall_us, from, type, body, &archived.position);
    if (!error)
        note_unplaced(mirror, &archived);
    return error;
}

/* Adds the whole body, of which the answer has brought the rest: as a resource, because no single response
 * had it. */
static int add_whole(struct mirror *mirror, const struct exchange *exchange,
                     const struct fetch_result *result, const struct frontier_visit *visit)
{
    struct buf type BUF_LOCAL(256);

    if (buf_add_span(&type, result->fields->first[ANSWER_CONTENT_TYPE]) || type.len == 0)
        (void)buf_set(&type, span_of("application/octet-stream"));
    return add_resource(mirror, exchange->warc.url, exchange->warc.started_wall_us, span_of(""),
                        buf_text(&type), result->plain, (struct archived){.url = visit ? visit->url : 0});
}

int archiving_add(struct mirror *mirror, const struct request_purpose *purpose, struct fetch_result *result,
                  struct frontier_visit *visit)
{
    bool is_joined = result->part_head.len > 0 && result->outcome == FETCH_OK;
    struct exchange *exchange = &mirror->exchange;
    int error = exchange_fill(exchange, mirror, purpose, result, visit);

    if (!error)
        error = exchange_compare(exchange, mirror, purpose, result);
    if (!error && (!is_joined || mirror->archiving.all))
        error = add_exchange(mirror, exchange, result,
                             exchange->warc.response_head.len > 0 && !is_joined ? visit : NULL);
    if (!error && is_joined)
        error = add_whole(mirror, exchange, result, visit);
    if (!error && is_joined && visit)
        visit->archive = mirror->warc_file;
    return error;
}

int archiving_add_conversion(struct mirror *mirror, const struct frontier_row *row, struct body *html,
                             struct frontier_view *view)
{
    struct frontier_place from = frontier_place_of(&row->visit);
    struct warc_record record RELEASED_BY(warc_record_release);
    struct buf url BUF_LOCAL(3 * LIMIT_URL_BYTES);
    struct span id;
    int error = percent_add(&url, row->item.url, PERCENT_URI);

    warc_record_init(&record, mirror->folder.tmp_dir, LIMIT_WARC_HEAD_BYTES);
    if (!error)
        error = percent_add(&url, view->fragment, PERCENT_URI);
    if (!error)
        error = original_head(mirror, &from, &record);
    if (!error && !warc_field(&record, "WARC-Record-ID", &id))
        error = ERROR_CORRUPT;
    if (!error)
        error = add_resource(mirror, buf_span(&url), clock_wall_us(), id, "text/html; charset=utf-8", html,
                             (struct archived){.view = view->id});
    if (error)
        return error;
    view->archive = mirror->warc_file;
    view->archive_offset = view->archive_length = 0;
    return 0;
}

int archiving_withhold(struct mirror *mirror, const struct request_purpose *purpose,
                       struct fetch_result *result, struct span why)
{
    struct exchange *exchange = &mirror->exchange;
    int error;

    if (!mirror->archiving.all)
        return 0;
    error = exchange_fill(exchange, mirror, purpose, result, NULL);
    exchange_withhold(exchange, why);
    if (!error)
        error = add_exchange(mirror, exchange, result, NULL);
    return error;
}

enum { LINE_MAX = 1024 };

int64_t imported_last(struct mirror *mirror)
{
    return frontier_setting_number(mirror->frontier, "imported");
}

bool imported_has(struct mirror *mirror, int64_t archive)
{
    return archive <= imported_last(mirror);
}

int imported_add_digest(const char *name, int fd, struct buf *list)
{
    unsigned char bytes[DIGEST_MAX_BYTES];
    char text[DIGEST_TEXT_SIZE];
    uint64_t size = 0;
    int error = file_size(fd, &size);

    if (!error)
        error = stored_digest(fd, size, bytes);
    if (error)
        return error;
    digest_text(DIGEST_SHA256, bytes, text);
    return buf_add_format(list, "%s %s\n", name, text);
}

int imported_check(struct mirror *mirror, const char *name, int fd, bool *imported, bool *same)
{
    struct span list = {0};
    struct buf now BUF_LOCAL(LINE_MAX);
    int error = frontier_setting(mirror->frontier, "import-digests", &list);

    *imported = *same = false;
    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    while (list.len > 0 && !*imported && !error) {
        struct span line = span_part(list, 0, span_find(list, '\n') + 1), rest = line;

        list = span_part(list, line.len, list.len);
        if (!span_is(span_take_until(&rest, ' '), name))
            continue;
        *imported = true;
        error = imported_add_digest(name, fd, &now);
        *same = !error && span_equals(line, buf_span(&now));
    }
    return error;
}
