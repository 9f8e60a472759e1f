/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_REPORT_H
#define TIPTOE_FRONTIER_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"
#include "frontier/changes.h"
#include "frontier/courtesy.h"
#include "frontier/names.h"
#include "frontier/stats.h"

struct frontier;

/* What a report reads: everything that is known, in one pass over each table. Texts of URLs are left out,
 * since a report shows few of them (frontier_get has them). Each function calls EACH for every row; what it
 * gets is borrowed for the call, in which no other function of the frontier may be called. [read] */

struct frontier_known_url {
    int64_t id, origin, referrer, rule; /* 0: none */
    enum frontier_state state;
    enum frontier_kind kind;
    enum frontier_reason reason;
    unsigned roles;
    int depth;
    bool answered; /* what follows is of its last answer of use */
    bool stored;   /* that gave it a file */
    int status;    /* of the last request; 0 without an answer */
    int64_t wire_bytes, plain_bytes, duration_ms, redirect_to, preferences;
    struct span content_type;
};

/* In the order of ids, which run from 1 without gaps. */
typedef void frontier_url_reader(void *context, const struct frontier_known_url *url);
int frontier_walk_urls(struct frontier *frontier, frontier_url_reader *each, void *context)
    __attribute__((nonnull, warn_unused_result));

/* Every run with its account, the last first. */
typedef void frontier_run_reader(void *context, const struct frontier_run *run,
                                 const struct frontier_courtesy *courtesy);
int frontier_walk_runs(struct frontier *frontier, frontier_run_reader *each, void *context)
    __attribute__((nonnull, warn_unused_result));

/* The changes that runs from SINCE on noted. */
typedef void frontier_change_reader(void *context, int64_t url, int kind);
int frontier_walk_changes(struct frontier *frontier, int64_t since, frontier_change_reader *each,
                          void *context) __attribute__((nonnull, warn_unused_result));

/* Every URL that was refused or withheld, and why. An error that EACH returns ends the walk. */
struct frontier_refused_url {
    struct span url, rule;
    enum frontier_state state;
    enum frontier_reason reason;
};
typedef int frontier_refused_reader(void *context, const struct frontier_refused_url *url);
int frontier_walk_refused(struct frontier *frontier, frontier_refused_reader *each, void *context)
    __attribute__((nonnull, warn_unused_result));

/* The text of a rule (or of what is kept as one), borrowed until the next call of this; ERROR_NOT_FOUND for
 * an id that is none. */
int frontier_rule_text(struct frontier *frontier, int64_t id, struct span *text)
    __attribute__((nonnull, warn_unused_result));

#endif
