/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MIRROR_ERASURE_H
#define TIPTOE_MIRROR_ERASURE_H

#include "base/span.h"

struct mirror;

/* Removes the files below site/ whose removal is scheduled and committed (frontier_schedule_removal). */
int erasure_remove_files(struct mirror *mirror) CHECKED;

/* Begins the replacement of archive files: NAMES has a line for each file that is replaced, and for each that
 * replaces one. This is committed and on the disk before any of them changes; the transaction that lists the
 * new files instead of the old ones then decides which of them stay. */
int erasure_begin(struct mirror *mirror, struct span names) CHECKED;

/* Ends it, also after a kill at any time since: removes those files of archive/ that the database does not
 * list, scheduled files, what is derived and could have a text that was deleted, and all free space of the
 * database. Does nothing if none was begun. */
int erasure_end(struct mirror *mirror) CHECKED;

#endif
