/* SPDX-License-Identifier: MIT */
/* Files of site/ as records. A mirror with --archive documents keeps images and similar files only there,
 * decoded and without heads: they become resource records, and no response is invented for them.
 * Their ids are UUIDs of version 8 (RFC 9562), made from a digest of the record's content. */
#include "config.h"

#include "export/site_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "archive/record.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/file.h"
#include "base/limits.h"
#include "export/parts.h"
#include "frontier/row.h"
#include "frontier/stats.h"
#include "mirror/archiving.h"
#include "mirror/mirror.h"
#include "mirror/original.h"
#include "site/path.h"
#include "term/message.h"
#include "url/percent.h"

/* A file of resource records. */
struct resource_writer {
    struct member_file file;
    struct gzip_maker *maker;
    struct digest digest;
    struct buf head, info, type;
    char info_id[WARC_ID_SIZE];
};

static void writer_init(struct resource_writer *writer, int fd)
{
    member_file_init(&writer->file, fd, 0);
    writer->maker = gzip_maker_new();
    digest_init(&writer->digest, DIGEST_SHA256);
    buf_init(&writer->head, LIMIT_WARC_HEAD_BYTES);
    buf_init(&writer->info, LIMIT_WARC_HEAD_BYTES);
    buf_init(&writer->type, LIMIT_WARC_HEAD_BYTES);
}

static void writer_release(struct resource_writer *writer)
{
    member_file_release(&writer->file);
    gzip_maker_free(writer->maker);
    digest_release(&writer->digest);
    buf_release(&writer->head);
    buf_release(&writer->info);
    buf_release(&writer->type);
}

/* Makes the id of a record: a digest of its URL or name, its date, and the digest of its block. */
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

/* Writes the warcinfo record, which comes first, with what the user says ABOUT the archive. */
static int begin_file(struct resource_writer *writer, struct span about, int64_t wall_us)
{
    char date[CLOCK_TEXT_SIZE];
    struct buf *info = &writer->info;
    struct record record = {.type = "warcinfo",
                            .id = writer->info_id,
                            .filename = SITE_FILES_NAME,
                            .date = date,
                            .content_type = "application/warc-fields"};

    buf_clear(info);
    record_add_field(info, "software", span_of(PACKAGE_NAME "/" PACKAGE_VERSION));
    record_add_format(info);
    record_add_field(
        info, "description",
        span_of("files of the mirror that its archive lacks, as decoded bodies; withdrawn pages"));
    record_add_info(info, about);
    record.block = buf_span(info);
    clock_format(wall_us, 6, date);
    make_id(writer, span_of(SITE_FILES_NAME), date, record.block, writer->info_id);
    return write_record(writer, &record);
}

struct work {
    struct mirror *mirror;
    const struct withdrawn *withdrawn;
    struct resource_writer writer;
    struct buf url;
};

static bool is_compressed(struct span type)
{
    return span_starts_one_of_nocase(type,
                                     "image/png image/jpeg image/gif image/webp image/avif video/ audio/ "
                                     "font/woff application/zip application/gzip application/pdf");
}

/* Returns whether only site/ has the answer. */
static bool is_alone(const struct frontier_visit *visit)
{
    return visit->state == FRONTIER_DONE && visit->archive == 0;
}

static int begin(struct work *work)
{
    struct frontier_run run = {.started_ms = 0};
    int error = frontier_last_run(work->mirror->frontier, &run);

    if (error && error != ERROR_NOT_FOUND)
        return error;
    return begin_file(&work->writer, archiving_info(work->mirror), clock_us(run.started_ms));
}

/* Completes and writes a record about an answer of the current URL, of the type and with the block that it
 * has.
 */
static int add_record(struct work *work, const struct frontier_visit *visit, struct record *record)
{
    char date[CLOCK_TEXT_SIZE], id[WARC_ID_SIZE];
    struct resource_writer *writer = &work->writer;
    int error = writer->file.written == 0 ? begin(work) : 0;

    if (error)
        return error;
    record->id = id;
    record->info_id = writer->info_id;
    record->date = date;
    record->url = buf_span(&work->url);
    clock_format(clock_us(visit->requested_ms), 6, date);
    make_id(writer, record->url, date, record->block, id);
    return write_record(writer, record);
}

static int add_content(struct work *work, const struct frontier_visit *visit, struct span content)
{
    struct buf *type = &work->writer.type;
    struct record record = {.type = "resource",
                            .payload_is_block = true,
                            .block = content,
                            .store = is_compressed(visit->content_type)};

    (void)buf_set(type, visit->content_type);
    record.content_type = buf_text(type);
    return add_record(work, visit, &record);
}

/* Adds the content of a file, which is mapped: files of site/ are replaced, never changed. */
static int add_open_file(struct work *work, const struct frontier_visit *visit, int fd)
{
    uint64_t size;
    void *map;
    int error = file_size(fd, &size);

    if (error || size == 0)
        return error ? error : add_content(work, visit, span_make("", 0));
    map = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (map == MAP_FAILED)
        return error_from_errno(errno);
    error = add_content(work, visit, span_make(map, (size_t)size));
    (void)munmap(map, (size_t)size);
    return error;
}

/* States that answers of the URL of ROW were omitted, and why. */
static int add_withdrawn(struct work *work, const struct frontier_row *row)
{
    struct buf *fields = &work->writer.type;
    struct record record = {.type = "metadata", .content_type = "application/warc-fields"};
    const struct withdrawn_url *url;
    int error;

    buf_clear(&work->url);
    error = percent_add(&work->url, row->item.url, PERCENT_URI);
    url = withdrawn_find(work->withdrawn, buf_span(&work->url));
    if (error || !url || !url->omitted)
        return error;
    buf_clear(fields);
    record_add_field(fields, "withdrawn",
                     row->rule.len > 0 ? row->rule : span_of(frontier_reason_name((int)row->reason)));
    record.block = buf_span(fields);
    return add_record(work, &row->visit, &record);
}

static int add_file(struct work *work, const struct frontier_row *row)
{
    const struct frontier_visit *visit = &row->visit;
    char path[PATH_BYTES_MAX + 1];
    bool whole;
    int fd FILE_LOCAL;
    int error;

    if (!path_copy(visit->path, path))
        return 0;
    error = stored_is_whole(work->mirror, visit, &whole);
    if (!error && whole)
        error = file_open(work->mirror->folder.site_dir, path, O_RDONLY, 0, &fd);
    if (error && !error_is_damage(error))
        return error;
    if (error || !whole) {
        message_warn("site/%s is missing, truncated or changed; skipping it (run tiptoe verify)", path);
        return 0;
    }
    buf_clear(&work->url);
    error = percent_add(&work->url, row->item.url, PERCENT_URI);
    return error ? error : add_open_file(work, visit, fd);
}

int site_files_write(struct mirror *mirror, const struct withdrawn *withdrawn, int fd, uint64_t *len)
{
    struct work work = {.mirror = mirror, .withdrawn = withdrawn};
    struct frontier_row row = {.answered = false};
    int error;

    writer_init(&work.writer, fd);
    buf_init(&work.url, 3 * LIMIT_URL_BYTES);
    while ((error = frontier_visits(mirror->frontier, row.item.id, 0, &row)) == 0) {
        error = is_alone(&row.visit) ? add_file(&work, &row) : 0;
        if (!error && frontier_is_withdrawn(&row))
            error = add_withdrawn(&work, &row);
        if (error)
            break;
    }
    if (error == ERROR_END)
        error = 0;
    *len = work.writer.file.written;
    writer_release(&work.writer);
    buf_release(&work.url);
    return error;
}
