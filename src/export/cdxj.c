/* SPDX-License-Identifier: MIT */
/* Exports an index of records, CDXJ. All values are strings, including numbers, as other tools write them.
 * For the sort-friendly keys of URLs there is no standard; these are the keys that common replay tools
 * compute. */
#include "config.h"

#include "export/cdxj.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>

#include "archive/walk.h"
#include "base/alloc.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/file.h"
#include "base/http.h"
#include "base/json.h"
#include "base/sorted.h"
#include "export/export.h"
#include "export/parts.h"
#include "frontier/frontier.h"
#include "mirror/mirror.h"

enum {
    DATE_DIGITS = 14,
    LINE_MAX_BYTES = 4 * LIMIT_WARC_HEAD_BYTES,
    RUN_BYTES = 16 * 1024 * 1024,
    WRITE_BYTES = 256 * 1024
};

struct cdxj {
    const struct withdrawn *withdrawn;
    struct sorted *lines;
    struct surt surt;
    struct buf line, http;
    struct span name;              /* of the current file */
    char digest[DIGEST_TEXT_SIZE]; /* of a record that has none */
};

struct cdxj *cdxj_new(int spool_dir, const struct withdrawn *withdrawn)
{
    struct cdxj *cdxj = MEM_NEW(struct cdxj);

    cdxj->withdrawn = withdrawn;
    cdxj->lines = sorted_new(spool_dir, RUN_BYTES, 0);
    buf_init(&cdxj->line, LINE_MAX_BYTES);
    buf_init(&cdxj->http, LIMIT_HEADER_BYTES);
    return cdxj;
}

void cdxj_free(struct cdxj *cdxj)
{
    if (!cdxj)
        return;
    sorted_free(cdxj->lines);
    surt_release(&cdxj->surt);
    buf_release(&cdxj->line);
    buf_release(&cdxj->http);
    free(cdxj);
}

void cdxj_add_date(struct buf *line, struct span date)
{
    size_t digits = 0;

    for (size_t i = 0; i < date.len && digits < DATE_DIGITS; i++) {
        if (ascii_is_digit(date.at[i])) {
            (void)buf_add_byte(line, date.at[i]);
            digits++;
        }
    }
    for (; digits < DATE_DIGITS; digits++)
        (void)buf_add_byte(line, "00000101000000"[digits]);
}

/* Adds TEXT, without bytes that would end it. */
static void add_other(struct span text, struct buf *out)
{
    for (size_t i = 0; i < text.len; i++) {
        unsigned char byte = (unsigned char)text.at[i];

        if (byte <= ' ' || byte == 0x7f)
            (void)buf_add_format(out, "%%%02x", byte);
        else
            (void)buf_add_byte(out, text.at[i]);
    }
}

/* The fields of a line; empty: unknown. */
struct entry {
    struct span url, mime, status, digest, filename;
    uint64_t offset, len;
};

/* Reads the media type and status that replay shows. */
static void read_answer(struct entry *entry, struct span type, struct span content_type, struct span http)
{
    struct span line = http;

    if (span_is_nocase(type, "resource")) { /* replay shows it like an answer */
        entry->mime = http_essence(content_type);
        entry->status = span_of("200");
        return;
    }
    line = span_take_until(&line, '\n');
    content_type = span_make(NULL, 0);
    (void)head_value(http, "Content-Type", 0, &content_type);
    entry->mime = span_is_nocase(type, "revisit") ? span_of("warc/revisit") : http_essence(content_type);
    if (span_starts(line, "HTTP/") && line.len >= 12)
        entry->status = span_part(line, 9, 3);
}

static void add_number(struct json_writer *json, const char *key, uint64_t number)
{
    char text[24];
    int len = snprintf(text, sizeof text, "%" PRIu64, number);

    json_member_text(json, key, span_make(text, (size_t)len));
}

static void add_member(struct json_writer *json, const char *key, struct span value)
{
    if (value.len > 0)
        json_member_text(json, key, value);
}

static void add_json(struct buf *line, const struct entry *entry)
{
    struct json_writer json;

    json_begin(&json, line);
    json_member_text(&json, "url", entry->url);
    add_member(&json, "mime", entry->mime);
    add_member(&json, "status", entry->status);
    add_member(&json, "digest", entry->digest);
    add_number(&json, "length", entry->len);
    add_number(&json, "offset", entry->offset);
    json_member_text(&json, "filename", entry->filename);
    json_close(&json);
}

/* Reads the rest of the block, and makes the digest of its payload. */
static int digest_payload(struct cdxj *cdxj, struct warc_walk *walk)
{
    bool is_chunked = head_is_chunked(buf_span(&cdxj->http)), is_first = true;
    struct digest digest RELEASED_BY(digest_release) = {0};
    unsigned char bytes[DIGEST_MAX_BYTES];
    struct chunked chunked;
    struct span piece, data;
    int error;

    chunked_init(&chunked);
    while ((error = warc_walk_block(walk, &piece)) == 0 && piece.len > 0) {
        is_chunked = is_chunked && !(is_first && !chunked_may_start(piece));
        is_first = false;
        if (!is_chunked)
            digest_add(&digest, piece.at, piece.len);
        while (is_chunked && chunked_next(&chunked, &piece, &data))
            digest_add(&digest, data.at, data.len);
    }
    digest_finish(&digest, bytes);
    digest_text(DIGEST_SHA256, bytes, cdxj->digest);
    return error;
}

static int add_line(struct cdxj *cdxj, const struct entry *entry, struct span date)
{
    struct buf *line = &cdxj->line;

    buf_clear(line);
    surt_add(&cdxj->surt, entry->url, line);
    (void)buf_add_byte(line, ' ');
    cdxj_add_date(line, date);
    (void)buf_add_byte(line, ' ');
    add_json(line, entry);
    (void)buf_add_byte(line, '\n');
    return line->full ? 0 : sorted_add(cdxj->lines, buf_span(line));
}

static int add_record(void *context, struct warc_walk *walk, struct warc_found *found)
{
    struct cdxj *cdxj = context;
    struct span head = buf_span(&found->head), type = warc_walk_value(head, "WARC-Type"), date;
    struct entry entry = {.filename = cdxj->name, .offset = found->offset};
    int error;

    if (found->faults & WARC_NO_RECORD || !span_is_one_of_nocase(type, "response revisit resource") ||
        !head_value(head, "WARC-Target-URI", 0, &entry.url) || withdrawn_find(cdxj->withdrawn, entry.url) ||
        !head_value(head, "WARC-Date", 0, &date))
        return warc_walk_end(walk);
    entry.url = span_trim(entry.url, "<>");
    buf_clear(&cdxj->http);
    error = span_is_nocase(type, "resource") ? 0 : warc_walk_http(walk, &cdxj->http);
    if (!error && !head_value(head, "WARC-Payload-Digest", 0, &entry.digest) &&
        !span_is_nocase(type, "revisit")) {
        error = digest_payload(cdxj, walk);
        entry.digest = span_of(cdxj->digest);
    }
    if (!error)
        error = warc_walk_end(walk);
    if (error || (found->faults & (WARC_CUT | WARC_NO_LENGTH)))
        return error;
    entry.len = found->len;
    read_answer(&entry, type, warc_walk_value(head, "Content-Type"), buf_span(&cdxj->http));
    if (span_is(entry.status, "206") && !head_range_is_whole(buf_span(&cdxj->http)))
        return 0; /* replay would show a part instead of the whole */
    return add_line(cdxj, &entry, date);
}

int cdxj_add_file(struct cdxj *cdxj, int fd, uint64_t limit, struct span name)
{
    cdxj->name = name;
    return warc_walk_each(fd, limit, add_record, cdxj);
}

int cdxj_next(struct cdxj *cdxj, struct span *line)
{
    return sorted_next(cdxj->lines, line);
}

/* Adds the files of the archive, each up to its committed length. */
static int add_archive(struct cdxj *cdxj, struct mirror *mirror, struct buf *why)
{
    struct frontier_archive file = {0};
    int error;

    while ((error = frontier_archives(mirror->frontier, file.id, &file)) == 0) {
        int fd FILE_LOCAL;

        error = file_open(mirror->folder.archive_dir, file.name, O_RDONLY, 0, &fd);
        if (!error)
            error = cdxj_add_file(cdxj, fd, (uint64_t)file.length, span_of(file.name));
        if (error)
            return export_explain(error, file.name, why);
    }
    return error == ERROR_END ? 0 : error;
}

static int write_index(struct cdxj *cdxj, int fd)
{
    struct span line;
    struct buf text BUF_LOCAL(4 * WRITE_BYTES);
    int error = 0, end;

    while ((end = cdxj_next(cdxj, &line)) == 0 && !error) {
        (void)buf_add_span(&text, line);
        if (text.len < WRITE_BYTES)
            continue;
        error = file_write(fd, buf_text(&text), text.len);
        buf_clear(&text);
    }
    if (!error && end != ERROR_END)
        error = end;
    return error ? error : file_write(fd, buf_text(&text), text.len);
}

int export_cdxj(struct mirror *mirror, const char *path, const struct withdrawn *withdrawn, struct buf *why)
{
    struct cdxj *cdxj = cdxj_new(mirror->folder.tmp_dir, withdrawn);
    struct output output;
    int error = output_begin(&output, path);

    if (!error) {
        error = add_archive(cdxj, mirror, why);
        if (!error)
            error = write_index(cdxj, output.fd);
        error = output_end(&output, error);
    }
    cdxj_free(cdxj);
    return export_explain(error, path, why);
}

void surt_release(struct surt *surt)
{
    url_release(&surt->url);
    buf_release(&surt->lower);
}

/* Returns TEXT in lower case, without a "www." or "www2." at the start of its host. */
static struct span fold_url(struct surt *surt, struct span text)
{
    size_t host = 0, end;

    buf_clear(&surt->lower);
    surt->lower.max = LIMIT_WARC_HEAD_BYTES;
    for (size_t i = 0; i < text.len; i++)
        (void)buf_add_byte(&surt->lower, ascii_lower(text.at[i]));
    text = buf_span(&surt->lower);
    if (span_starts(text, "http://"))
        host = sizeof "http://" - 1;
    else if (span_starts(text, "https://"))
        host = sizeof "https://" - 1;
    if (host == 0 || !span_starts(span_part(text, host, text.len), "www"))
        return text;
    for (end = host + 3; end < text.len && ascii_is_digit(text.at[end]);)
        end++;
    if (end == text.len || text.at[end] != '.')
        return text;
    memmove(surt->lower.at + host, surt->lower.at + end + 1, text.len - end - 1);
    buf_cut(&surt->lower, text.len - (end + 1 - host));
    return buf_span(&surt->lower);
}

static void add_host(struct span host, struct buf *out)
{
    size_t end = host.len;

    for (size_t i = host.len; i-- > 0;) {
        if (host.at[i] != '.')
            continue;
        (void)buf_add_span(out, span_part(host, i + 1, end - i - 1));
        (void)buf_add_byte(out, ',');
        end = i;
    }
    (void)buf_add_span(out, span_part(host, 0, end));
}

static int compare_parts(const void *a, const void *b)
{
    return span_compare(*(const struct span *)a, *(const struct span *)b);
}

static void add_query(struct span query, struct buf *out)
{
    size_t count = 1, i = 0;
    struct span *parts;

    for (size_t at = 0; at < query.len; at++)
        count += query.at[at] == '&';
    parts = mem_new(count, sizeof *parts);
    for (; i < count; i++)
        parts[i] = span_take_until(&query, '&');
    qsort(parts, count, sizeof *parts, compare_parts);
    for (i = 0; i < count; i++) {
        (void)buf_add_byte(out, i == 0 ? '?' : '&');
        (void)buf_add_span(out, parts[i]);
    }
    free(parts);
}

void surt_add(struct surt *surt, struct span target, struct buf *out)
{
    struct url *url = &surt->url;

    if (target.len >= LIMIT_WARC_HEAD_BYTES || url_parse(url, fold_url(surt, target), NULL, NULL) != URL_OK) {
        add_other(target, out);
        return;
    }
    add_host(url_host(url), out);
    if (url_port(url).len > 0) {
        (void)buf_add_byte(out, ':');
        (void)buf_add_span(out, url_port(url));
    }
    (void)buf_add_byte(out, ')');
    (void)buf_add_span(out, url_path(url));
    if (url_query(url).len > 0)
        add_query(url_query(url), out);
}
