/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_UPDATE_FORGET_H
#define TIPTOE_UPDATE_FORGET_H

#include "base/span.h"

struct buf;
struct mirror;

/* Takes the URLs that match RULES, lines as in the setting FRONTIER_FORGOTTEN, out of MIRROR for good, and
 * adds the rules to the setting: files, records of all archive files, and all that was derived from them;
 * links to them are those to the live site then. With EACH, only passes these URLs to it. 0, and their COUNT,
 * or an error with a sentence in WHY: ERROR_NOT_FOUND if no URL matches, ERROR_INVALID if the start page
 * does. After an error or a kill, the next mirror_open for writing removes what was added, or what is left of
 * the URLs. */
int forget(struct mirror *mirror, struct span rules, void (*each)(struct span url), uint64_t *count,
           struct buf *why) __attribute__((nonnull(1, 4, 5), warn_unused_result));

#endif
