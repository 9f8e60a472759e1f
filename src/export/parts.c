/* SPDX-License-Identifier: MIT */
/* Exports WARC files, without answers of withdrawn URLs. A capture is its answer and the records
 * after it that are linked to it by WARC-Concurrent-To. A revisit of a withdrawn answer becomes a response:
 * fields that only a revisit has, or that state its length, are replaced; the others are copied. */
#include "config.h"

#include "export/parts.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "answer/answer.h"
#include "archive/record.h"
#include "archive/walk.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/http.h"
#include "base/sorted.h"
#include "export/export.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "mirror/mirror.h"
#include "term/message.h"
#include "url/percent.h"

enum { ID_MAX = 128 };

int copier_open(struct copier *copier)
{
    copier->maker = gzip_maker_new();
    buf_init(&copier->head, 2 * LIMIT_WARC_HEAD_BYTES);
    buf_init(&copier->before, 2 * LIMIT_HEADER_BYTES);
    buf_init(&copier->answer, ID_MAX);
    return capture_reader_open(&copier->reader, copier->mirror, INT64_MAX);
}

void copier_close(struct copier *copier)
{
    capture_reader_close(&copier->reader);
    url_release(&copier->url);
    gzip_maker_free(copier->maker);
    digest_release(&copier->digest);
    buf_release(&copier->head);
    buf_release(&copier->before);
    buf_release(&copier->answer);
}

/* Returns the capture at OFFSET of the current file, or NULL. Places come in ascending order. */
static const struct capture *find_at(struct copier *copier, uint64_t offset)
{
    struct captures *index = copier->reader.index;

    while (copier->next < index->all.count) {
        const struct capture *capture = &index->all.items[index->order[copier->next]];

        if (capture->file > copier->file || (capture->file == copier->file && capture->offset > offset))
            return NULL;
        copier->next++;
        if (capture->file == copier->file && capture->offset == offset)
            return capture;
    }
    return NULL;
}

/* Returns whether the answers with this WARC-Target-URI are omitted. */
static bool omits(struct copier *copier, struct span target)
{
    struct withdrawn_url *url;

    target = span_trim(target, "<> \t");
    if (span_starts_nocase(target, "urn:")) { /* urn:WORD:URL */
        (void)span_take_until(&target, ':');
        (void)span_take_until(&target, ':');
    }
    url = withdrawn_find(copier->withdrawn, target);
    if (url)
        url->omitted = true;
    return url || (copier->is_forgotten && copier->is_forgotten(copier->context, target));
}

/* Sets FOUND to the revisit at OFFSET of the current file if the record of its original is omitted, otherwise
 * to NULL. */
static int find_revisit(struct copier *copier, uint64_t offset, const struct capture **found)
{
    const struct capture *capture = find_at(copier, offset), *original;
    int error;

    *found = NULL;
    if (!capture || capture->kind == CAPTURE_RESPONSE)
        return 0;
    original = &copier->reader.index->all.items[capture->body];
    if (original->url == capture->url)
        return 0; /* which is kept */
    error = capture_reader_url(&copier->reader, original, &copier->url);
    if (!error && omits(copier, buf_span(&copier->url.text)))
        *found = capture;
    return error == ERROR_CORRUPT || error == ERROR_TOO_LARGE ? 0 : error;
}

/* Adds the head of the response with a block of LEN bytes. */
static void make_head(struct copier *copier, uint64_t len, const char *digest)
{
    struct span lines = buf_span(&copier->reader.own.head), version = span_take_until(&lines, '\n');
    struct span truncated;
    struct buf *head = &copier->head;

    buf_clear(head);
    record_copy_lines(head, version, "");
    (void)buf_add_text(head, "WARC-Type: response\r\n");
    record_copy_lines(head, lines,
                      "WARC-Type: WARC-Profile: WARC-Refers-To WARC-Truncated: WARC-Block-Digest: "
                      "Content-Length:");
    if (warc_field(&copier->reader.record, "WARC-Truncated", &truncated))
        (void)buf_add_format(head, "WARC-Truncated: %.*s\r\n", (int)truncated.len, truncated.at);
    (void)buf_add_format(head, "WARC-Block-Digest: %s\r\nContent-Length: %" PRIu64 "\r\n\r\n", digest, len);
}

/* Makes the block: `before` and the answer's payload, in one chunk if its header block says so. */
static int make_block(struct copier *copier)
{
    struct answer *answer = copier->reader.answer;
    struct buf *before = &copier->before;
    uint64_t len = answer->payload.len;

    (void)buf_set(before, buf_span(&answer->response_head));
    if (!head_is_chunked(buf_span(&answer->response_head)))
        return 0;
    if (len > 0)
        (void)buf_add_format(before, "%" PRIx64 "\r\n", len);
    answer->payload.max = UINT64_MAX;
    return len > 0 ? body_add(&answer->payload, "\r\n0\r\n\r\n", 7)
                   : body_add(&answer->payload, "0\r\n\r\n", 5);
}

/* Writes the members in FILE, unless there was an ERROR, and releases it. */
static int write_members(struct copier *copier, struct member_file *file, int error)
{
    if (!error)
        error = member_file_write(file);
    copier->written += file->written;
    member_file_release(file);
    return error;
}

static int write_record(struct copier *copier)
{
    struct body *body = &copier->reader.answer->payload;
    struct member member = {.body = body, .after = span_of("\r\n\r\n")};
    unsigned char bytes[DIGEST_MAX_BYTES];
    char text[DIGEST_TEXT_SIZE];
    struct member_file file;
    int error = make_block(copier);

    if (error)
        return error;
    member.before[1] = buf_span(&copier->before);
    digest_add(&copier->digest, member.before[1].at, member.before[1].len);
    error = digest_add_body(&copier->digest, body);
    digest_finish(&copier->digest, bytes);
    digest_text(DIGEST_SHA256, bytes, text);
    make_head(copier, member.before[1].len + body->len, text);
    member.before[0] = buf_span(&copier->head);
    member_file_init(&file, copier->to, 0);
    if (!error)
        error = copier->head.full || copier->before.full ? ERROR_TOO_LARGE
                                                         : member_add(copier->maker, &member, &file);
    return write_members(copier, &file, error);
}

/* Writes the response for CAPTURE, with the id, date and header block of the revisit. The chunks of its body
 * are not those that the server sent: these were never stored. A revisit whose original cannot be read is
 * left out with a warning. */
static int write_revisit(struct copier *copier, const struct capture *capture)
{
    struct capture_reader *reader = &copier->reader;
    int error = capture_reader_url(reader, capture, &copier->url);

    if (!error)
        error = capture_reader_read(reader, capture, buf_span(&copier->url.text));
    if (error == ERROR_CORRUPT || error == ERROR_TOO_LARGE) {
        message_warn("%s: its content is only in a damaged record of another page; skipping it",
                     buf_text(&copier->url.text));
        return 0;
    }
    return error ? error : write_record(copier);
}

/* Ours are spelled by RFC 3986, those of other writers as they like: all get the same form. */
static uint64_t hash_url(const struct withdrawn *withdrawn, struct span url)
{
    struct buf uri BUF_LOCAL(3 * LIMIT_URL_BYTES);

    (void)percent_add(&uri, url, PERCENT_URI);
    return siphash13(withdrawn->key, buf_span(&uri));
}

int withdrawn_read(struct withdrawn *withdrawn, struct mirror *mirror, withdrawn_test *fits, void *context)
{
    struct frontier_row row = {.answered = false};
    int error;

    random_fill(withdrawn->key, sizeof withdrawn->key);
    while ((error = frontier_visits(mirror->frontier, row.item.id, &row)) == 0) {
        if (fits ? fits(context, row.item.url) : frontier_is_withdrawn(&row))
            *MEM_ADD(withdrawn->urls, withdrawn->count, withdrawn->room) =
                (struct withdrawn_url){.hash = hash_url(withdrawn, row.item.url)};
    }
    if (withdrawn->count > 0)
        qsort(withdrawn->urls, withdrawn->count, sizeof *withdrawn->urls, compare_number);
    return error == ERROR_END ? 0 : error;
}

void withdrawn_release(struct withdrawn *withdrawn)
{
    free(withdrawn->urls);
    *withdrawn = (struct withdrawn){.count = 0};
}

struct withdrawn_url *withdrawn_find(const struct withdrawn *withdrawn, struct span target)
{
    struct withdrawn_url key, *found = NULL;
    struct url url URL_LOCAL;

    if (withdrawn->count == 0)
        return NULL;
    if (url_parse(&url, span_trim(target, "<> \t"), NULL, NULL) == URL_OK) {
        url_strip(&url);
        key.hash = hash_url(withdrawn, buf_span(&url.text));
        found = bsearch(&key, withdrawn->urls, withdrawn->count, sizeof key, compare_number);
    }
    return found;
}

/* Returns whether the record with HEAD is an omitted answer, which ANSWER says, or belongs to one. */
static bool is_omitted(struct copier *copier, struct span head, bool *answer)
{
    *answer = false;
    if (copier->answer.len > 0 &&
        span_equals(warc_walk_value(head, "WARC-Concurrent-To"), buf_span(&copier->answer)))
        return true;
    *answer = span_is_one_of_nocase(warc_walk_value(head, "WARC-Type"), "response revisit resource");
    if (!(*answer || copier->is_forgotten) || !omits(copier, warc_walk_value(head, "WARC-Target-URI")))
        return false;
    (void)buf_set(&copier->answer, warc_walk_value(head, "WARC-Record-ID"));
    return true;
}

static int write_piece(void *context, const void *bytes, size_t len)
{
    struct copier *copier = context;

    copier->written += len;
    return file_write(copier->to, bytes, len);
}

/* Copies everything up to UNTIL that is not copied yet. */
static int copy_until(struct copier *copier, uint64_t until)
{
    uint64_t from = copier->copied;
    int tmp = copier->mirror->folder.tmp_dir, error = 0;

    if (copier->to < 0)
        error = copier->name ? file_open(tmp, copier->name, O_RDWR | O_CREAT | O_TRUNC, 0666, &copier->to)
                             : file_open_unnamed(tmp, &copier->to);
    if (error || from >= until)
        return error;
    copier->copied = until;
    return file_take(copier->from, from, until - from, write_piece, copier);
}

/* Copies everything up to the record FOUND, which is not copied. */
static int leave_out(struct copier *copier, const struct warc_found *found)
{
    int error = found->faults & (WARC_SHARED_MEMBER | WARC_SPLIT_MEMBER) ? ERROR_INVALID
                                                                         : copy_until(copier, found->offset);

    copier->copied = found->offset + found->len;
    return error;
}

/* Writes a metadata record that names the URL of the record with HEAD, and nothing else of it. It has no
 * WARC-Target-URI, so that it stays. */
static int write_note(struct copier *copier, struct span head)
{
    struct span info = span_trim(warc_walk_value(head, "WARC-Warcinfo-ID"), "<>");
    char date[CLOCK_TEXT_SIZE], id[WARC_ID_SIZE], info_id[WARC_ID_SIZE] = "";
    struct record_ids ids = {.left = 0};
    struct record note = {.type = "metadata",
                          .content_type = "application/warc-fields",
                          .id = id,
                          .info_id = info_id,
                          .date = date};
    struct member_file file;
    int error;

    clock_format(clock_wall_us(), 6, date);
    record_make_id(&ids, id);
    if (span_starts(info, "urn:uuid:"))
        (void)snprintf(info_id, sizeof info_id, "%.*s", (int)info.len - 9, info.at + 9);
    buf_clear(&copier->before);
    record_add_field(&copier->before, "forgotten", warc_walk_value(head, "WARC-Target-URI"));
    note.block = buf_span(&copier->before);
    member_file_init(&file, copier->to, 0);
    error = record_write(&note, &copier->head, &copier->digest, copier->maker, &file);
    return write_members(copier, &file, error);
}

/* Says where the record FOUND is now, AT in the copy unless it IS_LOST, and those after it. */
static int note_moves(struct copier *copier, const struct warc_found *found, uint64_t at, bool is_lost)
{
    struct frontier_move moves[] = {{.archive = copier->file,
                                     .from = (int64_t)found->offset,
                                     .shift = (int64_t)(at - found->offset),
                                     .length = (int64_t)(copier->written - at),
                                     .is_lost = is_lost},
                                    {.archive = copier->file,
                                     .from = (int64_t)copier->copied,
                                     .shift = (int64_t)(copier->written - copier->copied)}};
    int error = 0;

    for (size_t i = 0; copier->moved && i < COUNT_OF(moves) && !error; i++)
        error = copier->moved(copier->context, &moves[i]);
    return error;
}

static int take_record(void *context, struct warc_walk *walk, struct warc_found *found)
{
    struct copier *copier = context;
    struct span head = buf_span(&found->head);
    const struct capture *capture = NULL;
    bool answer = false, omitted = !(found->faults & WARC_NO_RECORD) && is_omitted(copier, head, &answer);
    uint64_t at;
    int error = warc_walk_end(walk);

    if (!error && !omitted)
        error = find_revisit(copier, found->offset, &capture);
    if (error || (!omitted && !capture))
        return error;
    error = leave_out(copier, found);
    at = copier->written;
    if (!error && capture)
        error = write_revisit(copier, capture);
    else if (!error && answer && copier->is_forgotten)
        error = write_note(copier, head);
    return error ? error : note_moves(copier, found, at, omitted || copier->written == at);
}

int copier_copy(struct copier *copier, uint64_t *len)
{
    uint64_t size = 0;
    int error = file_size(copier->from, &size);

    copier->copied = copier->written = 0;
    buf_clear(&copier->answer);
    if (!error)
        error = warc_walk_each(copier->from, *len, take_record, copier);
    if (error || (copier->to < 0 && !(copier->is_forgotten && size > *len))) /* a killed run leaves a rest */
        return error;
    error = copy_until(copier, *len);
    *len = copier->written;
    return error;
}

int export_explain(int error, const char *path, struct buf *why)
{
    if (error && why->len == 0)
        (void)buf_add_format(why, "%s: %s", path,
                             error == ERROR_NOT_FOUND ? "no such file or folder"
                                                      : error_reason(error, errno));
    return error;
}

/* Passes a file of the archive, or its copy, to EACH. */
static int pass_archive(struct copier *copier, const struct frontier_archive *kept, part_reader *each,
                        void *context, struct buf *why)
{
    struct warc_file file = {.len = (uint64_t)kept->length};
    int error;

    (void)snprintf(file.name, sizeof file.name, "%s", kept->name);
    copier->file = kept->id;
    copier->to = -1;
    error = file_open(copier->mirror->folder.archive_dir, file.name, O_RDONLY, 0, &copier->from);
    if (error)
        return export_explain(error, file.name, why);
    if (copier->withdrawn->count > 0)
        error = copier_copy(copier, &file.len);
    if (error == ERROR_INVALID)
        (void)buf_add_format(why,
                             "%s: records of withdrawn pages share gzip members with others, so they "
                             "cannot be omitted; to export everything, add --with-withdrawn",
                             file.name);
    if (!error)
        error = each(context, &file, copier->to < 0 ? copier->from : copier->to);
    file_close(&copier->from);
    file_close(&copier->to);
    return export_explain(error, file.name, why);
}

/* Passes the last file, which every export makes again, to EACH. */
static int pass_site_files(struct mirror *mirror, const struct withdrawn *withdrawn, part_reader *each,
                           void *context, struct buf *why)
{
    struct warc_file file = {.name = SITE_FILES_NAME};
    int fd FILE_LOCAL;
    int error = file_open_unnamed(mirror->folder.tmp_dir, &fd);

    if (!error)
        error = site_files_write(mirror, withdrawn, fd, &file.len);
    if (!error && file.len > 0)
        error = each(context, &file, fd);
    return export_explain(error, SITE_FILES_NAME, why);
}

int parts_each(struct mirror *mirror, const struct withdrawn *withdrawn, part_reader *each, void *context,
               struct buf *why)
{
    struct copier copier = {.mirror = mirror, .withdrawn = withdrawn};
    struct frontier_archive kept = {0};
    int error = withdrawn->count > 0 ? export_explain(copier_open(&copier), "archive/", why) : 0;

    while (!error && (error = frontier_archives(mirror->frontier, kept.id, &kept)) == 0)
        error = pass_archive(&copier, &kept, each, context, why);
    if (withdrawn->count > 0)
        copier_close(&copier);
    return error == ERROR_END ? pass_site_files(mirror, withdrawn, each, context, why)
                              : export_explain(error, "mirror.db", why);
}

static int write_bytes(void *fd, const void *bytes, size_t len)
{
    return file_write(*(const int *)fd, bytes, len);
}

/* Copies one of the files unchanged: concatenated WARC files are a WARC file. */
static int copy_part(void *to, const struct warc_file *file, int fd)
{
    return file_take(fd, 0, file->len, write_bytes, to);
}

int export_warc(struct mirror *mirror, const char *path, const struct withdrawn *withdrawn, struct buf *why)
{
    struct output output;
    int error = output_begin(&output, path);

    if (!error) {
        error = parts_each(mirror, withdrawn, copy_part, &output.fd, why);
        error = output_end(&output, error);
    }
    return export_explain(error, path, why);
}
