/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_OPTION_VALUE_H
#define TIPTOE_CMD_OPTION_VALUE_H

#include "cmd/command.h"

/* Reads TEXT by ROW's kind and checks the range. Returns 0 with NUMBER set (0 for texts), or ERROR_INVALID
 * with a sentence in WHY that says what the option expects. */
int option_value_read(const struct option_row *row, const char *text, int64_t *number, struct buf *why)
    CHECKED;

/* Adds the range that ROW accepts, in the form that a user types: "0 to 86400", "at least 1". Adds nothing
 * for texts and for numbers that only must not be negative. */
void option_value_add_range(const struct option_row *row, struct buf *out) NONNULL;

/* Reads seconds with up to three decimals as milliseconds. */
bool option_value_seconds(struct span text, int64_t *number) CHECKED;

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
