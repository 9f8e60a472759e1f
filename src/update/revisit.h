/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_UPDATE_REVISIT_H
#define TIPTOE_UPDATE_REVISIT_H

#include "base/buf.h"
#include "base/span.h"
#include "frontier/row.h"
#include "update/update.h"

struct frontier_ids;
struct original;
struct url;
struct visible;

/* A URL whose new answer is taken, with its earlier answer, which is in force until a better one comes. */
struct revisit {
    struct update *update;
    const struct frontier_item *item; /* the URL; borrowed since revisit_begin */
    struct frontier_visit earlier; /* url 0: none; in state QUEUED, nothing is in force. Damaged: its file or
                                    * its original is, or it is cut off, so the new answer replaces it */
    bool says_same;   /* the new answer, whose body differs, says the same except times and tokens */
    bool refreshed;   /* the new answer has another Refresh header, which its copy has as META */
    struct buf texts; /* of the earlier answer */
    struct outage_change change; /* of revisit_compare */
    struct buf rule;             /* of revisit_expiry_rule */
};

/* Makes a revisit for UPDATE, which outlives it. */
void revisit_init(struct revisit *revisit, struct update *update) NONNULL;
void revisit_release(struct revisit *revisit) NONNULL;

/* Sets ETAG and LAST_MODIFIED to the validators for a conditional request for the URL with this id, if it has
 * any and its file is whole; borrowed until the frontier reads a row. */
int revisit_validators(struct site *site, int64_t id, struct span *etag, struct span *last_modified) CHECKED;

/* Reads the earlier answer of ITEM. Called before its new answer is taken; ITEM outlives that. */
int revisit_begin(struct revisit *revisit, const struct frontier_item *item) CHECKED;

/* Finds the original of the earlier answer, if that is a document in force, as original_find does. */
int revisit_find_copy(const struct revisit *revisit, struct original *original, bool *found) CHECKED;

/* Returns whether the earlier answer must not be stored any more, because the date of its unavailable_after
 * has passed. */
bool revisit_has_expired(const struct revisit *revisit) NONNULL;

/* Returns the rule that then withholds it; borrowed until the next call. */
struct span revisit_expiry_rule(struct revisit *revisit) NONNULL;

/* Returns whether VISIT has the header and the body of the earlier answer, so that it need not be stored. */
bool revisit_is_identical(const struct revisit *revisit, const struct frontier_visit *visit) NONNULL;

/* Compares REFRESH, the Refresh header of the new answer, and the words of PAGE with those of the earlier
 * answer. PAGE is NULL for an answer that says that nothing has changed. HOLDS becomes whether the new answer
 * must not be in force before the end of the update (outage.c). */
int revisit_compare(struct revisit *revisit, struct span refresh, const struct wording_page *page,
                    struct visible *visible, bool *holds)
    __attribute__((nonnull(1, 4, 5), warn_unused_result));

/* Holds VISIT, which is in the archive and was compared; the earlier answer stays in force. */
int revisit_hold(struct revisit *revisit, const struct frontier_visit *visit) CHECKED;

/* Queues the URL again after a pause and after everything else. */
int revisit_retry_later(struct revisit *revisit) CHECKED;

/* Settles the URL as its earlier answer did, because VISIT says that nothing has changed. */
int revisit_not_modified(struct revisit *revisit, const struct frontier_visit *visit) CHECKED;

/* Settles URL as VISIT says, which is not a page, with LINKS unless they are NULL. Keeps the earlier answer
 * if it is better: a failure never replaces it, and a redirect or a directive removes a page only when the
 * update ends (removal.c). */
int revisit_settle(struct revisit *revisit, const struct frontier_visit *visit, const struct url *url,
                   const struct frontier_ids *links) __attribute__((nonnull(1, 2, 3), warn_unused_result));

/* Schedules the removal of an older file and the weaving of pages that expected another one, after VISIT of
 * URL was given to the frontier. PATH is its file, or empty. */
int revisit_finish(struct revisit *revisit, const struct frontier_visit *visit, const struct url *url,
                   struct span path) CHECKED;

#endif
