/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_FRONTIER_HOP_H
#define TIPTOE_FRONTIER_HOP_H

#include <stdint.h>

#include "base/span.h"
#include "frontier/names.h"

struct frontier;

/* How a URL was found. */
struct frontier_hop {
    enum frontier_kind kind;
    int64_t referrer;     /* 0: none */
    struct span via, url; /* borrowed until the next frontier_hop; VIA is cut to 256 characters */
};
int frontier_hop(struct frontier *frontier, int64_t id, struct frontier_hop *hop)
    __attribute__((nonnull, warn_unused_result));

#endif
