/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_QUEUE_H
#define TIPTOE_FRONTIER_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"
#include "frontier/names.h"

struct frontier;

/* Which URLs are known, and what becomes of them without an answer. */

/* What is wanted of a URL: bits, a URL may be both. A candidate (names.h) has none: nobody knows yet. */
enum frontier_role { FRONTIER_AS_PAGE = 1, FRONTIER_AS_REQUISITE = 2 };

/* What memory alone tells of a known URL: its roles, and these. */
enum frontier_flag {
    FRONTIER_IS_REFUSED = 4,
    FRONTIER_IS_SETTLED = 8 /* by an answer, or for the lack of one */
};

/* Whether a URL with these FLAGS is queued and no answer to it is in force, so that it has no file: then
 * there is no need to ask frontier_target. May be false although it is so: always for readers, and in an
 * update. */
bool frontier_is_fresh(const struct frontier *frontier, unsigned flags) __attribute__((nonnull));

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
 * ignored. Whoever wants a candidate makes it what ROW says, answered or not. */
int frontier_want(struct frontier *frontier, int64_t id, const struct frontier_new *row)
    __attribute__((nonnull, warn_unused_result));

/* Queues a settled URL again as it was first queued: its attempts start anew, and its answer is of no
 * use any more: its file, if it has one, is not to be relied on. */
int frontier_requeue(struct frontier *frontier, int64_t id) __attribute__((nonnull, warn_unused_result));

/* Sets ID to the first refused URL beyond the id AFTER whose reason is REASON, or 0. */
int frontier_next_refused(struct frontier *frontier, enum frontier_reason reason, int64_t after, int64_t *id)
    __attribute__((nonnull, warn_unused_result));

/* Queues every refused URL again whose reason is REASON: an option that refused them has changed.
 * Pages that link to them count as woven on a wrong guess (guess.h). COUNT is how many. */
int frontier_reopen(struct frontier *frontier, enum frontier_reason reason, uint64_t *count)
    __attribute__((nonnull, warn_unused_result));

/* Ends a queued URL without an answer: STATE is FRONTIER_REFUSED or FRONTIER_FAILED. RULE as in frontier_new.
 */
int frontier_settle(struct frontier *frontier, int64_t id, enum frontier_state state,
                    enum frontier_reason reason, struct span rule)
    __attribute__((nonnull, warn_unused_result));

/* Puts a URL back to be tried again, ATTEMPTS having been made, not before NOT_BEFORE_MS (> 0). */
int frontier_retry(struct frontier *frontier, int64_t id, int attempts, int64_t not_before_ms)
    __attribute__((nonnull, warn_unused_result));

#endif
