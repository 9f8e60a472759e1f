/* SPDX-License-Identifier: MIT */
/* Reads documents as they arrived from their records in the archive, and compares files of site/ with what
 * they should contain. */
#include "config.h"

#include "mirror/original.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "answer/decode.h"
#include "answer/fields.h"
#include "base/error.h"
#include "base/file.h"
#include "base/http.h"
#include "base/limits.h"
#include "frontier/frontier.h"
#include "frontier/links.h"
#include "frontier/row.h"
#include "mirror/archiving.h"
#include "mirror/mirror.h"
#include "site/path.h"
#include "term/message.h"

static int add_piece(void *digest, const void *bytes, size_t len)
{
    digest_add(digest, bytes, len);
    return 0;
}

int stored_digest(int fd, uint64_t size, unsigned char bytes[DIGEST_MAX_BYTES])
{
    struct digest digest RELEASED_BY(digest_release) = {0};
    int error = file_take(fd, 0, size, add_piece, &digest);

    digest_finish(&digest, bytes);
    return error;
}

/* Turns damage into success: it makes a file a wrong one. */
static int without_damage(int error)
{
    return error_is_damage(error) ? 0 : error;
}

/* Opens the file of VISIT; FD stays -1 if it is missing, or its size is wrong. */
static int open_stored(const struct mirror *mirror, const struct frontier_visit *visit, int *fd)
{
    char path[PATH_BYTES_MAX + 1];
    uint64_t size = 0;
    int error;

    *fd = -1;
    if (!path_copy(visit->path, path))
        return 0;
    error = file_open(mirror->folder.site_dir, path, O_RDONLY, 0, fd);
    if (error || visit->document)
        return without_damage(error);
    error = file_size(*fd, &size);
    if (!error && size == (uint64_t)visit->plain_bytes)
        return 0;
    close(*fd);
    *fd = -1;
    return error;
}

int stored_has_size(const struct mirror *mirror, const struct frontier_visit *visit, bool *right)
{
    int fd FILE_LOCAL, error = open_stored(mirror, visit, &fd);

    *right = fd >= 0;
    return error;
}

int stored_is_whole(const struct mirror *mirror, const struct frontier_visit *visit, bool *whole)
{
    struct span wanted = visit->file_digest;
    unsigned char bytes[DIGEST_MAX_BYTES];
    int fd FILE_LOCAL, error = open_stored(mirror, visit, &fd);

    *whole = fd >= 0;
    if (wanted.len == 0 && visit->wire_bytes == visit->plain_bytes)
        wanted = visit->digest;
    if (fd < 0 || wanted.len == 0)
        return error;
    error = stored_digest(fd, (uint64_t)visit->plain_bytes, bytes);
    *whole = !error && span_equals(span_make((const char *)bytes, digest_len(DIGEST_SHA256)), wanted);
    return without_damage(error);
}

int stored_equals(const struct mirror *mirror, const char *path, struct span content, bool *same)
{
    uint64_t size = 0;
    int fd FILE_LOCAL, error = file_open(mirror->folder.site_dir, path, O_RDONLY, 0, &fd);

    if (error)
        return error;
    error = file_size(fd, &size);
    *same = false;
    if (!error && size == content.len && file_compare(fd, 0, content, same))
        *same = false; /* an unreadable file differs */
    return error;
}

/* Turns the error of reading a record into ERROR_CORRUPT if the record, its file or the disk is damaged. */
static int damage_of(int error)
{
    return error_is_damage(error) ? ERROR_CORRUPT : error;
}

static int read_at(struct mirror *mirror, const struct frontier_place *place, struct warc_record *record)
{
    struct frontier_archive file;
    int error = frontier_get_archive(mirror->frontier, place->archive, &file);

    record->tolerant = imported_has(mirror, place->archive); /* verify compares the whole file */
    return error ? error
                 : damage_of(warc_read(mirror->folder.archive_dir, file.name, (uint64_t)place->offset,
                                       (uint64_t)place->length, record));
}

/* Reads the record that has the body with this digest; ERROR_NOT_FOUND if none is known. */
static int read_payload(struct mirror *mirror, struct span digest, struct warc_record *record)
{
    struct frontier_payload payload;
    struct frontier_place place;
    int error = frontier_payload(mirror->frontier, digest, &payload);

    place = (struct frontier_place){payload.archive, payload.archive_offset, payload.archive_length};
    return error ? error : read_at(mirror, &place, record);
}

int original_head(struct mirror *mirror, const struct frontier_place *place, struct warc_record *record)
{
    struct frontier_archive file;
    int error = frontier_get_archive(mirror->frontier, place->archive, &file);

    return error ? error
                 : damage_of(warc_read_head(mirror->folder.archive_dir, file.name, (uint64_t)place->offset,
                                            record));
}

/* Splits a record that was read into its header block and its body. */
static int split(struct warc_record *record, struct span *head, struct span *raw)
{
    int error = warc_http(record, head, raw);

    return error == ERROR_INVALID ? ERROR_CORRUPT : error;
}

/* Finds the body: a revisit repeats that of another record. */
static int find_body(struct original *original, struct mirror *mirror, struct span digest, struct span *head,
                     struct span *raw)
{
    struct span type;
    int error;

    if (!warc_field(&original->record, "WARC-Type", &type) || !span_is_nocase(type, "revisit"))
        return 0;
    warc_record_init(&original->repeated, mirror->folder.tmp_dir, original->record.block.max);
    error = read_payload(mirror, digest, &original->repeated);
    return error ? error : split(&original->repeated, head, raw);
}

/* Returns 0 if a coding of the record's body was undone as far as the archive has it. Not every imported
 * archive says which bodies are cut off. */
static int check_decoded(const struct original *original, enum decode_result result)
{
    const struct warc_record *record =
        original->repeated.block.len > 0 ? &original->repeated : &original->record;
    struct span text;

    if (result == DECODE_SPOOL)
        return error_of_temporary(error_from_errno(errno));
    if (result == DECODE_OK || ((result == DECODE_TRUNCATED || result == DECODE_CORRUPT) &&
                                (record->tolerant || warc_field(record, "WARC-Truncated", &text))))
        return 0;
    return ERROR_CORRUPT;
}

/* Undoes transfer and content coding; most records have neither. */
static int decode_body(struct original *original, struct mirror *mirror, struct span digest)
{
    struct span head, body_head, raw, codings, coded;
    struct answer_fields fields = {0};
    struct body payload RELEASED_BY(body_release);
    bool mislabelled, is_chunked;
    int error = split(&original->record, &head, &raw);

    body_init(&payload, mirror->folder.tmp_dir, LIMIT_BODY_IN_MEMORY, original->plain.max);
    body_head = head;
    if (!error)
        error = find_body(original, mirror, digest, &body_head, &raw);
    if (error)
        return error;
    answer_fields_read(&fields, head);
    original->content_type = fields.first[ANSWER_CONTENT_TYPE];
    original->refresh = fields.first[ANSWER_REFRESH];
    codings = fields.first[ANSWER_CONTENT_ENCODING];
    is_chunked = head_is_chunked(body_head);
    answer_fields_release(&fields);
    if (codings.len == 0 && !is_chunked) {
        original->bytes = raw;
        original->source =
            original->repeated.block.len > 0 ? &original->repeated.block : &original->record.block;
        return raw.len > original->plain.max ? ERROR_CORRUPT : 0;
    }
    error = check_decoded(original, decode_transfer(is_chunked, raw, &payload));
    if (!error)
        error = body_span(&payload, &coded);
    if (!error)
        error = check_decoded(
            original, decoder_run(mirror_decoder(mirror), codings, coded, &original->plain, &mislabelled));
    original->source = &original->plain;
    return error ? error : body_span(&original->plain, &original->bytes);
}

static void begin(struct original *original, struct mirror *mirror, uint64_t plain_max)
{
    uint64_t record_max = plain_max > UINT64_MAX / 2 ? UINT64_MAX : 2 * plain_max;

    *original = (struct original){.id = 0};
    warc_record_init(&original->record, mirror->folder.tmp_dir, record_max);
    body_init(&original->plain, mirror->folder.tmp_dir, LIMIT_BODY_IN_MEMORY, plain_max);
    buf_init(&original->url_text, LIMIT_URL_BYTES);
    buf_init(&original->path_text, PATH_BUFFER_MAX);
}

static int read_body(struct original *original, struct mirror *mirror, const struct frontier_place *place,
                     struct span digest)
{
    int error = read_at(mirror, place, &original->record);

    if (!error)
        error = decode_body(original, mirror, digest);
    return error == ERROR_NOT_FOUND ? ERROR_CORRUPT : error;
}

int original_find(struct original *original, struct mirror *mirror, const struct frontier_place *place,
                  struct span digest, bool *found)
{
    int error;

    *found = false;
    if (place->archive == 0)
        return 0;
    begin(original, mirror, LIMIT_DOCUMENT_BYTES);
    error = read_body(original, mirror, place, digest);
    *found = error == 0;
    if (error)
        original_release(original);
    return error == ERROR_CORRUPT ? 0 : error;
}

int original_read(struct original *original, struct mirror *mirror, const struct frontier_row *row,
                  uint64_t plain_max, const struct buf *fragment)
{
    struct frontier_place place, document;
    struct frontier_row placed = *row;
    struct span view = span_of(fragment ? buf_text(fragment) : "");
    int error;

    begin(original, mirror, plain_max);
    original->id = row->item.id;
    error = buf_add_span(&original->url_text, row->item.url);
    path_of_view(&original->path_text, row->visit.path, view);
    if (!error && mirror->archived) { /* it may be in the archive's buffer, and its place not known */
        error = mirror_commit(mirror);
        if (!error)
            error = frontier_get(mirror->frontier, original->id, &placed);
    }
    place = frontier_place_of(&placed.visit);
    original->is_rendered = !error && fragment && placed.visit.document == FRONTIER_SHELL &&
                            frontier_rendered(mirror->frontier, original->id, view, &document) == 0 &&
                            read_body(original, mirror, &document, placed.visit.digest) == 0;
    if (!error && !original->is_rendered)
        error = view.len > 0 ? ERROR_CORRUPT : read_body(original, mirror, &place, placed.visit.digest);
    original->url = buf_span(&original->url_text);
    original->path = buf_span(&original->path_text);
    return error == ERROR_NOT_FOUND ? ERROR_CORRUPT : error;
}

int original_next_view(struct mirror *mirror, struct frontier_row *page, struct buf *fragment,
                       char path[PATH_BYTES_MAX + 1])
{
    struct buf made BUF_LOCAL(PATH_BUFFER_MAX);
    int error = page->visit.document == FRONTIER_SHELL
                    ? frontier_next_view_file(mirror->frontier, page->item.id, fragment)
                    : ERROR_END;

    if (!error)
        error = frontier_get(mirror->frontier, page->item.id, page);
    if (error || !path)
        return error;
    path_of_view(&made, page->visit.path, buf_span(fragment));
    return path_copy(buf_span(&made), path) ? 0 : ERROR_CORRUPT;
}

int original_leave_views(struct mirror *mirror, int64_t page, struct span path)
{
    struct buf fragment BUF_LOCAL(LIMIT_URL_BYTES);
    struct buf file BUF_LOCAL(PATH_BUFFER_MAX);
    int error;

    while ((error = frontier_next_view_file(mirror->frontier, page, &fragment)) == 0) {
        path_of_view(&file, path, buf_span(&fragment));
        error = frontier_schedule_removal(mirror->frontier, buf_span(&file));
        if (!error)
            error = frontier_lose_rendered(mirror->frontier, page, buf_span(&fragment));
        if (error)
            return error;
    }
    return error == ERROR_END ? 0 : error;
}

/* Forgets the payload with this digest if its record cannot be read. */
static int check_payload(struct mirror *mirror, struct span digest)
{
    struct warc_record record RELEASED_BY(warc_record_release);
    int error;

    warc_record_init(&record, mirror->folder.tmp_dir, UINT64_MAX);
    error = read_payload(mirror, digest, &record);
    if (error == ERROR_NOT_FOUND)
        return 0;
    return error == ERROR_CORRUPT ? frontier_lose_payload(mirror->frontier, digest) : error;
}

int original_note_damage(struct mirror *mirror, int64_t url, const char *what)
{
    unsigned char digest[FRONTIER_DIGEST_BYTES];
    struct frontier_row row;
    int error = mirror->archived ? mirror_commit(mirror) : 0; /* the payload may be in the archive's buffer */

    if (!error)
        error = frontier_get(mirror->frontier, url, &row);
    if (!error && what)
        message_warn("%.*s: %s is damaged or missing; tiptoe update fetches it again", (int)row.item.url.len,
                     row.item.url.at, what);
    if (!error && row.visit.digest.len == sizeof digest) {
        memcpy(digest, row.visit.digest.at, sizeof digest);
        error = check_payload(mirror, span_make((const char *)digest, sizeof digest));
    }
    return error ? error : frontier_set_damaged(mirror->frontier, url, true);
}

void original_release(struct original *original)
{
    warc_record_release(&original->record);
    warc_record_release(&original->repeated);
    body_release(&original->plain);
    buf_release(&original->url_text);
    buf_release(&original->path_text);
}
