/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_CHANGES_H
#define TIPTOE_FRONTIER_CHANGES_H

#include <stdint.h>

#include "base/span.h"

struct frontier;

/* What an update found to be different. Numbers are part of the public format (table change_kind). */
enum frontier_change_kind {
    FRONTIER_IS_NEW,
    FRONTIER_IS_CHANGED,
    FRONTIER_IS_MOVED,       /* a redirect now, or one that leads elsewhere */
    FRONTIER_IS_GONE,        /* 404 or 410 now; its file is kept */
    FRONTIER_IS_DELETED,     /* its file was removed by --delete */
    FRONTIER_IS_NOW_REFUSED, /* by robots.txt or an option; its file has left site/ */
    FRONTIER_IS_WITHHELD,    /* by NOINDEX or NOARCHIVE; the same */
    FRONTIER_IS_FAILING,     /* no whole answer now; its last good copy is kept */
    FRONTIER_CHANGE_KINDS
};

/* The name as change_kind has it; "?" for a number that is none. */
const char *frontier_change_name(int kind);

/* Notes a change of this run, in place of another of the same URL and run. */
int frontier_note_change(struct frontier *frontier, int64_t url, enum frontier_change_kind kind)
    __attribute__((nonnull, warn_unused_result));

/* The first run of the last update; 0 where there was none. [read] */
int64_t frontier_last_update(struct frontier *frontier) __attribute__((nonnull));

struct frontier_change {
    int64_t run, url;
    int kind;
    int64_t run_started_ms;
    struct span text; /* the URL; borrowed until the next call */
};

/* The first change after the one of URL in RUN, in the order of runs and URLs. ERROR_NOT_FOUND at the end.
 * [read] */
int frontier_next_change(struct frontier *frontier, int64_t run, int64_t url, struct frontier_change *change)
    __attribute__((nonnull, warn_unused_result));

#endif
