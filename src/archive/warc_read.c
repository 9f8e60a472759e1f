/* SPDX-License-Identifier: MIT */
/* Reads one record at a time, each a separate gzip member. Its bytes pass through a window and are split by
 * three states. A record is returned only if it is complete. */
#include "config.h"

#include "archive/warc_read.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "archive/walk.h"
#include "archive/gzip.h"
#include "base/alloc.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/file.h"
#include "base/limits.h"

enum { WINDOW_BYTES = 128 * 1024, HEAD_STEP = 1024 };

enum reader_state { READER_HEAD, READER_BLOCK, READER_END };

/* Large, and allocated for every document that is read again, so it is not zeroed. */
struct warc_reader {
    enum reader_state state;
    uint64_t left; /* of the block */
    size_t ended;  /* bytes of the CRLF CRLF after it */
    struct gzip_reader *gzip;
    struct span coded_left; /* of the member that is read */
    bool is_inflated;       /* to its end */
    char window[WINDOW_BYTES];
    struct buf coded;
    struct digest sha256, sha1;
};

void warc_record_init(struct warc_record *record, int spool_dir, uint64_t block_max)
{
    struct warc_reader *reader = mem_grow(NULL, 1, sizeof *reader);

    reader->gzip = gzip_reader_new();
    buf_init(&reader->coded, 2 * LIMIT_BODY_IN_MEMORY);
    digest_init(&reader->sha256, DIGEST_SHA256);
    digest_init(&reader->sha1, DIGEST_SHA1);
    buf_init(&record->head, LIMIT_WARC_HEAD_BYTES);
    buf_init(&record->made, 2 * LIMIT_WARC_HEAD_BYTES);
    body_init(&record->block, spool_dir, LIMIT_BODY_IN_MEMORY, block_max);
    record->tolerant = record->altered = false;
    record->member_len = 0;
    record->reader = reader;
}

void warc_record_release(struct warc_record *record)
{
    struct warc_reader *reader = record->reader;

    if (!reader)
        return;
    gzip_reader_free(reader->gzip);
    buf_release(&reader->coded);
    digest_release(&reader->sha256);
    digest_release(&reader->sha1);
    free(reader);
    record->reader = NULL;
    buf_release(&record->head);
    buf_release(&record->made);
    body_release(&record->block);
}

static void clear_record(struct warc_record *record)
{
    buf_clear(&record->head);
    body_clear(&record->block, LIMIT_BODY_IN_MEMORY);
    record->member_len = 0;
    record->reader->state = READER_HEAD;
    record->reader->left = 0;
    record->reader->ended = 0;
}

bool warc_field(const struct warc_record *record, const char *name, struct span *value)
{
    return head_value(buf_span(&record->head), name, 0, value);
}

/* Reads the length of the block from the head. */
static int end_head(struct warc_record *record)
{
    struct warc_reader *reader = record->reader;
    struct span length;

    if (!warc_walk_is_version(buf_span(&record->head)))
        return ERROR_CORRUPT;
    if (!warc_field(record, "Content-Length", &length) || !span_to_u64(length, &reader->left))
        return ERROR_CORRUPT;
    if (reader->left > record->block.max)
        return ERROR_TOO_LARGE;
    reader->state = reader->left > 0 ? READER_BLOCK : READER_END;
    return 0;
}

/* Takes bytes up to the empty line that ends the head. It may be split between two pieces. */
static int take_head(struct warc_record *record, struct span *bytes)
{
    while (bytes->len > 0) {
        struct span whole = *bytes;
        struct buf *head = &record->head;

        (void)span_take_until(bytes, '\n');
        if (buf_add(head, whole.at, whole.len - bytes->len) != 0)
            return ERROR_CORRUPT;
        if (head->len >= 4 && memcmp(head->at + head->len - 4, "\r\n\r\n", 4) == 0)
            return end_head(record);
    }
    return 0;
}

static int take_block(struct warc_record *record, struct span *bytes)
{
    struct warc_reader *reader = record->reader;
    size_t len = reader->left < bytes->len ? (size_t)reader->left : bytes->len;
    int error = body_add(&record->block, bytes->at, len);

    if (error)
        return error;
    *bytes = span_part(*bytes, len, bytes->len);
    reader->left -= len;
    if (reader->left == 0)
        reader->state = READER_END;
    return 0;
}

static int take_end(struct warc_reader *reader, struct span *bytes)
{
    static const char end[] = "\r\n\r\n";

    for (; bytes->len > 0; *bytes = span_part(*bytes, 1, bytes->len)) {
        if (reader->ended == sizeof end - 1 || bytes->at[0] != end[reader->ended++])
            return ERROR_CORRUPT;
    }
    return 0;
}

static int take_bytes(struct warc_record *record, struct span bytes)
{
    int error = 0;

    while (bytes.len > 0 && !error) {
        switch (record->reader->state) {
        case READER_HEAD:
            error = take_head(record, &bytes);
            break;
        case READER_BLOCK:
            error = take_block(record, &bytes);
            break;
        case READER_END:
            error = take_end(record->reader, &bytes);
            break;
        }
    }
    return error;
}

static void start_inflating(struct warc_reader *reader, struct span coded)
{
    gzip_reader_start(reader->gzip);
    reader->coded_left = coded;
    reader->is_inflated = false;
}

/* Sets MADE to the next bytes, at most ROOM; empty at the end of the input. */
static int inflate_some(struct warc_reader *reader, size_t room, struct span *made)
{
    size_t len;
    int error =
        gzip_read(reader->gzip, &reader->coded_left, reader->window, room, &len, &reader->is_inflated);

    *made = span_make(reader->window, len);
    return error;
}

static int take_member(struct warc_record *record, struct span coded)
{
    struct warc_reader *reader = record->reader;
    int error = 0;

    start_inflating(reader, coded);
    while (!error && !reader->is_inflated) {
        struct span made;

        error = inflate_some(reader, WINDOW_BYTES, &made);
        if (!error)
            error = take_bytes(record, made);
        if (!error && made.len == 0 && reader->coded_left.len == 0 && !reader->is_inflated)
            error = ERROR_CORRUPT;
    }
    record->member_len = coded.len - reader->coded_left.len;
    return error;
}

/* Compares the block with its digest. A digest of an unknown kind is ignored. */
static int check_digest(struct warc_record *record)
{
    unsigned char wanted[DIGEST_MAX_BYTES], seen[DIGEST_MAX_BYTES];
    struct digest *digest;
    enum digest_kind kind;
    struct span text;
    int error;

    if (!warc_field(record, "WARC-Block-Digest", &text))
        return 0;
    if (!digest_parse(text, &kind, wanted))
        return span_starts_nocase(text, "sha256:") || span_starts_nocase(text, "sha1:") ? ERROR_CORRUPT : 0;
    digest = kind == DIGEST_SHA1 ? &record->reader->sha1 : &record->reader->sha256;
    error = digest_add_body(digest, &record->block);
    digest_finish(digest, seen);
    if (error)
        return error;
    return memcmp(wanted, seen, digest_len(kind)) == 0 ? 0 : ERROR_CORRUPT;
}

int warc_parse(struct span coded, struct warc_record *record)
{
    int error;

    clear_record(record);
    error = take_member(record, coded);
    if (!error && (record->reader->state != READER_END || record->reader->ended != 4))
        error = ERROR_CORRUPT;
    record->altered = false;
    if (!error)
        error = check_digest(record);
    if (error == ERROR_CORRUPT && record->tolerant && record->reader->ended == 4) {
        record->altered = true;
        error = 0;
    }
    if (error)
        clear_record(record);
    return error;
}

static int parse_small(int fd, uint64_t offset, size_t len, struct warc_record *record)
{
    struct buf *coded = &record->reader->coded;
    char *to;
    int error;

    buf_clear(coded);
    to = buf_reserve(coded, len);
    if (!to)
        return ERROR_TOO_LARGE;
    error = file_read_at(fd, offset, to, len);
    return error ? error : warc_parse(span_make(to, len), record);
}

static int parse_large(int fd, uint64_t offset, uint64_t len, struct warc_record *record)
{
    uint64_t before = offset % (uint64_t)sysconf(_SC_PAGESIZE);
    char *map = mmap(NULL, len + before, PROT_READ, MAP_PRIVATE, fd, (off_t)(offset - before));
    int error;

    if (map == MAP_FAILED)
        return error_from_errno(errno);
    error = warc_parse(span_make(map + before, len), record);
    (void)munmap(map, len + before);
    return error;
}

int warc_read(int dir, const char *name, uint64_t offset, uint64_t len, struct warc_record *record)
{
    uint64_t size;
    int fd FILE_LOCAL;
    int error = file_open(dir, name, O_RDONLY, 0, &fd);

    clear_record(record);
    if (error)
        return error;
    error = file_size(fd, &size);
    if (!error && (offset > size || len > size - offset))
        error = ERROR_CORRUPT;
    if (!error && len <= LIMIT_BODY_IN_MEMORY)
        error = parse_small(fd, offset, (size_t)len, record);
    else if (!error)
        error = parse_large(fd, offset, len, record);
    if (!error && record->member_len != len) {
        clear_record(record);
        error = ERROR_CORRUPT;
    }
    return error;
}

/* Inflates only as much as the head needs. */
static int parse_head(struct span coded, struct warc_record *record)
{
    struct warc_reader *reader = record->reader;
    int error = 0;

    start_inflating(reader, coded);
    while (!error && reader->state == READER_HEAD) {
        struct span made;

        error = inflate_some(reader, HEAD_STEP, &made);
        if (!error && made.len == 0)
            error = ERROR_CORRUPT;
        if (!error)
            error = take_head(record, &made);
    }
    return error;
}

int warc_read_head(int dir, const char *name, uint64_t offset, struct warc_record *record)
{
    struct buf *coded = &record->reader->coded;
    uint64_t size = 0, len;
    int fd FILE_LOCAL;
    int error = file_open(dir, name, O_RDONLY, 0, &fd);
    char *to;

    clear_record(record);
    if (error)
        return error;
    error = file_size(fd, &size);
    if (!error && offset >= size)
        error = ERROR_CORRUPT;
    buf_clear(coded);
    len = error ? 0 : size - offset < LIMIT_WARC_HEAD_BYTES ? size - offset : LIMIT_WARC_HEAD_BYTES;
    to = buf_reserve(coded, (size_t)len);
    if (!error)
        error = to ? file_read_at(fd, offset, to, (size_t)len) : ERROR_TOO_LARGE;
    if (!error)
        error = parse_head(span_make(to, (size_t)len), record);
    if (error)
        clear_record(record);
    return error;
}

/* Makes a header block for a resource record. */
static struct span make_http_head(struct warc_record *record)
{
    struct buf *made = &record->made;
    struct span type;

    buf_clear(made);
    (void)buf_add_text(made, "HTTP/1.1 200 OK\r\n");
    if (warc_field(record, "Content-Type", &type))
        (void)buf_add_format(made, "Content-Type: %.*s\r\n", (int)type.len, type.at);
    (void)buf_add_text(made, "\r\n");
    return buf_span(made);
}

int warc_http(struct warc_record *record, struct span *head, struct span *body)
{
    struct span whole, rest, type;
    int error = body_span(&record->block, &whole);

    if (error)
        return error;
    if (warc_field(record, "WARC-Type", &type) && span_is_nocase(type, "resource")) {
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
