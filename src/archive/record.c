/* SPDX-License-Identifier: MIT */
/* Writes a WARC record: its head, with room for the digest of its block, which is computed later; or a whole
 * record at once, as one gzip member (RFC 1952). gzip.h deflates, piece by piece. Small or already compressed
 * records go into stored blocks (RFC 1951, 3.2.4), which this file writes. */
#include "config.h"

#include "archive/record.h"

#include <stdio.h>

#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/limits.h"

enum {
    PIECE_BYTES = 64 * 1024,
    PIECE_LEAST = 1024,
    STORED_BLOCK_MAX = 65535,
    WRITE_ABOVE = 256 * 1024,
    PENDING_MAX = 4 * LIMIT_BODY_IN_MEMORY,
    PAGE_MAX = 64 * 1024,  /* codes of its own cost a larger page little */
    WORTH_DEFLATING = 1600 /* measured: below this, deflating takes several us and saves 200 bytes */
};

void member_file_init(struct member_file *file, int fd, uint64_t written)
{
    *file = (struct member_file){.fd = fd, .written = written};
    buf_init(&file->pending, PENDING_MAX);
}

void member_file_release(struct member_file *file)
{
    buf_release(&file->pending);
}

uint64_t member_file_len(const struct member_file *file)
{
    return file->written + file->pending.len;
}

int member_file_write(struct member_file *file)
{
    int error = file_write(file->fd, buf_text(&file->pending), file->pending.len);

    if (error)
        return error;
    file->written += file->pending.len;
    buf_clear(&file->pending);
    return 0;
}

static int write_if_enough(struct member_file *file)
{
    return file->fd >= 0 && file->pending.len > WRITE_ABOVE ? member_file_write(file) : 0;
}

int member_file_add(struct member_file *file, struct span members)
{
    int error = buf_add_span(&file->pending, members);

    return error ? error : write_if_enough(file);
}

/* A member that is being written. */
struct making {
    struct gzip_maker *gzip; /* NULL: it is stored */
    struct member_file *file;
    uint64_t left;     /* bytes to come */
    size_t block_left; /* bytes to come in the stored block */
    uint32_t crc;
};

static int deflate_part(struct making *making, struct span part)
{
    size_t room, made;
    int error = 0;

    making->left -= part.len;
    do {
        char *to;

        room = part.len / 2 < PIECE_BYTES ? part.len / 2 + PIECE_LEAST : PIECE_BYTES;
        to = buf_reserve(&making->file->pending, room);
        if (!to)
            return ERROR_TOO_LARGE;
        made = gzip_make(making->gzip, &part, making->left == 0, to, room);
        buf_grew(&making->file->pending, made);
        error = write_if_enough(making->file);
    } while (!error && (part.len > 0 || made == room));
    return error;
}

static void add_number(struct buf *to, uint32_t number, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        (void)buf_add_byte(to, (char)(number >> 8 * i & 0xff));
}

static void start_stored_block(struct making *making)
{
    struct buf *to = &making->file->pending;

    making->block_left = making->left < STORED_BLOCK_MAX ? (size_t)making->left : STORED_BLOCK_MAX;
    (void)buf_add_byte(to, making->block_left == making->left); /* 1: the last block */
    add_number(to, (uint32_t)making->block_left, 2);
    add_number(to, ~(uint32_t)making->block_left, 2);
}

static int store_part(struct making *making, struct span part)
{
    int error = 0;

    making->crc = gzip_crc(making->crc, part);
    while (!error && part.len > 0) {
        struct span now;

        if (making->block_left == 0)
            start_stored_block(making);
        now = span_part(part, 0, making->block_left);
        error = buf_add_span(&making->file->pending, now);
        making->block_left -= now.len;
        making->left -= now.len;
        part = span_part(part, now.len, part.len);
        if (!error)
            error = write_if_enough(making->file);
    }
    return error;
}

static int add_part(struct making *making, struct span part)
{
    if (part.len == 0)
        return 0;
    return making->gzip ? deflate_part(making, part) : store_part(making, part);
}

static int add_parts(struct making *making, const struct member *member)
{
    struct span piece;
    int error = add_part(making, member->before[0]);

    if (!error)
        error = add_part(making, member->before[1]);
    for (uint64_t at = 0; !error && member->body; at += piece.len) {
        error = body_piece(member->body, at, &piece);
        if (error || piece.len == 0)
            break;
        error = add_part(making, piece);
    }
    return error ? error : add_part(making, member->after);
}

int member_add(struct gzip_maker *maker, const struct member *member, struct member_file *file)
{
    static const char stored_head[] = "\x1f\x8b\x08\0\0\0\0\0\0\xff";
    uint64_t len = member->before[0].len + member->before[1].len + member->after.len +
                   (member->body ? member->body->len : 0);
    struct making making = {.file = file, .left = len};
    int error = write_if_enough(file);

    if (error)
        return error;
    if (!member->store && len >= WORTH_DEFLATING) {
        making.gzip = maker;
        gzip_maker_start(making.gzip, member->is_page && len < PAGE_MAX);
        return add_parts(&making, member);
    }
    (void)buf_add(&file->pending, stored_head, sizeof stored_head - 1);
    start_stored_block(&making);
    error = add_parts(&making, member);
    add_number(&file->pending, making.crc, 4);
    add_number(&file->pending, (uint32_t)len, 4);
    return error;
}

enum { UUID_BYTES = 16 };

void record_write_id(unsigned char *bytes, unsigned version, char id[WARC_ID_SIZE])
{
    static const char digits[] = "0123456789abcdef";

    bytes[6] = (unsigned char)((bytes[6] & 0x0f) | version << 4);
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    for (size_t i = 0; i < UUID_BYTES; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            *id++ = '-';
        *id++ = digits[bytes[i] >> 4];
        *id++ = digits[bytes[i] & 15];
    }
    *id = '\0';
}

/* Reads the random bytes of sixteen ids at once. */
void record_make_id(struct record_ids *ids, char id[WARC_ID_SIZE])
{
    if (ids->left == 0) {
        random_fill(ids->random, RECORD_RANDOM_BYTES);
        ids->left = RECORD_RANDOM_BYTES;
    }
    ids->left -= UUID_BYTES;
    record_write_id(ids->random + ids->left, 4, id);
}

void record_add_field(struct buf *to, const char *name, struct span value)
{
    size_t start;

    (void)buf_add_text(to, name);
    (void)buf_add(to, ": ", 2);
    start = to->len;
    (void)buf_add_span(to, value);
    for (char *at = to->at + start, *end = to->at + to->len; at < end; at++)
        if ((unsigned char)*at < 0x20 || *at == 0x7f)
            *at = ' ';
    (void)buf_add(to, "\r\n", 2);
}

void record_add_format(struct buf *to)
{
    record_add_field(to, "format", span_of("WARC File Format 1.1"));
    record_add_field(
        to, "conformsTo",
        span_of("http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"));
}

bool record_take_info(struct span *lines, struct span *name, struct span *value)
{
    while (lines->len > 0) {
        *value = span_take_until(lines, '\n');
        *name = span_take_until(value, ':');
        *value = span_trim(*value, HTTP_WHITE);
        if (name->len > 0 && value->len > 0)
            return true;
    }
    return false;
}

struct span record_find_info(struct span lines, const char *wanted)
{
    struct span name, value;

    while (record_take_info(&lines, &name, &value))
        if (span_is_nocase(name, wanted))
            return value;
    return span_of("");
}

void record_add_info(struct buf *to, struct span lines)
{
    struct span name, value;
    char text[RECORD_INFO_NAME_MAX + 1];

    while (record_take_info(&lines, &name, &value)) {
        (void)snprintf(text, sizeof text, "%.*s", (int)name.len, name.at);
        record_add_field(to, text, value);
    }
}

void record_copy_lines(struct buf *to, struct span head, const char *without)
{
    while (head.len > 0) {
        struct span line = span_trim(span_take_until(&head, '\n'), "\r");

        if (line.len == 0 || span_starts_one_of_nocase(line, without))
            continue;
        (void)buf_add_span(to, line);
        (void)buf_add_text(to, "\r\n");
    }
}

static void add_span_field(struct buf *head, const char *name, struct span value)
{
    if (value.len > 0)
        record_add_field(head, name, value);
}

static void add_text_field(struct buf *head, const char *name, const char *value)
{
    add_span_field(head, name, span_of(value ? value : ""));
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

uint64_t record_block_len(const struct record *record)
{
    return record->block.len + (record->body ? record->body->len : 0);
}

/* Appends a field with room for a digest, and returns the offset of its value. */
static size_t add_digest_room(struct buf *head, const char *name, enum digest_kind kind)
{
    static const unsigned char nothing[DIGEST_MAX_BYTES];
    char text[DIGEST_TEXT_SIZE];
    size_t mark = head->len + strlen(name) + strlen(": ");

    digest_text(kind, nothing, text);
    record_add_field(head, name, span_of(text));
    return mark;
}

static void add_block_fields(struct buf *head, const struct record *record, enum digest_kind kind,
                             struct record_marks *marks)
{
    marks->block = add_digest_room(head, "WARC-Block-Digest", kind);
    marks->payload = 0;
    if (record->payload_is_block)
        marks->payload = add_digest_room(head, "WARC-Payload-Digest", kind);
    else
        add_span_field(head, "WARC-Payload-Digest", record->payload_digest);
    add_text_field(head, "Content-Type", record->content_type);
    (void)buf_add_text(head, "Content-Length: ");
    (void)buf_add_decimal(head, record_block_len(record));
    (void)buf_add_text(head, "\r\n\r\n");
}

int record_head(struct buf *head, const struct record *record, enum digest_kind kind,
                struct record_marks *marks)
{
    (void)buf_set(head, span_of("WARC/1.1\r\n"));
    add_text_field(head, "WARC-Type", record->type);
    add_id_field(head, "WARC-Record-ID", record->id);
    add_text_field(head, "WARC-Filename", record->filename);
    add_id_field(head, "WARC-Warcinfo-ID", record->info_id);
    add_id_field(head, "WARC-Concurrent-To", record->concurrent_to);
    add_span_field(head, "WARC-Target-URI", record->url);
    add_text_field(head, "WARC-Date", record->date);
    add_text_field(head, "WARC-IP-Address", record->ip);
    add_text_field(head, "WARC-Protocol", record->protocol);
    add_text_field(head, "WARC-Protocol", record->tls_version);
    add_text_field(head, "WARC-Cipher-Suite", record->tls_cipher);
    add_text_field(head, "WARC-Profile", record->profile);
    add_span_field(head, "WARC-Refers-To", record->refers_to);
    add_span_field(head, "WARC-Refers-To-Target-URI", record->refers_to_url);
    add_span_field(head, "WARC-Refers-To-Date", record->refers_to_date);
    add_text_field(head, "WARC-Truncated", record->truncated);
    add_block_fields(head, record, kind, marks);
    return head->full ? ERROR_TOO_LARGE : 0;
}

void record_seal(char *head, const struct record_marks *marks, enum digest_kind kind,
                 const unsigned char *digest)
{
    char text[DIGEST_TEXT_SIZE];
    size_t len;

    digest_text(kind, digest, text);
    len = strlen(text);
    memcpy(head + marks->block, text, len);
    if (marks->payload > 0)
        memcpy(head + marks->payload, text, len);
}

int record_write(const struct record *record, struct buf *head, struct digest *digest,
                 struct gzip_maker *maker, struct member_file *file)
{
    struct member member = {.body = record->body, .after = span_of(RECORD_END), .store = record->store};
    unsigned char bytes[DIGEST_MAX_BYTES];
    struct record_marks marks;
    int error = record_head(head, record, digest->kind, &marks);

    if (error)
        return error;
    digest_add(digest, record->block.at, record->block.len);
    if (record->body)
        error = digest_add_body(digest, record->body);
    digest_finish(digest, bytes);
    if (error)
        return error;
    record_seal(head->at, &marks, digest->kind, bytes);
    member.before[0] = buf_span(head);
    member.before[1] = record->block;
    return member_add(maker, &member, file);
}
