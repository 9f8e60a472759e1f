/* SPDX-License-Identifier: MIT */
/* Records of files. Their ids are UUIDs of version 8 (RFC 9562), made from a digest of the record's content.
 */
#include "config.h"

#include "export/resource.h"

#include <stdlib.h>

#include "archive/member.h"
#include "archive/record.h"
#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/limits.h"

struct resource_writer {
    struct member_file file;
    struct member_maker *maker;
    struct digest digest;
    struct buf head, info, type;
    char info_id[WARC_ID_SIZE];
};

struct resource_writer *resource_writer_new(int fd)
{
    struct resource_writer *writer = MEM_NEW(struct resource_writer);

    member_file_init(&writer->file, fd, 0);
    writer->maker = member_maker_new();
    digest_init(&writer->digest, DIGEST_SHA256);
    buf_init(&writer->head, LIMIT_WARC_HEAD_BYTES);
    buf_init(&writer->info, LIMIT_WARC_HEAD_BYTES);
    buf_init(&writer->type, LIMIT_WARC_HEAD_BYTES);
    return writer;
}

void resource_writer_free(struct resource_writer *writer)
{
    if (!writer)
        return;
    member_file_release(&writer->file);
    member_maker_free(writer->maker);
    digest_release(&writer->digest);
    buf_release(&writer->head);
    buf_release(&writer->info);
    buf_release(&writer->type);
    free(writer);
}

uint64_t resource_written(const struct resource_writer *writer)
{
    return writer->file.written;
}

/* The id of a record: a digest of its URL or name, its date, and the digest of its block. */
static void make_id(struct resource_writer *writer, struct span url, const char *date, struct span block,
                    char id[WARC_ID_SIZE])
{
    unsigned char bytes[DIGEST_MAX_BYTES];

    digest_add(&writer->digest, block.at ? block.at : "", block.len);
    digest_finish(&writer->digest, bytes);
    digest_add(&writer->digest, bytes, digest_len(DIGEST_SHA256));
    digest_add(&writer->digest, date, strlen(date));
    digest_add(&writer->digest, url.at, url.len);
    digest_finish(&writer->digest, bytes);
    record_write_id(bytes, 8, id);
}

static int write_record(struct resource_writer *writer, const struct record *record)
{
    int error = record_write(record, &writer->head, &writer->digest, writer->maker, &writer->file);

    return error ? error : member_file_write(&writer->file);
}

int resource_begin(struct resource_writer *writer, const char *name, int64_t wall_us, const char *software,
                   const char *description)
{
    char date[CLOCK_TEXT_SIZE];
    struct buf *info = &writer->info;
    struct record record = {.type = "warcinfo",
                            .id = writer->info_id,
                            .filename = name,
                            .date = date,
                            .content_type = "application/warc-fields"};

    buf_clear(info);
    record_add_field(info, "software", span_of(software));
    record_add_format(info);
    record_add_field(info, "description", span_of(description));
    record.block = buf_span(info);
    clock_format(wall_us, 6, date);
    make_id(writer, span_of(name), date, record.block, writer->info_id);
    return write_record(writer, &record);
}

int resource_add(struct resource_writer *writer, const struct resource *resource)
{
    char date[CLOCK_TEXT_SIZE], id[WARC_ID_SIZE];
    struct record record = {.type = "resource",
                            .id = id,
                            .info_id = writer->info_id,
                            .url = resource->url,
                            .date = date,
                            .payload_is_block = true,
                            .block = resource->content,
                            .store = resource->is_compressed};

    buf_clear(&writer->type);
    (void)buf_add_span(&writer->type, resource->type);
    record.content_type = buf_text(&writer->type);
    clock_format(resource->wall_us, 6, date);
    make_id(writer, resource->url, date, resource->content, id);
    return write_record(writer, &record);
}
