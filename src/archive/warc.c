/* SPDX-License-Identifier: MIT */
/* Writes WARC 1.1 (ISO 28500:2017, as annotated by the IIPC). Members gather in a buffer and go to the file
 * when there are enough of them, or at a flush; what is too large for memory goes there at once. A failure, a
 * full disk above all, cuts the file back to the last flush, so that it never holds half a capture that a
 * database could come to name. */
#include "config.h"

#include "archive/warc.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/random.h>
#include <unistd.h>

#include "archive/member.h"
#include "archive/warc_read.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/die.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/file.h"
#include "base/limits.h"

enum {
    DEFAULT_LEVEL = 1,
    HIGHEST_LEVEL = 12,
    PREFIX_MAX = 64,
    WRITE_ABOVE = 256 * 1024,
    PENDING_MAX = 4 * LIMIT_BODY_IN_MEMORY,
    FIRST_RECORD_MAX = 64 * 1024,
    HIGHEST_SERIAL = 99999,
    RANDOM_BYTES = 256,
    UUID_BYTES = 16
};

static const uint64_t default_roll_bytes = 1000 * 1000 * 1000;

struct warc {
    int dir, fd;
    char prefix[PREFIX_MAX + 1];
    uint64_t roll_bytes;
    struct buf info; /* the block of warcinfo records */

    struct warc_file file; /* its len: what lasts */
    uint64_t written;      /* the file's length so far; never below file.len */
    struct buf pending;    /* members behind that */
    char info_id[WARC_ID_SIZE];

    struct member_maker *maker;
    struct digest digest;
    struct buf head, metadata;
    unsigned char random[RANDOM_BYTES];
    size_t random_left;
};

/* One record, before its common fields. */
struct record {
    const char *type, *content_type;
    const char *id, *concurrent_to; /* UUIDs; concurrent_to may be NULL */
    const char *date;
    struct span url; /* empty for warcinfo */
    const char *ip, *truncated;
    const unsigned char *payload_sha256;
    const char *filename;
    struct span block[2];
    bool store;
};

static void copy_prefix(char *to, const char *prefix)
{
    size_t len = strlen(prefix) < PREFIX_MAX ? strlen(prefix) : PREFIX_MAX;

    for (size_t i = 0; i < len; i++) {
        char c = prefix[i];
        bool plain = ascii_is_alpha(c) || ascii_is_digit(c) || c == '-' || (c == '.' && i > 0);

        to[i] = plain ? c : '-';
    }
    to[len] = '\0';
}

/* A line of a warcinfo block; control bytes would start another. */
static void add_info(struct buf *info, const char *name, const char *value)
{
    if (!value)
        return;
    (void)buf_add_text(info, name);
    (void)buf_add_text(info, ": ");
    for (const char *at = value; *at; at++)
        (void)buf_add_byte(info, (unsigned char)*at < 0x20 || *at == 0x7f ? ' ' : *at);
    (void)buf_add_text(info, "\r\n");
}

static void make_info(struct buf *info, const struct warc_options *options)
{
    buf_init(info, LIMIT_WARC_HEAD_BYTES / 2);
    add_info(info, "software", options->software);
    add_info(info, "format", "WARC File Format 1.1");
    add_info(info, "conformsTo",
             "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/");
    add_info(info, "robots", options->robots);
    add_info(info, "http-header-user-agent", options->user_agent);
    add_info(info, "http-header-from", options->from);
    add_info(info, "operator", options->operator);
    add_info(info, "isPartOf", options->is_part_of);
    add_info(info, "description", options->description);
}

struct warc *warc_new(const struct warc_options *options)
{
    struct warc *warc = MEM_NEW(struct warc);
    int level = options->level > 0 ? options->level : DEFAULT_LEVEL;

    warc->dir = options->dir;
    warc->fd = -1;
    copy_prefix(warc->prefix, options->prefix);
    warc->roll_bytes = options->roll_bytes > 0 ? options->roll_bytes : default_roll_bytes;
    make_info(&warc->info, options);
    buf_init(&warc->pending, PENDING_MAX);
    buf_init(&warc->head, LIMIT_WARC_HEAD_BYTES);
    buf_init(&warc->metadata, LIMIT_WARC_HEAD_BYTES);
    warc->maker = member_maker_new(level < HIGHEST_LEVEL ? level : HIGHEST_LEVEL);
    digest_init(&warc->digest, DIGEST_SHA256);
    return warc;
}

static void close_file(struct warc *warc)
{
    if (warc->fd >= 0)
        close(warc->fd);
    warc->fd = -1;
    warc->written = 0;
    warc->file = (struct warc_file){.len = 0};
}

void warc_free(struct warc *warc)
{
    if (!warc)
        return;
    close_file(warc);
    buf_release(&warc->info);
    buf_release(&warc->pending);
    buf_release(&warc->head);
    buf_release(&warc->metadata);
    member_maker_free(warc->maker);
    digest_release(&warc->digest);
    free(warc);
}

/* A random UUID (RFC 9562, version 4); the kernel is asked for sixteen of them at once. */
static void make_id(struct warc *warc, char id[WARC_ID_SIZE])
{
    static const char digits[] = "0123456789abcdef";
    unsigned char *random;

    if (warc->random_left == 0) {
        if (getrandom(warc->random, RANDOM_BYTES, 0) != RANDOM_BYTES)
            die("the kernel gives no random bytes");
        warc->random_left = RANDOM_BYTES;
    }
    warc->random_left -= UUID_BYTES;
    random = warc->random + warc->random_left;
    random[6] = (random[6] & 0x0f) | 0x40;
    random[8] = (random[8] & 0x3f) | 0x80;
    for (size_t i = 0; i < UUID_BYTES; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            *id++ = '-';
        *id++ = digits[random[i] >> 4];
        *id++ = digits[random[i] & 15];
    }
    *id = '\0';
}

static void add_field(struct buf *head, const char *name, struct span value)
{
    (void)buf_add_text(head, name);
    (void)buf_add(head, ": ", 2);
    (void)buf_add_span(head, value);
    (void)buf_add(head, "\r\n", 2);
}

static void add_text_field(struct buf *head, const char *name, const char *value)
{
    if (value && *value)
        add_field(head, name, span_of(value));
}

static void add_id_field(struct buf *head, const char *name, const char *id)
{
    if (!id)
        return;
    (void)buf_add_text(head, name);
    (void)buf_add_text(head, ": <urn:uuid:");
    (void)buf_add_text(head, id);
    (void)buf_add_text(head, ">\r\n");
}

static void add_digest_field(struct buf *head, const char *name, const unsigned char *sha256)
{
    char text[DIGEST_TEXT_SIZE];

    if (!sha256)
        return;
    digest_text(DIGEST_SHA256, sha256, text);
    add_text_field(head, name, text);
}

static void add_length_field(struct buf *head, uint64_t len)
{
    char text[24];
    int text_len = snprintf(text, sizeof text, "%llu", (unsigned long long)len);

    add_field(head, "Content-Length", span_make(text, (size_t)text_len));
}

static int make_head(struct warc *warc, const struct record *record)
{
    unsigned char block_sha256[DIGEST_MAX_BYTES];
    struct buf *head = &warc->head;

    digest_add(&warc->digest, record->block[0].at, record->block[0].len);
    digest_add(&warc->digest, record->block[1].at, record->block[1].len);
    digest_finish(&warc->digest, block_sha256);

    buf_clear(head);
    (void)buf_add_text(head, "WARC/1.1\r\n");
    add_text_field(head, "WARC-Type", record->type);
    add_id_field(head, "WARC-Record-ID", record->id);
    if (record->filename)
        add_text_field(head, "WARC-Filename", record->filename);
    else
        add_id_field(head, "WARC-Warcinfo-ID", warc->info_id);
    add_id_field(head, "WARC-Concurrent-To", record->concurrent_to);
    if (record->url.len > 0)
        add_field(head, "WARC-Target-URI", record->url);
    add_text_field(head, "WARC-Date", record->date);
    add_text_field(head, "WARC-IP-Address", record->ip);
    add_text_field(head, "WARC-Truncated", record->truncated);
    add_digest_field(head, "WARC-Block-Digest", block_sha256);
    add_digest_field(head, "WARC-Payload-Digest", record->payload_sha256);
    add_text_field(head, "Content-Type", record->content_type);
    add_length_field(head, record->block[0].len + record->block[1].len);
    return buf_add_text(head, "\r\n");
}

static int write_pending(struct warc *warc)
{
    int error = file_write(warc->fd, buf_text(&warc->pending), warc->pending.len);

    if (error)
        return error;
    warc->written += warc->pending.len;
    buf_clear(&warc->pending);
    return 0;
}

static uint64_t end_of(const struct warc *warc)
{
    return warc->written + warc->pending.len;
}

/* Adds one record, by way of memory if it can be. */
static int add_record(struct warc *warc, const struct record *record, struct warc_position *position)
{
    uint64_t offset = end_of(warc), written = 0;
    struct span parts[4];
    int error = make_head(warc, record);

    if (error)
        return error;
    parts[0] = buf_span(&warc->head);
    parts[1] = record->block[0];
    parts[2] = record->block[1];
    parts[3] = span_of("\r\n\r\n");
    if (record->block[0].len + record->block[1].len <= LIMIT_BODY_IN_MEMORY) {
        error = member_add(warc->maker, parts, 4, record->store, &warc->pending);
    } else {
        error = write_pending(warc);
        if (!error)
            error = member_write(warc->maker, parts, 4, record->store, warc->fd, &written);
        warc->written += written;
    }
    if (!error && position) {
        memcpy(position->name, warc->file.name, sizeof position->name);
        memcpy(position->id, record->id, sizeof position->id);
        position->offset = offset;
        position->len = end_of(warc) - offset;
    }
    return error;
}

/* Back to what lasts. A file that cannot even be cut is given up: warc_continue cuts it at the next start. */
static int give_up(struct warc *warc, int error)
{
    int number = errno;

    buf_clear(&warc->pending);
    if (warc->fd >= 0 && ftruncate(warc->fd, (off_t)warc->file.len) < 0)
        close_file(warc);
    warc->written = warc->file.len;
    errno = number;
    return error;
}

/* Field values and URIs on one line, in the bytes RFC 3986 allows. */
static bool is_uri(struct span text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] <= 0x20 || text.at[i] >= 0x7f)
            return false;
    }
    return true;
}

static void make_metadata(struct buf *metadata, const struct warc_capture *capture)
{
    buf_clear(metadata);
    if (capture->via.len > 0)
        add_field(metadata, "via", capture->via);
    if (capture->hops.len > 0)
        add_field(metadata, "hopsFromSeed", capture->hops);
    if (capture->fetch_ms >= 0)
        (void)buf_add_format(metadata, "fetchTimeMs: %lld\r\n", (long long)capture->fetch_ms);
}

static int add_group(struct warc *warc, const struct warc_capture *capture, const char *date,
                     struct warc_position *position)
{
    char response_id[WARC_ID_SIZE], other_id[WARC_ID_SIZE];
    struct record response = {.type = "response",
                              .content_type = "application/http;msgtype=response",
                              .id = response_id,
                              .date = date,
                              .url = capture->url,
                              .ip = capture->ip,
                              .truncated = capture->truncated,
                              .payload_sha256 = capture->payload_sha256,
                              .block = {capture->response_head, capture->response_body},
                              .store = capture->is_coded};
    struct record other = {.type = "request",
                           .content_type = "application/http;msgtype=request",
                           .id = other_id,
                           .concurrent_to = response_id,
                           .date = date,
                           .url = capture->url,
                           .ip = capture->ip,
                           .block = {capture->request_head}};
    int error;

    make_id(warc, response_id);
    make_id(warc, other_id);
    error = add_record(warc, &response, position);
    if (!error)
        error = add_record(warc, &other, NULL);
    make_metadata(&warc->metadata, capture);
    if (error || warc->metadata.len == 0)
        return error;
    make_id(warc, other_id);
    other.type = "metadata";
    other.content_type = "application/warc-fields";
    other.ip = NULL;
    other.block[0] = buf_span(&warc->metadata);
    return add_record(warc, &other, NULL);
}

int warc_add(struct warc *warc, const struct warc_capture *capture, struct warc_position *position)
{
    char date[CLOCK_TEXT_SIZE];
    struct warc_position made;
    int error = 0;

    if (capture->url.len == 0 || !is_uri(capture->url) || !is_uri(capture->via) || !is_uri(capture->hops))
        return give_up(warc, ERROR_INVALID);
    if (warc->fd < 0)
        return give_up(warc, ERROR_NOT_FOUND);
    clock_format(capture->started_wall_us, 6, date);
    if (warc->pending.len > WRITE_ABOVE)
        error = write_pending(warc);
    if (!error)
        error = add_group(warc, capture, date, &made);
    if (error)
        return give_up(warc, error);
    *position = made;
    return 0;
}

int warc_flush(struct warc *warc, struct warc_file *file)
{
    int error = warc->fd >= 0 ? write_pending(warc) : ERROR_NOT_FOUND;

    if (error)
        return give_up(warc, error);
    warc->file.len = warc->written;
    *file = warc->file;
    return 0;
}

bool warc_is_full(const struct warc *warc)
{
    return end_of(warc) >= warc->roll_bytes;
}

/* A file under a name that is not taken. */
static int create_file(struct warc *warc, const char *date)
{
    static const char digits[] = "0123456789";
    char day[16];
    size_t len = 0;
    int error = 0;

    for (const char *at = date; *at && len < 14; at++) {
        if (strchr(digits, *at))
            day[len++] = *at;
    }
    day[len] = '\0';
    for (int serial = 0; serial <= HIGHEST_SERIAL; serial++) {
        (void)snprintf(warc->file.name, sizeof warc->file.name, "%s-%s-%05d.warc.gz", warc->prefix, day,
                       serial);
        error = file_open(warc->dir, warc->file.name, O_RDWR | O_APPEND | O_CREAT | O_EXCL, 0666, &warc->fd);
        if (!error || errno != EEXIST)
            return error;
    }
    return error;
}

/* Takes back a file that nobody knows yet; one that cannot be removed holds a warcinfo record at most. */
static void discard_file(struct warc *warc)
{
    int number = errno, removed = file_remove(warc->dir, warc->file.name);

    (void)removed;
    close_file(warc);
    errno = number;
}

int warc_begin(struct warc *warc, struct warc_file *file)
{
    char date[CLOCK_TEXT_SIZE], id[WARC_ID_SIZE];
    struct record info = {.type = "warcinfo",
                          .content_type = "application/warc-fields",
                          .id = id,
                          .date = date,
                          .filename = warc->file.name,
                          .block = {buf_span(&warc->info)}};
    int error;

    if (warc->pending.len > 0 || warc->written != warc->file.len)
        die("warc_begin: captures were not flushed");
    close_file(warc);
    clock_format(clock_wall_us(), 6, date);
    error = create_file(warc, date);
    if (error)
        return error;
    make_id(warc, id);
    memcpy(warc->info_id, id, sizeof id);
    error = add_record(warc, &info, NULL);
    if (!error)
        error = warc_flush(warc, file);
    if (!error)
        error = file_sync(warc->fd);
    if (!error)
        error = file_sync_dir(warc->dir);
    if (error)
        discard_file(warc);
    return error;
}

/* Learns the id of the file's warcinfo record, which stands first. */
static int read_info_id(struct warc *warc, const struct warc_file *file)
{
    uint64_t len = file->len < FIRST_RECORD_MAX ? file->len : FIRST_RECORD_MAX;
    static const char before[] = "<urn:uuid:";
    struct warc_record record;
    char *coded = mem_new(len + 1, 1);
    struct span type, id;
    int error = file_read_at(warc->fd, 0, coded, len);

    warc_record_init(&record, warc->dir, FIRST_RECORD_MAX);
    if (!error)
        error = warc_parse(span_make(coded, len), &record);
    if (!error && (!warc_field(&record, "WARC-Type", &type) || !span_is(type, "warcinfo") ||
                   !warc_field(&record, "WARC-Record-ID", &id) || !span_starts(id, before) ||
                   id.len != sizeof before - 1 + WARC_ID_SIZE - 1 + 1))
        error = ERROR_CORRUPT;
    if (!error)
        memcpy(warc->info_id, id.at + sizeof before - 1, WARC_ID_SIZE - 1);
    warc_record_release(&record);
    free(coded);
    return error;
}

static int cut_tail(struct warc *warc, const struct warc_file *file)
{
    uint64_t size;
    int error = file_size(warc->fd, &size);

    if (error)
        return error;
    if (size < file->len)
        return ERROR_CORRUPT;
    if (size > file->len && ftruncate(warc->fd, (off_t)file->len) < 0)
        return error_from_errno(errno);
    return 0;
}

int warc_continue(struct warc *warc, const struct warc_file *file)
{
    int error;

    close_file(warc);
    if (memchr(file->name, '\0', sizeof file->name) == NULL || strchr(file->name, '/'))
        return ERROR_INVALID;
    error = file_open(warc->dir, file->name, O_RDWR | O_APPEND, 0, &warc->fd);
    if (error)
        return error;
    error = read_info_id(warc, file);
    if (!error)
        error = cut_tail(warc, file);
    if (error) {
        close_file(warc);
        return error;
    }
    warc->file = *file;
    warc->written = file->len;
    return 0;
}
