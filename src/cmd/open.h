/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_OPEN_H
#define TIPTOE_CMD_OPEN_H

#include <stdbool.h>

#include "mirror/mirror.h"

enum { OPEN_PATH_BYTES = 4096 };

/* Opens the mirror in DIR, the operand of a command. Returns 0, or an enum error after printing it. */
int open_mirror(struct mirror *mirror, const char *dir, enum folder_use use)
    __attribute__((nonnull, warn_unused_result));

/* Sets DIR to the mirror of this user that contains the current directory; false if no
 * mirror contains it. */
bool open_find(char dir[OPEN_PATH_BYTES]) __attribute__((nonnull));

/* Returns true if DIR has a mirror. */
bool open_is_mirror(const char *dir) __attribute__((nonnull));

/* Adds the content of the file PATH ("-": standard input), at most up to INTO's maximum. Returns 0, or an
 * enum error after printing it. */
int open_input(const char *path, struct buf *into) __attribute__((nonnull, warn_unused_result));

#endif
