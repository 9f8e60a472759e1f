/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_FRONTIER_H
#define TIPTOE_FRONTIER_FRONTIER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"
#include "frontier/names.h"

/* Everything known of every URL, in mirror.db (schema.sql describes it). Ids are row ids: small, dense, never
 * used twice; 0 is none. Times are milliseconds since 1970 UTC. Functions that return int give 0 or a
 * negative enum error, leave outputs untouched unless 0, and frontier_error_text then has the database's own
 * words.
 *
 * All changes between two frontier_commit calls are one group: a kill keeps all of a group or nothing of it.
 * What is handed out by frontier_next is remembered in memory alone, so a kill gives it back to the queue. */
struct frontier;

/* An unopened frontier; never NULL. */
struct frontier *frontier_new(void) __attribute__((returns_nonnull, warn_unused_result));

/* Closes it. What was not committed is lost, as by a kill. NULL is accepted. */
void frontier_free(struct frontier *frontier);

enum frontier_mode {
    FRONTIER_CREATE, /* for the run: an absent or empty file becomes a new database */
    FRONTIER_OPEN,   /* for the run: the database must be there */
    FRONTIER_READ /* for status and explain, while a run may go on: the functions marked [read] alone work */
};

/* Opens the database file PATH, once. ERROR_NOT_FOUND, ERROR_CORRUPT (no SQLite database, or a damaged one),
 * ERROR_INVALID (an SQLite database, but not tiptoe's), ERROR_TOO_NEW, ERROR_LOCKED, ERROR_DATABASE. After a
 * failure: frontier_error_text, then frontier_free. */
int frontier_open(struct frontier *frontier, const char *path, enum frontier_mode mode)
    __attribute__((nonnull, warn_unused_result));

/* What the last failure was, in words; borrowed until the next call. [read] */
const char *frontier_error_text(const struct frontier *frontier) __attribute__((nonnull));

/* Ends the group: 0 means it is on the disk. After an error the group is still open; nothing of it is on the
 * disk. */
int frontier_commit(struct frontier *frontier) __attribute__((nonnull, warn_unused_result));

/* True when something changed since the last commit. */
bool frontier_has_changes(const struct frontier *frontier) __attribute__((nonnull));

/* Options of the run, kept for the next. VALUE is borrowed until the next frontier_setting; ERROR_NOT_FOUND.
 * [read: get] */
int frontier_setting(struct frontier *frontier, const char *name, struct span *value)
    __attribute__((nonnull, warn_unused_result));
int frontier_set_setting(struct frontier *frontier, const char *name, struct span value)
    __attribute__((nonnull, warn_unused_result));

/* A run is one start of the program. frontier_finish needs a begun run. END's WHY is a short sentence. */
int frontier_begin_run(struct frontier *frontier, const char *version, int64_t now_ms, int64_t *run)
    __attribute__((nonnull, warn_unused_result));
int frontier_end_run(struct frontier *frontier, int64_t now_ms, int exit_status, const char *why)
    __attribute__((nonnull, warn_unused_result));

/* What is wanted of a URL: bits, a URL may be both. */
enum frontier_role { FRONTIER_AS_PAGE = 1, FRONTIER_AS_REQUISITE = 2 };

/* What memory alone tells of a known URL: its roles, and these. */
enum frontier_flag {
    FRONTIER_IS_REFUSED = 4,
    FRONTIER_HAS_TARGET = 8 /* done or redirected: frontier_target may find a file */
};

/* True when the canonical URL has a row; then ID and FLAGS (roles and flags) are set. Costs no database
 * access. */
bool frontier_known(const struct frontier *frontier, struct span url, int64_t *id, unsigned *flags)
    __attribute__((nonnull));
uint64_t frontier_known_count(const struct frontier *frontier) __attribute__((nonnull));

/* A URL to add. All spans are borrowed for the call. */
struct frontier_new {
    struct span url; /* canonical, at most LIMIT_URL_BYTES */
    int64_t origin;  /* from frontier_origin */
    enum frontier_kind kind;
    unsigned roles;   /* enum frontier_role */
    int depth;        /* links from the start page */
    int64_t referrer; /* the page it was found on, 0 for the start */
    struct span via;  /* where on that page ("img srcset"); kept once a text, so few texts please */
    enum frontier_reason reason; /* none: queued; otherwise refused for that */
    struct span rule; /* of a refusal: the very rule, e.g. "line 12: Disallow: /x"; kept once a text */
};

/* Adds a URL that is not known (otherwise our bug: it dies). ERROR_TOO_LARGE above 2^28 URLs. ID may be NULL.
 */
int frontier_add(struct frontier *frontier, const struct frontier_new *row, int64_t *id)
    __attribute__((nonnull(1, 2), warn_unused_result));

/* A known URL is wanted in another role too: ROW's roles are added. A queued one keeps the better kind and
 * lesser depth of the two; a refused one is queued with ROW's kind, depth, referrer and via when ROW has no
 * reason, else stays as it is; an answered or failed one is not asked again. ROW's url and origin are
 * ignored. */
int frontier_want(struct frontier *frontier, int64_t id, const struct frontier_new *row)
    __attribute__((nonnull, warn_unused_result));

/* Queues a settled URL again as it was first queued: its attempts start anew; its answer stays until the
 * next. */
int frontier_requeue(struct frontier *frontier, int64_t id) __attribute__((nonnull, warn_unused_result));

struct frontier_item {
    int64_t id, origin, referrer;
    struct span url; /* borrowed until the next frontier_next or frontier_queued */
    enum frontier_kind kind;
    unsigned roles;
    int depth;
    int attempts;          /* made before */
    int64_t not_before_ms; /* 0 unless it is to be tried again */
};

/* The best queued URL of ORIGIN whose kind is at most KIND_MAX: fresh ones by kind and id, then those to be
 * tried again whose time has come, the longest waiting first. It is then in flight: not given again until one
 * of release, finish, settle or retry is called for it. ERROR_NOT_FOUND when there is none now. */
int frontier_next(struct frontier *frontier, int64_t origin, enum frontier_kind kind_max, int64_t now_ms,
                  struct frontier_item *item) __attribute__((nonnull, warn_unused_result));

/* Gives an item back to the queue; nothing is written. */
void frontier_release(struct frontier *frontier, int64_t id) __attribute__((nonnull));
unsigned frontier_in_flight(const struct frontier *frontier) __attribute__((nonnull));

/* When the first of ORIGIN's URLs to be tried again may be; ERROR_NOT_FOUND when none waits. */
int frontier_earliest_retry(struct frontier *frontier, int64_t origin, int64_t *not_before_ms)
    __attribute__((nonnull, warn_unused_result));

/* Walks over ORIGIN's queued URLs, in flight or not, in the order of the queue; they may be settled on the
 * way. Start with a zeroed cursor; ERROR_NOT_FOUND at the end. */
struct frontier_cursor {
    int64_t not_before_ms, id;
    int kind;
};
int frontier_queued(struct frontier *frontier, int64_t origin, struct frontier_cursor *cursor,
                    struct frontier_item *item) __attribute__((nonnull, warn_unused_result));

/* Ends a queued URL without an answer: STATE is FRONTIER_REFUSED or FRONTIER_FAILED. RULE as in frontier_new.
 */
int frontier_settle(struct frontier *frontier, int64_t id, enum frontier_state state,
                    enum frontier_reason reason, struct span rule)
    __attribute__((nonnull, warn_unused_result));

/* Puts a URL back to be tried again, ATTEMPTS having been made, not before NOT_BEFORE_MS (> 0). */
int frontier_retry(struct frontier *frontier, int64_t id, int attempts, int64_t not_before_ms)
    __attribute__((nonnull, warn_unused_result));

#endif
