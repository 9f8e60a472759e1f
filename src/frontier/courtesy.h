/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_COURTESY_H
#define TIPTOE_FRONTIER_COURTESY_H

#include <stdint.h>

struct frontier;

/* The load that a run has put on the sites. */
struct frontier_courtesy {
    int64_t requests;        /* robots.txt included */
    int64_t robots_requests; /* for robots.txt */
    int64_t not_modified;    /* answered with 304 */
    int64_t bytes;           /* received, heads included */
    int64_t shortest_gap_ms,
        longest_gap_ms;       /* between two requests to one origin; 0 and 0: no origin had two */
    int64_t connections;      /* most at once to one origin */
    int64_t waits, waited_ms; /* pauses that a site requested, and their total length */
};

/* Stores the account of the current run; part of the group. */
int frontier_set_courtesy(struct frontier *frontier, const struct frontier_courtesy *courtesy)
    __attribute__((nonnull, warn_unused_result));

/* The account of a run, as of its last commit. ERROR_NOT_FOUND if there is no such run. [read] */
int frontier_courtesy(struct frontier *frontier, int64_t run, struct frontier_courtesy *courtesy)
    __attribute__((nonnull, warn_unused_result));

#endif
