/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_RUN_CHECK_H
#define TIPTOE_CMD_RUN_CHECK_H

#include "base/buf.h"
#include "cmd/options.h"

/* Checks the options GIVEN, made from run_option_rows, before a run begins. Returns 0, or ERROR_INVALID with
 * a sentence in WHY that names the option but never quotes a secret. */
int run_check(const struct options *given, struct buf *why) __attribute__((nonnull, warn_unused_result));

/* The same for --allow-private, in any table. */
int run_check_private(const struct options *given, struct buf *why)
    __attribute__((nonnull, warn_unused_result));

#endif
