/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_REVISIT_H
#define TIPTOE_JUDGE_REVISIT_H

#include <stdbool.h>

#include "base/span.h"
#include "frontier/names.h"

struct crawl;
struct fetch_request;
struct frontier_item;
struct frontier_visit;
struct job;

/* An update: every URL of a finished mirror is queued again and asked for on condition that it has changed.
 * Until then, and where nothing better comes, its answer and its file stay. An update that was interrupted is
 * gone on with by any command that goes on with the mirror. */

/* At the start of a run: begins an update where the settings ask for one and the mirror is finished, or finds
 * the one that is under way. */
int revisit_begin(struct crawl *crawl) __attribute__((nonnull, warn_unused_result));

/* Nothing is queued any more: the update is done. */
int revisit_end(struct crawl *crawl) __attribute__((nonnull, warn_unused_result));

/* robots.txt closes the start page now: that may be a mistake of a minute, so the update stops, takes nothing
 * away, and reads robots.txt again when it goes on. */
int revisit_closed(struct crawl *crawl) __attribute__((nonnull, warn_unused_result));

/* Whether ITEM is in the mirror already and is only asked for again: limits on what is new do not count for
 * it. */
bool revisit_is_kept(struct crawl *crawl, const struct frontier_item *item) __attribute__((nonnull));

/* Makes REQUEST one for ITEM as far as it has changed. What is borrowed lives until the frontier reads a row.
 */
int revisit_prepare(struct crawl *crawl, const struct frontier_item *item, struct fetch_request *request)
    __attribute__((nonnull, warn_unused_result));

/* Sets crawl->kept to what is in force for JOB's URL. Always to be called before its answer is taken. */
int revisit_recall(struct crawl *crawl, const struct job *job) __attribute__((nonnull, warn_unused_result));

/* VISIT has the body that is in force already. */
bool revisit_is_same(const struct crawl *crawl, const struct frontier_visit *visit) __attribute__((nonnull));

/* The answer says that nothing has changed. */
int revisit_unchanged(struct crawl *crawl, const struct job *job, const struct frontier_visit *visit)
    __attribute__((nonnull, warn_unused_result));

/* A sitemap says that the URL was changed last at MODIFIED_MS, or before: what is newer than the copy is
 * asked for first, and what is not, when the settings trust it, counts as unchanged without being asked for.
 */
int revisit_weigh(struct crawl *crawl, int64_t id, int64_t modified_ms)
    __attribute__((nonnull, warn_unused_result));

/* VISIT is worse than what is in force, which stays. True in KEPT when there was such. */
int revisit_keep_old(struct crawl *crawl, const struct job *job, const struct frontier_visit *visit,
                     bool *kept) __attribute__((nonnull, warn_unused_result));

/* VISIT was given to the frontier; PATH is its file, empty for none. An older file leaves, and pages that
 * were woven on another assumption will be woven again. */
int revisit_finished(struct crawl *crawl, const struct job *job, const struct frontier_visit *visit,
                     struct span path) __attribute__((nonnull, warn_unused_result));

/* The URL is refused for REASON, without a request: a file that it has leaves. */
int revisit_refuse(struct crawl *crawl, const struct frontier_item *item, enum frontier_reason reason,
                   struct span rule) __attribute__((nonnull, warn_unused_result));

/* Removes the files that are to go. What decided so must be committed. */
int revisit_sweep(struct crawl *crawl) __attribute__((nonnull, warn_unused_result));

/* Removes, after a pass that came to its end, the files of what is gone, and lists them; nothing when they
 * are more than half of all and the settings do not insist. */
int revisit_delete_gone(struct crawl *crawl) __attribute__((nonnull, warn_unused_result));

#endif
