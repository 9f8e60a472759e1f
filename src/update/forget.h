/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_UPDATE_FORGET_H
#define TIPTOE_UPDATE_FORGET_H

#include "base/span.h"

struct buf;
struct frontier_row;
struct mirror;

/* Takes the URLs that match RULES, lines as in the setting FRONTIER_FORGOTTEN, out of MIRROR for good, and
 * adds the rules to the setting: files, records of all archive files, and all that was derived from them;
 * links to them are those to the live site then. Before that, calls EACH for every such URL; with DRY_RUN,
 * that is all. 0, or an error with a sentence in WHY: ERROR_NOT_FOUND if no URL matches, ERROR_INVALID if the
 * start page does. After an error or a kill, the next mirror_open for writing removes what was added, or what
 * is left of the URLs. */
typedef void forget_reader(void *context, const struct frontier_row *row);
int forget(struct mirror *mirror, struct span rules, bool dry_run, forget_reader *each, void *context,
           struct buf *why) __attribute__((nonnull(1, 4, 6), warn_unused_result));

#endif
