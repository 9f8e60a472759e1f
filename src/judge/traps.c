/* SPDX-License-Identifier: MIT */
/* Recognises endless URLs that show nothing new, by what pages of one family have shown: hashes in tables of
 * fixed size. A hash that is displaced makes its piece new again: a full table can make a trap last longer,
 * but never makes a page look like another. A URL's family is found by its text only. */
#include "config.h"

#include "judge/traps.h"

#include <stdlib.h>

#include "apps/app.h"
#include "base/alloc.h"
#include "base/bits.h"
#include "base/buf.h"
#include "base/hash.h"
#include "base/limits.h"
#include "judge/variant.h"
#include "markup/link.h"

/* This many pages in a row without news are not a coincidence: 1 MB of pieces is the text of some thousand
 * pages. */
enum {
    PATIENCE = 200,
    PATIENCE_COMBINED = 12,
    KINDS = 4096,
    WAYS = 8,
    BUCKETS = 1 << 15,
    STAMP_DIGITS = 9, /* a number this long in the query of an image is a time or a random number */
    YEAR_FIRST = 1900,
    YEAR_LAST = 2199,
    YEAR_DIGITS = 4,
    MONTHS = 12
};

/* The common feature of a URL and others of its family. */
enum family_sort {
    FAMILY_NONE,
    FAMILY_DATE,     /* a year and a month: name is the URL with # for numbers */
    FAMILY_COMBINED, /* values that other pages had, each: name is the URL with * for them */
    FAMILY_QUERY     /* any query: name is the URL up to it, with "?*" */
};

/* The words before a name. */
static const char *const sort_texts[] = {
    [FAMILY_DATE] = "dates of ", [FAMILY_COMBINED] = "combinations of ", [FAMILY_QUERY] = ""};

struct record {
    uint64_t family;
    uint32_t news;  /* pages with news, in all */
    uint32_t dull;  /* pages in a row without news or links to anything new */
    bool last_news; /* the last page had news */
};

struct traps {
    uint64_t key[2];
    struct record *records;
    uint32_t (*pieces)[WAYS]; /* newest first */
    struct bits doubted;      /* ids */
    enum family_sort sort;    /* of the last URL, and its name */
    struct buf name, rule;
};

struct traps *traps_new(void)
{
    struct traps *traps = MEM_NEW(struct traps);

    random_fill(traps->key, sizeof traps->key);
    buf_init(&traps->name, LIMIT_URL_BYTES + 64);
    buf_init(&traps->rule, LIMIT_URL_BYTES);
    return traps;
}

void traps_free(struct traps *traps)
{
    if (!traps)
        return;
    free(traps->records);
    free(traps->pieces);
    bits_release(&traps->doubted);
    buf_release(&traps->name);
    buf_release(&traps->rule);
    free(traps);
}

static bool is_year(uint64_t number, size_t len)
{
    return len == YEAR_DIGITS && number >= YEAR_FIRST && number <= YEAR_LAST;
}

static bool is_month(uint64_t number, size_t len)
{
    return len <= 2 && number >= 1 && number <= MONTHS;
}

/* Returns whether NUMBER is a year and a month, perhaps with a day: 203102, 20310214. */
static bool is_date(uint64_t number, size_t len)
{
    if (len == YEAR_DIGITS + 4)
        number /= 100;
    return (len == YEAR_DIGITS + 2 || len == YEAR_DIGITS + 4) && is_year(number / 100, YEAR_DIGITS) &&
           is_month(number % 100, 2);
}

/* Returns whether a year and a month are neighbours among its numbers. */
static bool has_date(struct span text)
{
    uint64_t before = 0, number;
    size_t before_len = 0;

    while (text.len > 0) {
        size_t len = text.len;

        if (!span_take_number(&text, &number)) {
            text = span_part(text, 1, text.len);
            continue;
        }
        len -= text.len;
        if (is_date(number, len) || (is_year(before, before_len) && is_month(number, len)) ||
            (is_month(before, before_len) && is_year(number, len)))
            return true;
        before = number;
        before_len = len;
    }
    return false;
}

/* Returns the place of a text of FAMILY in the table; the second one is its mark. */
static uint32_t *find_bucket(const struct traps *traps, uint64_t family, struct span text, uint32_t *tag)
{
    uint64_t hash = siphash13(traps->key, text) ^ family;

    *tag = (uint32_t)(hash >> 32) | 1;
    return traps->pieces[hash % BUCKETS];
}

static bool knows(const struct traps *traps, uint64_t family, struct span text)
{
    uint32_t tag, *bucket = find_bucket(traps, family, text, &tag);

    for (int i = 0; i < WAYS; i++)
        if (bucket[i] == tag)
            return true;
    return false;
}

/* Returns whether a text is new; it is known afterwards. */
static bool learn(struct traps *traps, uint64_t family, struct span text)
{
    uint32_t tag, *bucket;

    if (knows(traps, family, text))
        return false;
    bucket = find_bucket(traps, family, text, &tag);
    memmove(bucket + 1, bucket, (WAYS - 1) * sizeof *bucket);
    bucket[0] = tag;
    return true;
}

/* Returns the last segment of the path with the query. */
static struct span values_of(const struct url *url)
{
    struct span target = url_target(url);

    return span_part(target, span_after_last(url_path(url), '/'), target.len);
}

/* Takes the next value from REST: the name of the page, a word of a list, or a parameter. */
static struct span take_value(struct span *rest)
{
    struct span value = *rest;
    size_t len = 0;

    while (len < rest->len && !strchr("?&;+,", rest->at[len]))
        len++;
    value = span_part(value, 0, len);
    *rest = span_part(*rest, len + 1, rest->len);
    return value;
}

/* Returns the URL up to its values. */
static struct span folder_of(const struct url *url)
{
    return span_part(buf_span(&url->text), 0, url->path_at + span_after_last(url_path(url), '/'));
}

/* Returns the hash of the folder of URL, in which its values are known. */
static uint64_t hash_folder(const struct traps *traps, const struct url *url)
{
    return siphash13(traps->key, folder_of(url));
}

/* Returns whether URL has several values, and other pages of its folder had each of them: a new combination.
 * Parameters like session ids do not count. */
static bool is_combination(const struct traps *traps, const struct url *url)
{
    uint64_t folder = hash_folder(traps, url);
    struct span rest = values_of(url);
    int count = 0;

    if (!traps->pieces)
        return false;
    while (rest.len > 0) {
        struct span value = take_value(&rest), name = value;

        name = span_take_until(&name, '=');
        if (value.len == 0 || parameter_is_token(name))
            continue;
        if (!knows(traps, folder, value))
            return false;
        count += name.len < value.len || !url_has_query(url);
    }
    return count > 1;
}

/* Sets NAME to the URL with stars for its values. */
static void name_combination(const struct url *url, struct buf *name)
{
    struct span rest = values_of(url);

    (void)buf_add_span(name, folder_of(url));
    while (rest.len > 0) {
        struct span value = take_value(&rest), parameter = value;

        parameter = span_take_until(&parameter, '=');
        if (url_has_query(url) && !parameter_is_token(parameter))
            (void)buf_add_format(name, "%.*s%s", (int)parameter.len, parameter.at,
                                 parameter.len < value.len ? "=*&" : "?");
        else if (!url_has_query(url))
            (void)buf_add_text(name, "*+");
    }
    buf_cut(name, name->len - 1);
}

/* Sets NAME to the family of URL. */
static enum family_sort name_family(const struct traps *traps, const struct url *url, struct buf *name)
{
    struct span target = url_target(url), path = url_path(url);

    buf_clear(name);
    if (has_date(target)) {
        (void)buf_add_span(name, url_origin(url));
        (void)buf_add_span(name, target);
        variant_hide_numbers(name, url_origin(url).len);
        return FAMILY_DATE;
    }
    if (is_combination(traps, url)) {
        name_combination(url, name);
        return FAMILY_COMBINED;
    }
    path = span_take_until(&path, ';');
    if (path.len == target.len)
        return FAMILY_NONE;
    (void)buf_add_span(name, url_origin(url));
    (void)buf_add_span(name, path);
    (void)buf_add_span(name, span_of("?*"));
    return FAMILY_QUERY;
}

uint64_t traps_family(struct traps *traps, const struct url *url)
{
    uint64_t hash;

    traps->sort = name_family(traps, url, &traps->name);
    if (traps->sort == FAMILY_NONE)
        return 0;
    hash = siphash13(traps->key, buf_span(&traps->name));
    return hash ? hash : 1;
}

static bool has_digit(struct span word)
{
    for (size_t i = 0; i < word.len; i++)
        if (ascii_is_digit(word.at[i]))
            return true;
    return false;
}

/* Learns the words of TEXT without digits, and returns whether one is new: lists of known things have none.
 */
static bool learn_words(struct traps *traps, uint64_t family, struct span text)
{
    bool news = false;

    while (text.len > 0) {
        size_t len = 0;

        while (len < text.len && !ascii_is_white(text.at[len]))
            len++;
        if (!has_digit(span_part(text, 0, len)) && learn(traps, family, span_part(text, 0, len)))
            news = true;
        text = span_trim_white(span_part(text, len, text.len));
    }
    return news;
}

/* Learns the values of URL, unless it is a file's. */
static void learn_values(struct traps *traps, const struct url *url)
{
    uint64_t folder = hash_folder(traps, url);
    struct span rest = values_of(url);

    if (!url_has_query(url) && span_find(rest, '.') < rest.len)
        return;
    while (rest.len > 0)
        (void)learn(traps, folder, take_value(&rest));
}

/* Learns the texts between tags, and the words of FOLDER in them. Returns whether one is new. Scripts count
 * too, and a '>' in an attribute ends its tag; both are harmless here. */
static bool learn_texts(struct traps *traps, uint64_t family, uint64_t folder, struct span rest)
{
    uint64_t words = traps->sort == FAMILY_DATE ? family : folder;
    bool news = false;

    while (rest.len > 0) {
        struct span text = span_trim(span_take_until(&rest, '<'), PLAIN_WHITE);
        bool new_words = learn_words(traps, words, text);

        if (traps->sort != FAMILY_QUERY ? new_words : text.len > 0 && learn(traps, family, text))
            news = true;
        (void)span_take_until(&rest, '>');
    }
    return news;
}

/* Returns whether URL differs at every visit, so that it shows nothing. */
static bool has_stamp(struct span url)
{
    int digits = 0;

    for (size_t i = span_find(url, '?'); i < url.len; i++) {
        digits = ascii_is_digit(url.at[i]) ? digits + 1 : 0;
        if (digits >= STAMP_DIGITS)
            return true;
    }
    return false;
}

static bool learn_requisites(struct traps *traps, uint64_t family, const struct link_list *links)
{
    bool news = false;

    for (size_t i = 0; i < links->count; i++) {
        const struct link *link = &links->links[i];

        if ((link->role == LINK_REQUISITE || link->role == LINK_FRAME) && link->url.len > 0 &&
            !has_stamp(link->url) && learn(traps, family, link->url))
            news = true;
    }
    return news;
}

bool traps_is_news(struct traps *traps, const struct url *url, struct span bytes,
                   const struct link_list *links)
{
    uint64_t family = traps_family(traps, url);
    bool texts, requisites;

    if (!traps->pieces)
        traps->pieces = mem_new(BUCKETS, sizeof *traps->pieces);
    learn_values(traps, url);
    if (!family)
        return true;
    texts = learn_texts(traps, family, hash_folder(traps, url), bytes);
    requisites = learn_requisites(traps, family, links);
    return texts || requisites;
}

void traps_count(struct traps *traps, uint64_t family, bool news, bool leads_on)
{
    struct record *record;

    if (!traps->records)
        traps->records = mem_new(KINDS, sizeof *traps->records);
    record = &traps->records[family % KINDS];
    if (record->family != family)
        *record = (struct record){.family = family};
    record->last_news = news;
    record->news += news;
    record->dull = news || leads_on ? 0 : record->dull + 1;
}

/* Returns the record of FAMILY, or NULL if none of its pages was counted. */
static const struct record *find_record(const struct traps *traps, uint64_t family)
{
    const struct record *record = family && traps->records ? &traps->records[family % KINDS] : NULL;

    return record && record->family == family ? record : NULL;
}

bool traps_is_promising(const struct traps *traps, uint64_t family)
{
    const struct record *record = find_record(traps, family);

    return traps->sort != FAMILY_COMBINED && (!record || record->last_news);
}

bool traps_is_exhausted(struct traps *traps, const struct url *url, struct span *rule)
{
    const struct record *record = find_record(traps, traps_family(traps, url));
    unsigned patience = traps->sort == FAMILY_COMBINED ? PATIENCE_COMBINED : PATIENCE;

    if (!record || record->dull < record->news + patience)
        return false;
    buf_clear(&traps->rule);
    (void)buf_add_format(&traps->rule, "nothing new for long: %s", sort_texts[traps->sort]);
    (void)buf_add_span(&traps->rule, span_part(buf_span(&traps->name), 0, LIMIT_URL_BYTES / 2));
    *rule = buf_span(&traps->rule);
    return true;
}

void traps_doubt(struct traps *traps, int64_t id)
{
    bits_add(&traps->doubted, id);
}

void traps_trust(struct traps *traps, int64_t id)
{
    bits_remove(&traps->doubted, id);
}

bool traps_is_doubted(const struct traps *traps, int64_t id)
{
    return bits_has(&traps->doubted, id);
}
