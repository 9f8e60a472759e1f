/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_OPEN_H
#define TIPTOE_CMD_OPEN_H

#include "mirror/mirror.h"

/* Opens the mirror in DIR, the operand of a command. Returns 0, or an enum error after printing it. */
int open_mirror(struct mirror *mirror, const char *dir, enum folder_use use)
    __attribute__((nonnull, warn_unused_result));

#endif
