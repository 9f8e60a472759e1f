/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MIRROR_ERASURE_H
#define TIPTOE_MIRROR_ERASURE_H

#include "base/span.h"

struct mirror;

/* Removes the files below site/ whose removal is scheduled and committed (frontier_schedule_removal). */
int erasure_remove_files(struct mirror *mirror) CHECKED;

/* The setting that begins the replacement of archive files: a line for each file that is replaced, and for
 * each that replaces one. It is on the disk before any of them changes. */
#define ERASING "erasing"

/* Ends it, also after a kill at any time since: removes those of these files that the database does not list,
 * scheduled files, what is derived and could have a text that was deleted, and all free space of the
 * database. Does nothing without the setting. */
int erasure_end(struct mirror *mirror) CHECKED;

#endif
