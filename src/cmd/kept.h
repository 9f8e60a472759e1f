/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_KEPT_H
#define TIPTOE_CMD_KEPT_H

#include "base/buf.h"
#include "cmd/options.h"

/* Options that a mirror keeps for its next runs, in mirror.db. Those that name files are in the file
 * control/files as well, a line "NAME VALUE" each: a run confines itself before it parses mirror.db. Both may
 * be a stranger's, and can only name files as these options do. */

struct frontier;
struct mirror;

/* Adds to OPTIONS what the mirror keeps and the command line does not set. As options_restore. */
int kept_load(struct frontier *frontier, struct options *options, struct buf *why) CHECKED;

/* Keeps OPTIONS. A kill leaves control/files right or missing. */
int kept_save(struct mirror *mirror, const struct options *options) CHECKED;

/* Adds to FILES, which is initialized, the options in control/files of the mirror in DIR. For a mirror
 * without that file, which an older version made, another process writes it first, in a sandbox by --sandbox
 * of GIVEN that allows none of the files. Before the first thread. */
void kept_load_files(struct options *files, const char *dir, const struct options *given) NONNULL;

#endif
