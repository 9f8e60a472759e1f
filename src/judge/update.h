/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_UPDATE_H
#define TIPTOE_JUDGE_UPDATE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"
#include "frontier/names.h"

struct frontier_item;
struct site;

/* An update: every URL of a finished mirror is queued again, and requested on condition that it has changed.
 * Until its answer comes, and where the answer is no better, the old answer and its file stay. Any command
 * that continues the mirror continues an update that was interrupted. */

/* At the start of RUN: begins an update where the settings ask for one and the mirror is finished, or finds
 * the one in progress. */
int update_begin(struct site *site, int64_t run) __attribute__((nonnull, warn_unused_result));

/* Nothing is queued any more: the update is done. */
int update_end(struct site *site) __attribute__((nonnull, warn_unused_result));

/* Whether one is in progress. */
bool update_is_on(const struct site *site) __attribute__((nonnull, pure));

/* robots.txt closes the start page now. That may be a mistake of a minute, so the update must stop, takes
 * nothing away, and reads robots.txt again when it continues. */
int update_closed(struct site *site) __attribute__((nonnull, warn_unused_result));

/* Whether ITEM is in the mirror already and is only requested again: limits on what is new do not count for
 * it. */
bool update_is_kept(struct site *site, const struct frontier_item *item) __attribute__((nonnull));

/* A page of KIND that the limits still counted as one to come has been dealt with. */
void update_count_off(struct site *site, enum frontier_kind kind) __attribute__((nonnull));

/* A sitemap says that the URL was last changed at MODIFIED_MS or before. What is newer than the copy is
 * requested first; what is not counts as unchanged, without a request, where the settings trust sitemaps. */
int update_weigh(struct site *site, int64_t id, int64_t modified_ms)
    __attribute__((nonnull, warn_unused_result));

/* The URL is refused for REASON, without a request: a file that it has leaves. */
int update_refuse(struct site *site, const struct frontier_item *item, enum frontier_reason reason,
                  struct span rule) __attribute__((nonnull, warn_unused_result));

/* The file PATH of the URL with this id is to be removed once that is committed. REPLACED: the URL has
 * another file now. */
int update_leave(struct site *site, int64_t id, struct span path, bool replaced)
    __attribute__((nonnull, warn_unused_result));

/* Removes the files that are to leave. What decided so must be committed. */
int update_sweep(struct site *site) __attribute__((nonnull, warn_unused_result));

/* Removes, after a pass that came to its end, the files of what is gone, and lists them; nothing when they
 * are more than half of all and the settings do not insist. */
int update_delete_gone(struct site *site) __attribute__((nonnull, warn_unused_result));

#endif
