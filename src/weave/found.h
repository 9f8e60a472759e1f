/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_WEAVE_FOUND_H
#define TIPTOE_WEAVE_FOUND_H

#include <stdint.h>

#include "base/span.h"

struct frontier;
struct guesses;

/* The target of a URL in the mirror. */
struct found {
    struct span file;     /* empty: it is not there; borrowed until the next call */
    int64_t answer;       /* the id of what the file shows; 0 while that is a guess */
    struct span fragment; /* of a redirect on the way: browsers take it for the link's own */
};

/* Sets FOUND for the canonical URL: to its file or, while it is queued, to the one that it is expected to
 * get. 0 or the frontier's error. */
int found_file(struct guesses *guesses, struct frontier *frontier, struct span url, struct found *found)
    __attribute__((nonnull, warn_unused_result));

#endif
