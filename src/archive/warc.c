/* SPDX-License-Identifier: MIT */
/* Writes WARC 1.1 (ISO 28500:2017, as annotated by the IIPC). Members collect in memory and are written to
 * the file when there are enough of them, or at a flush. A failure, usually a full disk, cuts the file back
 * to the last flush. It therefore never holds a part of a exchange to which the database could refer. */
#include "config.h"

#include "archive/warc.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#include "archive/packer.h"
#include "archive/record.h"
#include "archive/warc_read.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/limits.h"

enum { PREFIX_MAX = 64, FIRST_RECORD_MAX = 64 * 1024, HIGHEST_SERIAL = 99999 };

/* Of one exchange: its records, the fields of their heads without URLs, and the factor by which lines become
 * fields. */
enum { RECORDS_MAX = 3, HEADS_MAX = 4096, USAGE_FIELD_MAX = 5 };

static const uint64_t default_roll_bytes = 1000 * 1000 * 1000;

/* A file until its warcinfo record is on the disk. A kill may leave it; the next start removes it. */
static const char unfinished[] = ".new";

struct warc {
    int dir;
    char prefix[PREFIX_MAX + 1];
    uint64_t roll_bytes;
    struct buf info; /* the block of warcinfo records */

    struct warc_file file;   /* len: that of the last flush */
    struct member_file tail; /* the whole file; never shorter than file.len */
    uint64_t info_len;       /* of its warcinfo record; 0: unknown */
    char info_id[WARC_ID_SIZE];

    struct packer *packer;
    bool flushed; /* no record was added since the last flush */
    enum digest_kind digest;
    struct buf metadata;
    struct record_ids ids;
};

static void copy_prefix(char *to, const char *prefix)
{
    size_t len = strlen(prefix) < PREFIX_MAX ? strlen(prefix) : PREFIX_MAX;

    for (size_t i = 0; i < len; i++) {
        char c = prefix[i];
        bool plain = ascii_is_alphanumeric(c) || c == '-' || (c == '.' && i > 0);

        to[i] = plain ? c : '-';
    }
    to[len] = '\0';
}

/* Adds a field, unless the user gave another value for it. */
static void add_info(struct buf *info, const struct warc_options *options, const char *name,
                     const char *value)
{
    if (value && record_find_info(options->info, name).len == 0)
        record_add_field(info, name, span_of(value));
}

static void make_info(struct buf *info, const struct warc_options *options)
{
    buf_init(info, LIMIT_WARC_HEAD_BYTES / 2);
    add_info(info, options, "software", options->software);
    record_add_format(info);
    add_info(info, options, "robots", options->robots);
    add_info(info, options, "http-header-user-agent", options->user_agent);
    add_info(info, options, "http-header-from", options->from);
    add_info(info, options, "operator", options->operator);
    add_info(info, options, "isPartOf", options->is_part_of);
    add_info(info, options, "description", options->description);
    add_info(info, options, "sandbox", options->sandbox);
    record_add_info(info, options->info);
}

struct warc *warc_new(const struct warc_options *options)
{
    struct warc *warc = MEM_NEW(struct warc);

    warc->dir = options->dir;
    copy_prefix(warc->prefix, options->prefix);
    warc->roll_bytes = options->roll_bytes > 0 ? options->roll_bytes : default_roll_bytes;
    make_info(&warc->info, options);
    member_file_init(&warc->tail, -1, 0);
    buf_init(&warc->metadata, LIMIT_WARC_HEAD_BYTES);
    warc->packer = packer_new(options->digest, &warc->tail, options->worker);
    warc->digest = options->digest;
    return warc;
}

static void close_file(struct warc *warc)
{
    file_close(&warc->tail.fd);
    warc->tail.fd = -1;
    warc->tail.written = warc->info_len = 0;
    warc->file = (struct warc_file){.len = 0};
}

void warc_free(struct warc *warc)
{
    if (!warc)
        return;
    packer_free(warc->packer);
    close_file(warc);
    buf_release(&warc->info);
    member_file_release(&warc->tail);
    buf_release(&warc->metadata);
    free(warc);
}

/* Adds RECORD, with an id of its own if it has none. */
static int add_record(struct warc *warc, struct record *record, struct warc_position *position)
{
    char id[WARC_ID_SIZE];
    size_t number;
    int error;

    if (!record->id) {
        record_make_id(&warc->ids, id);
        record->id = id;
    }
    if (warc->flushed)
        packer_forget(warc->packer);
    warc->flushed = false;
    record->info_id = record->filename ? NULL : warc->info_id;
    error = packer_add(warc->packer, record, &number);
    if (!error && position) {
        memcpy(position->name, warc->file.name, sizeof position->name);
        memcpy(position->id, record->id, sizeof position->id);
        position->number = number;
        position->offset = position->len = 0;
    }
    return error;
}

/* Returns to the state of the last flush. A file that cannot be cut is closed; warc_continue cuts it at the
 * next start. */
static int roll_back(struct warc *warc, int error)
{
    int number = errno;

    packer_drop(warc->packer);
    buf_clear(&warc->tail.pending);
    if (warc->tail.fd >= 0 && ftruncate(warc->tail.fd, (off_t)warc->file.len) < 0)
        close_file(warc);
    warc->tail.written = warc->file.len;
    errno = number;
    return error;
}

static void make_metadata(struct buf *metadata, const struct warc_exchange *exchange)
{
    struct span usage = exchange->usage;

    buf_clear(metadata);
    if (exchange->via.len > 0)
        record_add_field(metadata, "via", exchange->via);
    if (exchange->hops.len > 0)
        record_add_field(metadata, "hopsFromSeed", exchange->hops);
    if (exchange->fetch_ms >= 0) {
        (void)buf_add_text(metadata, "fetchTimeMs: ");
        (void)buf_add_decimal(metadata, (uint64_t)exchange->fetch_ms);
        (void)buf_add_text(metadata, "\r\n");
    }
    if (exchange->trouble.len > 0)
        record_add_field(metadata, "error", exchange->trouble);
    while (usage.len > 0) {
        struct span line = span_trim(span_take_until(&usage, '\n'), " \t\r");

        if (line.len > 0)
            record_add_field(metadata, "usage", line);
    }
}

static int add_response(struct warc *warc, const struct warc_exchange *exchange, const struct record *common,
                        struct warc_position *position)
{
    static const char *const profiles[] = {
        [WARC_SAME_PAYLOAD] = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest",
        [WARC_NOT_MODIFIED] = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"};
    struct record record = *common;
    char digest[DIGEST_TEXT_SIZE];

    record.content_type = "application/http;msgtype=response";
    record.block = exchange->response_head;
    record.truncated = exchange->truncated;
    if (exchange->revisit == WARC_NO_REVISIT) {
        record.type = "response";
        record.body = exchange->response_body;
        record.store = exchange->is_coded;
        record.is_page = exchange->is_page;
        if (exchange->payload_digest) {
            digest_text(warc->digest, exchange->payload_digest, digest);
            record.payload_digest = span_of(digest);
        }
        return add_record(warc, &record, position);
    }
    record.type = "revisit";
    record.profile = profiles[exchange->revisit];
    record.payload_digest = exchange->original.payload_digest;
    record.refers_to = exchange->original.id;
    record.refers_to_url = exchange->original.url;
    record.refers_to_date = exchange->original.date;
    if (exchange->revisit == WARC_SAME_PAYLOAD)
        record.truncated = "length";
    return add_record(warc, &record, position);
}

static int add_request(struct warc *warc, const struct warc_exchange *exchange, const struct record *common,
                       const char *concurrent_to)
{
    struct record record = *common;

    if (exchange->request_head.len == 0)
        return 0;
    record.id = NULL;
    record.type = "request";
    record.content_type = "application/http;msgtype=request";
    record.concurrent_to = concurrent_to;
    record.block = exchange->request_head;
    return add_record(warc, &record, NULL);
}

static int add_metadata(struct warc *warc, const struct warc_exchange *exchange, const struct record *common,
                        const char *concurrent_to, struct warc_position *position)
{
    struct record record = *common;

    make_metadata(&warc->metadata, exchange);
    if (concurrent_to && warc->metadata.len == 0)
        return 0;
    if (concurrent_to)
        record.id = NULL;
    record.type = "metadata";
    record.content_type = "application/warc-fields";
    record.concurrent_to = concurrent_to;
    record.ip = record.protocol = record.tls_version = record.tls_cipher = NULL;
    record.block = buf_span(&warc->metadata);
    return add_record(warc, &record, position);
}

static int add_exchange(struct warc *warc, const struct warc_exchange *exchange,
                        struct warc_position *position)
{
    char date[CLOCK_TEXT_SIZE], id[WARC_ID_SIZE];
    struct record common = {.id = id,
                            .date = date,
                            .url = exchange->url,
                            .ip = exchange->ip,
                            .protocol = exchange->protocol,
                            .tls_version = exchange->tls_version,
                            .tls_cipher = exchange->tls_cipher};
    int error;

    clock_format(exchange->started_wall_us, 6, date);
    record_make_id(&warc->ids, id);
    if (exchange->response_head.len > 0)
        error = add_response(warc, exchange, &common, position);
    else
        error = add_metadata(warc, exchange, &common, NULL, position);
    if (!error)
        error = add_request(warc, exchange, &common, id);
    if (!error && exchange->response_head.len > 0)
        error = add_metadata(warc, exchange, &common, id, NULL);
    return error;
}

int warc_add(struct warc *warc, const struct warc_exchange *exchange, struct warc_position *position)
{
    struct warc_position made;
    int error;

    if (exchange->url.len == 0 || !span_is_visible(exchange->url) || !span_is_visible(exchange->via) ||
        !span_is_visible(exchange->hops))
        return roll_back(warc, ERROR_INVALID);
    error = warc->tail.fd < 0 ? ERROR_NOT_FOUND : 0;
    if (!error)
        error = add_exchange(warc, exchange, &made);
    if (!error)
        error = packer_push(warc->packer);
    if (error)
        return roll_back(warc, error);
    *position = made;
    return 0;
}

int warc_add_resource(struct warc *warc, struct span url, int64_t wall_us, struct span from,
                      const char *content_type, struct body *content, struct warc_position *position)
{
    char date[CLOCK_TEXT_SIZE];
    struct record record = {.type = from.len > 0 ? "conversion" : "resource",
                            .url = url,
                            .refers_to = from,
                            .date = date,
                            .content_type = content_type,
                            .body = content,
                            .payload_is_block = true};
    int error = warc->tail.fd < 0 ? ERROR_NOT_FOUND : !span_is_visible(url) ? ERROR_INVALID : 0;

    clock_format(wall_us, 6, date);
    if (!error)
        error = add_record(warc, &record, position);
    if (!error)
        error = packer_push(warc->packer);
    return error ? roll_back(warc, error) : 0;
}

int warc_flush(struct warc *warc, struct warc_file *file)
{
    int error = warc->tail.fd >= 0 ? packer_finish(warc->packer) : ERROR_NOT_FOUND;

    if (!error)
        error = member_file_write(&warc->tail);
    if (error)
        return roll_back(warc, error);
    warc->flushed = true;
    warc->file.len = warc->tail.written;
    *file = warc->file;
    return 0;
}

void warc_locate(const struct warc *warc, struct warc_position *position)
{
    struct packer_place place = packer_place(warc->packer, position->number);

    position->offset = place.offset;
    position->len = place.len;
}

int warc_is_full(struct warc *warc, uint64_t room, bool *full)
{
    uint64_t most = member_file_len(&warc->tail) + packer_held(warc->packer) + room;
    int error = most > warc->roll_bytes ? packer_finish(warc->packer) : 0;
    uint64_t len = member_file_len(&warc->tail);

    if (error)
        return roll_back(warc, error);
    *full = most > warc->roll_bytes && len > warc->info_len && len + room > warc->roll_bytes;
    return 0;
}

/* Returns the room for a resource: members are a little longer than bytes that cannot be deflated. */
uint64_t warc_resource_room(uint64_t len)
{
    return len + len / 64 + HEADS_MAX;
}

uint64_t warc_room(const struct warc_exchange *exchange)
{
    uint64_t len = exchange->request_head.len + exchange->response_head.len + exchange->via.len +
                   exchange->hops.len + exchange->trouble.len + exchange->original.url.len;

    if (exchange->revisit == WARC_NO_REVISIT && exchange->response_body)
        len += exchange->response_body->len;
    return warc_resource_room(len + RECORDS_MAX * exchange->url.len + USAGE_FIELD_MAX * exchange->usage.len);
}

/* Chooses an unused name. */
static int choose_name(struct warc *warc, int64_t now_us)
{
    char stamp[CLOCK_STAMP_SIZE];

    clock_stamp(now_us, stamp);
    for (int serial = 0; serial <= HIGHEST_SERIAL; serial++) {
        (void)snprintf(warc->file.name, sizeof warc->file.name, "%s-%s-%05d.warc.gz", warc->prefix, stamp,
                       serial);
        if (!file_exists(warc->dir, warc->file.name))
            return 0;
    }
    errno = EEXIST;
    return error_from_errno(errno);
}

int warc_begin(struct warc *warc, struct warc_file *file)
{
    char date[CLOCK_TEXT_SIZE];
    struct record info = {.type = "warcinfo",
                          .content_type = "application/warc-fields",
                          .id = warc->info_id,
                          .date = date,
                          .filename = warc->file.name,
                          .block = buf_span(&warc->info)};
    int64_t now_us = clock_wall_us();
    int error, number;

    if (packer_held(warc->packer) > 0 || warc->tail.pending.len > 0 || warc->tail.written != warc->file.len)
        die("warc_begin: captures were not flushed");
    close_file(warc);
    clock_format(now_us, 6, date);
    error = choose_name(warc, now_us);
    if (!error)
        error = file_remove(warc->dir, unfinished);
    if (!error)
        error = file_open(warc->dir, unfinished, O_RDWR | O_APPEND | O_CREAT | O_EXCL, 0666, &warc->tail.fd);
    if (error)
        return error;
    record_make_id(&warc->ids, warc->info_id);
    error = add_record(warc, &info, NULL);
    if (!error)
        error = warc_flush(warc, file);
    warc->info_len = warc->file.len;
    if (!error)
        error = file_sync(warc->tail.fd);
    if (!error)
        error = file_rename(warc->dir, unfinished, warc->dir, warc->file.name);
    if (!error)
        error = file_sync_dir(warc->dir);
    number = errno;
    if (error) { /* nothing refers to the file yet; one that stays holds at most a warcinfo record */
        if (file_remove(warc->dir, unfinished) == 0)
            (void)!file_remove(warc->dir, warc->file.name);
        close_file(warc);
    }
    errno = number;
    return error;
}

/* Reads the id of the file's warcinfo record, which is the first, and whether it is the SAME as that of a new
 * file. */
static int read_info(struct warc *warc, const struct warc_file *file, bool *same)
{
    static const char before[] = "<urn:uuid:";
    struct warc_record record RELEASED_BY(warc_record_release);
    struct span type, id, block;
    int error;

    warc_record_init(&record, warc->dir, FIRST_RECORD_MAX);
    error = warc_read_from(warc->tail.fd, 0, file->len, &record);
    if (!error && (!warc_field(&record, "WARC-Type", &type) || !span_is(type, "warcinfo") ||
                   !warc_field(&record, "WARC-Record-ID", &id) || !span_starts(id, before) ||
                   id.len != sizeof before - 1 + WARC_ID_SIZE - 1 + 1))
        error = ERROR_CORRUPT;
    if (!error)
        error = body_span(&record.block, &block);
    if (error)
        return error;
    memcpy(warc->info_id, id.at + sizeof before - 1, WARC_ID_SIZE - 1);
    *same = span_equals(block, buf_span(&warc->info));
    return 0;
}

int warc_continue(struct warc *warc, const struct warc_file *file, bool *same)
{
    int error;

    close_file(warc);
    if (memchr(file->name, '\0', sizeof file->name) == NULL || strchr(file->name, '/'))
        return ERROR_INVALID;
    error = file_remove(warc->dir, unfinished);
    if (!error)
        error = file_open(warc->dir, file->name, O_RDWR | O_APPEND, 0, &warc->tail.fd);
    if (error)
        return error;
    error = read_info(warc, file, same);
    if (!error)
        error = file_cut(warc->tail.fd, file->len);
    if (error) {
        close_file(warc);
        return error;
    }
    warc->file = *file;
    warc->tail.written = file->len;
    return 0;
}
