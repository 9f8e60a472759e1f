/* SPDX-License-Identifier: MIT */
/* Lines of indexes and lists of pages, as hashes, by the place of the record that they describe. Collisions
 * that someone constructs hide findings in files of that person only. */
#include "config.h"

#include "export/against.h"

#include <stdlib.h>
#include <string.h>
#define ZLIB_CONST
#include <zlib.h>

#include "archive/check.h"
#include "base/die.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/list.h"
#include "export/cdxj.h"
#include "markup/json_scan.h"

enum { LINE_MAX_BYTES = 8 * LIMIT_WARC_HEAD_BYTES, ROOM_BYTES = 64 * 1024, GZIP_BITS = 15 + 16 };

/* A line, or a page, which has no place. */
struct line {
    uint64_t file, offset;           /* of its record */
    uint64_t len, url, date, digest; /* 0: not stated */
    uint64_t at;                     /* of the line in its file */
    uint32_t label;
    uint16_t status;
    bool is_page, seen;
};

struct against {
    struct warc_check *check;
    struct list lines, labels;
    bool sorted, has_index;
    enum against_kind kind;
    struct span package;
    struct buf package_text, line, last, key, text;
    uint64_t line_at, line_len;
    struct surt surt;
    z_stream zlib;
    bool is_coded, is_begun, is_broken;
};

struct against *against_new(struct warc_check *check)
{
    struct against *against = MEM_NEW(struct against);

    against->check = check;
    buf_init(&against->package_text, LIMIT_WARC_HEAD_BYTES);
    buf_init(&against->line, LINE_MAX_BYTES);
    buf_init(&against->last, LINE_MAX_BYTES);
    buf_init(&against->key, LINE_MAX_BYTES);
    buf_init(&against->text, LINE_MAX_BYTES);
    surt_init(&against->surt);
    if (inflateInit2(&against->zlib, GZIP_BITS) != Z_OK)
        die("out of memory for reading indexes");
    return against;
}

void against_free(struct against *against)
{
    if (!against)
        return;
    for (size_t i = 0; i < against->labels.count; i++)
        free(((char **)against->labels.items)[i]);
    free(against->labels.items);
    free(against->lines.items);
    buf_release(&against->package_text);
    buf_release(&against->line);
    buf_release(&against->last);
    buf_release(&against->key);
    buf_release(&against->text);
    surt_release(&against->surt);
    (void)inflateEnd(&against->zlib);
    free(against);
}

static uint64_t hash_of(struct span text)
{
    static const uint64_t key[2] = {0};

    return text.len > 0 ? siphash13(key, text) : 0;
}

static const char *label_of(const struct against *against, uint32_t number)
{
    return ((char **)against->labels.items)[number];
}

/* Reports a finding about the current line. */
static void say(struct against *against, enum warc_severity severity, const char *text)
{
    warc_check_say(against->check, label_of(against, (uint32_t)against->labels.count - 1), against->line_at,
                   severity, "index", span_of(text));
}

/* The value of a member of an object without nested ones; strings are still escaped. Empty: none. */
static struct span member(struct span object, const char *quoted_name)
{
    const char *at = memmem(object.at, object.len, quoted_name, strlen(quoted_name));
    struct span value;
    size_t len = 0, end;

    if (!at)
        return span_make(NULL, 0);
    value = span_part(object, (size_t)(at - object.at) + strlen(quoted_name), object.len);
    value = span_trim(value, " \t:");
    if (!span_take_byte(&value, '"')) {
        end = span_find(value, ',');
        return span_trim(span_part(value, 0, end < value.len ? end : span_find(value, '}')), " \t");
    }
    while (len < value.len && value.at[len] != '"')
        len += value.at[len] == '\\' ? 2 : 1;
    return span_part(value, 0, len);
}

/* The hash of a file's name, without folders. Equal names in two packages differ. */
static uint64_t hash_file(struct against *against, struct span package, struct span name)
{
    size_t from = span_after_last(name, '/');

    buf_clear(&against->text);
    (void)buf_add_span(&against->text, package);
    (void)buf_add_byte(&against->text, '/');
    (void)buf_add_span(&against->text, span_part(name, from, name.len));
    return hash_of(buf_span(&against->text));
}

/* The digits of a date up to the second. */
static uint64_t hash_date(struct against *against, struct span date)
{
    buf_clear(&against->text);
    cdxj_add_date(&against->text, date);
    return hash_of(buf_span(&against->text));
}

/* Some tools omit the label of a digest. */
static uint64_t hash_digest(struct span digest)
{
    size_t colon = span_find(digest, ':');

    return hash_of(colon < digest.len ? span_part(digest, colon + 1, digest.len) : digest);
}

static void check_key(struct against *against, struct span key, struct span url)
{
    buf_clear(&against->key);
    surt_add(&against->surt, url, &against->key);
    if (!span_equals(key, buf_span(&against->key)))
        say(against, WARC_WARNING, "the key of the line is not that of its URL");
}

/* Lines of an index are in byte order. */
static void check_order(struct against *against)
{
    struct span line = buf_span(&against->line), last = buf_span(&against->last);
    size_t len = line.len < last.len ? line.len : last.len;
    int order = len > 0 ? memcmp(last.at, line.at, len) : 0;

    if (order > 0 || (order == 0 && last.len > line.len))
        say(against, WARC_ERROR, "the line belongs before the previous one: replay cannot find it");
    buf_clear(&against->last);
    (void)buf_add_span(&against->last, line);
}

static void add_line(struct against *against, const struct line *line)
{
    struct line *added = list_add(&against->lines, sizeof *added);

    *added = *line;
    added->at = against->line_at;
    added->label = (uint32_t)against->labels.count - 1;
}

static void take_index_line(struct against *against)
{
    struct span rest = buf_span(&against->line), key = span_take_until(&rest, ' ');
    struct span date = span_take_until(&rest, ' '), url, name = member(rest, "\"filename\"");
    struct line line = {.digest = hash_digest(member(rest, "\"digest\""))};
    uint64_t status = 0;

    check_order(against);
    if (span_starts(key, "!") || span_is(date, "CDX"))
        return;
    url = json_unescape(member(rest, "\"url\""), &against->text);
    if (url.len == 0 || name.len == 0 || !span_to_u64(member(rest, "\"offset\""), &line.offset)) {
        say(against, WARC_ERROR, "the line has no url, filename or offset");
        return;
    }
    check_key(against, key, url);
    line.url = hash_of(url);
    if (!span_to_u64(member(rest, "\"length\""), &line.len) || line.digest == 0 ||
        !span_to_u64(member(rest, "\"status\""), &status))
        say(against, WARC_WARNING, "the line lacks length, digest or status");
    line.status = (uint16_t)status;
    line.date = hash_date(against, date);
    line.file = hash_file(against, against->package, name);
    add_line(against, &line);
}

/* Spellings of a URL that are the same for a browser have one hash. */
static uint64_t hash_page(struct against *against, struct span text)
{
    struct url *url = &against->surt.url;

    if (url_parse(url, text, NULL, NULL) != URL_OK)
        return hash_of(text);
    url_strip(url);
    return hash_of(buf_span(&url->text));
}

static void take_page(struct against *against)
{
    struct span url = json_unescape(member(buf_span(&against->line), "\"url\""), &against->text);
    struct line line = {.is_page = true, .url = hash_page(against, url)};

    if (url.len > 0)
        add_line(against, &line);
}

/* Of a page with a long text, the beginning counts. */
static void end_line(struct against *against)
{
    if (against->line.full && against->kind == AGAINST_INDEX)
        say(against, WARC_ERROR, "the line is too long");
    else if (against->line.len > 0 && against->kind == AGAINST_INDEX)
        take_index_line(against);
    else if (against->line.len > 0)
        take_page(against);
}

static void add_plain(struct against *against, struct span bytes)
{
    while (bytes.len > 0) {
        struct span before = bytes, part = span_take_until(&bytes, '\n');

        (void)buf_add_span(&against->line, part);
        against->line_len += part.len;
        if (part.len == before.len) /* the line continues in the next piece */
            return;
        end_line(against);
        against->line_at += against->line_len + 1;
        against->line_len = 0;
        buf_clear(&against->line);
    }
}

void against_begin(struct against *against, enum against_kind kind, const char *label, const char *package)
{
    char **copy = list_add(&against->labels, sizeof *copy);

    *copy = mem_copy_text(label, strlen(label));
    against->kind = kind;
    against->has_index |= kind == AGAINST_INDEX;
    buf_clear(&against->package_text);
    if (package)
        (void)buf_add_text(&against->package_text, package);
    against->package = buf_span(&against->package_text);
    buf_clear(&against->line);
    buf_clear(&against->last);
    against->line_at = against->line_len = 0;
    against->is_begun = against->is_coded = against->is_broken = false;
}

static void add_coded(struct against *against, struct span bytes)
{
    z_stream *zlib = &against->zlib;
    char room[ROOM_BYTES];
    int code = Z_OK;

    zlib->next_in = (const Bytef *)bytes.at;
    zlib->avail_in = (uInt)bytes.len;
    do {
        if (code == Z_STREAM_END && zlib->avail_in > 0)
            (void)inflateReset(zlib);
        zlib->next_out = (Bytef *)room;
        zlib->avail_out = ROOM_BYTES;
        code = inflate(zlib, Z_NO_FLUSH);
        add_plain(against, span_make(room, ROOM_BYTES - zlib->avail_out));
    } while ((code == Z_OK || code == Z_STREAM_END) && (zlib->avail_in > 0 || zlib->avail_out == 0));
    if (code == Z_STREAM_END)
        (void)inflateReset(zlib);
    against->is_broken = code != Z_OK && code != Z_STREAM_END && code != Z_BUF_ERROR;
}

void against_add(struct against *against, struct span bytes)
{
    if (!against->is_begun && bytes.len > 0) {
        against->is_begun = true;
        against->is_coded = bytes.at[0] == '\x1f';
        (void)inflateReset(&against->zlib);
    }
    if (!against->is_coded)
        add_plain(against, bytes);
    else if (!against->is_broken)
        add_coded(against, bytes);
}

void against_end(struct against *against)
{
    if (against->is_broken)
        say(against, WARC_ERROR, "the compressed data is damaged");
    if (against->line.len > 0)
        end_line(against);
    buf_clear(&against->line);
}

static int compare_places(const void *a, const void *b)
{
    const struct line *left = a, *right = b;

    if (left->is_page != right->is_page)
        return (int)left->is_page - (int)right->is_page;
    if (left->is_page)
        return left->url != right->url ? (left->url < right->url ? -1 : 1) : 0;
    if (left->file != right->file)
        return left->file < right->file ? -1 : 1;
    return left->offset != right->offset ? (left->offset < right->offset ? -1 : 1) : 0;
}

/* The first line like KEY, or NULL. */
static struct line *find(struct against *against, const struct line *key)
{
    struct line *lines = against->lines.items;
    size_t count = against->lines.count, from = 0, to = count;

    if (count > 0 && !against->sorted)
        qsort(lines, count, sizeof *lines, compare_places);
    against->sorted = true;
    while (from < to) {
        size_t middle = from + (to - from) / 2;

        if (compare_places(&lines[middle], key) < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return from < count && compare_places(&lines[from], key) == 0 ? &lines[from] : NULL;
}

/* The next line like LINE, or NULL. */
static struct line *find_next(const struct against *against, struct line *line)
{
    const struct line *end = (const struct line *)against->lines.items + against->lines.count;

    return line + 1 < end && compare_places(line, line + 1) == 0 ? line + 1 : NULL;
}

/* Whether the values of both sides are known and differ. */
static bool differ(uint64_t a, uint64_t b)
{
    return a != 0 && b != 0 && a != b;
}

static void compare(struct against *against, struct line *line, const struct warc_answer *answer)
{
    const char *what = NULL;

    if (differ(line->url, hash_of(answer->url)))
        what = "the record at the place that the line gives has another URL";
    else if (differ(line->len, answer->len))
        what = "the record at the place that the line gives has another length";
    else if (differ(line->date, hash_date(against, answer->date)))
        what = "the record at the place that the line gives has another date";
    else if (differ(line->digest, hash_digest(answer->digest)))
        what = "the record at the place that the line gives has another digest";
    else if (differ(line->status, (uint64_t)answer->status))
        what = "the record at the place that the line gives has another status";
    line->seen = true;
    if (what)
        warc_check_say(against->check, label_of(against, line->label), line->at, WARC_ERROR, "index",
                       span_of(what));
}

void against_see(struct against *against, const struct warc_answer *answer)
{
    struct span label = span_of(answer->file), none = span_make(NULL, 0);
    size_t colon = span_after_last(label, ':');
    struct line key = {.is_page = true}, *line;

    if (against->labels.count == 0)
        return;
    key.url = hash_page(against, answer->url);
    line = find(against, &key);
    for (; line && !line->seen; line = find_next(against, line)) /* all are seen together */
        line->seen = true;
    key = (struct line){.offset = answer->offset};
    key.file = hash_file(against, colon > 0 ? span_part(label, 0, colon - 1) : none, label);
    line = find(against, &key);
    key.file = hash_file(against, none, label);
    line = line ? line : find(against, &key);
    if (!line && against->has_index && span_starts_nocase(answer->url, "http"))
        warc_check_say(against->check, answer->file, answer->offset, WARC_WARNING, "index",
                       span_of("the index has no line for this record"));
    for (; line; line = find_next(against, line))
        compare(against, line, answer);
}

void against_finish(struct against *against)
{
    const struct line *lines = against->lines.items;

    for (size_t i = 0; i < against->lines.count; i++) {
        if (!lines[i].seen)
            warc_check_say(against->check, label_of(against, lines[i].label), lines[i].at, WARC_ERROR,
                           lines[i].is_page ? "pages" : "index",
                           span_of(lines[i].is_page
                                       ? "no record has this page"
                                       : "no complete answer begins at the place that the line gives"));
    }
}
