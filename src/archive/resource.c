/* SPDX-License-Identifier: MIT */
/* Records of files. Their ids are UUIDs of version 8 (RFC 9562): a digest of the record's own facts. */
#include "config.h"

#include "archive/resource.h"

#include <stdio.h>
#include <stdlib.h>

#include "archive/member.h"
#include "archive/record.h"
#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/limits.h"

enum { LEVEL = 6, UUID_SIZE = 37 };

struct resource_writer {
    int fd;
    uint64_t written;
    struct member_maker *maker;
    struct digest digest;
    struct buf head, info;
    char info_id[UUID_SIZE];
};

struct resource_writer *resource_writer_new(int fd)
{
    struct resource_writer *writer = MEM_NEW(struct resource_writer);

    writer->fd = fd;
    writer->maker = member_maker_new(LEVEL);
    digest_init(&writer->digest, DIGEST_SHA256);
    buf_init(&writer->head, LIMIT_WARC_HEAD_BYTES);
    buf_init(&writer->info, LIMIT_WARC_HEAD_BYTES);
    return writer;
}

void resource_writer_free(struct resource_writer *writer)
{
    if (!writer)
        return;
    member_maker_free(writer->maker);
    digest_release(&writer->digest);
    buf_release(&writer->head);
    buf_release(&writer->info);
    free(writer);
}

uint64_t resource_written(const struct resource_writer *writer)
{
    return writer->written;
}

/* The id of a record with these facts. */
static void make_id(struct resource_writer *writer, struct span url, const char *date, const char *payload,
                    char id[UUID_SIZE])
{
    unsigned char bytes[DIGEST_MAX_BYTES];

    digest_add(&writer->digest, url.at, url.len);
    digest_add(&writer->digest, date, strlen(date) + 1);
    digest_add(&writer->digest, payload, strlen(payload));
    digest_finish(&writer->digest, bytes);
    bytes[6] = (bytes[6] & 0x0f) | 0x80;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    for (size_t i = 0; i < 16; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            *id++ = '-';
        (void)snprintf(id, 3, "%02x", bytes[i]);
        id += 2;
    }
}

/* Writes the head that stands in writer->head, and the block. */
static int write_record(struct resource_writer *writer, struct span block, bool store)
{
    struct member member = {
        .before = {buf_span(&writer->head), block}, .after = span_of("\r\n\r\n"), .store = store};
    uint64_t written = 0;
    int error = writer->head.full ? ERROR_TOO_LARGE : 0;

    if (!error)
        error = member_write(writer->maker, &member, writer->fd, &written);
    writer->written += written;
    return error;
}

static void add_length(struct resource_writer *writer, size_t len)
{
    (void)buf_add_format(&writer->head, "Content-Length: %zu\r\n\r\n", len);
}

static void digest_of(struct resource_writer *writer, struct span content, char text[DIGEST_TEXT_SIZE])
{
    unsigned char bytes[DIGEST_MAX_BYTES];

    digest_add(&writer->digest, content.at ? content.at : "", content.len);
    digest_finish(&writer->digest, bytes);
    digest_text(DIGEST_SHA256, bytes, text);
}

int resource_begin(struct resource_writer *writer, const char *name, int64_t wall_us, const char *software,
                   const char *description)
{
    char date[CLOCK_TEXT_SIZE], digest[DIGEST_TEXT_SIZE];
    struct buf *info = &writer->info, *head = &writer->head;

    buf_clear(info);
    record_add_field(info, "software", span_of(software));
    record_add_field(info, "format", span_of("WARC File Format 1.1"));
    record_add_field(
        info, "conformsTo",
        span_of("http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/"));
    record_add_field(info, "description", span_of(description));
    clock_format(wall_us, 6, date);
    digest_of(writer, buf_span(info), digest);
    make_id(writer, span_of(name), date, digest, writer->info_id);
    buf_clear(head);
    (void)buf_add_format(head, "WARC/1.1\r\nWARC-Type: warcinfo\r\nWARC-Record-ID: <urn:uuid:%s>\r\n",
                         writer->info_id);
    record_add_field(head, "WARC-Filename", span_of(name));
    record_add_field(head, "WARC-Date", span_of(date));
    record_add_field(head, "WARC-Block-Digest", span_of(digest));
    record_add_field(head, "Content-Type", span_of("application/warc-fields"));
    add_length(writer, info->len);
    return write_record(writer, buf_span(info), false);
}

int resource_add(struct resource_writer *writer, const struct resource *resource)
{
    char date[CLOCK_TEXT_SIZE], digest[DIGEST_TEXT_SIZE], id[UUID_SIZE];
    struct buf *head = &writer->head;

    clock_format(resource->wall_us, 6, date);
    digest_of(writer, resource->content, digest);
    make_id(writer, resource->url, date, digest, id);
    buf_clear(head);
    (void)buf_add_format(head, "WARC/1.1\r\nWARC-Type: resource\r\nWARC-Record-ID: <urn:uuid:%s>\r\n", id);
    (void)buf_add_format(head, "WARC-Warcinfo-ID: <urn:uuid:%s>\r\n", writer->info_id);
    record_add_field(head, "WARC-Target-URI", resource->url);
    record_add_field(head, "WARC-Date", span_of(date));
    record_add_field(head, "WARC-Block-Digest", span_of(digest));
    record_add_field(head, "WARC-Payload-Digest", span_of(digest));
    if (resource->type.len > 0)
        record_add_field(head, "Content-Type", resource->type);
    add_length(writer, resource->content.len);
    return write_record(writer, resource->content, resource->is_compressed);
}
