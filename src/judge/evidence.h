/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_EVIDENCE_H
#define TIPTOE_JUDGE_EVIDENCE_H

#include "judge/learned.h"
#include "judge/shown.h"
#include "judge/variant.h"

struct frontier;
struct frontier_visit;
struct site;

/* URLs that differ in nothing that matters: in a session id, a parameter for statistics, the order of
 * parameters. The difference is learned from pairs of URLs that differ in one feature only (judge/variant.h).
 * A feature is without effect after three pairs of different pages that show the same, or twelve pairs of
 * fewer pages; after one pair, if its name is known for that or if it is an order. A URL that differs from
 * one with a stored answer in such features only is not requested: that one's file is also its own. Each
 * fiftieth (of many, fewer), and the last of each feature at the end of a run, is requested nevertheless. One
 * pair that shows different things ends the rule for good, and queues what it kept back. A page that comes
 * for URLs of different paths proves nothing, except about session ids. Tables have a maximum: a forgotten
 * page is requested once more, and nothing else. */

/* The URLs by which something was shown before: none, the same one (perhaps with another session id), others
 * of its path, others. */
enum evidence_shown { EVIDENCE_NEW, EVIDENCE_AGAIN, EVIDENCE_HERE, EVIDENCE_ELSEWHERE };

enum { EVIDENCE_WAYS = 4, EVIDENCE_FLIGHTS = 64 };

/* The place of a URL, or of what it shows, by which it is found. */
struct place {
    uint64_t hash; /* 0: none */
    uint64_t tag;  /* the hash of the feature that it is without; TAG_WHOLE and so on */
    uint64_t id;   /* of the URL; for TAG_PAGE the hash of its path, or 0 if several have it */
};

/* A page that is in flight or waits for one, and its family; 0: none. */
struct evidence_flight {
    int64_t id;
    uint64_t kind, family;
};

/* A URL as it is; without several features; what a page shows, and the first one that did. */
enum { TAG_WHOLE = 0, TAG_REDUCED = 1, TAG_FIRST = 2, TAG_PAGE = 3 };

struct evidence {
    uint64_t key[2]; /* of places */
    struct learned learned;
    struct shown *shown;
    size_t varying_kept; /* how many of its varying texts are in the mirror */
    int64_t since;       /* what older pages show is not comparable, by the sequence of visits */
    struct place (*places)[EVIDENCE_WAYS];
    size_t buckets, added;  /* the size of the table, and the places that were added since it grew */
    struct variant variant; /* the URL at hand */
    struct buf text;
    struct buf kinds[2]; /* the kinds of its path (evidence_kind); empty until they are needed */
    struct url url;
    bool is_wanted; /* some URLs have parameters: what pages show is compared */
    /* The page that was read last, and what it brings to its family: */
    int64_t page; /* 0: none, or one without a family */
    enum evidence_shown known;
    bool is_new;      /* it has a new text or file */
    bool brings_page; /* it links to a new URL without a family */
    bool has_pair;    /* it shows that a feature has no effect, which no page denies */
    int tests;        /* of rules about features, in this run */
    struct evidence_flight flights[EVIDENCE_FLIGHTS];
    int others; /* requests since the last one for a family that has dried up */
};

struct evidence *evidence_new(void) __attribute__((returns_nonnull, warn_unused_result));
void evidence_free(struct evidence *evidence);

/* Reads what earlier runs have learned. */
int evidence_load(struct evidence *evidence, struct frontier *frontier) CHECKED;

/* Takes URL apart. */
void evidence_take_apart(struct evidence *evidence, const struct url *url) NONNULL;

/* Returns the kind of path of the variant, or its WIDE kind. */
struct span evidence_kind(struct evidence *evidence, bool wide) NONNULL;

/* Returns the rule by which the feature with the hash TAG has no effect at the kinds of the variant; NULL: it
 * may have one. A contradiction at the very path counts more than evidence at other paths of its folder. */
struct rule *evidence_rule(struct evidence *evidence, uint64_t tag) NONNULL;

/* Returns the place of another URL than ID from which the variant, ID, differs only in features without
 * effect: those of WITHOUT, a bit for each, or the one that the place is without. NULL: no such place. */
const struct place *evidence_find_same(struct evidence *evidence, int64_t id, uint32_t *without) NONNULL;

/* Notes that the variant, ID, is requested: what is the same as it without the features of WITHOUT finds it
 * while it is in flight. */
void evidence_expect(struct evidence *evidence, int64_t id, uint32_t without) NONNULL;

/* Finds the URLs that are known to show the same as URL, which shows SHOWS. */
enum evidence_shown evidence_find_shown(struct evidence *evidence, const struct url *url, int64_t shows)
    NONNULL;

/* Learns from VISIT, the page or file of URL that has just been stored. */
int evidence_note(struct site *site, const struct frontier_visit *visit, const struct url *url) CHECKED;

#endif
