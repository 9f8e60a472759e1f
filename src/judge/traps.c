/* SPDX-License-Identifier: MIT */
/* Remembers what pages show, to recognise endless URLs that show nothing new: as hashes in tables of fixed
 * size. A hash that is displaced makes its piece new again: a full table can make a trap last longer, but
 * never makes a page look like another. */
#include "config.h"

#include "judge/traps.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/hash.h"
#include "base/limits.h"
#include "judge/family.h"
#include "markup/link.h"

/* This many pages in a row without news are not a coincidence: 1 MB of pieces is the text of some thousand
 * pages. */
enum {
    PATIENCE = 200,
    PATIENCE_SURE = 20, /* of families that hardly anything but traps is of */
    KINDS = 4096,
    WAYS = 8,
    BUCKETS = 1 << 15,
    PIECE_MAX = 4096, /* longer ones are compared whole */
    STAMP_DIGITS = 9  /* a number this long in the query of an image is a time or a random number */
};

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
    uint8_t *doubted;         /* one bit for each id */
    size_t doubted_bytes;
    struct buf name, piece, rule;
};

struct traps *traps_new(void)
{
    struct traps *traps = MEM_NEW(struct traps);

    random_fill(traps->key, sizeof traps->key);
    buf_init(&traps->name, LIMIT_URL_BYTES + 64);
    buf_init(&traps->piece, PIECE_MAX);
    buf_init(&traps->rule, LIMIT_URL_BYTES);
    return traps;
}

void traps_free(struct traps *traps)
{
    if (!traps)
        return;
    free(traps->records);
    free(traps->pieces);
    free(traps->doubted);
    buf_release(&traps->name);
    buf_release(&traps->piece);
    buf_release(&traps->rule);
    free(traps);
}

/* Leaves its name in traps->name. */
static uint64_t family_of(struct traps *traps, const struct url *url, enum family_sort *sort)
{
    uint64_t hash;

    *sort = family_name(url, &traps->name);
    if (*sort == FAMILY_NONE)
        return 0;
    hash = siphash13(traps->key, buf_span(&traps->name));
    return hash ? hash : 1;
}

uint64_t traps_family(struct traps *traps, const struct url *url)
{
    enum family_sort sort;

    return family_of(traps, url, &sort);
}

/* Returns whether a text is new; it is known afterwards. */
static bool learn(struct traps *traps, uint64_t family, struct span text)
{
    uint64_t hash = siphash13(traps->key, text) ^ family;
    uint32_t *bucket = traps->pieces[hash % BUCKETS], tag = (uint32_t)(hash >> 32) | 1;

    for (int i = 0; i < WAYS; i++)
        if (bucket[i] == tag)
            return false;
    memmove(bucket + 1, bucket, (WAYS - 1) * sizeof *bucket);
    bucket[0] = tag;
    return true;
}

/* Returns TEXT without the parts by which pages of SORT always differ. */
static struct span essence(struct traps *traps, enum family_sort sort, struct span text)
{
    text = span_trim(text, PLAIN_WHITE);
    if (sort == FAMILY_QUERY || text.len > PIECE_MAX)
        return text;
    buf_clear(&traps->piece);
    family_essence(sort, text, &traps->piece);
    return span_trim(buf_span(&traps->piece), PLAIN_WHITE);
}

/* Learns the texts between tags, and returns whether one is new. Scripts count too, and a '>' in an attribute
 * ends its tag; both are harmless here. */
static bool learn_texts(struct traps *traps, uint64_t family, enum family_sort sort, struct span rest)
{
    bool news = false;

    while (rest.len > 0) {
        struct span text = essence(traps, sort, span_take_until(&rest, '<'));

        if (text.len > 0 && learn(traps, family, text))
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
    enum family_sort sort;
    uint64_t family = family_of(traps, url, &sort);
    bool texts, requisites;

    if (!family)
        return true;
    if (!traps->pieces)
        traps->pieces = mem_new(BUCKETS, sizeof *traps->pieces);
    texts = learn_texts(traps, family, sort, bytes);
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

bool traps_is_promising(const struct traps *traps, uint64_t family)
{
    const struct record *record = family && traps->records ? &traps->records[family % KINDS] : NULL;

    return !record || record->family != family || record->last_news;
}

bool traps_is_exhausted(struct traps *traps, const struct url *url, struct span *rule)
{
    enum family_sort sort;
    uint64_t family = family_of(traps, url, &sort);
    const struct record *record;

    if (!family || !traps->records)
        return false;
    record = &traps->records[family % KINDS];
    if (record->family != family ||
        record->dull <
            record->news + (sort == FAMILY_SESSION || sort == FAMILY_DEEP ? PATIENCE_SURE : PATIENCE))
        return false;
    buf_clear(&traps->rule);
    (void)buf_add_format(&traps->rule, "nothing new for long: %s", family_sort_text(sort));
    (void)buf_add_span(&traps->rule, span_part(buf_span(&traps->name), 0, LIMIT_URL_BYTES / 2));
    *rule = buf_span(&traps->rule);
    return true;
}

void traps_doubt(struct traps *traps, int64_t id)
{
    size_t at = (size_t)id / 8;

    if (at >= traps->doubted_bytes) {
        size_t bytes = at + at / 4 + 64;

        traps->doubted = mem_grow(traps->doubted, bytes, 1);
        memset(traps->doubted + traps->doubted_bytes, 0, bytes - traps->doubted_bytes);
        traps->doubted_bytes = bytes;
    }
    traps->doubted[at] |= (uint8_t)(1U << id % 8);
}

void traps_trust(struct traps *traps, int64_t id)
{
    if (traps_is_doubted(traps, id))
        traps->doubted[id / 8] &= (uint8_t) ~(1U << id % 8);
}

bool traps_is_doubted(const struct traps *traps, int64_t id)
{
    size_t at = (size_t)id / 8;

    return at < traps->doubted_bytes && (traps->doubted[at] >> id % 8 & 1);
}
