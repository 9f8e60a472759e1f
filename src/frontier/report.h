/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_REPORT_H
#define TIPTOE_FRONTIER_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"
#include "frontier/names.h"
#include "frontier/stats.h"

struct frontier;

/* Whole tables for a report, each read in one pass. Texts of URLs are left out, because a report shows few of
 * them (frontier_get has them). Each function calls EACH for every row, with arguments that are borrowed for
 * the call. EACH must not call other functions of the frontier. [read] */

struct frontier_known_url {
    int64_t id, origin, referrer, rule; /* 0: none */
    enum frontier_state state;
    enum frontier_kind kind;
    enum frontier_reason reason;
    unsigned roles;
    int depth;
    bool answered; /* the following members are those of its last useful answer */
    bool stored;   /* the answer gave it a file */
    bool shell;    /* a page that shows little until scripts have built it */
    int status;    /* of the last request; 0 without an answer */
    int64_t wire_bytes, plain_bytes, duration_ms, redirect_to, preferences;
    struct span content_type;
};

/* In the order of ids, which run from 1 without gaps. */
typedef void frontier_url_reader(void *context, const struct frontier_known_url *url);
int frontier_walk_urls(struct frontier *frontier, frontier_url_reader *each, void *context)
    __attribute__((nonnull, warn_unused_result));

/* Every run with its account, the newest first. */
typedef void frontier_run_reader(void *context, const struct frontier_run *run,
                                 const struct frontier_load *load);
int frontier_walk_runs(struct frontier *frontier, frontier_run_reader *each, void *context)
    __attribute__((nonnull, warn_unused_result));

/* The changes that the run SINCE and later runs recorded. */
typedef void frontier_change_reader(void *context, int64_t url, int kind);
int frontier_walk_changes(struct frontier *frontier, int64_t since, frontier_change_reader *each,
                          void *context) __attribute__((nonnull, warn_unused_result));

/* Every URL that was refused or withheld, with the reason. An error that EACH returns ends the walk. */
struct frontier_refused_url {
    struct span url, rule;
    enum frontier_state state;
    enum frontier_reason reason;
};
typedef int frontier_refused_reader(void *context, const struct frontier_refused_url *url);
int frontier_walk_refused(struct frontier *frontier, frontier_refused_reader *each, void *context)
    __attribute__((nonnull, warn_unused_result));

/* Finds a text of the table rule, borrowed until the next call of this. ERROR_NOT_FOUND for an unknown id. */
int frontier_rule_text(struct frontier *frontier, int64_t id, struct span *text)
    __attribute__((nonnull, warn_unused_result));

#endif
