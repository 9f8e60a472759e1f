/* SPDX-License-Identifier: MIT */
/* Compares indexes and lists of pages with the records that they describe. A line is kept as hashes, by the
 * place of its record. Collisions that someone constructs hide findings in files of that person only. */
#include "config.h"

#include "export/index_check.h"

#include <stdlib.h>

#include "archive/check.h"
#include "base/gzip.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/alloc.h"
#include "export/cdxj.h"
#include "markup/json_scan.h"

enum { LINE_MAX_BYTES = 8 * LIMIT_WARC_HEAD_BYTES, ROOM_BYTES = 64 * 1024 };

/* A line, or a page, which has no place. */
struct line {
    uint64_t file, offset;           /* of its record */
    uint64_t len, url, date, digest; /* 0: not stated */
    uint64_t at;                     /* of the line in its file */
    uint32_t label;
    uint16_t status;
    bool is_page, seen;
};

struct index_check {
    struct warc_check *check;
    LIST(struct line) lines;
    LIST(char *) labels;
    bool sorted, has_index;
    enum index_check_kind kind;
    struct buf package, line, last, key, text;
    uint64_t line_at, line_len;
    struct surt surt;
    struct gzip_reader *gzip;
    bool is_coded, is_begun, is_broken;
};

struct index_check *index_check_new(struct warc_check *check)
{
    struct index_check *index = MEM_NEW(struct index_check);

    index->check = check;
    buf_init(&index->package, LIMIT_WARC_HEAD_BYTES);
    buf_init(&index->line, LINE_MAX_BYTES);
    buf_init(&index->last, LINE_MAX_BYTES);
    buf_init(&index->key, LINE_MAX_BYTES);
    buf_init(&index->text, LINE_MAX_BYTES);
    surt_init(&index->surt);
    index->gzip = gzip_reader_new();
    return index;
}

void index_check_free(struct index_check *index)
{
    if (!index)
        return;
    for (size_t i = 0; i < index->labels.count; i++)
        free(index->labels.items[i]);
    free(index->labels.items);
    free(index->lines.items);
    buf_release(&index->package);
    buf_release(&index->line);
    buf_release(&index->last);
    buf_release(&index->key);
    buf_release(&index->text);
    surt_release(&index->surt);
    gzip_reader_free(index->gzip);
    free(index);
}

static uint64_t hash_of(struct span text)
{
    static const uint64_t key[2] = {0};

    return text.len > 0 ? siphash13(key, text) : 0;
}

/* Reports a finding about the current line. */
static void say(struct index_check *index, enum warc_severity severity, const char *text)
{
    warc_check_say(index->check, index->labels.items[index->labels.count - 1], index->line_at, severity,
                   "index", span_of(text));
}

/* Returns the value of a member of an object without nested ones; strings are still escaped. Empty: none. */
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
        return span_trim(span_part(value, 0, end < value.len ? end : span_find(value, '}')), HTTP_WHITE);
    }
    while (len < value.len && value.at[len] != '"')
        len += value.at[len] == '\\' ? 2 : 1;
    return span_part(value, 0, len);
}

/* Returns the hash of a file's name, without folders. Equal names in two packages differ. */
static uint64_t hash_file(struct index_check *index, struct span package, struct span name)
{
    size_t from = span_after_last(name, '/');

    (void)buf_set(&index->text, package);
    (void)buf_add_byte(&index->text, '/');
    (void)buf_add_span(&index->text, span_part(name, from, name.len));
    return hash_of(buf_span(&index->text));
}

/* Returns the hash of the digits of a date up to the second. */
static uint64_t hash_date(struct index_check *index, struct span date)
{
    buf_clear(&index->text);
    cdxj_add_date(&index->text, date);
    return hash_of(buf_span(&index->text));
}

/* Returns the hash of a digest without its label, which some tools omit. */
static uint64_t hash_digest(struct span digest)
{
    size_t colon = span_find(digest, ':');

    return hash_of(colon < digest.len ? span_part(digest, colon + 1, digest.len) : digest);
}

static void check_key(struct index_check *index, struct span key, struct span url)
{
    buf_clear(&index->key);
    surt_add(&index->surt, url, &index->key);
    if (!span_equals(key, buf_span(&index->key)))
        say(index, WARC_WARNING, "the key of the line is not that of its URL");
}

/* Checks that the lines of an index are in byte order. */
static void check_order(struct index_check *index)
{
    struct span line = buf_span(&index->line), last = buf_span(&index->last);
    size_t len = line.len < last.len ? line.len : last.len;
    int order = len > 0 ? memcmp(last.at, line.at, len) : 0;

    if (order > 0 || (order == 0 && last.len > line.len))
        say(index, WARC_ERROR, "the line belongs before the previous one: replay cannot find it");
    (void)buf_set(&index->last, line);
}

static void add_line(struct index_check *index, const struct line *line)
{
    struct line *added = LIST_ADD(index->lines);

    *added = *line;
    added->at = index->line_at;
    added->label = (uint32_t)index->labels.count - 1;
}

static void take_index_line(struct index_check *index)
{
    struct span rest = buf_span(&index->line), key = span_take_until(&rest, ' ');
    struct span date = span_take_until(&rest, ' '), url, name = member(rest, "\"filename\"");
    struct line line = {.digest = hash_digest(member(rest, "\"digest\""))};
    uint64_t status = 0;

    check_order(index);
    if (span_starts(key, "!") || span_is(date, "CDX"))
        return;
    url = json_unescape(member(rest, "\"url\""), &index->text);
    if (url.len == 0 || name.len == 0 || !span_to_u64(member(rest, "\"offset\""), &line.offset)) {
        say(index, WARC_ERROR, "the line has no url, filename or offset");
        return;
    }
    check_key(index, key, url);
    line.url = hash_of(url);
    if (!span_to_u64(member(rest, "\"length\""), &line.len) || line.digest == 0 ||
        !span_to_u64(member(rest, "\"status\""), &status))
        say(index, WARC_WARNING, "the line lacks length, digest or status");
    line.status = (uint16_t)status;
    line.date = hash_date(index, date);
    line.file = hash_file(index, buf_span(&index->package), name);
    add_line(index, &line);
}

/* Spellings of a URL that are the same for a browser have one hash. */
static uint64_t hash_page(struct index_check *index, struct span text)
{
    struct url *url = &index->surt.url;

    if (url_parse(url, text, NULL, NULL) != URL_OK)
        return hash_of(text);
    url_strip(url);
    return hash_of(buf_span(&url->text));
}

static void take_page(struct index_check *index)
{
    struct span url = json_unescape(member(buf_span(&index->line), "\"url\""), &index->text);
    struct line line = {.is_page = true, .url = hash_page(index, url)};

    if (url.len > 0)
        add_line(index, &line);
}

/* Uses the current line; of a page with a long text, only the beginning. */
static void end_line(struct index_check *index)
{
    if (index->line.full && index->kind == INDEX_CHECK_CDXJ)
        say(index, WARC_ERROR, "the line is too long");
    else if (index->line.len > 0 && index->kind == INDEX_CHECK_CDXJ)
        take_index_line(index);
    else if (index->line.len > 0)
        take_page(index);
}

static void add_plain(struct index_check *index, struct span bytes)
{
    while (bytes.len > 0) {
        struct span before = bytes, part = span_take_until(&bytes, '\n');

        (void)buf_add_span(&index->line, part);
        index->line_len += part.len;
        if (part.len == before.len) /* the line continues in the next piece */
            return;
        end_line(index);
        index->line_at += index->line_len + 1;
        index->line_len = 0;
        buf_clear(&index->line);
    }
}

void index_check_begin(struct index_check *index, enum index_check_kind kind, const char *label,
                       const char *package)
{
    *LIST_ADD(index->labels) = mem_copy_text(label, strlen(label));
    index->kind = kind;
    index->has_index |= kind == INDEX_CHECK_CDXJ;
    buf_clear(&index->package);
    if (package)
        (void)buf_add_text(&index->package, package);
    buf_clear(&index->line);
    buf_clear(&index->last);
    index->line_at = index->line_len = 0;
    index->is_begun = index->is_coded = index->is_broken = false;
}

static void add_coded(struct index_check *index, struct span bytes)
{
    char room[ROOM_BYTES];
    size_t made;
    bool is_ended;

    do {
        index->is_broken = gzip_read(index->gzip, &bytes, room, ROOM_BYTES, &made, &is_ended) != 0;
        add_plain(index, span_make(room, made));
        if (is_ended)
            gzip_reader_start(index->gzip, GZIP_MEMBER);
    } while (!index->is_broken && (bytes.len > 0 || made == ROOM_BYTES));
}

void index_check_add(struct index_check *index, struct span bytes)
{
    if (!index->is_begun && bytes.len > 0) {
        index->is_begun = true;
        index->is_coded = bytes.at[0] == '\x1f';
        gzip_reader_start(index->gzip, GZIP_MEMBER);
    }
    if (!index->is_coded)
        add_plain(index, bytes);
    else if (!index->is_broken)
        add_coded(index, bytes);
}

void index_check_end(struct index_check *index)
{
    if (index->is_broken)
        say(index, WARC_ERROR, "the compressed data is damaged");
    if (index->line.len > 0)
        end_line(index);
    buf_clear(&index->line);
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

/* Returns the first line like KEY, or NULL. */
static struct line *find(struct index_check *index, const struct line *key)
{
    struct line *lines = index->lines.items;
    size_t count = index->lines.count, from = 0, to = count;

    if (count > 0 && !index->sorted)
        qsort(lines, count, sizeof *lines, compare_places);
    index->sorted = true;
    while (from < to) {
        size_t middle = from + (to - from) / 2;

        if (compare_places(&lines[middle], key) < 0)
            from = middle + 1;
        else
            to = middle;
    }
    return from < count && compare_places(&lines[from], key) == 0 ? &lines[from] : NULL;
}

/* Returns the next line like LINE, or NULL. */
static struct line *find_next(const struct index_check *index, struct line *line)
{
    const struct line *end = index->lines.items + index->lines.count;

    return line + 1 < end && compare_places(line, line + 1) == 0 ? line + 1 : NULL;
}

/* Returns whether the values of both sides are known and differ. */
static bool differ(uint64_t a, uint64_t b)
{
    return a != 0 && b != 0 && a != b;
}

static void compare(struct index_check *index, struct line *line, const struct warc_answer *answer)
{
    const char *what = NULL;

    if (differ(line->url, hash_of(answer->url)))
        what = "the record at the place that the line gives has another URL";
    else if (differ(line->len, answer->len))
        what = "the record at the place that the line gives has another length";
    else if (differ(line->date, hash_date(index, answer->date)))
        what = "the record at the place that the line gives has another date";
    else if (differ(line->digest, hash_digest(answer->digest)))
        what = "the record at the place that the line gives has another digest";
    else if (differ(line->status, (uint64_t)answer->status))
        what = "the record at the place that the line gives has another status";
    line->seen = true;
    if (what)
        warc_check_say(index->check, index->labels.items[line->label], line->at, WARC_ERROR, "index",
                       span_of(what));
}

void index_check_compare(struct index_check *index, const struct warc_answer *answer)
{
    struct span label = span_of(answer->file), none = span_make(NULL, 0);
    size_t colon = span_after_last(label, ':');
    struct line key = {.is_page = true}, *line;

    if (index->labels.count == 0)
        return;
    key.url = hash_page(index, answer->url);
    line = find(index, &key);
    for (; line && !line->seen; line = find_next(index, line)) /* all are seen together */
        line->seen = true;
    key = (struct line){.offset = answer->offset};
    key.file = hash_file(index, colon > 0 ? span_part(label, 0, colon - 1) : none, label);
    line = find(index, &key);
    key.file = hash_file(index, none, label);
    line = line ? line : find(index, &key);
    if (!line && index->has_index && span_starts_nocase(answer->url, "http"))
        warc_check_say(index->check, answer->file, answer->offset, WARC_WARNING, "index",
                       span_of("the index has no line for this record"));
    for (; line; line = find_next(index, line))
        compare(index, line, answer);
}

void index_check_finish(struct index_check *index)
{
    const struct line *lines = index->lines.items;

    for (size_t i = 0; i < index->lines.count; i++) {
        if (!lines[i].seen)
            warc_check_say(index->check, index->labels.items[lines[i].label], lines[i].at, WARC_ERROR,
                           lines[i].is_page ? "pages" : "index",
                           span_of(lines[i].is_page
                                       ? "no record has this page"
                                       : "no complete answer begins at the place that the line gives"));
    }
}
