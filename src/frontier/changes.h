/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_CHANGES_H
#define TIPTOE_FRONTIER_CHANGES_H

#include <stdint.h>

#include "base/span.h"

struct frontier;

/* How a URL differs from the run before. Numbers are part of the public format (table change_kind). */
enum frontier_change_kind {
    FRONTIER_IS_NEW,
    FRONTIER_IS_CHANGED,
    FRONTIER_IS_MOVED,       /* now a redirect, or a redirect to another URL */
    FRONTIER_IS_GONE,        /* now 404 or 410; its file is kept */
    FRONTIER_IS_DELETED,     /* --delete removed its file */
    FRONTIER_IS_NOW_REFUSED, /* by robots.txt or an option; its file was removed from site/ */
    FRONTIER_IS_WITHHELD,    /* by NOINDEX or NOARCHIVE; its file was removed from site/ */
    FRONTIER_IS_FAILING,     /* now without a complete answer; its last good copy is kept */
    FRONTIER_CHANGE_KINDS
};

/* The name in the table change_kind; "?" for an unknown number. */
const char *frontier_change_name(int kind);

/* Records a change in this run. It replaces an earlier one of the same URL and run. */
int frontier_note_change(struct frontier *frontier, int64_t url, enum frontier_change_kind kind)
    __attribute__((nonnull, warn_unused_result));

/* The first run of the last update; 0 if there was none. [read] */
int64_t frontier_last_update(struct frontier *frontier) __attribute__((nonnull));

struct frontier_change {
    int64_t run, url;
    int kind;
    int64_t run_started_ms;
    struct span text; /* the URL; borrowed until the next call */
};

/* The first change after that of URL in RUN, in the order of runs and URLs. ERROR_END at the end.
 * [read] */
int frontier_next_change(struct frontier *frontier, int64_t run, int64_t url, struct frontier_change *change)
    __attribute__((nonnull, warn_unused_result));

#endif
