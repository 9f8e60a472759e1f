/* SPDX-License-Identifier: MIT */
/* Collects the facts of a report, with one call for each URL. URLs without a problem need no memory of their
 * own. */
#include "config.h"

#include "report/facts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "frontier/queue.h"

enum {
    KIND_PAGES,
    KIND_STYLES,
    KIND_SCRIPTS,
    KIND_IMAGES,
    KIND_FONTS,
    KIND_MEDIA,
    KIND_TEXTS,
    KIND_DATA,
    KIND_OTHER
};

const char *const report_size_names[REPORT_SIZES] = {"< 1 KB", "1 KB", "4 KB", "16 KB", "64 KB",
                                                     "256 KB", "1 MB", "4 MB", "16 MB", "64 MB"};
const char *const report_time_names[REPORT_TIMES] = {"< 10 ms", "10 ms", "30 ms", "0.1 s",
                                                     "0.3 s",   "1 s",   "3 s",   "10 s"};
const char *const report_status_names[REPORT_STATUSES] = {"success (2xx)",      "not modified (304)",
                                                          "redirect (3xx)",     "client error (4xx)",
                                                          "server error (5xx)", "no complete answer"};
const char *const report_kind_names[REPORT_KINDS] = {
    [KIND_PAGES] = "pages",        [KIND_STYLES] = "style sheets",
    [KIND_SCRIPTS] = "scripts",    [KIND_IMAGES] = "images",
    [KIND_FONTS] = "fonts",        [KIND_MEDIA] = "sound and video",
    [KIND_TEXTS] = "text and PDF", [KIND_DATA] = "data and archives",
    [KIND_OTHER] = "other",
};

/* The kind of a file is that of the first prefix of its media type. */
static const struct {
    const char *prefix;
    int kind;
} prefixes[] = {
    {"text/html", KIND_PAGES},
    {"application/xhtml", KIND_PAGES},
    {"text/css", KIND_STYLES},
    {"text/javascript", KIND_SCRIPTS},
    {"application/javascript", KIND_SCRIPTS},
    {"application/x-javascript", KIND_SCRIPTS},
    {"application/ecmascript", KIND_SCRIPTS},
    {"image/", KIND_IMAGES},
    {"font/", KIND_FONTS},
    {"application/font", KIND_FONTS},
    {"application/x-font", KIND_FONTS},
    {"application/vnd.ms-fontobject", KIND_FONTS},
    {"audio/", KIND_MEDIA},
    {"video/", KIND_MEDIA},
    {"application/pdf", KIND_TEXTS},
    {"application/epub", KIND_TEXTS},
    {"application/msword", KIND_TEXTS},
    {"application/vnd.o", KIND_TEXTS},
    {"text/csv", KIND_DATA},
    {"text/xml", KIND_DATA},
    {"text/", KIND_TEXTS},
    {"application/json", KIND_DATA},
    {"application/manifest", KIND_DATA},
    {"application/ld", KIND_DATA},
    {"application/xml", KIND_DATA},
    {"application/rss", KIND_DATA},
    {"application/atom", KIND_DATA},
    {"application/zip", KIND_DATA},
    {"application/gzip", KIND_DATA},
    {"application/x-", KIND_DATA},
};

void report_init(struct report_facts *facts, size_t list_max)
{
    *facts = (struct report_facts){.list_max = list_max};
}

void report_release(struct report_facts *facts)
{
    groups_release(&facts->withheld);
    groups_release(&facts->left_out);
    groups_release(&facts->hosts);
    groups_release(&facts->preferences);
    groups_release(&facts->guesses);
    troubles_release(&facts->troubles);
    free(facts->stored);
    free(facts->runs);
    free(facts->changes);
    free(facts->shells);
    *facts = (struct report_facts){0};
}

/* The media type without its parameters, in lower case, and cut to the size of NAME. */
static void read_type(struct span header, char name[REPORT_TYPE_BYTES])
{
    struct span type = span_trim(span_take_until(&header, ';'), " \t");
    size_t len = type.len < REPORT_TYPE_BYTES - 1 ? type.len : REPORT_TYPE_BYTES - 1;

    for (size_t i = 0; i < len; i++)
        name[i] = ascii_lower(type.at[i]);
    name[len] = '\0';
    if (len == 0)
        (void)snprintf(name, REPORT_TYPE_BYTES, "no type");
}

/* Finds the entry of a type. A linear search is enough: most files have one of the first few types. */
static struct report_type *find_type(struct report_facts *facts, const char *name)
{
    for (size_t i = 0; i < facts->type_count; i++) {
        if (strcmp(facts->types[i].name, name) == 0)
            return &facts->types[i];
    }
    if (facts->type_count == REPORT_TYPES)
        return &facts->types[REPORT_TYPES - 1];
    if (facts->type_count == REPORT_TYPES - 1)
        name = "other types";
    (void)snprintf(facts->types[facts->type_count].name, REPORT_TYPE_BYTES, "%s", name);
    return &facts->types[facts->type_count++];
}

static int kind_of(const char *type)
{
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
        if (span_starts(span_of(type), prefixes[i].prefix))
            return prefixes[i].kind;
    }
    return KIND_OTHER;
}

static void add_top(struct report_top *top, int64_t id, int64_t value)
{
    size_t at = top->count;

    while (at > 0 && top->list[at - 1].value < value)
        at--;
    if (at == REPORT_TOP)
        return;
    if (top->count < REPORT_TOP)
        top->count++;
    memmove(&top->list[at + 1], &top->list[at], (top->count - 1 - at) * sizeof top->list[0]);
    top->list[at].id = (uint32_t)id;
    top->list[at].value = value;
}

/* Returns the place of VALUE; each place except the first begins at a limit. */
static size_t place_of(int64_t value, const int64_t *limits, size_t count)
{
    size_t place = 0;

    while (place < count && value >= limits[place])
        place++;
    return place;
}

static void set_stored(struct report_facts *facts, int64_t id)
{
    size_t word = (size_t)id / 64;

    if (word >= facts->stored_words) {
        size_t words = word * 2 + 64;

        facts->stored = mem_grow(facts->stored, words, sizeof *facts->stored);
        memset(facts->stored + facts->stored_words, 0, (words - facts->stored_words) * sizeof *facts->stored);
        facts->stored_words = words;
    }
    facts->stored[word] |= (uint64_t)1 << id % 64;
}

static void add_file(struct report_facts *facts, const struct frontier_known_url *url)
{
    static const int64_t limits[REPORT_SIZES - 1] = {1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18,
                                                     1 << 20, 1 << 22, 1 << 24, 1 << 26};
    char name[REPORT_TYPE_BYTES];
    struct report_type *type;
    int kind;

    read_type(url->content_type, name);
    kind = kind_of(name);
    type = find_type(facts, name);
    type->files++;
    type->bytes += url->plain_bytes;
    facts->kind_files[kind]++;
    facts->kind_bytes[kind] += url->plain_bytes;
    facts->files++;
    facts->wire_bytes += url->wire_bytes;
    facts->plain_bytes += url->plain_bytes;
    facts->sizes[place_of(url->plain_bytes, limits, REPORT_SIZES - 1)]++;
    if (kind == KIND_PAGES)
        facts->depths[url->depth < REPORT_DEPTHS - 1 ? url->depth : REPORT_DEPTHS - 1]++;
    add_top(&facts->largest, url->id, url->plain_bytes);
    set_stored(facts, url->id);
    if (url->preferences > 0)
        groups_add(&facts->preferences, url->preferences, 0, url->id);
}

static void add_answer(struct report_facts *facts, const struct frontier_known_url *url)
{
    static const int64_t limits[REPORT_TIMES - 1] = {10, 30, 100, 300, 1000, 3000, 10000};
    size_t place = 5;

    if (url->status == 304)
        place = 1;
    else if (url->status >= 200 && url->status < 600)
        place = (size_t[]){0, 2, 3, 4}[url->status / 100 - 2];
    facts->statuses[place]++;
    if (url->status == 0)
        return;
    facts->times[place_of(url->duration_ms, limits, REPORT_TIMES - 1)]++;
    add_top(&facts->slowest, url->id, url->duration_ms);
}

/* Whether the last answer, or its absence, does not show that the page is missing on the site. */
static bool is_passing(const struct frontier_known_url *url)
{
    return url->state == FRONTIER_FAILED &&
           (url->reason == FRONTIER_BY_NETWORK || url->reason == FRONTIER_BY_CONTENT ||
            (url->reason == FRONTIER_BY_STATUS &&
             (url->status < 400 || url->status == 408 || url->status == 429 || url->status >= 500)));
}

/* Returns which links to URL fail: links of pages, requisites, or both. */
static unsigned trouble_of(const struct frontier_known_url *url, enum frontier_class class)
{
    bool is_unwanted = (url->state == FRONTIER_REFUSED || url->state == FRONTIER_WITHHELD) &&
                       (url->reason == FRONTIER_BY_REQUISITES || url->reason == FRONTIER_BY_PATTERN ||
                        url->reason == FRONTIER_BY_TRAP);
    unsigned kinds = TROUBLE_NONE;

    if (url->kind == FRONTIER_CANDIDATE || is_unwanted)
        return kinds;
    if ((url->roles & FRONTIER_AS_PAGE) && class == FRONTIER_CLASS_BROKEN)
        kinds |= is_passing(url) ? TROUBLE_LINK | TROUBLE_PASSING : TROUBLE_LINK;
    if ((url->roles & FRONTIER_AS_REQUISITE) && !url->stored &&
        (class == FRONTIER_CLASS_BROKEN || class == FRONTIER_CLASS_WITHHELD ||
         class == FRONTIER_CLASS_LEFT_OUT))
        kinds |= TROUBLE_REQUISITE;
    return kinds;
}

/* States and reasons are small numbers. */
static void add_group(struct groups *groups, const struct frontier_known_url *url)
{
    groups_add(groups, (int64_t)url->state << 16 | (int)url->reason, url->rule, url->id);
}

static void add_shell(struct report_facts *facts, int64_t id)
{
    size_t count = (size_t)facts->shell_count++;

    if (count >= facts->list_max)
        return;
    facts->shells = mem_extend(facts->shells, count, &facts->shell_room, sizeof *facts->shells);
    facts->shells[count] = (uint32_t)id;
}

void report_add_url(struct report_facts *facts, const struct frontier_known_url *url)
{
    enum frontier_class class = frontier_class(url->state, url->reason);
    struct report_sum *sum = &facts->sums[class];
    bool is_guess = url->kind == FRONTIER_CANDIDATE;

    facts->known++;
    if (is_guess)
        sum->guesses++;
    else if (url->roles == FRONTIER_AS_REQUISITE)
        sum->requisites++;
    else
        sum->pages++;
    if (url->stored)
        add_file(facts, url);
    if (url->answered)
        add_answer(facts, url);
    if (url->shell)
        add_shell(facts, url->id);
    if (is_guess && class != FRONTIER_CLASS_STORED && class != FRONTIER_CLASS_QUEUED)
        add_group(&facts->guesses, url);
    else if (class == FRONTIER_CLASS_WITHHELD)
        add_group(&facts->withheld, url);
    else if (class == FRONTIER_CLASS_LEFT_OUT ||
             (url->state == FRONTIER_DONE && url->reason == FRONTIER_BY_CUT))
        add_group(&facts->left_out, url);
    if (url->state == FRONTIER_REFUSED && url->reason == FRONTIER_BY_SCOPE)
        groups_add(&facts->hosts, url->origin, 0, url->id);
    if (class == FRONTIER_CLASS_MOVED && url->redirect_to > 0)
        troubles_add_redirect(&facts->troubles, url->id, url->redirect_to);
    else
        troubles_add(&facts->troubles, url->id, url->referrer, trouble_of(url, class));
}

void report_begin_links(struct report_facts *facts)
{
    troubles_settle(&facts->troubles);
}

void report_add_links(struct report_facts *facts, int64_t page, const int64_t *targets, size_t count)
{
    size_t word = (size_t)page / 64;

    if (word < facts->stored_words && (facts->stored[word] >> page % 64 & 1))
        troubles_add_links(&facts->troubles, page, targets, count);
}

void report_add_run(struct report_facts *facts, const struct report_run *run)
{
    facts->runs = mem_extend(facts->runs, facts->run_count, &facts->run_room, sizeof *facts->runs);
    facts->runs[facts->run_count++] = *run;
}

void report_add_change(struct report_facts *facts, int64_t url, int kind)
{
    if (kind < 0 || kind >= REPORT_CHANGE_KINDS || (size_t)facts->change_counts[kind]++ >= facts->list_max)
        return;
    facts->changes =
        mem_extend(facts->changes, facts->change_count, &facts->change_room, sizeof *facts->changes);
    facts->changes[facts->change_count++] = (struct report_change){.id = (uint32_t)url, .kind = kind};
}

static int compare_types(const void *a, const void *b)
{
    const struct report_type *one = a, *other = b;

    if (one->bytes != other->bytes)
        return one->bytes < other->bytes ? 1 : -1;
    return strcmp(one->name, other->name);
}

static int compare_changes(const void *a, const void *b)
{
    const struct report_change *one = a, *other = b;

    if (one->kind != other->kind)
        return one->kind < other->kind ? -1 : 1;
    return (one->id > other->id) - (one->id < other->id);
}

void report_finish(struct report_facts *facts)
{
    groups_sort(&facts->withheld);
    groups_sort(&facts->left_out);
    groups_sort(&facts->hosts);
    groups_sort(&facts->preferences);
    groups_sort(&facts->guesses);
    troubles_sort(&facts->troubles);
    qsort(facts->types, facts->type_count, sizeof facts->types[0], compare_types);
    if (facts->change_count > 0)
        qsort(facts->changes, facts->change_count, sizeof facts->changes[0], compare_changes);
}

int64_t report_pages(const struct report_facts *facts)
{
    return facts->kind_files[KIND_PAGES];
}

int64_t report_left(const struct report_facts *facts)
{
    const struct report_sum *queued = &facts->sums[FRONTIER_CLASS_QUEUED];

    return queued->pages + queued->requisites + queued->guesses;
}
