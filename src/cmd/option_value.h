/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_OPTION_VALUE_H
#define TIPTOE_CMD_OPTION_VALUE_H

#include <stdint.h>

#include "base/buf.h"
#include "cmd/options.h"

/* Reads TEXT as ROW's kind says and checks the range. 0 with NUMBER set (texts have none: 0), or
 * ERROR_INVALID with, in WHY, a sentence on what the option expects. */
int option_value_read(const struct option_row *row, const char *text, int64_t *number, struct buf *why)
    __attribute__((nonnull, warn_unused_result));

/* Adds the values that ROW takes, as a user would type them: "0 to 86400", "at least 1". Nothing where
 * any that is not negative will do, and for texts. */
void option_value_add_range(const struct option_row *row, struct buf *out) __attribute__((nonnull));

#endif
