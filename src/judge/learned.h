/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_LEARNED_H
#define TIPTOE_JUDGE_LEARNED_H

#include "base/span.h"
#include "frontier/stats.h"

struct feature;

/* The rules that pairs of URLs have shown, in a table of fixed size: a full bucket forgets the one with the
 * fewest pairs. */

enum { LEARNED_RULES = 4096, LEARNED_PAGES = 3 };

/* The evidence about one feature at one kind of path. Of FEATURE_FAMILY, "equal" counts the pages that
 * brought nothing, "different" those that brought something, and "pages" is the weight of the former since
 * the last of the latter. */
struct rule {
    uint64_t key; /* 0: none */
    struct frontier_evidence row;
    char *texts;                   /* of the row */
    uint64_t pages[LEARNED_PAGES]; /* what its equal pairs showed */
    /* Of this run: */
    int probes;   /* how often a URL that it kept back was requested to test it */
    int kept;     /* how many URLs it keeps back, while they are counted */
    int granted;  /* how many more URLs may be requested for that */
    bool is_warm; /* a page of the family was read */
};

struct learned {
    struct rule *rules; /* LEARNED_RULES */
    bool is_refuted;    /* a rule has ended; its reader clears this */
};

void learned_init(struct learned *learned) NONNULL;
void learned_release(struct learned *learned) NONNULL;

/* Reads what earlier runs have learned. */
int learned_load(struct learned *learned, struct frontier *frontier) CHECKED;

/* Returns the hash of FEATURE, whatever URL has it; it is above 3. */
uint64_t learned_hash(const struct feature *feature) __attribute__((nonnull, pure));

/* Returns the rule about the feature with this hash at KIND; NULL if nothing was learned. */
struct rule *learned_find(const struct learned *learned, struct span kind, uint64_t feature)
    __attribute__((nonnull, pure));

/* Counts a pair of URLs of KIND that differ only in FEATURE: both show PAGE, or different things if PAGE is
 * 0. A row with a proof is a rule. */
int learned_count(struct learned *learned, struct frontier *frontier, struct span kind,
                  const struct feature *feature, uint64_t page) CHECKED;

/* The weight of a page that repeats another one, and that of pages in a row after which a family that never
 * brought anything has dried up; one that brought something needs more. */
enum { LEARNED_REPETITION = 10, LEARNED_PATIENCE = 120 };

/* Counts a page of a family, which brought something if its WEIGHT is 0, or links to a page of another
 * family that did if it is negative. RULE becomes that of the family: it has a proof if the family has dried
 * up. */
int learned_yield(struct learned *learned, struct frontier *frontier, struct span kind,
                  const struct feature *family, int weight, struct rule **rule) CHECKED;

/* Keeps a rule about FEATURE, with the values of its columns "last" and "held". */
int learned_keep(struct learned *learned, struct frontier *frontier, struct span kind,
                 const struct feature *feature, int64_t last, int64_t held) CHECKED;

/* Takes back the pairs that show PAGE, because URLs of different paths do: they prove nothing, except about
 * session ids. */
int learned_withdraw(struct learned *learned, struct frontier *frontier, uint64_t page) CHECKED;

#endif
