/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_KEPT_H
#define TIPTOE_CMD_KEPT_H

#include "base/span.h"
#include "cmd/options.h"

/* Options that a mirror keeps for its next runs: text of mirror.db, which may be a stranger's. */

/* Restores the option NAME from its kept VALUE, of one line for each item. As options_restore. */
int kept_restore(struct options *options, const char *name, struct span value, struct buf *why)
    __attribute__((nonnull, warn_unused_result));

struct frontier;

/* Passes every option that the mirror keeps to EACH, until that returns an error. VALUE is borrowed for the
 * call. */
typedef int kept_reader(void *context, const char *name, struct span value);
int kept_walk(struct frontier *frontier, kept_reader *each, void *context)
    __attribute__((nonnull(1, 2), warn_unused_result));

/* Adds to KEPT, which is initialized, what the mirror in DIR keeps, as far as it can be read. A process of
 * its own reads it, in a sandbox without connections: mirror.db says which files the sandbox of a run is to
 * allow, but is not to be parsed without one. For --sandbox of GIVEN. Before the first thread. */
void kept_read(struct options *kept, const char *dir, const struct options *given) __attribute__((nonnull));

#endif
