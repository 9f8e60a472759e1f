/* SPDX-License-Identifier: MIT */
/* Learns which features of URLs have no effect, from pairs of stored pages, and keeps URLs back that differ
 * in nothing else. A table of places finds the pages of a pair: a place is the hash of a URL without one
 * feature, or without all that have no effect. The rows of the pages say what they show. */
#include "config.h"

#include "judge/evidence.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/limits.h"
#include "frontier/stats.h"
#include "frontier/queue.h"
#include "frontier/row.h"
#include "judge/learned.h"
#include "judge/scope.h"
#include "judge/site.h"
#include "judge/variant.h"
#include "weave/rebuild.h"

enum {
    BUCKETS = 1 << 15,
    WAYS = 4,
    SAMPLE = 50,
    SAMPLES = 10,
    PROBES = 256,
    NAME_SHOWN = 80,
    TEXT_MAX = 2 * LIMIT_URL_BYTES
};

struct place {
    uint64_t hash; /* 0: none */
    uint64_t tag;  /* the hash of the feature that it is without; TAG_WHOLE, TAG_REDUCED, TAG_PAGE */
    uint64_t id;   /* of the URL; for TAG_PAGE the hash of its path, or 0 if several have it */
};

/* A URL as it is; without several features; and what a page shows. */
enum { TAG_WHOLE = 0, TAG_REDUCED = 1, TAG_PAGE = 2 };

struct evidence {
    uint64_t key[2]; /* of places */
    struct learned learned;
    struct place (*places)[WAYS];
    int64_t probes[PROBES];
    size_t probe_count;
    struct variant variant;
    struct url url;
    struct buf text, kinds[2];
};

struct evidence *evidence_new(void)
{
    struct evidence *evidence = MEM_NEW(struct evidence);

    random_fill(evidence->key, sizeof evidence->key);
    learned_init(&evidence->learned);
    evidence->places = mem_new(BUCKETS, sizeof *evidence->places);
    url_init(&evidence->url);
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
    return evidence->places[hash / 2 % BUCKETS];
}

static struct place *find_place(struct evidence *evidence, uint64_t hash, uint64_t tag)
{
    struct place *bucket = bucket_at(evidence, hash);

    for (int i = 0; i < WAYS; i++)
        if (bucket[i].hash == hash && bucket[i].tag == tag)
            return &bucket[i];
    return NULL;
}

/* Adds a place, unless it is known; of a full bucket the oldest one is forgotten. Returns the known one. */
static struct place *add_place(struct evidence *evidence, struct place place)
{
    struct place *bucket = bucket_at(evidence, place.hash);
    struct place *known = find_place(evidence, place.hash, place.tag);

    if (known)
        return known;
    memmove(bucket + 1, bucket, (WAYS - 1) * sizeof *bucket);
    bucket[0] = place;
    return NULL;
}

/* Takes URL apart, and finds its kinds. */
static void read_variant(struct evidence *evidence, const struct url *url)
{
    variant_read(&evidence->variant, url);
    variant_kind(&evidence->variant, false, &evidence->kinds[0]);
    variant_kind(&evidence->variant, true, &evidence->kinds[1]);
}

/* Returns the kind of path for which SORT is learned: WIDE or not. The end of a path is learned for all. */
static struct span kind_for(const struct evidence *evidence, enum feature_sort sort, int wide)
{
    return sort >= FEATURE_SLASH ? evidence->variant.origin : buf_span(&evidence->kinds[wide]);
}

/* Returns the rule by which the feature with the hash TAG has no effect at the kinds of the variant; NULL: it
 * may have one. A contradiction at the very path counts more than evidence at other paths of its folder. */
static struct rule *rule_for(struct evidence *evidence, uint64_t tag)
{
    struct rule *all = learned_find(&evidence->learned, evidence->variant.origin, tag);
    struct rule *near = learned_find(&evidence->learned, buf_span(&evidence->kinds[0]), tag);
    struct rule *wide = learned_find(&evidence->learned, buf_span(&evidence->kinds[1]), tag);

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
        if (rule_for(evidence, learned_hash(&evidence->variant.features[i])))
            without |= UINT32_C(1) << i;
    return without;
}

/* Returns a place of another URL than ID that has HASH and whose feature, if it is without one, has no
 * effect. */
static const struct place *find_same(struct evidence *evidence, uint64_t hash, int64_t id)
{
    const struct place *bucket = bucket_at(evidence, hash);

    for (int i = 0; i < WAYS; i++)
        if (bucket[i].hash == hash && bucket[i].tag != TAG_PAGE && bucket[i].id != (uint64_t)id &&
            (bucket[i].tag <= TAG_REDUCED || rule_for(evidence, bucket[i].tag)))
            return &bucket[i];
    return NULL;
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

/* Notes that the variant SHOWS this, by its path without what may be left out of one. IS_COMMON is set if
 * URLs of other paths do, too; IS_NEWS if that was not known. */
static void note_page(struct evidence *evidence, int64_t shows, bool *is_common, bool *is_news)
{
    uint64_t path = hash_variant(evidence, UINT32_MAX),
             hash = (uint64_t)shows * UINT64_C(0x9e3779b97f4a7c15) | 1;
    struct place *known = add_place(evidence, (struct place){hash, TAG_PAGE, path});

    *is_common = known && known->id != path;
    *is_news = *is_common && known->id != 0;
    if (*is_common)
        known->id = 0;
}

static void load_page(void *context, int64_t id, struct span url, int64_t shown)
{
    struct evidence *evidence = context;
    bool is_common, is_news;

    if (url_parse(&evidence->url, url, NULL, NULL) != URL_OK)
        return;
    read_variant(evidence, &evidence->url);
    add_places(evidence, id, find_reduction(evidence));
    if (shown)
        note_page(evidence, shown, &is_common, &is_news);
}

/* Finds the places of all stored pages. */
static int load_places(struct evidence *evidence, struct frontier *frontier)
{
    memset(evidence->places, 0, BUCKETS * sizeof *evidence->places);
    return frontier_walk_pages(frontier, load_page, evidence);
}

int evidence_load(struct evidence *evidence, struct frontier *frontier)
{
    int error = learned_load(&evidence->learned, frontier);

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

/* The facts by which stored pages and files are compared. */
struct look {
    unsigned char digest[DIGEST_MAX_BYTES];
    size_t len;
    int64_t shown;
};

/* Sets LOOK to that of VISIT; ERROR_NOT_FOUND if it stored nothing. */
static int look_of(const struct frontier_visit *visit, struct look *look)
{
    if (!(visit->state == FRONTIER_DONE || frontier_is_same(visit)) || visit->digest.len == 0 ||
        visit->digest.len > sizeof look->digest)
        return ERROR_NOT_FOUND;
    look->len = visit->digest.len;
    memcpy(look->digest, visit->digest.at, look->len);
    look->shown = visit->shown;
    if (!look->shown && look->len >= sizeof look->shown)
        memcpy(&look->shown, look->digest, sizeof look->shown);
    return 0;
}

/* Reads the look of ID; ERROR_NOT_FOUND if no answer of it is stored. */
static int read_look(struct frontier *frontier, uint64_t id, struct look *look)
{
    struct frontier_row row;
    int error = frontier_get(frontier, (int64_t)id, &row);

    if (error)
        return error;
    return row.answered ? look_of(&row.visit, look) : ERROR_NOT_FOUND;
}

/* Sets IS_SAME to whether the page of ID looks like LOOK. ERROR_NOT_FOUND as above. */
static int compare(struct frontier *frontier, uint64_t id, const struct look *look, bool *is_same)
{
    struct look other;
    int error = read_look(frontier, id, &other);

    *is_same = !error && (other.shown == look->shown ||
                          (other.len == look->len && memcmp(other.digest, look->digest, look->len) == 0));
    return error;
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

/* Sets DIFFER to whether the variant differs from the URL ID in each parameter of FEATURE. */
static int check_difference(struct site *site, const struct feature *feature, uint64_t id, bool *differ)
{
    const struct variant *variant = &site->evidence->variant;
    struct variant other;
    int error = 0;

    *differ = true;
    if ((feature->parts & (feature->parts - 1)) == 0)
        return 0;
    error = read_other(site, id, &other);
    for (size_t i = 0; i < variant->part_count && !error; i++)
        for (size_t j = 0; j < other.part_count; j++)
            if ((feature->parts >> i & 1) && span_equals(variant->parts[i].text, other.parts[j].text))
                *differ = false;
    return error;
}

/* Counts the pair of the variant ID, which looks like LOOK, and the URL of PLACE, if they are two, as one
 * that differs in FEATURE. */
static int weigh_pair(struct site *site, int64_t id, const struct look *look, const struct place *place,
                      const struct feature *feature)
{
    bool is_same;
    int error;

    if (!place || place->id == (uint64_t)id)
        return 0;
    error = compare(site->frontier, place->id, look, &is_same);
    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    return count_pair(site->evidence, site->frontier, feature, is_same ? (uint64_t)look->shown : 0);
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
        bool differ;

        if ((without >> i & 1) || (is_common && feature->sort != FEATURE_TOKENS))
            continue;
        hash = hash_variant(evidence, without | UINT32_C(1) << i);
        if (hash == whole)
            continue;
        place = find_place(evidence, hash, learned_hash(feature));
        if (!place || place->id == (uint64_t)id)
            place = find_place(evidence, hash, without ? TAG_REDUCED : TAG_WHOLE);
        differ = true;
        if (place && place->tag > TAG_PAGE)
            error = check_difference(site, feature, place->id, &differ);
        if (!error && differ)
            error = weigh_pair(site, id, look, place, feature);
    }
    return error;
}

/* Counts the pair of the variant ID and the URL of PLACE, which has a feature that the variant lacks. */
static int weigh_lack(struct site *site, int64_t id, const struct look *look, const struct place *place)
{
    struct variant other;
    int error = read_other(site, place->id, &other);

    if (error)
        return error;
    for (size_t i = 0; i < other.feature_count; i++)
        if (learned_hash(&other.features[i]) == place->tag)
            return weigh_pair(site, id, look, place, &other.features[i]);
    return 0;
}

/* Counts each pair of the variant with a page that has one feature more. */
static int weigh_lacks(struct site *site, int64_t id, const struct look *look, uint32_t without)
{
    struct evidence *evidence = site->evidence;
    uint64_t hash = hash_variant(evidence, without);
    const struct place *bucket = bucket_at(evidence, hash);
    int error = 0;

    for (int i = 0; i < WAYS && !error; i++)
        if (bucket[i].hash == hash && bucket[i].tag > TAG_PAGE && !rule_for(evidence, bucket[i].tag))
            error = weigh_lack(site, id, look, &bucket[i]);
    return error;
}

/* Checks the rules by which the variant ID is the same as another URL. */
static int weigh_rules(struct site *site, int64_t id, const struct look *look, uint32_t without)
{
    struct evidence *evidence = site->evidence;
    const struct place *same = find_same(evidence, hash_variant(evidence, without), id);
    bool is_same = true;
    int error = same ? compare(site->frontier, same->id, look, &is_same) : 0;

    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    for (size_t i = 0; i < evidence->variant.feature_count && !is_same && !error; i++)
        if (without >> i & 1)
            error = count_pair(evidence, site->frontier, &evidence->variant.features[i], 0);
    return error;
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
    read_variant(evidence, url);
    note_page(evidence, look.shown, &is_common, &is_news);
    if (is_news)
        error = learned_withdraw(&evidence->learned, site->frontier, (uint64_t)look.shown);
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
    read_variant(evidence, url);
    add_places(evidence, id, find_reduction(evidence));
    return 0;
}

/* Returns whether the next URL that RULE would keep back is requested: each fiftieth of the first ones, and
 * ever fewer of more, because a page may have fifty links with new session ids. */
static bool is_sample(struct rule *rule)
{
    int64_t count = ++rule->row.held;

    return count <= SAMPLE * SAMPLES ? count % SAMPLE == 0 : (count & (count - 1)) == 0;
}

/* Returns the first rule by which the variant is the same as the URL of SAME. */
static struct rule *first_rule(struct evidence *evidence, uint32_t without, const struct place *same)
{
    return rule_for(evidence,
                    without ? learned_hash(&evidence->variant.features[__builtin_ctz(without)]) : same->tag);
}

/* Sets site->rule to the features in which the variant, ID, differs from SAME, and notes it with their rules.
 */
static int note_held(struct site *site, int64_t id, uint32_t without, const struct place *same)
{
    struct evidence *evidence = site->evidence;
    int64_t proof = 0;
    int error = 0;

    buf_clear(&site->rule);
    for (size_t i = 0; i <= evidence->variant.feature_count && !error; i++) {
        bool is_own = i < evidence->variant.feature_count;
        struct rule *rule = NULL;

        if (is_own && evidence->variant.features[i].sort >= FEATURE_ALL && site->rule.len > 0)
            break;

        if (is_own && (without >> i & 1))
            rule = rule_for(evidence, learned_hash(&evidence->variant.features[i]));
        else if (!is_own && same->tag > TAG_PAGE && site->rule.len == 0)
            rule = rule_for(evidence, same->tag);
        if (!rule)
            continue;
        (void)buf_add_format(&site->rule, "%s%.*s", site->rule.len > 0 ? ", " : "differs only in ",
                             (int)span_part(rule->row.name, 0, NAME_SHOWN).len, rule->row.name.at);
        proof = rule->row.proof > proof ? rule->row.proof : proof;
        rule->row.last = id;
        error = frontier_set_evidence(site->frontier, &rule->row);
    }
    (void)buf_add_format(&site->rule, ", which changed nothing in %lld of %lld pages", (long long)proof,
                         (long long)proof);
    return error;
}

static bool is_probe(const struct evidence *evidence, int64_t id)
{
    for (size_t i = 0; i < evidence->probe_count; i++)
        if (evidence->probes[i] == id)
            return true;
    return false;
}

int evidence_hold(struct site *site, const struct frontier_item *item, const struct url *url, bool *held)
{
    struct evidence *evidence = site->evidence;
    struct frontier_visit visit = {.url = item->id,
                                   .state = FRONTIER_REDIRECTED,
                                   .reason = FRONTIER_BY_EQUAL,
                                   .attempts = item->attempts,
                                   .requested_ms = clock_wall_ms()};
    const struct place *same;
    struct rule *rule;
    struct look look;
    uint32_t without;
    int error;

    *held = false;
    if (site->imports || item->kind == FRONTIER_START || item->kind == FRONTIER_CANDIDATE ||
        scope_names(site->scope, url) || site_has_copy(site, item) || is_probe(evidence, item->id))
        return 0;
    read_variant(evidence, url);
    without = find_reduction(evidence);
    same = find_same(evidence, hash_variant(evidence, without), item->id);
    rule = same ? first_rule(evidence, without, same) : NULL;
    if (!rule || is_sample(rule))
        return 0;
    error = read_look(site->frontier, same->id, &look);
    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    visit.redirect_to = (int64_t)same->id;
    error = note_held(site, item->id, without, same);
    visit.rule = buf_span(&site->rule);
    if (!error)
        error = frontier_finish(site->frontier, &visit);
    if (!error)
        error = unexpected_note(&site->weaver, item->id, PAGES_ALL);
    *held = !error;
    return error;
}

/* Queues the last URL that RULE kept back; PROBED is false if it was answered since. */
static int probe_rule(struct site *site, struct rule *rule, bool *probed)
{
    struct frontier_row row;
    int error = frontier_get(site->frontier, rule->row.last, &row);

    rule->is_probed = true;
    *probed = !error && row.reason == FRONTIER_BY_EQUAL && row.state == FRONTIER_REDIRECTED;
    if (error || !*probed)
        return error == ERROR_NOT_FOUND ? 0 : error;
    site->evidence->probes[site->evidence->probe_count++] = rule->row.last;
    error = frontier_requeue(site->frontier, rule->row.last);
    return error ? error : unexpected_note(&site->weaver, rule->row.last, PAGES_SO_FAR);
}

int evidence_probe(struct site *site, bool *any)
{
    struct evidence *evidence = site->evidence;
    int error = 0;

    *any = false;
    for (size_t i = 0; i < LEARNED_RULES && !error && evidence->probe_count < PROBES; i++) {
        struct rule *rule = &evidence->learned.rules[i];
        bool probed = false;

        if (rule->row.proof > 0 && rule->row.last > 0 && !rule->is_probed)
            error = probe_rule(site, rule, &probed);
        *any |= probed;
    }
    return error || !*any ? error : site_activate_origins(site);
}
