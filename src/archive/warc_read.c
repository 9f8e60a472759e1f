/* SPDX-License-Identifier: MIT */
/* Reads one record at a time, each a separate gzip member, by a walk that stops after it. A record is
 * returned only if it is complete and without faults. */
#include "config.h"

#include "archive/warc_read.h"

#include <fcntl.h>

#include "archive/walk.h"
#include "base/digest.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/http.h"
#include "base/limits.h"

void warc_record_init(struct warc_record *record, int spool_dir, uint64_t block_max)
{
    *record = (struct warc_record){.walk = warc_walk_new(-1, 0)};
    buf_init(&record->head, LIMIT_WARC_HEAD_BYTES);
    buf_init(&record->made, 2 * LIMIT_WARC_HEAD_BYTES);
    body_init(&record->block, spool_dir, LIMIT_BODY_IN_MEMORY, block_max);
}

void warc_record_release(struct warc_record *record)
{
    if (!record->walk)
        return;
    warc_walk_free(record->walk);
    record->walk = NULL;
    buf_release(&record->head);
    buf_release(&record->made);
    body_release(&record->block);
}

static void clear_record(struct warc_record *record)
{
    buf_clear(&record->head);
    body_clear(&record->block, LIMIT_BODY_IN_MEMORY);
    record->member_len = 0;
    record->altered = false;
}

bool warc_field(const struct warc_record *record, const char *name, struct span *value)
{
    return head_value(buf_span(&record->head), name, 0, value);
}

/* Finds the record that begins at OFFSET of FD, and takes its head. */
static int take_head(struct warc_record *record, int fd, uint64_t offset, uint64_t limit,
                     struct warc_found **found)
{
    int error;

    clear_record(record);
    warc_walk_open(record->walk, fd, offset, limit);
    error = warc_walk_next(record->walk, found);
    if (error)
        return error == ERROR_END ? ERROR_CORRUPT : error;
    /* The drafts 0.17 and 0.18 have the same form as 1.0 and 1.1. */
    if ((*found)->faults || (*found)->offset != offset ||
        !span_starts_one_of_nocase(buf_span(&(*found)->head), "WARC/1. WARC/0.17 WARC/0.18"))
        return ERROR_CORRUPT;
    return buf_add_span(&record->head, buf_span(&(*found)->head));
}

static int take_block(struct warc_record *record, const struct warc_found *found)
{
    int error =
        found->block_len > record->block.max ? ERROR_TOO_LARGE : warc_walk_body(record->walk, &record->block);

    record->member_len = found->len;
    return !error && found->faults ? ERROR_CORRUPT : error;
}

/* Compares the block with its digest. A digest of an unknown kind is ignored. */
static int check_digest(struct warc_record *record)
{
    unsigned char wanted[DIGEST_MAX_BYTES], seen[DIGEST_MAX_BYTES];
    enum digest_kind kind;
    struct span text;
    int error;

    if (!warc_field(record, "WARC-Block-Digest", &text))
        return 0;
    if (!digest_parse(text, &kind, wanted))
        return span_starts_nocase(text, "sha256:") || span_starts_nocase(text, "sha1:") ? ERROR_CORRUPT : 0;
    error = digest_body(kind, &record->block, seen);
    return !error && memcmp(wanted, seen, digest_len(kind)) != 0 ? ERROR_CORRUPT : error;
}

int warc_read_from(int fd, uint64_t offset, uint64_t limit, struct warc_record *record)
{
    struct warc_found *found;
    int error = take_head(record, fd, offset, limit, &found);

    if (!error)
        error = take_block(record, found);
    if (!error) {
        error = check_digest(record);
        record->altered = error == ERROR_CORRUPT && record->tolerant;
        error = record->altered ? 0 : error;
    }
    if (error)
        clear_record(record);
    return error;
}

int warc_read(int dir, const char *name, uint64_t offset, uint64_t len, struct warc_record *record)
{
    uint64_t size;
    int fd FILE_LOCAL;
    int error = file_open(dir, name, O_RDONLY, 0, &fd);

    if (!error)
        error = file_size(fd, &size);
    if (!error && (offset > size || len > size - offset))
        error = ERROR_CORRUPT;
    if (!error)
        error = warc_read_from(fd, offset, offset + len, record);
    if (!error && record->member_len != len)
        error = ERROR_CORRUPT;
    if (error)
        clear_record(record);
    return error;
}

int warc_read_head(int dir, const char *name, uint64_t offset, struct warc_record *record)
{
    struct warc_found *found;
    int fd FILE_LOCAL;
    int error = file_open(dir, name, O_RDONLY, 0, &fd);

    if (!error)
        error = take_head(record, fd, offset, UINT64_MAX, &found);
    if (error)
        clear_record(record);
    return error;
}

/* Makes a header block for a resource or conversion record. A date in whole seconds, such as the time that
 * wget gives to a file, is its Last-Modified. */
static struct span make_http_head(struct warc_record *record)
{
    struct buf *made = &record->made;
    struct span type, date;
    int64_t first_us, last_us;
    char text[MOMENT_HTTP_SIZE];

    (void)buf_set(made, span_of("HTTP/1.1 200 OK\r\n"));
    if (warc_field(record, "Content-Type", &type))
        (void)buf_add_format(made, "Content-Type: %.*s\r\n", (int)type.len, type.at);
    if (warc_field(record, "WARC-Date", &date) && moment_parse(date, &first_us, &last_us) &&
        span_find(date, '.') == date.len) {
        moment_http(first_us, text);
        (void)buf_add_format(made, "Last-Modified: %s\r\n", text);
    }
    (void)buf_add_text(made, "\r\n");
    return buf_span(made);
}

int warc_http(struct warc_record *record, struct span *head, struct span *body)
{
    struct span whole, rest, type;
    int error = body_span(&record->block, &whole);

    if (error)
        return error;
    if (warc_field(record, "WARC-Type", &type) && span_is_one_of_nocase(type, "resource conversion")) {
        *head = make_http_head(record);
        *body = whole;
        return 0;
    }
    rest = whole;
    while (rest.len > 0) {
        struct span line = span_take_until(&rest, '\n');

        if (line.len > 0 && !span_is(line, "\r"))
            continue;
        *head = span_part(whole, 0, whole.len - rest.len);
        *body = rest;
        if (!head_is_interim(*head))
            return 0;
        whole = rest;
    }
    return ERROR_INVALID;
}
