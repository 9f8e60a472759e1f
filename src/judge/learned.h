/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_LEARNED_H
#define TIPTOE_JUDGE_LEARNED_H

#include "base/span.h"
#include "frontier/stats.h"

struct feature;

/* The rules that pairs of URLs have shown, in a table of fixed size: a full bucket forgets the one with the
 * fewest pairs. */

enum { LEARNED_RULES = 4096, LEARNED_PAGES = 3 };

/* The evidence about one feature at one kind of path. */
struct rule {
    uint64_t key; /* 0: none */
    struct frontier_evidence row;
    char *texts;                   /* of the row */
    uint64_t pages[LEARNED_PAGES]; /* what its equal pairs showed */
    bool is_probed;                /* in this run */
};

struct learned {
    struct rule *rules; /* LEARNED_RULES */
    bool is_refuted;    /* a rule has ended; its reader clears this */
};

void learned_init(struct learned *learned) NONNULL;
void learned_release(struct learned *learned) NONNULL;

/* Reads what earlier runs have learned. */
int learned_load(struct learned *learned, struct frontier *frontier) CHECKED;

/* Returns the hash of FEATURE, whatever URL has it; it is above 2. */
uint64_t learned_hash(const struct feature *feature) __attribute__((nonnull, pure));

/* Returns the rule about the feature with this hash at KIND; NULL if nothing was learned. */
struct rule *learned_find(const struct learned *learned, struct span kind, uint64_t feature)
    __attribute__((nonnull, pure));

/* Counts a pair of URLs of KIND that differ only in FEATURE: both show PAGE, or different things if PAGE is
 * 0. A row with a proof is a rule. */
int learned_count(struct learned *learned, struct frontier *frontier, struct span kind,
                  const struct feature *feature, uint64_t page) CHECKED;

/* Takes back the pairs that show PAGE, because URLs of different paths do: they prove nothing, except about
 * session ids. */
int learned_withdraw(struct learned *learned, struct frontier *frontier, uint64_t page) CHECKED;

#endif
