/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_OPTION_VALUE_H
#define TIPTOE_CMD_OPTION_VALUE_H

#include "base/buf.h"
#include "cmd/options.h"

/* Reads TEXT by ROW's kind and checks the range. Returns 0 with NUMBER set (0 for texts), or ERROR_INVALID
 * with a sentence in WHY that says what the option expects. */
int option_value_read(const struct option_row *row, const char *text, int64_t *number, struct buf *why)
    CHECKED;

/* Adds the range that ROW accepts, in the form that a user types: "0 to 86400", "at least 1". Adds nothing
 * for texts and for numbers that only must not be negative. */
void option_value_add_range(const struct option_row *row, struct buf *out) NONNULL;

/* Reads seconds with up to three decimals as milliseconds. */
bool option_value_seconds(struct span text, int64_t *number) CHECKED;

#endif
