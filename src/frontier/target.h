/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_TARGET_H
#define TIPTOE_FRONTIER_TARGET_H

#include <stdint.h>

#include "base/span.h"
#include "frontier/names.h"

struct frontier;

/* Where a link leads in the mirror. */
struct frontier_target {
    int64_t id; /* of the last URL, after all redirects */
    enum frontier_state
        state;        /* its state; REDIRECTED when the redirects do not end within LIMIT_REDIRECTS */
    struct span path; /* its file below site/, borrowed until the next call of the frontier; empty: none */
    struct span fragment; /* of the last redirect that has one, likewise borrowed; it replaces a link's own */
};

/* Follows the redirects that were answered. Repeated calls for the same ids are answered from a bounded
 * memory that every change of a row corrects. ERROR_NOT_FOUND for an id without a row. */
int frontier_target(struct frontier *frontier, int64_t id, struct frontier_target *target)
    __attribute__((nonnull, warn_unused_result));

#endif
