/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_STATS_H
#define TIPTOE_FRONTIER_STATS_H

#include <stdint.h>

#include "frontier/names.h"

struct frontier;

/* Numbers for the status line, the limits, status and the final sums; all from memory, no table is read. */
struct frontier_stats {
    uint64_t known;
    uint64_t states[FRONTIER_STATES];
    uint64_t kinds[FRONTIER_STATES][FRONTIER_KINDS];
    uint64_t reasons[FRONTIER_STATES][FRONTIER_REASONS];
    uint64_t guesses[FRONTIER_STATES][FRONTIER_REASONS]; /* of `reasons`, candidates */
    uint64_t wire_bytes, plain_bytes;                    /* of the last answer of each URL */
};

/* The sums over all origins. [read: as of the last commit when the frontier was opened] */
void frontier_stats(const struct frontier *frontier, struct frontier_stats *stats) __attribute__((nonnull));

/* How many URLs failed: those that were given up and those that are gone. Not the ones that an option left
 * out for their size, and no candidates. */
uint64_t frontier_failures(const struct frontier_stats *stats) __attribute__((nonnull, pure));

/* The last run, for status. ERROR_NOT_FOUND when there was none. [read] */
struct frontier_run {
    int64_t id, started_ms;
    int64_t ended_ms; /* 0: it goes on, or was killed */
    int exit_status;
    char why[120];
};
int frontier_last_run(struct frontier *frontier, struct frontier_run *run)
    __attribute__((nonnull, warn_unused_result));

#endif
