/* SPDX-License-Identifier: MIT */
/* The table of rules about features of URLs, which is also in mirror.db. */
#include "config.h"

#include "judge/evidence.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/hash.h"

/* A rule needs equal pairs of three pages, or so many of fewer pages. */
enum { PAIRS_NEEDED = 12, WAYS = 4 };

/* It is fixed: the place of a rule in the table is the id of its row. */
static const uint64_t rule_key[2] = {0x72756c65, 0x73};

void learned_release(struct learned *learned)
{
    for (size_t i = 0; i < LEARNED_RULES; i++)
        free(learned->rules[i].texts);
    free(learned->rules);
}

static uint64_t hash_feature(int sort, struct span name)
{
    return siphash13(rule_key, name) * 31 + (unsigned)sort + 4;
}

uint64_t learned_hash(const struct feature *feature)
{
    return hash_feature((int)feature->sort, feature->name);
}

/* Returns the key of the rule about FEATURE at KIND. */
static uint64_t key_of(struct span kind, uint64_t feature)
{
    return (siphash13(rule_key, kind) ^ feature) | 1;
}

static size_t bucket_of(uint64_t key)
{
    return key / 2 % (LEARNED_RULES / WAYS) * WAYS;
}

static struct rule *find(const struct learned *learned, uint64_t key)
{
    struct rule *bucket = learned->rules + bucket_of(key);

    for (size_t i = 0; i < WAYS; i++)
        if (bucket[i].key == key)
            return &bucket[i];
    return NULL;
}

struct rule *learned_find(const struct learned *learned, struct span kind, uint64_t feature)
{
    return find(learned, key_of(kind, feature));
}

static void fill(struct rule *rule, uint64_t key, const struct frontier_evidence *row)
{
    free(rule->texts);
    *rule = (struct rule){.key = key, .row = *row};
    rule->texts = mem_new(row->kind.len + row->name.len + 1, 1);
    memcpy(rule->texts, row->kind.at, row->kind.len);
    memcpy(rule->texts + row->kind.len, row->name.at, row->name.len);
    rule->row.kind.at = rule->texts;
    rule->row.name.at = rule->texts + row->kind.len;
}

static void load_rule(void *context, const struct frontier_evidence *row)
{
    struct learned *learned = context;
    uint64_t key = key_of(row->kind, hash_feature(row->sort, row->name));

    if (row->pages >= 0 && row->id > 0 && (uint64_t)(row->id - 1) / WAYS == bucket_of(key) / WAYS)
        fill(&learned->rules[row->id - 1], key, row);
}

int learned_load(struct learned *learned, struct frontier *frontier)
{
    return frontier_walk_evidence(frontier, load_rule, learned);
}

/* Returns how much RULE has shown: a text that varies is never forgotten for another rule. */
static int64_t shown_by(const struct rule *rule)
{
    return rule->row.sort == FEATURE_TEXT ? INT64_MAX : rule->row.equal + rule->row.different;
}

/* Returns the rule about FEATURE at KIND, perhaps a new one, which takes the place of the one that has shown
 * least. */
static struct rule *require(struct learned *learned, struct span kind, const struct feature *feature)
{
    struct frontier_evidence row = {.kind = kind, .sort = (int)feature->sort, .name = feature->name};
    uint64_t key = key_of(kind, learned_hash(feature));
    struct rule *rule = find(learned, key), *bucket = learned->rules + bucket_of(key), *least = bucket;

    if (rule)
        return rule;
    for (size_t i = 1; i < WAYS; i++)
        if (shown_by(&bucket[i]) < shown_by(least))
            least = &bucket[i];
    learned->is_refuted |= least->row.held > 0 && least->row.sort < FEATURE_FAMILY;
    fill(least, key, &row);
    least->row.id = least - learned->rules + 1;
    return least;
}

int learned_count(struct learned *learned, struct frontier *frontier, struct span kind,
                  const struct feature *feature, uint64_t page)
{
    struct rule *rule = require(learned, kind, feature);
    bool by_one =
        feature->sort == FEATURE_TOKENS || feature->sort == FEATURE_ORDER || feature->sort == FEATURE_LIST;
    int at = 0;

    if (page) {
        rule->row.equal++;
        while (at < LEARNED_PAGES && rule->pages[at] != page)
            at++;
        if (at == LEARNED_PAGES && rule->row.pages < LEARNED_PAGES)
            rule->pages[rule->row.pages++] = page;
    } else {
        rule->row.different++;
        learned->is_refuted |= rule->row.proof > 0;
        rule->row.proof = 0;
    }
    if (rule->row.proof == 0 && rule->row.different == 0 &&
        (rule->row.pages >= (by_one ? 1 : LEARNED_PAGES) || rule->row.equal >= PAIRS_NEEDED))
        rule->row.proof = rule->row.equal;
    return frontier_set_evidence(frontier, &rule->row);
}

int learned_keep(struct learned *learned, struct frontier *frontier, struct span kind,
                 const struct feature *feature, int64_t last, int64_t held)
{
    struct rule *rule = require(learned, kind, feature);

    rule->row.last = last;
    rule->row.held = held;
    return frontier_set_evidence(frontier, &rule->row);
}

int learned_yield(struct learned *learned, struct frontier *frontier, struct span kind,
                  const struct feature *family, int weight, struct rule **rule)
{
    struct frontier_evidence *row;

    *rule = require(learned, kind, family);
    row = &(*rule)->row;
    (*rule)->is_warm = true;
    row->equal += weight > 0;
    row->different += weight == 0;
    row->pages = weight > 0 ? row->pages + weight : 0;
    row->proof = row->pages >= LEARNED_PATIENCE + row->different ? row->equal : 0;
    return frontier_set_evidence(frontier, row);
}

int learned_withdraw(struct learned *learned, struct frontier *frontier, uint64_t page)
{
    int error = 0;

    for (size_t i = 0; i < LEARNED_RULES && !error; i++) {
        struct rule *rule = &learned->rules[i];
        bool has = false;

        for (int at = 0; at < LEARNED_PAGES; at++)
            has |= rule->pages[at] == page;
        if (!has || rule->row.sort == FEATURE_TOKENS) /* the rules about families have no pages */
            continue;
        learned->is_refuted |= rule->row.proof > 0;
        rule->row.equal = rule->row.pages = rule->row.proof = 0;
        memset(rule->pages, 0, sizeof rule->pages);
        error = frontier_set_evidence(frontier, &rule->row);
    }
    return error;
}
