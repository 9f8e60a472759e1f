/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_UPDATE_H
#define TIPTOE_JUDGE_UPDATE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"
#include "frontier/names.h"

struct frontier_item;
struct frontier_row;
struct site;

/* An update: every URL of a finished mirror is queued again and requested conditionally. Until its new answer
 * comes, and if that is no better, the old answer and its file stay. Any command that continues the mirror
 * continues an interrupted update. */

/* At the start of RUN: begins an update if the settings ask for one and the mirror is finished, or finds the
 * one in progress. */
int update_begin(struct site *site, int64_t run) __attribute__((nonnull, warn_unused_result));

/* The queue is empty: ends the update. */
int update_end(struct site *site) __attribute__((nonnull, warn_unused_result));

/* Whether one is in progress. */
bool update_is_on(const struct site *site) __attribute__((nonnull, pure));

/* robots.txt disallows the start page now. That may be a temporary mistake: the run must stop, removes
 * nothing, and an update reads robots.txt again when it continues. */
int update_suspend(struct site *site) __attribute__((nonnull, warn_unused_result));

/* Whether ITEM is in the mirror already and is only requested again; limits on new URLs do not apply to it.
 * */
bool update_has_copy(struct site *site, const struct frontier_item *item) __attribute__((nonnull));

/* Whether the answer of ROW and its file may stay as they are: the file is there, whole, and no
 * damage was noted. A missing document is written again from its original; other damage is noted. What ROW
 * borrows is invalid afterwards. */
int update_check_copy(struct site *site, const struct frontier_row *row, bool *whole)
    __attribute__((nonnull, warn_unused_result));

/* Counts off a page of KIND that the limits counted as one to come. */
void update_page_done(struct site *site, enum frontier_kind kind) __attribute__((nonnull));

/* A sitemap says that the URL last changed at MODIFIED_MS or before. If that is later than the copy, the URL
 * is requested first; otherwise, if the settings trust sitemaps, it counts as unchanged without a request. */
int update_apply_lastmod(struct site *site, int64_t id, int64_t modified_ms)
    __attribute__((nonnull, warn_unused_result));

/* A page links to the URL, or a sitemap lists it: it is requested even if it had been gone for good. */
int update_queue_gone(struct site *site, int64_t id) __attribute__((nonnull, warn_unused_result));

/* The page is back, unchanged, after it was gone: so may be what it links to. */
int update_queue_gone_links(struct site *site, int64_t page) __attribute__((nonnull, warn_unused_result));

/* RESTS: the page of ITEM, whose turn has come, says that it is static, and its last answer is recent enough:
 * it counts as unchanged without a request. */
int update_skip_static(struct site *site, const struct frontier_item *item, bool *skips)
    __attribute__((nonnull, warn_unused_result));

/* Refuses the URL for REASON, without a request. A file that it has stays until the update ends (removal.h).
 */
int update_refuse(struct site *site, const struct frontier_item *item, enum frontier_reason reason,
                  struct span rule) __attribute__((nonnull, warn_unused_result));

/* The file PATH of the URL with this id is removed once that is committed. REPLACED: the URL has another file
 * now. */
int removal_schedule(struct site *site, int64_t id, struct span path, bool replaced)
    __attribute__((nonnull, warn_unused_result));

/* Removes the files that leave. The decisions must be committed. */
int removal_remove_files(struct site *site) __attribute__((nonnull, warn_unused_result));

#endif
