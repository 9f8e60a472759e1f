/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_INPUT_H
#define TIPTOE_CMD_INPUT_H

#include "base/buf.h"

/* Adds the content of the file PATH ("-": standard input), at most up to INTO's maximum. Returns 0, or an
 * enum error after printing it. */
int input_read(const char *path, struct buf *into) __attribute__((nonnull, warn_unused_result));

#endif
