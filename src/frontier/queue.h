/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_QUEUE_H
#define TIPTOE_FRONTIER_QUEUE_H

#include "base/span.h"
#include "frontier/names.h"

struct frontier;

/* The known URLs, and changes of their state without an answer. */

/* How a URL is used. These are bits: a URL may be both. A candidate (names.h) has neither, as its use is
 * unknown. */
enum frontier_role { FRONTIER_AS_PAGE = 1, FRONTIER_AS_REQUISITE = 2 };

/* The facts of a known URL that are in memory: its roles, and these. */
enum frontier_flag {
    FRONTIER_IS_REFUSED = 4,
    FRONTIER_IS_SETTLED = 8 /* by an answer, or because no answer came */
};

/* Returns whether a URL with these FLAGS is certainly queued without an answer in force: it then has no file,
 * and the caller need not call frontier_target. For readers and in updates it is always false. */
bool frontier_is_fresh(const struct frontier *frontier, unsigned flags) NONNULL;

/* Returns whether a URL with these FLAGS is certainly refused without an answer in force, so that it has no
 * file. For readers, and after an update, it is always false. */
bool frontier_is_shut(const struct frontier *frontier, unsigned flags) NONNULL;

/* Returns whether the canonical URL has a row, in this spelling or an equivalent one; ID and FLAGS (roles and
 * flags) are then set. Does not access the database. */
bool frontier_known(const struct frontier *frontier, struct span url, int64_t *id, unsigned *flags) NONNULL;

/* A URL to add. All spans are borrowed for the call. */
struct frontier_new {
    struct span url; /* canonical, at most LIMIT_URL_BYTES */
    int64_t origin;  /* from frontier_origin */
    enum frontier_kind kind;
    unsigned roles;              /* enum frontier_role */
    int depth;                   /* links from the start page */
    int64_t referrer;            /* the page it was found on, 0 for the start */
    struct span via;             /* where on that page ("img srcset"); each text is stored once, so use few */
    enum frontier_reason reason; /* none: queued; otherwise refused for this reason */
    struct span
        rule; /* of a refusal: the exact rule, e.g. "line 12: Disallow: /x"; each text is stored once */
};

/* Adds a URL that is not known (a known one is our bug: it dies). ERROR_TOO_LARGE above 2^28 URLs. ID may be
 * NULL. */
int frontier_add(struct frontier *frontier, const struct frontier_new *row, int64_t *id)
    __attribute__((nonnull(1, 2), warn_unused_result));

/* Adds ROW's roles to a known URL. If ROW has no reason, a queued URL also gets the better kind and lesser
 * depth of the two, and a refused one is queued with ROW's kind, depth, referrer and via. An answered or
 * failed URL is not requested again. A candidate that gets a role also gets ROW's kind, in any state. ROW's
 * url and origin are ignored. */
int frontier_want(struct frontier *frontier, int64_t id, const struct frontier_new *row) CHECKED;

/* Makes URL, if it is known, the start page, and all other URLs of that kind ordinary pages. If it was
 * refused, it is queued. */
int frontier_set_start(struct frontier *frontier, struct span url) CHECKED;

/* Queues a settled URL again as if it were new: its attempts start at 0, and its answer and file are no
 * longer in force. */
int frontier_requeue(struct frontier *frontier, int64_t id) CHECKED;

/* Queues a refused URL again; if it has a page in force, that stays. */
int frontier_reconsider(struct frontier *frontier, int64_t id) CHECKED;

/* Sets ID to the first URL with an id above AFTER that was refused for REASON, or failed because of the
 * network, which is REASON. ERROR_END at the end. */
int frontier_next_refused(struct frontier *frontier, enum frontier_reason reason, int64_t after, int64_t *id)
    CHECKED;

/* Queues every refused URL again whose reason is REASON, because the option that refused them has changed.
 * Pages that link to them count as woven on a wrong guess (links.h). COUNT becomes their number. */
int frontier_reopen(struct frontier *frontier, enum frontier_reason reason, uint64_t *count) CHECKED;

/* Settles a queued URL without an answer: STATE is FRONTIER_REFUSED or FRONTIER_FAILED. RULE as in
 * frontier_new. */
int frontier_settle(struct frontier *frontier, int64_t id, enum frontier_state state,
                    enum frontier_reason reason, struct span rule) CHECKED;

/* Returns a URL to the queue after ATTEMPTS attempts, to be tried again not before NOT_BEFORE_MS (> 0). */
int frontier_retry(struct frontier *frontier, int64_t id, int attempts, int64_t not_before_ms) CHECKED;

/* Retries of ORIGIN's URLs that are planned after LATEST_MS are planned BY_MS sooner. */
int frontier_retry_sooner(struct frontier *frontier, int64_t origin, int64_t by_ms, int64_t latest_ms)
    CHECKED;

/* The URL to request next, and the URLs in flight. */

struct frontier_item {
    int64_t id, origin, referrer;
    struct span url; /* borrowed until the next frontier_next */
    enum frontier_kind kind;
    unsigned roles;
    int depth;
    int attempts;          /* made before */
    int64_t not_before_ms; /* 0 unless it is to be tried again */
};

/* Finds the best queued URL of ORIGIN whose kind is at most KIND_MAX: first fresh ones by kind and id, then
 * those to be tried again whose time has come, the longest waiting first. It is then in flight: it is not
 * returned again until release, finish, settle or retry is called for it. A page without roles is
 * queued as a page, and returned as a candidate. ERROR_END if no URL is ready. */
int frontier_next(struct frontier *frontier, int64_t origin, enum frontier_kind kind_max, int64_t now_ms,
                  struct frontier_item *item) CHECKED;

/* Notes that ITEM is requested or refused, and not released: it is not queued as a page any more. */
int frontier_take(struct frontier *frontier, const struct frontier_item *item) CHECKED;

/* The `not_before` of a URL that an update revisits. It is in the past, so the URL comes after new ones but
 * does not wait. */
enum { FRONTIER_LATER_MS = 1 };

bool frontier_is_in_flight(const struct frontier *frontier, int64_t id) __attribute__((nonnull, pure));

/* Returns an item to the queue; nothing is written. */
void frontier_release(struct frontier *frontier, int64_t id) NONNULL;

/* Finds the earliest time at which one of ORIGIN's URLs may be tried again; ERROR_NOT_FOUND if none waits. */
int frontier_earliest_retry(struct frontier *frontier, int64_t origin, int64_t *not_before_ms) CHECKED;

#endif
