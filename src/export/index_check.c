/* SPDX-License-Identifier: MIT */
/* Checks packages (WACZ 1.1.1), and compares indexes and lists of pages with the records that they describe.
 * A line is kept as hashes, by the place of its record. Collisions that someone constructs hide findings in
 * files of that person only. The digests in datapackage.json are compared at the end of its package, because
 * it may be the last entry. */
#include "config.h"

#include "export/index_check.h"

#include <inttypes.h>

#include "archive/check.h"
#include "base/alloc.h"
#include "base/digest.h"
#include "base/gzip.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/sorted.h"
#include "export/cdxj.h"
#include "markup/js_scan.h"
#include "markup/json_scan.h"

enum {
    LINE_MAX_BYTES = 8 * LIMIT_WARC_HEAD_BYTES,
    ROOM_BYTES = 64 * 1024,
    LIST_MAX = 64 * 1024 * 1024,
    ENTRIES_MAX = 20000 /* each is searched for by its name */
};

/* A line, or a page, which has no place. */
struct line {
    uint64_t key;                    /* the hash of the place of its record, or of the page */
    uint64_t len, url, date, digest; /* 0: not stated */
    uint64_t at;                     /* of the line in its file */
    uint32_t label;
    uint16_t status;
    bool is_page, seen;
};

/* An entry of a package. */
struct entry {
    char *path, digest[DIGEST_TEXT_SIZE];
    bool listed;
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
    /* of the current package: */
    LIST(struct entry) entries;
    struct digest digest;         /* of the current entry */
    struct buf list, list_digest; /* datapackage.json and datapackage-digest.json */
    struct buf *kept;             /* which of them the current entry is, or NULL */
    bool is_list;                 /* it is an index or a list of pages */
    bool names_index, names_pages, names_packages;
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
    index->gzip = gzip_reader_new();
    buf_init(&index->list, LIST_MAX);
    buf_init(&index->list_digest, LINE_MAX_BYTES);
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
    free(index->entries.items);
    digest_release(&index->digest);
    buf_release(&index->list);
    buf_release(&index->list_digest);
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

/* Returns the hash of a place in a file, without its folders. Equal names in two packages differ. */
static uint64_t hash_place(struct index_check *index, struct span package, struct span name, uint64_t offset)
{
    size_t from = span_after_last(name, '/');

    (void)buf_set(&index->text, package);
    (void)buf_add_format(&index->text, "/%.*s %" PRIu64, (int)(name.len - from), name.at + from, offset);
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
    uint64_t status = 0, offset;

    check_order(index);
    if (span_starts(key, "!") || span_is(date, "CDX"))
        return;
    url = js_unescape(member(rest, "\"url\""), &index->text);
    if (url.len == 0 || name.len == 0 || !span_to_u64(member(rest, "\"offset\""), &offset)) {
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
    line.key = hash_place(index, buf_span(&index->package), name, offset);
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
    struct span url = js_unescape(member(buf_span(&index->line), "\"url\""), &index->text);
    struct line line = {.is_page = true, .key = hash_page(index, url)};

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

/* Returns the first line with KEY, or NULL. */
static struct line *find(struct index_check *index, uint64_t key)
{
    struct line *lines = index->lines.items, *found;
    size_t count = index->lines.count;

    if (count == 0)
        return NULL;
    if (!index->sorted)
        qsort(lines, count, sizeof *lines, compare_number);
    index->sorted = true;
    found = bsearch(&key, lines, count, sizeof *lines, compare_number);
    while (found && found > lines && found[-1].key == key)
        found--;
    return found;
}

/* Returns the next line with the same key, or NULL. */
static struct line *find_next(const struct index_check *index, struct line *line)
{
    const struct line *end = index->lines.items + index->lines.count;

    return line + 1 < end && line[1].key == line->key ? line + 1 : NULL;
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
    struct line *line;

    if (index->labels.count == 0)
        return;
    line = find(index, hash_page(index, answer->url));
    for (; line && !line->seen; line = find_next(index, line)) /* all are seen together */
        line->seen = true;
    line = find(index,
                hash_place(index, colon > 0 ? span_part(label, 0, colon - 1) : none, label, answer->offset));
    line = line ? line : find(index, hash_place(index, none, label, answer->offset));
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

/* Reports a finding about the entry NAME of the current package. */
static void say_package(struct index_check *index, enum warc_severity severity, struct span name,
                        const char *what)
{
    (void)buf_set(&index->text, name);
    (void)buf_add_text(&index->text, what);
    warc_check_say(index->check, buf_text(&index->package), 0, severity, "package", buf_span(&index->text));
}

void index_check_begin_entry(void *context, const char *package, const char *path, bool is_stored)
{
    struct index_check *index = context;
    struct span name = span_of(path);
    bool is_index = span_starts(name, "indexes/") && !span_has_suffix(name, ".idx"),
         is_pages = span_starts(name, "pages/");
    struct buf label BUF_LOCAL(LINE_MAX_BYTES);

    index->names_index |= is_index;
    index->names_pages |= span_is(name, "pages/pages.jsonl");
    index->names_packages |= span_has_suffix(name, ".wacz");
    index->is_list = is_index || is_pages;
    index->kept = span_is(name, "datapackage.json")          ? &index->list
                  : span_is(name, "datapackage-digest.json") ? &index->list_digest
                                                             : NULL;
    if (index->entries.count < ENTRIES_MAX)
        *LIST_ADD(index->entries) =
            (struct entry){.path = mem_copy_text(path, name.len), .listed = index->kept != NULL};
    (void)buf_set(&index->package, span_of(package));
    if (span_starts(name, "archive/") && !span_has_suffix(name, ".warc") && !is_stored)
        say_package(index, WARC_WARNING, name,
                    ": the entry is compressed, so replay cannot read parts of it");
    (void)buf_add_format(&label, "%s: %s", package, path);
    if (index->is_list)
        index_check_begin(index, is_index ? INDEX_CHECK_CDXJ : INDEX_CHECK_PAGES, buf_text(&label), package);
}

void index_check_add_entry(void *context, struct span bytes)
{
    struct index_check *index = context;

    digest_add(&index->digest, bytes.at, bytes.len);
    if (index->is_list)
        index_check_add(index, bytes);
    if (index->kept)
        (void)buf_add_span(index->kept, bytes);
}

void index_check_end_entry(void *context, bool is_damaged)
{
    struct index_check *index = context;
    struct entry *entry = &index->entries.items[index->entries.count - 1];
    unsigned char digest[DIGEST_MAX_BYTES];

    digest_finish(&index->digest, digest);
    digest_text(DIGEST_SHA256, digest, entry->digest);
    if (index->is_list)
        index_check_end(index);
    if (is_damaged)
        say_package(index, WARC_ERROR, span_of(entry->path), ": the entry is damaged");
}

static struct entry *find_entry(struct index_check *index, struct span path)
{
    struct entry *entries = index->entries.items;

    for (size_t i = 0; i < index->entries.count; i++) {
        if (span_is(path, entries[i].path))
            return &entries[i];
    }
    return NULL;
}

static void check_resource(struct index_check *index, struct span path, struct span digest)
{
    struct entry *entry = find_entry(index, path);

    if (!entry) {
        say_package(index, WARC_ERROR, path, ": datapackage.json lists it, but the package lacks it");
        return;
    }
    entry->listed = true;
    if (digest.len == 0)
        say_package(index, WARC_ERROR, path, ": datapackage.json has no hash of it");
    else if (span_starts(digest, "sha256:") && !span_is(digest, entry->digest))
        say_package(index, WARC_ERROR, path, ": differs from its hash in datapackage.json");
}

/* Compares what datapackage.json lists with the entries. Each resource has a path and a hash, in any order.
 */
static void check_list(struct index_check *index)
{
    struct span text = buf_span(&index->list), path = {0}, digest = {0};
    bool has_profile = false, has_version = false;
    struct json_scan_string string;
    struct json_scan scan;
    uint32_t number = 0;
    size_t count = 0;

    json_scan_start(&scan, text);
    while (count < ENTRIES_MAX && json_scan_next(&scan, &string)) {
        struct span value = span_part(text, string.at, string.len);

        if (string.is_key)
            continue;
        has_profile |= json_scan_path_is(&scan, "profile");
        has_version |= json_scan_path_is(&scan, "wacz_version");
        if (!json_scan_path_is(&scan, "resources/[]/path") && !json_scan_path_is(&scan, "resources/[]/hash"))
            continue;
        if (scan.levels[1].index != number && path.len > 0) {
            check_resource(index, path, digest);
            path = digest = span_make(NULL, 0);
            count++;
        }
        number = scan.levels[1].index;
        *(json_scan_path_is(&scan, "resources/[]/path") ? &path : &digest) = value;
    }
    if (path.len > 0)
        check_resource(index, path, digest);
    if (count == ENTRIES_MAX)
        say_package(index, WARC_ERROR, span_of("datapackage.json"),
                    " lists 20,000 entries or more: these are not checked");
    else if (!json_scan_is_whole(&scan))
        say_package(index, WARC_ERROR, span_of("datapackage.json"), " is missing or is not JSON");
    else if (!has_profile || !has_version)
        say_package(index, WARC_ERROR, span_of("datapackage.json"), " lacks profile or wacz_version");
}

/* Checks that datapackage-digest.json has the hash of datapackage.json. */
static void check_list_digest(struct index_check *index)
{
    struct entry *list = find_entry(index, span_of("datapackage.json"));
    struct span text = buf_span(&index->list_digest);

    if (text.len == 0)
        say_package(index, WARC_WARNING, span_of("datapackage-digest.json"), " is missing");
    else if (list && !memmem(text.at, text.len, list->digest, strlen(list->digest)))
        say_package(index, WARC_ERROR, span_of("datapackage-digest.json"),
                    " does not have the hash of datapackage.json");
}

static void check_entries(struct index_check *index)
{
    struct entry *entries = index->entries.items;

    if (index->entries.count == ENTRIES_MAX) {
        say_package(index, WARC_ERROR, span_of("this package"),
                    " has 20,000 entries or more: they are not checked");
        return;
    }
    check_list(index);
    check_list_digest(index);
    for (size_t i = 0; i < index->entries.count; i++) {
        if (!entries[i].listed && index->list.len > 0)
            say_package(index, WARC_ERROR, span_of(entries[i].path), ": datapackage.json does not list it");
    }
    if (!index->names_packages && !index->names_index)
        say_package(index, WARC_ERROR, span_of("indexes/"), " has no index");
    if (!index->names_packages && !index->names_pages)
        say_package(index, WARC_ERROR, span_of("pages/pages.jsonl"), " is missing");
}

void index_check_end_package(void *context)
{
    struct index_check *index = context;

    check_entries(index);
    for (size_t i = 0; i < index->entries.count; i++)
        free(index->entries.items[i].path);
    index->entries.count = 0;
    buf_clear(&index->list);
    buf_clear(&index->list_digest);
    index->names_index = index->names_pages = index->names_packages = false;
}
