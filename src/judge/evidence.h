/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_EVIDENCE_H
#define TIPTOE_JUDGE_EVIDENCE_H

#include "base/buf.h"
#include "frontier/frontier.h"
#include "url/url.h"

struct frontier_visit;
struct link_list;
struct site;

/* variant.c: the features of a URL that may make no difference: what it would be without them. */

enum feature_sort {
    FEATURE_PARAMETER, /* one name, in the query or after ';' in the path */
    FEATURE_TOKENS,    /* all parameters whose names are known to be without effect (apps/views.c) */
    FEATURE_ALL,       /* all parameters together, if there are several */
    FEATURE_ORDER,     /* of the parameters of the query */
    FEATURE_LIST,      /* the order of the words of a list in the path: a+b or a,b */
    FEATURE_SLASH,     /* at the end of the path, or before index.html */
    FEATURE_INDEX,     /* index.html at the end of the path */
    FEATURE_EMPTY,     /* a query without parameters */
    /* Of no single URL: */
    FEATURE_FAMILY, /* the names of all parameters, the number of words in a list, or a date */
    FEATURE_TEXT    /* a text of pages that differs at each visit */
};

enum { VARIANT_PARTS = 20, VARIANT_FEATURES = VARIANT_PARTS + 7, VARIANT_NAMES = 1024 };

/* A feature of a URL. */
struct feature {
    enum feature_sort sort;
    struct span name; /* for readers */
    uint32_t parts;   /* a bit for each parameter that it consists of */
};

/* A URL in parts; it borrows the URL. */
struct variant {
    struct span origin, path;
    struct {
        struct span text, name;
        unsigned segment; /* of the path, from 1; 0: of the query */
    } parts[VARIANT_PARTS];
    uint8_t order[VARIANT_PARTS]; /* their numbers, by name and text */
    size_t part_count;
    struct feature features[VARIANT_FEATURES];
    size_t feature_count;
    char separator; /* of the query; '\0': no query */
    char names[VARIANT_NAMES];
};

/* Takes URL apart. A URL of too many parameters has no features. */
void variant_read(struct variant *variant, const struct url *url) NONNULL;

/* Sets OUT to a text that is the same for all URLs that differ only in the features of WITHOUT (a bit for
 * each). */
void variant_write(const struct variant *variant, uint32_t without, struct buf *out) NONNULL;

/* Returns whether TEXT has a year and a month beside each other, or as one number. */
bool variant_has_date(struct span text) __attribute__((pure));

/* Sets OUT to the family of the URL among those of its kind: the sorted names of its parameters, except
 * those known for sessions, and the number of words in its list. False: it has neither, and no date; then it
 * is of no family. */
bool variant_family(const struct variant *variant, struct buf *out) NONNULL;

/* Sets OUT to the kind of path of the URL: with # for numbers; WIDE: with * for the name of the page, unless
 * that is the name of a program. */
void variant_kind(const struct variant *variant, bool wide, struct buf *out) NONNULL;

/* shown.c: the content of a run's pages: numbers by which they are compared, and texts that are new. Memory
 * is bounded: a forgotten text counts as new, so that no page looks like another. A new run starts empty. */

enum { SHOWN_VARYING = 16, SHOWN_TEXTS = 256 };

/* The texts of a page that have numbers. */
struct shown_numbers {
    int64_t id; /* of the page's URL; 0: none */
    size_t count;
    struct {
        uint64_t place; /* a hash of its words, and of the words before it */
        uint64_t text;
    } texts[SHOWN_TEXTS];
};

struct shown {
    uint64_t key[2];
    uint32_t (*known)[8];            /* texts, newest first; NULL: none */
    struct shown_numbers last, once; /* of the last page, and of one that is to be read a second time */
    uint64_t varying[SHOWN_VARYING]; /* places of texts with another number at each visit */
    size_t varying_count;
    int trials; /* how many pages may still be read twice */
};

/* A page with the links on it. Its texts are new or not among those of the same KIND; 0: they are not
 * compared. BY_WORDS: only words without digits count. */
struct shown_page {
    int64_t id;
    struct span bytes;
    const struct link_list *links;
    uint64_t kind;
    bool by_words;
};

/* Prepares a zeroed SHOWN, of which `known` is freed at the end. */
void shown_init(struct shown *shown) NONNULL;

/* Returns a number by which PAGE is compared with others: its upper half is a sum over the words without
 * digits of its title, its texts, its files, and the pages that it links to, these without parameters; its
 * lower half is one over all of these. So a list in another order is the same. Texts that vary at each visit
 * do not count. It is 0 if the page has nothing, and the same in all runs. IS_NEW is set if the page has a
 * text or a file that none of its kind had. */
int64_t shown_read(struct shown *shown, const struct shown_page *page, bool *is_new) NONNULL;

/* Returns whether two pages differ, but only in numbers: those of A and B are by shown_read. */
bool shown_differ_in_numbers(int64_t a, int64_t b) __attribute__((const));

/* Returns whether the page of the URL ID is to be requested once more, because it would show which of its
 * numbers are another one at each visit. */
bool shown_try(struct shown *shown, int64_t id) NONNULL;

/* Returns whether URL has several parameters or words in a list, each of which other URLs of its path, or
 * folder, had: a combination of filters or tags. Parameters for sessions do not count. */
bool shown_combines(const struct shown *shown, const struct url *url) __attribute__((nonnull, pure));

/* Learns the parameters and words of URL, unless it is a file's. */
void shown_learn_values(struct shown *shown, const struct url *url) NONNULL;

/* learned.c: the rules that pairs of URLs have shown, in a table of fixed size: a full bucket forgets the one
 * with the fewest pairs. */

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

/* evidence.c: URLs that differ in nothing that matters: in a session id, a parameter for statistics, the
 * order of parameters. The difference is learned from pairs of URLs that differ in one feature only (enum
 * feature_sort). A feature is without effect after three pairs of different pages that show the same, or
 * twelve pairs of fewer pages; after one pair, if its name is known for that or if it is an order. A URL
 * that differs from one with a stored answer in such features only is not requested: that one's file is
 * also its own. Each fiftieth (of many, fewer), and the last of each feature at the end of a run, is
 * requested nevertheless. One pair that shows different things ends the rule for good, and queues what it
 * kept back. A page that comes for URLs of different paths proves nothing, except about session ids. Tables
 * have a maximum: a forgotten page is requested once more, and nothing else. */

/* The URLs by which something was shown before: none, the same one (perhaps with another session id), others
 * of its path, others. */
enum evidence_shown { EVIDENCE_NEW, EVIDENCE_AGAIN, EVIDENCE_HERE, EVIDENCE_ELSEWHERE };

enum { EVIDENCE_WAYS = 8, EVIDENCE_FLIGHTS = 64 };

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
    struct shown shown;
    size_t varying_kept; /* how many of its varying texts are in the mirror */
    int64_t since;       /* what older pages show is not comparable, by the sequence of visits */
    struct place (*places)[EVIDENCE_WAYS];
    size_t buckets;         /* the size of the table */
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
