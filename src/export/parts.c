/* SPDX-License-Identifier: MIT */
/* The WARC files of an export, without answers of withdrawn URLs. A capture is its answer and the records
 * after it that are linked to it by WARC-Concurrent-To. A revisit of a withdrawn answer becomes a response:
 * fields that only a revisit has, or that state its length, are replaced; the others are copied. */
#include "config.h"

#include "export/parts.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "answer/answer.h"
#include "archive/captures.h"
#include "archive/record.h"
#include "archive/walk.h"
#include "base/alloc.h"
#include "base/buf.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/http.h"
#include "base/limits.h"
#include "base/sorted.h"
#include "export/export.h"
#include "export/site_files.h"
#include "frontier/archive.h"
#include "frontier/row.h"
#include "mirror/capture_reader.h"
#include "mirror/mirror.h"
#include "term/message.h"
#include "url/percent.h"
#include "url/url.h"

/* Rewrites revisit records as complete responses. A revisit has no body: it refers to the record of another
 * URL with the same content. If the site has withdrawn that URL since, exports omit its record, and the
 * revisit would refer to nothing. */
struct revisit_rewriter {
    struct capture_reader reader;
    size_t next; /* the next capture in the order of the files */
    struct url url;
    struct gzip_maker *maker;
    struct digest digest;
    struct buf head, before; /* of the record; of its block */
};

/* Indexes the archive of MIRROR. Sets OPENED even after an error, for revisit_rewriter_close. */
static int revisit_rewriter_open(struct revisit_rewriter **opened, struct mirror *mirror)
{
    struct revisit_rewriter *rewriter = MEM_NEW(struct revisit_rewriter);

    *opened = rewriter;
    url_init(&rewriter->url);
    rewriter->maker = gzip_maker_new();
    digest_init(&rewriter->digest, DIGEST_SHA256);
    buf_init(&rewriter->head, 2 * LIMIT_WARC_HEAD_BYTES);
    buf_init(&rewriter->before, 2 * LIMIT_HEADER_BYTES);
    return capture_reader_open(&rewriter->reader, mirror, INT64_MAX);
}

static void revisit_rewriter_close(struct revisit_rewriter *rewriter)
{
    if (!rewriter)
        return;
    capture_reader_close(&rewriter->reader);
    url_release(&rewriter->url);
    gzip_maker_free(rewriter->maker);
    digest_release(&rewriter->digest);
    buf_release(&rewriter->head);
    buf_release(&rewriter->before);
    free(rewriter);
}

/* Returns the capture at a place, or NULL. */
static const struct capture *find_at(struct revisit_rewriter *rewriter, int64_t file, uint64_t offset)
{
    struct captures *index = rewriter->reader.index;

    while (rewriter->next < captures_count(index)) {
        const struct capture *capture = captures_in_order(index, rewriter->next);

        if (capture->file > file || (capture->file == file && capture->offset > offset))
            return NULL;
        rewriter->next++;
        if (capture->file == file && capture->offset == offset)
            return capture;
    }
    return NULL;
}

/* Sets FOUND to the revisit at OFFSET of the archive file with this id if its original is of a WITHDRAWN URL,
 * otherwise to NULL. Places must come in ascending order. */
static int revisit_rewriter_find(struct revisit_rewriter *rewriter, const struct withdrawn *withdrawn,
                                 int64_t file, uint64_t offset, const struct capture **found)
{
    const struct capture *capture = find_at(rewriter, file, offset), *original;
    int error;

    *found = NULL;
    if (!capture || capture->kind == CAPTURE_RESPONSE)
        return 0;
    original = captures_at(rewriter->reader.index, capture->body);
    if (original->url == capture->url)
        return 0; /* which is not withdrawn */
    error = capture_reader_url(&rewriter->reader, original, &rewriter->url);
    if (!error && withdrawn_find(withdrawn, buf_span(&rewriter->url.text)))
        *found = capture;
    return error == ERROR_CORRUPT || error == ERROR_TOO_LARGE ? 0 : error;
}

/* Adds the head of the response with a block of LEN bytes. */
static void make_head(struct revisit_rewriter *rewriter, uint64_t len, const char *digest)
{
    struct span lines = buf_span(&rewriter->reader.own.head), version = span_take_until(&lines, '\n');
    struct span truncated;
    struct buf *head = &rewriter->head;

    buf_clear(head);
    record_copy_lines(head, version, "");
    (void)buf_add_text(head, "WARC-Type: response\r\n");
    record_copy_lines(head, lines,
                      "WARC-Type: WARC-Profile: WARC-Refers-To WARC-Truncated: WARC-Block-Digest: "
                      "Content-Length:");
    if (warc_field(&rewriter->reader.record, "WARC-Truncated", &truncated))
        (void)buf_add_format(head, "WARC-Truncated: %.*s\r\n", (int)truncated.len, truncated.at);
    (void)buf_add_format(head, "WARC-Block-Digest: %s\r\nContent-Length: %" PRIu64 "\r\n\r\n", digest, len);
}

/* Makes the block: `before` and the answer's payload, in one chunk if its header block says so. */
static int make_block(struct revisit_rewriter *rewriter)
{
    struct answer *answer = rewriter->reader.answer;
    struct buf *before = &rewriter->before;
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

static int write_record(struct revisit_rewriter *rewriter, int to, uint64_t *written)
{
    struct body *body = &rewriter->reader.answer->payload;
    struct member member = {.body = body, .after = span_of("\r\n\r\n")};
    unsigned char bytes[DIGEST_MAX_BYTES];
    char text[DIGEST_TEXT_SIZE];
    struct member_file file;
    int error = make_block(rewriter);

    if (error)
        return error;
    member.before[1] = buf_span(&rewriter->before);
    digest_add(&rewriter->digest, member.before[1].at, member.before[1].len);
    error = digest_add_body(&rewriter->digest, body);
    digest_finish(&rewriter->digest, bytes);
    digest_text(DIGEST_SHA256, bytes, text);
    make_head(rewriter, member.before[1].len + body->len, text);
    member.before[0] = buf_span(&rewriter->head);
    member_file_init(&file, to, 0);
    if (!error)
        error = rewriter->head.full || rewriter->before.full ? ERROR_TOO_LARGE
                                                             : member_add(rewriter->maker, &member, &file);
    if (!error)
        error = member_file_write(&file);
    *written += file.written;
    member_file_release(&file);
    return error;
}

/* Appends the response for CAPTURE to TO, with the id, date and header block of the revisit; its length is
 * added to WRITTEN. The chunks of its body are not those that the server sent: these were never stored. A
 * revisit whose original cannot be read is left out with a warning. */
static int revisit_rewriter_write(struct revisit_rewriter *rewriter, const struct capture *capture, int to,
                                  uint64_t *written)
{
    struct capture_reader *reader = &rewriter->reader;
    int error = capture_reader_url(reader, capture, &rewriter->url);

    if (!error)
        error = capture_reader_read(reader, capture, buf_span(&rewriter->url.text));
    if (error == ERROR_CORRUPT || error == ERROR_TOO_LARGE) {
        message_warn("%s: its content is only in a damaged record of a withdrawn page; skipping it",
                     buf_text(&rewriter->url.text));
        return 0;
    }
    return error ? error : write_record(rewriter, to, written);
}

enum { ID_MAX = 128 };

/* Ours are spelled by RFC 3986, those of other writers as they like: all get the same form. */
static uint64_t hash_url(const struct withdrawn *withdrawn, struct span url)
{
    struct buf uri BUF_LOCAL(3 * LIMIT_URL_BYTES);

    (void)percent_add(&uri, url, PERCENT_URI);
    return siphash13(withdrawn->key, buf_span(&uri));
}

static void add_url(struct withdrawn *withdrawn, struct span url)
{
    *MEM_ADD(withdrawn->urls, withdrawn->count, withdrawn->room) =
        (struct withdrawn_url){.hash = hash_url(withdrawn, url)};
}

int withdrawn_read(struct withdrawn *withdrawn, struct mirror *mirror)
{
    struct frontier_row row = {.answered = false};
    int error;

    random_fill(withdrawn->key, sizeof withdrawn->key);
    while ((error = frontier_visits(mirror->frontier, row.item.id, 0, &row)) == 0) {
        if (frontier_is_withdrawn(&row))
            add_url(withdrawn, row.item.url);
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

/* The copy of one file. */
struct cut {
    struct parts *parts;
    struct revisit_rewriter *rewriter;
    const struct part *part;
    int from;
    int to;                   /* -1: nothing was changed yet */
    uint64_t copied, written; /* bytes of the one and of the other */
    struct buf answer;        /* the id of the last omitted answer */
};

/* Returns whether the record with HEAD is an answer of a withdrawn URL, or belongs to the last one that was
 * omitted.
 */
static bool is_omitted(struct cut *cut, struct span head)
{
    struct withdrawn_url *url;

    if (cut->answer.len > 0 &&
        span_equals(warc_walk_value(head, "WARC-Concurrent-To"), buf_span(&cut->answer)))
        return true;
    if (!span_is_one_of_nocase(warc_walk_value(head, "WARC-Type"), "response revisit resource"))
        return false;
    url = withdrawn_find(&cut->parts->withdrawn, warc_walk_value(head, "WARC-Target-URI"));
    if (!url)
        return false;
    url->omitted = true;
    (void)buf_set(&cut->answer, warc_walk_value(head, "WARC-Record-ID"));
    return true;
}

static int write_piece(void *context, const void *bytes, size_t len)
{
    struct cut *cut = context;

    cut->written += len;
    return file_write(cut->to, bytes, len);
}

/* Copies everything up to UNTIL that is not copied yet. */
static int copy_until(struct cut *cut, uint64_t until)
{
    uint64_t from = cut->copied;

    if (from >= until)
        return 0;
    cut->copied = until;
    return file_take(cut->from, from, until - from, write_piece, cut);
}

/* Copies everything up to the record FOUND, which is not copied. */
static int leave_out(struct cut *cut, const struct warc_found *found)
{
    int error = cut->to < 0 ? file_open_unnamed(cut->parts->mirror->folder.tmp_dir, &cut->to) : 0;

    if (!error && (found->faults & (WARC_SHARED_MEMBER | WARC_SPLIT_MEMBER)))
        error = ERROR_INVALID;
    if (!error)
        error = copy_until(cut, found->offset);
    cut->copied = found->offset + found->len;
    return error;
}

static int take_record(void *context, struct warc_walk *walk, struct warc_found *found)
{
    struct cut *cut = context;
    bool omitted = !(found->faults & WARC_NO_RECORD) && is_omitted(cut, buf_span(&found->head));
    const struct capture *capture = NULL;
    int error = warc_walk_end(walk);

    if (!error && !omitted)
        error = revisit_rewriter_find(cut->rewriter, &cut->parts->withdrawn, cut->part->id, found->offset,
                                      &capture);
    if (!error && (omitted || capture))
        error = leave_out(cut, found);
    return error || !capture ? error : revisit_rewriter_write(cut->rewriter, capture, cut->to, &cut->written);
}

/* Replaces PART, open as FROM, by a copy without the answers of withdrawn URLs and the records that belong to
 * them, if it has any. A revisit whose body only such an answer has becomes a response. ERROR_INVALID if a
 * record to be changed shares its gzip member with another. */
static int cut_part(struct parts *parts, struct revisit_rewriter *rewriter, struct part *part, int from)
{
    struct cut cut = {.parts = parts, .rewriter = rewriter, .part = part, .from = from, .to = -1};
    int error;

    buf_init(&cut.answer, ID_MAX);
    error = warc_walk_each(from, part->file.len, take_record, &cut);
    if (!error && cut.to >= 0)
        error = copy_until(&cut, part->file.len);
    if (error && cut.to >= 0)
        close(cut.to);
    buf_release(&cut.answer);
    if (error || cut.to < 0)
        return error;
    part->fd = cut.to;
    part->file.len = cut.written;
    return 0;
}

/* Adds a part: at most one for each file of archive/, and one for the rest. */
static struct part *add_part(struct parts *parts)
{
    struct part *part = MEM_ADD(parts->all, parts->count, parts->room);

    *part = (struct part){.fd = -1};
    return part;
}

int export_explain(int error, const char *path, struct buf *why)
{
    if (error && why->len == 0)
        (void)buf_add_format(why, "%s: %s", path, error_reason(error, errno));
    return error;
}

static int list_archive(struct parts *parts)
{
    struct frontier_archive kept = {0};
    int error;

    while ((error = frontier_archives(parts->mirror->frontier, kept.id, &kept)) == 0) {
        struct part *part = add_part(parts);

        part->id = kept.id;
        part->file.len = (uint64_t)kept.length;
        (void)snprintf(part->file.name, sizeof part->file.name, "%s", kept.name);
    }
    return error == ERROR_END ? 0 : error;
}

static int cut_archive(struct parts *parts, struct buf *why)
{
    struct revisit_rewriter *rewriter;
    int error;

    if (parts->withdrawn.count == 0)
        return 0;
    error = export_explain(revisit_rewriter_open(&rewriter, parts->mirror), "archive/", why);
    for (size_t i = 0; i < parts->count && !error; i++) {
        struct part *part = &parts->all[i];
        int from FILE_LOCAL;

        error = file_open(parts->mirror->folder.archive_dir, part->file.name, O_RDONLY, 0, &from);
        if (!error)
            error = cut_part(parts, rewriter, part, from);
        if (error == ERROR_INVALID)
            (void)buf_add_format(why,
                                 "%s: records of withdrawn pages share gzip members with others, so they "
                                 "cannot be omitted; to export everything, add --with-withdrawn",
                                 part->file.name);
        (void)export_explain(error, part->file.name, why);
    }
    revisit_rewriter_close(rewriter);
    return error;
}

/* Writes the last file, which every export makes again. */
static int add_site_files(struct parts *parts)
{
    struct part *part;
    uint64_t len = 0;
    int fd, error = file_open_unnamed(parts->mirror->folder.tmp_dir, &fd);

    if (error)
        return error;
    error = site_files_write(parts->mirror, &parts->withdrawn, fd, &len);
    if (error || len == 0) {
        close(fd);
        return error;
    }
    part = add_part(parts);
    (void)snprintf(part->file.name, sizeof part->file.name, "%s", SITE_FILES_NAME);
    part->file.len = len;
    part->fd = fd;
    return 0;
}

int parts_open(struct parts *parts, struct mirror *mirror, bool with_withdrawn, struct buf *why)
{
    int error;

    *parts = (struct parts){.mirror = mirror};
    error = list_archive(parts);
    if (!error && !with_withdrawn)
        error = withdrawn_read(&parts->withdrawn, mirror);
    if (error)
        return export_explain(error, "mirror.db", why);
    error = cut_archive(parts, why);
    return error ? error : export_explain(add_site_files(parts), SITE_FILES_NAME, why);
}

void parts_release(struct parts *parts)
{
    for (size_t i = 0; i < parts->count; i++) {
        if (parts->all[i].fd >= 0)
            close(parts->all[i].fd);
    }
    withdrawn_release(&parts->withdrawn);
    free(parts->all);
}

int parts_each(const struct parts *parts, part_reader *each, void *context, struct buf *why)
{
    for (size_t i = 0; i < parts->count; i++) {
        const struct part *part = &parts->all[i];
        int fd = part->fd, error = 0;

        if (part->fd < 0)
            error = file_open(parts->mirror->folder.archive_dir, part->file.name, O_RDONLY, 0, &fd);
        if (!error) {
            error = each(context, &part->file, fd);
            if (part->fd < 0)
                close(fd);
        }
        if (error)
            return export_explain(error, part->file.name, why);
    }
    return 0;
}
