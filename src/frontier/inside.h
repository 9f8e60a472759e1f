/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_INSIDE_H
#define TIPTOE_FRONTIER_INSIDE_H

#include "base/buf.h"
#include "frontier/db.h"
#include "frontier/frontier.h"
#include "frontier/names.h"

/* Shared by the files of this folder. No other file includes it. */

/* The list "item" of statements.sql, as members of PATH in the struct TYPE. */
#define ITEM_COLUMNS(type, path)                                                                             \
    COLUMN(type, path id), COLUMN(type, path origin), COLUMN(type, path url), COLUMN(type, path kind),       \
        COLUMN(type, path roles), COLUMN(type, path depth), COLUMN(type, path referrer),                     \
        COLUMN(type, path attempts), COLUMN(type, path not_before_ms)

/* Every statement by its name in statements.sql. */
enum statement {
#include "frontier/statement_names.h"
    STATEMENT_COUNT
};

/* frontier.c. The format of mirror.db. */
extern const struct db_format mirror_format;

/* known.c. A set of texts, each with an id and four flag bits, in 13 to 16 bytes for each text at every size.
 * It keeps 64-bit hashes under a random key instead of the texts: the chance that two of ten million texts
 * collide is 1 in 370,000, and no one can cause a collision on purpose. */
struct known;

enum { KNOWN_FLAG_BITS = 4, KNOWN_FLAGS = 15, KNOWN_ID_MAX = (1 << 28) - 1 };

struct known *known_new(void) __attribute__((returns_nonnull, warn_unused_result));
void known_free(struct known *known);

/* Returns the hash by which the functions below identify a text. */
uint64_t known_hash(const struct known *known, struct span text) __attribute__((nonnull, pure));

/* Returns the word of a text: id << KNOWN_FLAG_BITS | flags; NULL if it is not in the set. Borrowed until the
 * next known_add; callers may change it. */
uint32_t *known_find(const struct known *known, uint64_t hash) __attribute__((nonnull, pure));

/* Adds a text that is not in the set. ID is 1 to KNOWN_ID_MAX. Takes amortised constant time: occasionally
 * the whole table moves through the cache once (10 ns for each text). */
void known_add(struct known *known, uint64_t hash, uint32_t id, unsigned flags) NONNULL;

/* The same for several different texts; faster, because their memory is fetched in advance. */
struct known_text {
    uint64_t hash;
    uint32_t id;
    unsigned flags;
};
void known_add_all(struct known *known, const struct known_text *texts, size_t count) NONNULL;

/* Makes room for COUNT texts in an empty set. */
void known_expect(struct known *known, size_t count) NONNULL;

uint64_t known_count(const struct known *known) __attribute__((nonnull, pure));

/* Returns the memory that the set occupies. */
size_t known_bytes(const struct known *known) __attribute__((nonnull, pure));

/* A table (id, text) of unique texts, with a set of them in memory. */
struct intern {
    struct known *texts;
    int64_t count; /* ids run from 1 to this */
    int add;       /* the statement that adds a row */
};

void intern_init(struct intern *intern, int add_statement) NONNULL;
void intern_release(struct intern *intern) NONNULL;

/* Adds a row of the table to the set, in the order of ids; false if one is missing: the table is damaged. */
bool intern_put(struct intern *intern, int64_t id, struct span text) CHECKED;

/* Adds all rows of ALL_STATEMENT (id, text) to the set. */
int intern_load(struct intern *intern, struct db *db, int all_statement) CHECKED;

/* Returns the id of TEXT, which is added if it is new; 0 for the empty text. */
int intern_id(struct intern *intern, struct db *db, struct span text, int64_t *id) CHECKED;

/* Returns the same as a value for a statement, which fails if TEXT cannot be added. */
struct db_value intern_value(const char *name, struct intern *intern, struct db *db, struct span text)
    NONNULL;

/* queue.c. The columns of a URL's row, and of its answer, on which sums, queue counts, flags and
 * caches depend. */
struct facts {
    int64_t id, origin;
    uint64_t hash;
    enum frontier_state state;
    enum frontier_kind kind;
    enum frontier_reason reason;
    unsigned roles;
    int depth;
    bool waiting;
    uint64_t wire_bytes, plain_bytes;
};

/* Reads the facts of ID. It dies if there is no such row, because ids come from the frontier. */
int facts_get(struct frontier *frontier, int64_t id, struct facts *facts) CHECKED;

/* The rest of what happens to the URL. */
enum facts_event {
    FACTS_AGAIN,   /* it is queued again; the start page never waits */
    FACTS_LANDS,   /* it is no longer in flight */
    FACTS_ANSWERED /* the same, and its answer is that of the visit now */
};

struct frontier_visit;

/* Writes the state, reason, rule, attempts (negative: as they are) and `gone` of the URL of VISIT, which if
 * it is queued waits until NOT_BEFORE_MS, and updates all that depends on that. Without a rule, that of a URL
 * stays that is withheld, or is queued again after that or for another attempt. */
int facts_set(struct frontier *frontier, const struct frontier_visit *visit, int64_t not_before_ms,
              enum facts_event event) CHECKED;

/* Returns the flags that the set of known URLs has for a row. */
unsigned known_flags(int64_t state, int64_t roles) __attribute__((const));

/* An origin with a queue or a pace. Most origins have neither: they are hosts of links that lead away. */
struct lively {
    int64_t id;
    struct frontier_origin kept;
    bool changed; /* since the last commit */
    /* All queued URLs up to this one, in the order of the queue, are in flight; none of them waits. */
    enum frontier_kind passed_kind;
    int64_t passed; /* 0: none */
};

struct origins {
    struct intern texts;
    uint32_t *places; /* by id: 1 + index into lively, 0: not lively */
    size_t place_room;
    struct lively *lively;
    size_t lively_count, lively_room;
    bool changed;
};

struct url_sum {
    uint64_t urls, wire_bytes, plain_bytes;
    bool changed; /* since the last commit */
};

/* A URL that was handed out. There are as many as there are connections. */
struct flight {
    struct facts facts;
    bool known; /* all facts are; otherwise only id, origin, kind and state */
};

struct flying {
    struct flight *flights;
    size_t count, room;
};

/* A setting is at most as long. */
enum { SETTING_MAX = 1 << 20 };

/* Copies of texts that functions return; each is valid until the next call that uses the same buffer. */
enum text {
    TEXT_ITEM,
    TEXT_ROW,
    TEXT_LAST,
    TEXT_RULE,
    TEXT_SETTING,
    TEXT_ROBOTS,
    TEXT_ORIGIN,
    TEXT_ARCHIVE,
    TEXT_SITEMAP,
    TEXT_PAYLOAD,
    TEXT_HELD,
    TEXT_NAMES,  /* of the site; empty if it has only one */
    TEXT_LINKS,  /* the blob of a page's links while it is written */
    TEXT_FOLDER, /* of the key that was claimed last, with its slash */
    TEXTS
};

struct frontier {
    struct db *db;
    bool writes;
    struct known *known;
    int64_t last_url;
    int64_t data_version; /* SQLite's number for changes by other connections, at the last frontier_refresh */
    struct intern rules, vias;
    struct origins origins;
    struct url_sum sums[FRONTIER_STATES][FRONTIER_KINDS][FRONTIER_REASONS];
    struct flying flying;
    struct row_cache *rows;
    int64_t run, sequence, sequence_written;
    bool revisits; /* some queued URLs may have answers in force, */
    bool updated;  /* or refused ones, because there was an update */
    struct buf texts[TEXTS];
};

/* Returns the hash of URL in the set of known URLs (queue.c): all equivalent spellings have one. */
uint64_t url_hash(const struct frontier *frontier, struct span url) NONNULL;

/* Adds a row to the sums (SIGN 1), or takes it out of them (-1). */
void tally_count(struct frontier *frontier, const struct facts *facts, int sign) NONNULL;
int tally_load(struct frontier *frontier) CHECKED;
int tally_save(struct frontier *frontier) CHECKED;

/* Returns the lively part of an origin, created if it has none; borrowed until the next call. */
struct lively *origins_lively(struct frontier *frontier, int64_t id)
    __attribute__((nonnull, returns_nonnull));
int origins_load(struct frontier *frontier) CHECKED;
int origins_save(struct frontier *frontier) CHECKED;
void origins_release(struct origins *origins) NONNULL;

/* Creates a cache of rows (row.c): how URLs were found, and the targets of links. */
struct row_cache *row_cache_new(void) __attribute__((returns_nonnull, warn_unused_result));
void row_cache_free(struct row_cache *cache);

/* Forgets what is kept of ID, whose row changed, or all targets of links. */
void row_forget(struct frontier *frontier, int64_t id) NONNULL;
void row_forget_targets(struct frontier *frontier) NONNULL;

#endif
