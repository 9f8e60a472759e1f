/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_SUGGEST_H
#define TIPTOE_CMD_SUGGEST_H

#include "base/buf.h"
#include "base/span.h"

/* Finds the known name that a user most likely meant. Initialise with the typed text, offer every name, then
 * add the sentence. */
struct suggestion {
    struct span typed;
    struct span best; /* empty: nothing near yet */
    size_t distance;  /* of best */
};

/* Keeps NAME, borrowed, if it is nearer than what was offered before; names that are too far are ignored. */
void suggest_offer(struct suggestion *suggestion, struct span name) NONNULL;

/* Adds " (did you mean 'PREFIXname'?)", or nothing where no name was near. */
void suggest_add(const struct suggestion *suggestion, const char *prefix, struct buf *out) NONNULL;

#endif
