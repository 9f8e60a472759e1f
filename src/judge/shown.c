/* SPDX-License-Identifier: MIT */
/* Reduces what pages show to numbers by which they are compared, and knows which texts are new. The numbers
 * have no key, because they are kept in mirror.db; who makes two pages with one number loses only pages of
 * his own. */
#include "config.h"

#include "judge/evidence.h"

#include <endian.h>
#include <stdlib.h>

#include "apps/app.h"
#include "base/alloc.h"
#include "base/hash.h"
#include "markup/link.h"

enum {
    WAYS = 8,
    BUCKETS = 1 << 15,
    TRIALS = 3,
    STAMP_DIGITS = 9 /* a number this long in the query of an image is a time or a random number */
};

void shown_init(struct shown *shown)
{
    random_fill(shown->key, sizeof shown->key);
    shown->trials = TRIALS;
}

/* Returns the place of a text of KIND in the table; the second one is its mark. */
static uint32_t *find_bucket(const struct shown *shown, uint64_t kind, struct span text, uint32_t *tag)
{
    uint64_t hash = siphash13(shown->key, text) ^ kind;

    *tag = (uint32_t)(hash >> 32) | 1;
    return shown->known[hash % BUCKETS];
}

static bool knows(const struct shown *shown, uint64_t kind, struct span text)
{
    uint32_t tag, *bucket = find_bucket(shown, kind, text, &tag);

    for (int i = 0; i < WAYS; i++)
        if (bucket[i] == tag)
            return true;
    return false;
}

/* Returns whether a text is new; it is known afterwards. */
static bool learn(struct shown *shown, uint64_t kind, struct span text)
{
    uint32_t tag, *bucket;

    if (!shown->known)
        shown->known = mem_new(BUCKETS, sizeof *shown->known);
    if (knows(shown, kind, text))
        return false;
    bucket = find_bucket(shown, kind, text, &tag);
    memmove(bucket + 1, bucket, (WAYS - 1) * sizeof *bucket);
    bucket[0] = tag;
    return true;
}

/* Takes the next value from REST: the name of the page, a word of a list, or a parameter. */
static struct span take_value(struct span *rest)
{
    struct span value = span_take_until_any(rest, "?&;+,");

    *rest = span_part(*rest, 1, rest->len);
    return value;
}

/* Returns the hash of the path of URL, or of its folder if it has no query: its VALUES are known there. */
static uint64_t hash_place(const struct shown *shown, const struct url *url, struct span *values)
{
    struct span target = url_target(url);
    size_t len = url_has_query(url) ? url_path(url).len : span_after_last(target, '/');

    *values = span_part(target, len, target.len);
    return siphash13(shown->key, span_part(buf_span(&url->text), 0, url->path_at + len));
}

bool shown_combines(const struct shown *shown, const struct url *url)
{
    struct span rest;
    uint64_t place = hash_place(shown, url, &rest);
    int count = 0;

    if (!shown->known)
        return false;
    while (rest.len > 0) {
        struct span value = take_value(&rest), name = value;

        name = span_take_until(&name, '=');
        if (value.len == 0 || parameter_is_token(name))
            continue;
        if (!knows(shown, place, value))
            return false;
        count += name.len < value.len || !url_has_query(url);
    }
    return count > 1;
}

void shown_learn_values(struct shown *shown, const struct url *url)
{
    struct span rest;
    uint64_t place = hash_place(shown, url, &rest);

    if (!url_has_query(url) && span_find(rest, '.') < rest.len)
        return;
    while (rest.len > 0)
        (void)learn(shown, place, take_value(&rest));
}

/* Mixes eight bytes into a hash. A page has thousands of short texts, for which SipHash costs four times as
 * much. */
static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
    return hash ^ hash >> 32;
}

static uint64_t hash_text(struct span text)
{
    uint64_t hash = text.len, word;

    for (; text.len >= sizeof word; text = span_part(text, sizeof word, text.len)) {
        memcpy(&word, text.at, sizeof word);
        hash = mix(hash, le64toh(word));
    }
    word = 0;
    for (size_t i = 0; i < text.len; i++)
        word = word << 8 | (unsigned char)text.at[i];
    return mix(mix(hash, word), 0) | 1;
}

static bool has_digit(struct span word)
{
    for (size_t i = 0; i < word.len; i++)
        if (ascii_is_digit(word.at[i]))
            return true;
    return false;
}

/* A page that is read. */
struct reading {
    struct shown *shown;
    const struct shown_page *page;
    uint64_t sum, words;
    uint64_t before; /* the last text with words */
    bool is_new;
};

/* Returns the hash of the words of TEXT without digits, 0 if it has no such word, and learns them. */
static uint64_t take_words(struct reading *reading, struct span text)
{
    uint64_t kind = reading->page->kind, hash = 0;

    while (text.len > 0) {
        size_t len = 0;
        struct span word;

        while (len < text.len && !ascii_is_white(text.at[len]))
            len++;
        word = span_part(text, 0, len);
        text = span_trim_white(span_part(text, len, text.len));
        if (has_digit(word))
            continue;
        hash = mix(hash, hash_text(word));
        if (kind && learn(reading->shown, ~kind, word))
            reading->is_new |= reading->page->by_words;
    }
    return hash;
}

static bool varies(const struct shown *shown, uint64_t place)
{
    for (size_t i = 0; i < shown->varying_count; i++)
        if (shown->varying[i] == place)
            return true;
    return false;
}

/* Notes a text with numbers; returns whether it is another one at each visit. */
static bool is_varying(struct shown *shown, uint64_t place, uint64_t text)
{
    struct shown_numbers *last = &shown->last;

    if (varies(shown, place))
        return true;
    if (last->count < SHOWN_TEXTS) {
        last->texts[last->count].place = place;
        last->texts[last->count++].text = text;
    }
    return false;
}

static void take_text(struct reading *reading, struct span text)
{
    bool is_numbered = has_digit(text);
    uint64_t kind = reading->page->kind, hash = hash_text(text), words = hash;

    if (is_numbered || kind)
        words = take_words(reading, text);
    if (!is_numbered)
        words = hash;
    if (is_numbered && is_varying(reading->shown, mix(reading->before, words), hash))
        return;
    if (words)
        reading->before = words;
    reading->words += words;
    reading->sum += hash;
    if (kind && learn(reading->shown, kind, text))
        reading->is_new |= !reading->page->by_words;
}

/* Passes the content of an element that is not shown, if REST begins with its name. */
static void pass_hidden(struct span *rest)
{
    const char *end = span_starts_nocase(*rest, "script")  ? "/script"
                      : span_starts_nocase(*rest, "style") ? "/style"
                                                           : "";

    while (rest->len > 0 && !span_starts_nocase(*rest, end))
        if (!span_take_after(rest, "<"))
            *rest = span_make(NULL, 0);
}

/* Takes the texts between tags. A '>' in an attribute ends its tag, which is harmless here. */
static void take_texts(struct reading *reading, struct span rest)
{
    while (rest.len > 0) {
        struct span text = {0};

        if (!span_take_byte(&rest, '<'))
            text = span_trim_white(span_take_until(&rest, '<'));
        if (text.len > 0)
            take_text(reading, text);
        if (ascii_lower(span_byte(rest, 0)) == 's')
            pass_hidden(&rest);
        (void)span_take_until(&rest, '>');
    }
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

/* Takes the files that the page shows, and the pages that it links to. */
static void take_links(struct reading *reading, const struct link_list *links)
{
    for (size_t i = 0; i < links->count; i++) {
        enum link_role role = links->links[i].role;
        struct span url = links->links[i].url, plain = span_part(url, 0, span_find(url, '?'));
        uint64_t hash;

        if (role > LINK_REQUISITE || url.len == 0)
            continue;
        hash = hash_text(span_part(plain, 0, span_find(plain, ';')));
        reading->sum += hash;
        reading->words += hash;
        if (reading->page->kind && (role == LINK_REQUISITE || role == LINK_FRAME) && !has_stamp(url))
            reading->is_new |= learn(reading->shown, reading->page->kind, url);
    }
}

/* Compares the page with what it showed once: texts that differ, with the same words and beside the same
 * ones, vary at each visit. */
static void find_varying(struct shown *shown)
{
    const struct shown_numbers *now = &shown->last, *once = &shown->once;
    size_t before = shown->varying_count;

    for (size_t i = 0; i < now->count && now->count == once->count; i++)
        if (now->texts[i].place == once->texts[i].place && now->texts[i].text != once->texts[i].text &&
            shown->varying_count < SHOWN_VARYING && !varies(shown, now->texts[i].place))
            shown->varying[shown->varying_count++] = now->texts[i].place;
    shown->trials = shown->varying_count > before ? TRIALS : 0;
    shown->once.id = 0;
}

int64_t shown_read(struct shown *shown, const struct shown_page *page, bool *is_new)
{
    struct reading reading = {.shown = shown, .page = page};
    size_t varying = shown->varying_count;
    bool had_news;

    shown->last.id = page->id;
    shown->last.count = 0;
    take_texts(&reading, page->bytes);
    take_links(&reading, page->links);
    *is_new = reading.is_new;
    if (page->id == shown->once.id)
        find_varying(shown);
    if (shown->varying_count > varying)
        return shown_read(shown, page, &had_news);
    return (int64_t)(reading.words << 32 | (uint32_t)reading.sum);
}

bool shown_differ_in_numbers(int64_t a, int64_t b)
{
    return a != b && (uint64_t)a >> 32 == (uint64_t)b >> 32;
}

bool shown_try(struct shown *shown, int64_t id)
{
    if (shown->trials == 0 || shown->once.id || shown->last.id != id || shown->last.count == 0)
        return false;
    shown->trials--;
    shown->once = shown->last;
    return true;
}
