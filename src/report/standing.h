/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_REPORT_STANDING_H
#define TIPTOE_REPORT_STANDING_H

#include "frontier/frontier.h"
#include "report/printer.h"

struct mirror;

/* The condition of a mirror: its last run, its age and its counts. They come from memory and from the table
 * of runs, so that a thousand mirrors take seconds. */
struct standing {
    const char *directory; /* borrowed */
    bool is_read;          /* the rest is known */
    bool is_running;
    struct frontier_run run;                         /* the last one; id 0: none yet */
    char end[sizeof((struct frontier_run *)0)->why]; /* its state in words */
    int64_t first_ms;                                /* the start of the first run; 0: none */
    int64_t completed_ms; /* the end of the last run that was complete and sent requests; 0: none */
    int64_t due_ms;       /* when a run must have been completed again; 0: at no time */
    struct frontier_stats stats;
};

/* Sets STANDING. A run is due MAX_AGE_MS after the last complete one; 0: no run is due. */
void standing_read(struct standing *standing, const struct mirror *mirror, int64_t max_age_ms) NONNULL;

/* Returns when the mirror was last complete, or else its first run; 0 before that. */
static inline int64_t standing_since_ms(const struct standing *standing)
{
    return standing->completed_ms > 0 ? standing->completed_ms : standing->first_ms;
}

/* Adds a line to OUT: the directory, the last run, and how many URLs are stored, queued, and failed. */
void standing_line(const struct standing *standing, struct buf *out) NONNULL;

/* Adds a line for each result of URLs, with their number; only if ALL also those that need no mention. */
enum { RESULTS_TEXT_MAX = 16 * 1024 };
void standing_add_results(const struct frontier_stats *stats, bool all, struct buf *out) NONNULL;

/* The load of a run as facts. */
enum { LOAD_FACTS = 9 };
void load_facts(const struct frontier_load *load, struct fact facts[LOAD_FACTS]) NONNULL;

/* All facts except the numbers of URLs, borrowed from STANDING: of the last run, of its mirror, then the load
 * of the run. */
enum { STANDING_OF_LOAD = 10, STANDING_FACTS = STANDING_OF_LOAD + LOAD_FACTS };
enum { STANDING_EXIT = 2 }; /* the exit status, which a running mirror does not have */
void standing_facts(const struct standing *standing, struct fact facts[STANDING_FACTS]) NONNULL;

/* Adds the numbers of COUNT mirrors in the text format of Prometheus: a metric for each fact, and the URLs by
 * state, labelled with the directory. */
void standing_add_metrics(const struct standing *all, size_t count, struct buf *out) NONNULL;

#endif
