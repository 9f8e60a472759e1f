/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_FACTS_H
#define TIPTOE_FRONTIER_FACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "frontier/names.h"

struct frontier;
struct query;

/* For this folder only. The columns of a URL's row, and of its answer, on which sums, queue counts, flags and
 * caches depend. */
struct facts {
    int64_t id, origin;
    uint64_t hash;
    enum frontier_state state;
    enum frontier_kind kind;
    enum frontier_reason reason;
    unsigned roles;
    int depth;
    bool waiting;
    uint64_t wire_bytes, plain_bytes;
};

/* Reads the facts of ID. It dies if there is no such row, because ids come from the frontier. */
int facts_get(struct frontier *frontier, int64_t id, struct facts *facts)
    __attribute__((nonnull, warn_unused_result));

bool facts_are_sane(const struct frontier *frontier, const struct facts *facts) __attribute__((nonnull));

/* Adds a row to the sums and queue counts (SIGN 1), or takes it out of them (-1). */
void facts_count(struct frontier *frontier, const struct facts *facts, int sign) __attribute__((nonnull));

/* The row changed from OLD to NEW: updates sums, queue counts, flags and caches. */
void facts_change(struct frontier *frontier, const struct facts *old, const struct facts *new)
    __attribute__((nonnull));

/* Runs USE, which changes the row to NEW, and calls facts_change. Binds :id of USE. */
int facts_write(struct frontier *frontier, struct query *use, const struct facts *old,
                const struct facts *new) __attribute__((nonnull, warn_unused_result));

/* The same for a change to STATE for REASON; WAITING: the URL is queued to be tried again. */
int facts_move(struct frontier *frontier, struct query *use, const struct facts *old,
               enum frontier_state state, enum frontier_reason reason, bool waiting)
    __attribute__((nonnull, warn_unused_result));

/* The same for a URL that is in flight: it then no longer is. */
int facts_land(struct frontier *frontier, struct query *use, const struct facts *old,
               enum frontier_state state, enum frontier_reason reason, bool waiting)
    __attribute__((nonnull, warn_unused_result));

/* The flags that the set of known URLs has for a row. */
unsigned known_flags(int64_t state, int64_t roles) __attribute__((const));

#endif
