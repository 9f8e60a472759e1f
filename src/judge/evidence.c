/* SPDX-License-Identifier: MIT */
/* Learns which features of URLs have no effect, from pairs of stored pages, and keeps URLs back that differ
 * in nothing else. A table of places finds the pages of a pair: a place is the hash of a URL without one
 * feature, or without all that have no effect. The rows of the pages say what they show. */
#include "config.h"

#include "judge/evidence.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/limits.h"
#include "frontier/row.h"
#include "judge/site.h"

enum { BUCKETS_FIRST = 1 << 8, BUCKETS_MAX = 1 << 14, WAYS = EVIDENCE_WAYS, TEXT_MAX = 2 * LIMIT_URL_BYTES };

struct evidence *evidence_new(void)
{
    struct evidence *evidence = MEM_NEW(struct evidence);

    random_fill(evidence->key, sizeof evidence->key);
    evidence->learned.rules = mem_new(LEARNED_RULES, sizeof *evidence->learned.rules);
    shown_init(&evidence->shown);
    evidence->buckets = BUCKETS_FIRST;
    evidence->places = mem_new(evidence->buckets, sizeof *evidence->places);
    buf_init(&evidence->text, TEXT_MAX);
    buf_init(&evidence->kinds[0], TEXT_MAX);
    buf_init(&evidence->kinds[1], TEXT_MAX);
    return evidence;
}

void evidence_free(struct evidence *evidence)
{
    if (!evidence)
        return;
    learned_release(&evidence->learned);
    free(evidence->shown.known);
    free(evidence->places);
    url_release(&evidence->url);
    buf_release(&evidence->text);
    buf_release(&evidence->kinds[0]);
    buf_release(&evidence->kinds[1]);
    free(evidence);
}

/* Returns the hash of the variant's URL without the features of WITHOUT. */
static uint64_t hash_variant(struct evidence *evidence, uint32_t without)
{
    variant_write(&evidence->variant, without, &evidence->text);
    return siphash13(evidence->key, buf_span(&evidence->text)) | 1;
}

static struct place *bucket_at(struct evidence *evidence, uint64_t hash)
{
    return evidence->places[hash / 2 % evidence->buckets];
}

static struct place *find_place(struct evidence *evidence, uint64_t hash, uint64_t tag)
{
    struct place *bucket = bucket_at(evidence, hash);

    for (int i = 0; i < WAYS; i++)
        if (bucket[i].hash == hash && bucket[i].tag == tag)
            return &bucket[i];
    return NULL;
}

static void double_table(struct evidence *evidence)
{
    size_t count = evidence->buckets * WAYS;
    struct place *old = *evidence->places;

    evidence->buckets *= 2;
    evidence->places = mem_new(evidence->buckets, sizeof *evidence->places);
    while (count-- > 0) {
        struct place *bucket = bucket_at(evidence, old[count].hash);

        if (!old[count].hash)
            continue;
        memmove(bucket + 1, bucket, (WAYS - 1) * sizeof *bucket);
        bucket[0] = old[count];
    }
    free(old);
}

/* Adds a place, unless it is known. When its bucket is full of other hashes, the table doubles; at its
 * maximum, the oldest place of the bucket is forgotten. Returns the known one. */
static struct place *add_place(struct evidence *evidence, struct place place)
{
    struct place *bucket = bucket_at(evidence, place.hash);
    struct place *known = find_place(evidence, place.hash, place.tag);

    if (known)
        return known;
    while (bucket[WAYS - 1].hash && bucket[WAYS - 1].hash != place.hash && evidence->buckets < BUCKETS_MAX) {
        double_table(evidence);
        bucket = bucket_at(evidence, place.hash);
    }
    memmove(bucket + 1, bucket, (WAYS - 1) * sizeof *bucket);
    bucket[0] = place;
    return NULL;
}

void evidence_take_apart(struct evidence *evidence, const struct url *url)
{
    variant_read(&evidence->variant, url);
    buf_clear(&evidence->kinds[0]);
    buf_clear(&evidence->kinds[1]);
}

struct span evidence_kind(struct evidence *evidence, bool wide)
{
    struct buf *kind = &evidence->kinds[wide];

    if (kind->len == 0)
        variant_kind(&evidence->variant, wide, kind);
    return buf_span(kind);
}

/* Returns the kind of path for which SORT is learned: WIDE or not. The end of a path is learned for all. */
static struct span kind_for(struct evidence *evidence, enum feature_sort sort, bool wide)
{
    return sort >= FEATURE_SLASH ? evidence->variant.origin : evidence_kind(evidence, wide);
}

struct rule *evidence_rule(struct evidence *evidence, uint64_t tag)
{
    struct rule *all = learned_find(&evidence->learned, evidence->variant.origin, tag);
    struct rule *near = learned_find(&evidence->learned, evidence_kind(evidence, false), tag);
    struct rule *wide = learned_find(&evidence->learned, evidence_kind(evidence, true), tag);

    if (all && all->row.proof > 0)
        return all;
    if (near && near->row.proof > 0)
        return near;
    return wide && wide->row.proof > 0 && !(near && near->row.different > 0) ? wide : NULL;
}

/* Returns the features of the variant that have no effect, a bit for each. */
static uint32_t find_reduction(struct evidence *evidence)
{
    uint32_t without = 0;

    for (size_t i = 0; i < evidence->variant.feature_count; i++)
        if (evidence_rule(evidence, learned_hash(&evidence->variant.features[i])))
            without |= UINT32_C(1) << i;
    return without;
}

/* Returns the place of another URL than ID that has HASH and whose feature, if it is without one, has no
 * effect. */
static const struct place *find_same(struct evidence *evidence, uint64_t hash, int64_t id)
{
    const struct place *bucket = bucket_at(evidence, hash);

    for (int i = 0; i < WAYS; i++)
        if (bucket[i].hash == hash && bucket[i].id != (uint64_t)id &&
            (bucket[i].tag <= TAG_REDUCED || evidence_rule(evidence, bucket[i].tag)))
            return &bucket[i];
    return NULL;
}

const struct place *evidence_find_same(struct evidence *evidence, int64_t id, uint32_t *without)
{
    *without = find_reduction(evidence);
    return find_same(evidence, hash_variant(evidence, *without), id);
}

/* Adds the places of the variant, the URL ID. */
static void add_places(struct evidence *evidence, int64_t id, uint32_t without)
{
    const struct variant *variant = &evidence->variant;

    for (size_t i = 0; i < variant->feature_count; i++)
        if (!(without >> i & 1))
            (void)add_place(evidence, (struct place){hash_variant(evidence, without | UINT32_C(1) << i),
                                                     learned_hash(&variant->features[i]), (uint64_t)id});
    (void)add_place(evidence, (struct place){hash_variant(evidence, without),
                                             without ? TAG_REDUCED : TAG_WHOLE, (uint64_t)id});
}

void evidence_expect(struct evidence *evidence, int64_t id, uint32_t without)
{
    struct place place = {hash_variant(evidence, without), without ? TAG_REDUCED : TAG_WHOLE, (uint64_t)id};
    struct place *known = add_place(evidence, place);

    if (known)
        known->id = place.id;
}

static uint64_t hash_shown(int64_t shows)
{
    return (uint64_t)shows * UINT64_C(0x9e3779b97f4a7c15) | 1;
}

/* Returns the hash of the variant's URL without session ids. */
static uint64_t hash_plain(struct evidence *evidence)
{
    uint32_t tokens = 0;

    for (size_t i = 0; i < evidence->variant.feature_count; i++)
        if (evidence->variant.features[i].sort == FEATURE_TOKENS)
            tokens |= UINT32_C(1) << i;
    return hash_variant(evidence, tokens);
}

/* Notes that the variant SHOWS this, by its path without what may be left out of one. IS_COMMON is set
 * if URLs of other paths do, too; IS_NEWS if that was not known. */
static void note_page(struct evidence *evidence, int64_t shows, bool *is_common, bool *is_news)
{
    uint64_t path = hash_variant(evidence, UINT32_MAX), hash = hash_shown(shows);
    struct place *known = add_place(evidence, (struct place){hash, TAG_PAGE, path});

    *is_common = known && known->id != path;
    *is_news = *is_common && known->id != 0;
    if (*is_common)
        known->id = 0;
    (void)add_place(evidence, (struct place){hash, TAG_FIRST, hash_plain(evidence)});
}

enum evidence_shown evidence_find_shown(struct evidence *evidence, const struct url *url, int64_t shows)
{
    const struct place *first = shows ? find_place(evidence, hash_shown(shows), TAG_FIRST) : NULL;
    const struct place *page = shows ? find_place(evidence, hash_shown(shows), TAG_PAGE) : NULL;

    evidence_take_apart(evidence, url);
    if (!first || !page)
        return EVIDENCE_NEW;
    if (first->id == hash_plain(evidence))
        return EVIDENCE_AGAIN;
    return page->id == hash_variant(evidence, UINT32_MAX) ? EVIDENCE_HERE : EVIDENCE_ELSEWHERE;
}

static void load_page(void *context, int64_t id, struct span url, int64_t shown)
{
    struct evidence *evidence = context;
    bool is_common, is_news;

    if (url_parse(&evidence->url, url, NULL, NULL) != URL_OK)
        return;
    evidence_take_apart(evidence, &evidence->url);
    add_places(evidence, id, find_reduction(evidence));
    if (shown)
        note_page(evidence, shown, &is_common, &is_news);
}

/* Finds the places of stored pages: of the last ones, because the table forgets the oldest places, and a page
 * has about two. */
static int load_places(struct evidence *evidence, struct frontier *frontier)
{
    memset(evidence->places, 0, evidence->buckets * sizeof *evidence->places);
    return frontier_walk_pages(frontier, evidence->since, BUCKETS_MAX * WAYS / 2, load_page, evidence);
}

int evidence_load(struct evidence *evidence, struct frontier *frontier)
{
    int error = learned_load(&evidence->learned, frontier);

    for (size_t i = 0; i < LEARNED_RULES && evidence->varying_kept < SHOWN_VARYING; i++) {
        const struct frontier_evidence *row = &evidence->learned.rules[i].row;

        if (row->sort != FEATURE_TEXT)
            continue;
        evidence->shown.varying[evidence->varying_kept++] = (uint64_t)row->last;
        evidence->since = row->held > evidence->since ? row->held : evidence->since;
    }
    evidence->shown.varying_count = evidence->varying_kept;
    return error || frontier_sequence(frontier) == 0 ? error : load_places(evidence, frontier);
}

/* Counts a pair of URLs that differ only in FEATURE: both show PAGE, or different things if PAGE is 0. */
static int count_pair(struct evidence *evidence, struct frontier *frontier, const struct feature *feature,
                      uint64_t page)
{
    struct span near = kind_for(evidence, feature->sort, 0), wide = kind_for(evidence, feature->sort, 1);
    int error = learned_count(&evidence->learned, frontier, near, feature, page);

    return error || span_equals(near, wide)
               ? error
               : learned_count(&evidence->learned, frontier, wide, feature, page);
}

/* The number by which a stored page or file is compared. */
struct look {
    int64_t shows;
    bool is_read; /* SHOWS is what a page shows, and no part of a digest */
    bool is_page;
};

/* Sets LOOK to that of VISIT; ERROR_NOT_FOUND if it stored nothing. */
static int look_of(const struct frontier_visit *visit, struct look *look)
{
    *look = (struct look){
        .shows = visit->shown, .is_read = visit->shown != 0, .is_page = frontier_is_page(visit)};
    if (!(visit->state == FRONTIER_DONE || frontier_is_same(visit)) || visit->digest.len < sizeof look->shows)
        return ERROR_NOT_FOUND;
    if (!look->is_read)
        memcpy(&look->shows, visit->digest.at, sizeof look->shows);
    return 0;
}

/* Sets IS_SAME to whether the page of ID looks like LOOK, and NEARLY to whether only numbers differ.
 * ERROR_NOT_FOUND if no answer of it is stored, or if what one of two pages shows was not read: it had no
 * parameters. */
static int compare(struct frontier *frontier, uint64_t id, const struct look *look, bool *is_same,
                   bool *nearly)
{
    struct frontier_row row;
    struct look other;
    int error = frontier_get(frontier, (int64_t)id, &row);

    if (!error)
        error = row.answered ? look_of(&row.visit, &other) : ERROR_NOT_FOUND;
    if (error)
        return error;
    *is_same = other.shows == look->shows;
    *nearly = other.is_read && look->is_read && shown_differ_in_numbers(other.shows, look->shows);
    return other.is_page && look->is_page && other.is_read != look->is_read ? ERROR_NOT_FOUND : 0;
}

/* Sets OTHER to the variant of the URL ID, which borrows evidence->url. */
static int read_other(struct site *site, uint64_t id, struct variant *other)
{
    struct frontier_row row;
    int error = frontier_get(site->frontier, (int64_t)id, &row);

    if (!error && url_parse(&site->evidence->url, row.item.url, NULL, NULL) != URL_OK)
        error = ERROR_CORRUPT;
    if (!error)
        variant_read(other, &site->evidence->url);
    return error;
}

/* Returns how many parameters, of those of A that PARTS has a bit for, B has too. */
static int count_common(const struct variant *a, const struct variant *b, uint32_t parts)
{
    int count = 0;

    for (size_t i = 0; i < a->part_count; i++) {
        size_t at = 0;

        while (at < b->part_count && !span_equals(b->parts[at].text, a->parts[i].text))
            at++;
        count += (parts >> i & 1) && at < b->part_count;
    }
    return count;
}

/* Returns whether the URL ID is requested once more, to find out which of its numbers count. */
static bool tries_again(struct site *site, int64_t id, int *error)
{
    struct shown *shown = &site->evidence->shown;

    if (shown->once.id != id && shown_try(shown, id)) {
        *error = frontier_revisit(site->frontier, id);
        if (!*error)
            *error = frontier_promote(site->frontier, id);
    }
    if (!*error && shown->once.id == id)
        *error = site_activate_origins(site);
    return shown->once.id == id;
}

/* Sets WEAKEST to the feature of A without effect in which B is different and whose rule has the fewest
 * pairs, if possible not that of session ids. A feature without parameters comes last. */
static void find_weakest(struct evidence *evidence, const struct variant *a, const struct variant *b,
                         const struct feature **weakest)
{
    for (size_t i = 0; i < a->feature_count; i++) {
        const struct feature *feature = &a->features[i];
        const struct rule *least = *weakest ? evidence_rule(evidence, learned_hash(*weakest)) : NULL;
        const struct rule *rule = evidence_rule(evidence, learned_hash(feature));

        if (!rule ||
            (feature->parts == 0 ? least != NULL
                                 : count_common(a, b, feature->parts) == __builtin_popcount(feature->parts)))
            continue;
        if (!least || (*weakest)->parts == 0 || (*weakest)->sort == FEATURE_TOKENS ||
            (feature->sort != FEATURE_TOKENS && rule->row.equal < least->row.equal))
            *weakest = feature;
    }
}

/* Notes that the variant shows other things than the URL ID, from which it differs in FEATURE (NULL: in none)
 * and in features that have been found to be without effect. If it does in one of these, a session id is not
 * the reason, and whether another feature is, is unknown. A contradiction
 * ends one rule only; the others are tested again at the end of the run. */
static int count_difference(struct site *site, uint64_t id, const struct feature *feature)
{
    struct evidence *evidence = site->evidence;
    const struct feature *weakest = NULL;
    struct variant other;
    int error = read_other(site, id, &other);

    if (error)
        return error;
    find_weakest(evidence, &evidence->variant, &other, &weakest);
    find_weakest(evidence, &other, &evidence->variant, &weakest);
    if (!weakest || (feature && weakest->parts == 0))
        weakest = feature;
    else if (feature && feature->sort != FEATURE_TOKENS)
        return 0;
    for (size_t i = 0; i < evidence->variant.feature_count && weakest != feature; i++) {
        struct rule *rule = evidence_rule(evidence, learned_hash(&evidence->variant.features[i]));

        if (rule)
            rule->probes = 0;
    }
    return weakest ? count_pair(evidence, site->frontier, weakest, 0) : 0;
}

/* Counts the pair of the variant ID, which looks like LOOK, and the URL of PLACE, if they are two, as one
 * that differs in FEATURE. */
static int weigh_pair(struct site *site, int64_t id, const struct look *look, const struct place *place,
                      const struct feature *feature)
{
    bool is_same, nearly;
    int error;

    if (!place || place->id == (uint64_t)id)
        return 0;
    error = compare(site->frontier, place->id, look, &is_same, &nearly);
    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    if (!is_same && nearly && tries_again(site, id, &error))
        return error;
    if (!is_same)
        return count_difference(site, place->id, feature);
    error = count_pair(site->evidence, site->frontier, feature, (uint64_t)look->shows);
    if (!error) {
        const struct rule *rule = learned_find(
            &site->evidence->learned, kind_for(site->evidence, feature->sort, 0), learned_hash(feature));

        site->evidence->has_pair |= rule && rule->row.different == 0;
    }
    return error;
}

/* Counts each pair of the variant with a page that differs from it in one feature that has not been found to
 * be without effect: another value of it, or none. A page that IS_COMMON proves that for tokens only. */
static int weigh_features(struct site *site, int64_t id, const struct look *look, uint32_t without,
                          bool is_common)
{
    struct evidence *evidence = site->evidence;
    const struct variant *variant = &evidence->variant;
    uint64_t whole = hash_variant(evidence, without);
    int error = 0;

    for (size_t i = 0; i < variant->feature_count && !error; i++) {
        const struct feature *feature = &variant->features[i];
        const struct place *place;
        uint64_t hash;
        struct variant other;
        bool differ = true;

        if ((without >> i & 1) || (is_common && feature->sort != FEATURE_TOKENS))
            continue;
        hash = hash_variant(evidence, without | UINT32_C(1) << i);
        if (hash == whole)
            continue;
        place = find_place(evidence, hash, learned_hash(feature));
        if (!place || place->id == (uint64_t)id)
            place = find_place(evidence, hash, without ? TAG_REDUCED : TAG_WHOLE);
        if (place && place->tag > TAG_PAGE && (feature->parts & (feature->parts - 1))) {
            error = read_other(site, place->id, &other);
            differ = !error && count_common(variant, &other, feature->parts) == 0;
        }
        if (!error && differ)
            error = weigh_pair(site, id, look, place, feature);
    }
    return error;
}

/* Counts each pair of the variant with a page that has one feature more. */
static int weigh_lacks(struct site *site, int64_t id, const struct look *look, uint32_t without)
{
    struct evidence *evidence = site->evidence;
    uint64_t hash = hash_variant(evidence, without);
    const struct place *bucket = bucket_at(evidence, hash);
    struct variant other;
    int error = 0;

    for (int i = 0; i < WAYS && !error; i++) {
        size_t at = 0;

        if (bucket[i].hash != hash || bucket[i].tag <= TAG_PAGE || evidence_rule(evidence, bucket[i].tag))
            continue;
        error = read_other(site, bucket[i].id, &other);
        while (!error && at < other.feature_count && learned_hash(&other.features[at]) != bucket[i].tag)
            at++;
        if (!error && at < other.feature_count)
            error = weigh_pair(site, id, look, &bucket[i], &other.features[at]);
    }
    return error;
}

/* Checks the rules by which the variant ID is the same as another URL. */
static int weigh_rules(struct site *site, int64_t id, const struct look *look, uint32_t without)
{
    struct evidence *evidence = site->evidence;
    const struct place *same = find_same(evidence, hash_variant(evidence, without), id);
    bool is_same = true, nearly;
    int error = same ? compare(site->frontier, same->id, look, &is_same, &nearly) : 0;

    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    if (!is_same && nearly && tries_again(site, id, &error))
        return error;
    evidence->has_pair |= same && is_same;
    return is_same || error ? error : count_difference(site, same->id, NULL);
}

/* Queues everything that was kept back: it is judged by the rules that are left. */
static int reopen(struct site *site)
{
    uint64_t count;
    int error = load_places(site->evidence, site->frontier);

    site->evidence->learned.is_refuted = false;
    if (!error)
        error = frontier_reopen(site->frontier, FRONTIER_BY_EQUAL, &count);
    return error ? error : site_activate_origins(site);
}

/* Keeps the texts that vary at each visit. Older pages are not comparable any more. */
static int keep_varying(struct site *site)
{
    struct evidence *evidence = site->evidence;
    struct feature feature = {.sort = FEATURE_TEXT};
    int error = 0;

    evidence->since = frontier_sequence(site->frontier);
    memset(evidence->places, 0, evidence->buckets * sizeof *evidence->places);
    while (evidence->varying_kept < evidence->shown.varying_count && !error) {
        uint64_t place = evidence->shown.varying[evidence->varying_kept++];
        char name[24];

        (void)snprintf(name, sizeof name, "%016" PRIx64, place);
        feature.name = span_of(name);
        error = learned_keep(&evidence->learned, site->frontier, evidence->variant.origin, &feature,
                             (int64_t)place, evidence->since);
    }
    return error;
}

int evidence_note(struct site *site, const struct frontier_visit *visit, const struct url *url)
{
    struct evidence *evidence = site->evidence;
    int64_t id = visit->url;
    bool is_common, is_news;
    uint32_t without;
    struct look look;
    int error = site->imports ? ERROR_NOT_FOUND : look_of(visit, &look);

    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    evidence_take_apart(evidence, url);
    if (evidence->varying_kept < evidence->shown.varying_count)
        error = keep_varying(site);
    note_page(evidence, look.shows, &is_common, &is_news);
    if (is_news && !error)
        error = learned_withdraw(&evidence->learned, site->frontier, (uint64_t)look.shows);
    without = find_reduction(evidence);
    if (!error && without)
        error = weigh_rules(site, id, &look, without);
    if (!error)
        error = weigh_features(site, id, &look, without, is_common);
    if (!error && !is_common)
        error = weigh_lacks(site, id, &look, without);
    if (!error && evidence->learned.is_refuted)
        error = reopen(site);
    if (error)
        return error;
    evidence_take_apart(evidence, url);
    add_places(evidence, id, find_reduction(evidence));
    return 0;
}
