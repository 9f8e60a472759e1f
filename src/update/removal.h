/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_UPDATE_REMOVAL_H
#define TIPTOE_UPDATE_REMOVAL_H

#include "base/span.h"

struct update;

/* Which files are removed from site/, and when: only at the end of a complete update, and never more than
 * half of all files unless the user insists. A file is removed because of what the site says (a line of
 * robots.txt, NOINDEX, NOARCHIVE, a permanent redirect to another stored page) or the user (options,
 * --delete), never because a request failed. Until then the frontier has the new state of the URL beside the
 * old answer. */

/* Schedules the removal of the file PATH of the URL with this id, for after the next commit. REPLACED: the
 * URL has another file now. */
int removal_schedule(struct update *update, int64_t id, struct span path, bool replaced)
    __attribute__((nonnull, warn_unused_result));

/* Removes the scheduled files, except those that a URL has claimed since. The decisions must be committed. */
int removal_remove_files(struct update *update) __attribute__((nonnull, warn_unused_result));

/* Removes the files of URLs that are refused, withheld or permanently redirected now. If these are more than
 * half, removes none, and sets update->guarded to their number. */
int removal_of_withdrawn(struct update *update) __attribute__((nonnull, warn_unused_result));

/* Removes and lists the files of URLs that are gone, for --delete, unless they are more than half. */
int removal_of_gone(struct update *update) __attribute__((nonnull, warn_unused_result));

#endif
