/* SPDX-License-Identifier: MIT */
/* Writes a WARC record: its head, with room for the digest of its block, which is computed later; or a whole
 * record at once. */
#include "config.h"

#include "archive/record.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/hash.h"

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
    for (size_t i = start; i < to->len; i++) {
        if ((unsigned char)to->at[i] < 0x20 || to->at[i] == 0x7f)
            to->at[i] = ' ';
    }
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

static void add_span_field(struct buf *head, const char *name, struct span value)
{
    if (value.len > 0)
        record_add_field(head, name, value);
}

static void add_text_field(struct buf *head, const char *name, const char *value)
{
    if (value && *value)
        record_add_field(head, name, span_of(value));
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
    size_t mark;

    (void)buf_add_text(head, name);
    (void)buf_add_text(head, ": ");
    mark = head->len;
    digest_text(kind, nothing, text);
    (void)buf_add_text(head, text);
    (void)buf_add_text(head, "\r\n");
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
    buf_clear(head);
    (void)buf_add_text(head, "WARC/1.1\r\n");
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
                 struct member_maker *maker, struct member_file *file)
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
