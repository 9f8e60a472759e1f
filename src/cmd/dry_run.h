/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_DRY_RUN_H
#define TIPTOE_CMD_DRY_RUN_H

#include "mirror/mirror.h"

/* `--dry-run`: a mirror of only the start page in a temporary directory. Standard output lists the URLs that
 * a run would request next, and those that it would not. */

/* Creates a temporary directory and sets PATH to it. Returns 0 or a negative enum error with errno. */
int dry_run_begin(struct buf *path) __attribute__((nonnull, warn_unused_result));

/* Prints a line for every URL found: "queued URL", or "refused URL reason: rule". */
void dry_run_print(struct mirror *mirror) __attribute__((nonnull));

/* Removes the directory. */
void dry_run_end(const char *path) __attribute__((nonnull));

#endif
