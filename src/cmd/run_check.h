/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_RUN_CHECK_H
#define TIPTOE_CMD_RUN_CHECK_H

#include "base/buf.h"
#include "cmd/options.h"

/* Looks for what a run by GIVEN, made from run_option_rows, could not use, before it begins: 0, or
 * ERROR_INVALID with a sentence in WHY that names the option. What may be a secret is not in it. */
int run_check(const struct options *given, struct buf *why) __attribute__((nonnull, warn_unused_result));

#endif
