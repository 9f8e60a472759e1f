/* SPDX-License-Identifier: MIT */
/* Reads captures of an archive by its index. Each record is read whole and compared with its digests: nothing
 * in an index is trusted. */
#include "config.h"

#include "mirror/capture_reader.h"

#include <fcntl.h>

#include "answer/answer.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/file.h"
#include "base/limits.h"
#include "frontier/frontier.h"
#include "mirror/archiving.h"
#include "mirror/mirror.h"

static int index_file(struct capture_reader *reader, const struct frontier_archive *file)
{
    int fd FILE_LOCAL, error;

    if (file->id > UINT32_MAX)
        return ERROR_CORRUPT;
    error = file_open(reader->mirror->folder.archive_dir, file->name, O_RDONLY, 0, &fd);
    return error ? error : captures_add_file(reader->index, fd, (uint64_t)file->length, (uint32_t)file->id);
}

int capture_reader_open(struct capture_reader *reader, struct mirror *mirror, int64_t last)
{
    struct frontier_archive file = {0};
    int error;

    *reader = (struct capture_reader){.mirror = mirror};
    reader->index = captures_new();
    reader->answer = answer_new(mirror->folder.tmp_dir);
    warc_record_init(&reader->record, mirror->folder.tmp_dir, 0);
    warc_record_init(&reader->own, mirror->folder.tmp_dir, 0);
    while ((error = frontier_archives(mirror->frontier, file.id, &file)) == 0 && file.id <= last) {
        error = index_file(reader, &file);
        if (error)
            return error;
    }
    captures_finish(reader->index);
    return error == ERROR_END ? 0 : error;
}

void capture_reader_close(struct capture_reader *reader)
{
    captures_free(reader->index);
    answer_free(reader->answer);
    warc_record_release(&reader->record);
    warc_record_release(&reader->own);
}

/* Reads a record. Its block may be as large as a body from the network, or as its member's size makes
 * credible. Of a record that another program wrote, the latter decides: a megabyte of an archive can contain
 * a gigabyte of zeros. */
static int read_record(struct capture_reader *reader, const struct capture *capture,
                       struct warc_record *record)
{
    struct frontier_archive file;
    int error = frontier_get_archive(reader->mirror->frontier, capture->file, &file);

    if (error)
        return error;
    record->tolerant = imported_has(reader->mirror, capture->file);
    record->block.max = record->tolerant ? LIMIT_DOCUMENT_BYTES : LIMIT_UNANNOUNCED_BYTES;
    if (capture->len > record->block.max / LIMIT_DECODED_RATIO)
        record->block.max = capture->len * LIMIT_DECODED_RATIO;
    error = warc_read(reader->mirror->folder.archive_dir, file.name, capture->offset, capture->len, record);
    return error == ERROR_NOT_FOUND ? ERROR_CORRUPT : error;
}

static bool has_digest(struct span bytes, enum digest_kind kind, const unsigned char *wanted)
{
    unsigned char seen[DIGEST_MAX_BYTES];
    struct digest digest RELEASED_BY(digest_release) = {.kind = kind};

    digest_add(&digest, bytes.at, bytes.len);
    digest_finish(&digest, seen);
    return memcmp(seen, wanted, digest_len(kind)) == 0;
}

bool capture_reader_is_altered(struct capture_reader *reader)
{
    unsigned char wanted[DIGEST_MAX_BYTES];
    struct span text, head, framed, payload;
    enum digest_kind kind;

    if (!warc_field(&reader->record, "WARC-Payload-Digest", &text) || !digest_parse(text, &kind, wanted))
        return reader->record.altered;
    if (body_span(&reader->answer->payload, &payload) || warc_http(&reader->record, &head, &framed))
        return false;
    return !has_digest(payload, kind, wanted) && !has_digest(framed, kind, wanted);
}

static enum fetch_truncation truncation_of(const struct warc_record *record)
{
    struct span text;

    if (!warc_field(record, "WARC-Truncated", &text))
        return FETCH_WHOLE;
    if (span_is_nocase(text, "length"))
        return FETCH_CUT_LENGTH;
    if (span_is_nocase(text, "time"))
        return FETCH_CUT_TIME;
    return span_is_nocase(text, "disconnect") ? FETCH_CUT_DISCONNECT : FETCH_CUT_UNSPECIFIED;
}

/* Reads CAPTURE of URL, whose body is that of BODY. */
static int read_capture(struct capture_reader *reader, const struct capture *capture,
                        const struct capture *body, struct span url)
{
    struct replay received = {.url = url, .started_wall_us = capture->date_us};
    struct span own_head, own_body;
    int error = read_record(reader, body, &reader->record);

    if (!error)
        error = warc_http(&reader->record, &received.framing, &received.body);
    if (error)
        return error == ERROR_INVALID ? ERROR_CORRUPT : error;
    received.head = received.framing;
    received.truncation = truncation_of(&reader->record);
    /* The head is that of a revisit itself, unless it cannot be read: some writers' digests of it are wrong.
     */
    if (capture->kind == CAPTURE_REVISIT && read_record(reader, capture, &reader->own) == 0 &&
        warc_http(&reader->own, &own_head, &own_body) == 0)
        received.head = own_head;
    replay(&received, reader->answer, mirror_decoder(reader->mirror));
    return reader->answer->result.local_error;
}

int capture_reader_read(struct capture_reader *reader, const struct capture *capture, struct span url)
{
    return read_capture(reader, capture, &reader->index->all.items[capture->body], url);
}

static struct capture capture_at(const struct frontier_place *place, enum capture_kind kind)
{
    return (struct capture){.offset = (uint64_t)place->offset,
                            .len = (uint64_t)place->length,
                            .file = (uint32_t)place->archive,
                            .kind = (uint8_t)kind};
}

int capture_reader_read_at(struct capture_reader *reader, const struct frontier_place *place, struct span url,
                           struct span digest)
{
    struct capture own = capture_at(place, CAPTURE_RESPONSE), body = own;
    struct frontier_payload payload;
    struct span type;
    int error = read_record(reader, &own, &reader->own);

    if (!error && warc_field(&reader->own, "WARC-Type", &type) && span_is(type, "revisit")) {
        error = frontier_payload(reader->mirror->frontier, digest, &payload);
        own.kind = CAPTURE_REVISIT;
        body = capture_at(
            &(struct frontier_place){payload.archive, payload.archive_offset, payload.archive_length},
            CAPTURE_RESPONSE);
    }
    if (!error)
        error = read_capture(reader, &own, &body, url);
    if (!error && !span_equals(digest, span_make((const char *)reader->answer->result.payload_sha256,
                                                 sizeof reader->answer->result.payload_sha256)))
        error = ERROR_CORRUPT;
    return error == ERROR_NOT_FOUND ? ERROR_CORRUPT : error;
}

int capture_reader_url(struct capture_reader *reader, const struct capture *capture, struct url *url)
{
    struct span text;
    int error = read_record(reader, capture, &reader->own);

    if (error)
        return error;
    if (!warc_field(&reader->own, "WARC-Target-URI", &text) ||
        url_parse(url, span_trim(text, "<> \t"), NULL, NULL) != URL_OK)
        return ERROR_CORRUPT;
    url_strip(url);
    return 0;
}

struct frontier_place capture_reader_place(struct capture_reader *reader, const struct capture *capture)
{
    const struct capture *body = &reader->index->all.items[capture->body];

    return (struct frontier_place){(int64_t)body->file, (int64_t)body->offset, (int64_t)body->len};
}
