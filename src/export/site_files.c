/* SPDX-License-Identifier: MIT */
/* Files of site/ as records. A mirror with --archive documents keeps images and similar files only there,
 * decoded and without heads: they become resource records, and no response is invented for them.
 * Their ids are UUIDs of version 8 (RFC 9562), made from a digest of the record's content. */
#include "config.h"

#include "export/parts.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>

#include "archive/record.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "mirror/archiving.h"
#include "mirror/mirror.h"
#include "mirror/original.h"
#include "site/path.h"
#include "term/message.h"
#include "url/percent.h"

/* The file that is being written. */
struct work {
    struct mirror *mirror;
    const struct withdrawn *withdrawn;
    struct member_file file;
    struct gzip_maker *maker;
    struct digest digest;
    struct buf head, type, url; /* of the current record */
    char info_id[WARC_ID_SIZE];
};

/* Makes the id of a record: a digest of its URL or name, its date, and the digest of its block. */
static void make_id(struct work *work, struct span url, const char *date, struct span block,
                    char id[WARC_ID_SIZE])
{
    unsigned char bytes[DIGEST_MAX_BYTES];

    digest_add(&work->digest, block.at ? block.at : "", block.len);
    digest_finish(&work->digest, bytes);
    digest_add(&work->digest, bytes, digest_len(DIGEST_SHA256));
    digest_add(&work->digest, date, strlen(date));
    digest_add(&work->digest, url.at, url.len);
    digest_finish(&work->digest, bytes);
    record_write_id(bytes, 8, id);
}

static int write_record(struct work *work, const struct record *record)
{
    int error = record_write(record, &work->head, &work->digest, work->maker, &work->file);

    return error ? error : member_file_write(&work->file);
}

/* Writes the warcinfo record, which comes first, with the date of the last run. */
static int begin(struct work *work)
{
    char date[CLOCK_TEXT_SIZE];
    struct frontier_run run = {.started_ms = 0};
    struct buf info BUF_LOCAL(LIMIT_WARC_HEAD_BYTES);
    struct record record = {.type = "warcinfo",
                            .id = work->info_id,
                            .filename = SITE_FILES_NAME,
                            .date = date,
                            .content_type = "application/warc-fields"};
    int error = frontier_last_run(work->mirror->frontier, &run);

    if (error && error != ERROR_NOT_FOUND)
        return error;
    record_add_field(&info, "software", span_of(PACKAGE_NAME "/" PACKAGE_VERSION));
    record_add_format(&info);
    record_add_field(
        &info, "description",
        span_of("files of the mirror that its archive lacks, as decoded bodies; withdrawn pages"));
    record_add_info(&info, archiving_info(work->mirror));
    record.block = buf_span(&info);
    clock_format(clock_us(run.started_ms), 6, date);
    make_id(work, span_of(SITE_FILES_NAME), date, record.block, work->info_id);
    return write_record(work, &record);
}

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

/* Completes and writes a record about an answer of the current URL, of the type and with the block that it
 * has.
 */
static int add_record(struct work *work, const struct frontier_visit *visit, struct record *record)
{
    char date[CLOCK_TEXT_SIZE], id[WARC_ID_SIZE];
    int error = work->file.written == 0 ? begin(work) : 0;

    if (error)
        return error;
    record->id = id;
    record->info_id = work->info_id;
    record->date = date;
    record->url = buf_span(&work->url);
    clock_format(clock_us(visit->requested_ms), 6, date);
    make_id(work, record->url, date, record->block, id);
    return write_record(work, record);
}

static int add_content(struct work *work, const struct frontier_visit *visit, struct span content)
{
    struct buf *type = &work->type;
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
    struct buf *fields = &work->type;
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
    struct work work = {.mirror = mirror, .withdrawn = withdrawn, .maker = gzip_maker_new()};
    struct frontier_row row = {.answered = false};
    int error;

    member_file_init(&work.file, fd, 0);
    buf_init(&work.head, LIMIT_WARC_HEAD_BYTES);
    buf_init(&work.type, LIMIT_WARC_HEAD_BYTES);
    buf_init(&work.url, 3 * LIMIT_URL_BYTES);
    while ((error = frontier_visits(mirror->frontier, row.item.id, &row)) == 0) {
        error = is_alone(&row.visit) ? add_file(&work, &row) : 0;
        if (!error && frontier_is_withdrawn(&row))
            error = add_withdrawn(&work, &row);
        if (error)
            break;
    }
    if (error == ERROR_END)
        error = 0;
    *len = work.file.written;
    member_file_release(&work.file);
    gzip_maker_free(work.maker);
    digest_release(&work.digest);
    buf_release(&work.head);
    buf_release(&work.type);
    buf_release(&work.url);
    return error;
}
