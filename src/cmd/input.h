/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_INPUT_H
#define TIPTOE_CMD_INPUT_H

#include "base/buf.h"

/* Adds what the file PATH that the user named holds ("-": standard input), at most up to INTO's maximum; more
 * is not read. 0, or an enum error, which has been said. */
int input_read(const char *path, struct buf *into) __attribute__((nonnull, warn_unused_result));

#endif
