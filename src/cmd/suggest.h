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

/* Returns the number of characters to insert, delete, replace or swap with their neighbour to turn A into B;
 * names of more than SUGGEST_NAME_BYTES have SIZE_MAX. */
enum { SUGGEST_NAME_BYTES = 64 };
size_t suggest_distance(struct span a, struct span b);

/* Keeps NAME, borrowed, if it is nearer than what was offered before; names that are too far are ignored. */
void suggest_offer(struct suggestion *suggestion, struct span name) NONNULL;

/* Adds " (did you mean 'PREFIXname'?)", or nothing where no name was near. */
void suggest_add(const struct suggestion *suggestion, const char *prefix, struct buf *out) NONNULL;

#endif
