/* SPDX-License-Identifier: MIT */
/* Lines of CDXJ from records. All values are strings, including numbers, as other tools write them. For the
 * sort-friendly keys of URLs there is no standard; these are the keys that common replay tools compute. */
#include "config.h"

#include "export/cdxj.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "archive/walk.h"
#include "base/alloc.h"
#include "base/chunked.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/head.h"
#include "base/json.h"
#include "base/limits.h"
#include "export/sorted.h"
#include "export/withdrawn.h"

enum { DATE_DIGITS = 14, LINE_MAX_BYTES = 4 * LIMIT_WARC_HEAD_BYTES, RUN_BYTES = 16 * 1024 * 1024 };

struct cdxj {
    const struct withdrawn *withdrawn;
    struct sorted *lines;
    struct surt surt;
    struct buf line, http;
};

struct cdxj *cdxj_new(int spool_dir, const struct withdrawn *withdrawn)
{
    struct cdxj *cdxj = MEM_NEW(struct cdxj);

    cdxj->withdrawn = withdrawn;
    cdxj->lines = sorted_new(spool_dir, RUN_BYTES);
    surt_init(&cdxj->surt);
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

static struct span media_type(struct span content_type)
{
    return span_trim(span_part(content_type, 0, span_find(content_type, ';')), " \t");
}

/* Adds the media type and status of an HTTP message. */
static void add_http(struct json_writer *json, struct span http, bool is_revisit)
{
    struct span type = {0}, line = http;

    line = span_take_until(&line, '\n');
    (void)head_value(http, "Content-Type", 0, &type);
    if (is_revisit)
        json_member_text(json, "mime", span_of("warc/revisit"));
    else if (type.len > 0)
        json_member_text(json, "mime", media_type(type));
    if (span_starts(line, "HTTP/") && line.len >= 12)
        json_member_text(json, "status", span_part(line, 9, 3));
}

static void add_number(struct json_writer *json, const char *key, uint64_t number)
{
    char text[24];
    int len = snprintf(text, sizeof text, "%" PRIu64, number);

    json_member_text(json, key, span_make(text, (size_t)len));
}

/* Whether replay can show a record of this type. */
static bool is_shown(struct span type)
{
    return span_is(type, "response") || span_is(type, "revisit") || span_is(type, "resource");
}

static bool is_chunked(struct span http)
{
    struct span codings = {0};

    (void)head_value(http, "Transfer-Encoding", 0, &codings);
    return codings.len > 0 && span_is_nocase(span_trim(codings, " \t"), "chunked");
}

/* The digest of a payload as it arrives, for records without one. Some writers remove the chunks and keep the
 * field: then the body is the payload. */
struct payload {
    struct digest body, data;
    struct chunked chunked;
    bool has_data;
};

static void add_piece(struct payload *payload, struct span piece)
{
    struct span data;

    digest_add(&payload->body, piece.at, piece.len);
    while (chunked_next(&payload->chunked, &piece, &data)) {
        digest_add(&payload->data, data.at, data.len);
        payload->has_data = true;
    }
}

/* Reads the rest of the block, whose payload has the digest TEXT. */
static int digest_payload(struct cdxj *cdxj, struct warc_walk *walk, char text[DIGEST_TEXT_SIZE])
{
    struct payload payload = {.has_data = false};
    unsigned char bytes[DIGEST_MAX_BYTES];
    struct span piece;
    bool undone;
    int error;

    digest_init(&payload.body, DIGEST_SHA256);
    digest_init(&payload.data, DIGEST_SHA256);
    chunked_init(&payload.chunked);
    while ((error = warc_walk_block(walk, &piece)) == 0 && piece.len > 0)
        add_piece(&payload, piece);
    undone =
        !is_chunked(buf_span(&cdxj->http)) || (payload.chunked.state == CHUNKED_BAD && !payload.has_data);
    digest_finish(undone ? &payload.body : &payload.data, bytes);
    digest_text(DIGEST_SHA256, bytes, text);
    digest_release(&payload.body);
    digest_release(&payload.data);
    return error;
}

static int add_record(struct cdxj *cdxj, struct warc_walk *walk, const struct warc_found *found,
                      struct span name)
{
    struct span head = buf_span(&found->head), type = {0}, url, date, digest, content_type = {0};
    char made[DIGEST_TEXT_SIZE];
    struct json_writer json;
    int error;

    (void)warc_walk_field(head, "WARC-Type", 0, &type);
    if (!is_shown(type) || !warc_walk_field(head, "WARC-Target-URI", 0, &url) ||
        withdrawn_find(cdxj->withdrawn, url) || !warc_walk_field(head, "WARC-Date", 0, &date))
        return warc_walk_end(walk);
    url = span_trim(url, "<>");
    (void)warc_walk_field(head, "Content-Type", 0, &content_type);
    buf_clear(&cdxj->http);
    error = span_is(type, "resource") ? 0 : warc_walk_http(walk, &cdxj->http);
    if (!warc_walk_field(head, "WARC-Payload-Digest", 0, &digest)) {
        made[0] = '\0';
        if (!error && !span_is(type, "revisit")) /* its payload is another record's */
            error = digest_payload(cdxj, walk, made);
        digest = span_of(made);
    }
    if (!error)
        error = warc_walk_end(walk);
    if (error || (found->faults & (WARC_CUT | WARC_NO_LENGTH)))
        return error;
    buf_clear(&cdxj->line);
    surt_add(&cdxj->surt, url, &cdxj->line);
    (void)buf_add_byte(&cdxj->line, ' ');
    cdxj_add_date(&cdxj->line, date);
    (void)buf_add_byte(&cdxj->line, ' ');
    json_init(&json, &cdxj->line);
    json_open(&json, '{');
    json_member_text(&json, "url", url);
    if (span_is(type, "resource")) { /* replay shows it like an answer */
        json_member_text(&json, "mime", media_type(content_type));
        json_member_text(&json, "status", span_of("200"));
    } else
        add_http(&json, buf_span(&cdxj->http), span_is(type, "revisit"));
    if (digest.len > 0)
        json_member_text(&json, "digest", digest);
    add_number(&json, "length", found->len);
    add_number(&json, "offset", found->offset);
    json_member_text(&json, "filename", name);
    json_close(&json);
    (void)buf_add_byte(&cdxj->line, '\n');
    return cdxj->line.full ? 0 : sorted_add(cdxj->lines, buf_span(&cdxj->line));
}

int cdxj_add_file(struct cdxj *cdxj, int fd, uint64_t limit, struct span name)
{
    struct warc_walk *walk = warc_walk_new(fd, limit);
    struct warc_found *found;
    int error;

    while ((error = warc_walk_next(walk, &found)) == 0) {
        if (!(found->faults & WARC_NO_RECORD))
            error = add_record(cdxj, walk, found, name);
        if (error)
            break;
    }
    warc_walk_free(walk);
    return error == ERROR_END ? 0 : error;
}

uint64_t cdxj_bytes(const struct cdxj *cdxj)
{
    return sorted_bytes(cdxj->lines);
}

int cdxj_next(struct cdxj *cdxj, struct span *line)
{
    return sorted_next(cdxj->lines, line);
}

void surt_init(struct surt *surt)
{
    url_init(&surt->url);
    buf_init(&surt->lower, LIMIT_WARC_HEAD_BYTES);
}

void surt_release(struct surt *surt)
{
    url_release(&surt->url);
    buf_release(&surt->lower);
}

/* TEXT in lower case, without a "www." or "www2." at the start of its host. */
static struct span fold_url(struct surt *surt, struct span text)
{
    size_t host = 0, end;

    buf_clear(&surt->lower);
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
    const struct span *left = a, *right = b;
    size_t len = left->len < right->len ? left->len : right->len;
    int order = len > 0 ? memcmp(left->at, right->at, len) : 0;

    return order != 0 ? order : left->len < right->len ? -1 : left->len > right->len;
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

/* Adds a target that is not a URL, without bytes that would end the key. */
static void add_other(struct span target, struct buf *out)
{
    for (size_t i = 0; i < target.len; i++) {
        unsigned char byte = (unsigned char)target.at[i];

        if (byte <= ' ' || byte == 0x7f)
            (void)buf_add_format(out, "%%%02x", byte);
        else
            (void)buf_add_byte(out, target.at[i]);
    }
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
