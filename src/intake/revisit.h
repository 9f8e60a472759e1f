/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_INTAKE_REVISIT_H
#define TIPTOE_INTAKE_REVISIT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

struct placeholder_page;
struct fetch_result;
struct frontier_visit;
struct intake;
struct job;
struct site;

/* What an answer means for a URL that had an answer before. During the visit, the old answer is in
 * intake->kept. */

/* Sets ETAG and LAST_MODIFIED to the validators for a conditional request for the URL with this id, if there
 * are any, and its file is there; borrowed until the frontier reads a row. */
int revisit_validators(struct site *site, int64_t id, struct span *etag, struct span *last_modified)
    __attribute__((nonnull, warn_unused_result));

/* Sets intake->kept to the answer in force for JOB's URL. Always to be called before its new answer is taken.
 * */
int revisit_begin(struct intake *intake, const struct job *job) __attribute__((nonnull, warn_unused_result));

/* Whether the answer in force may not be stored any more, because the date of its unavailable_after has
 * passed. */
bool revisit_has_expired(const struct intake *intake) __attribute__((nonnull));

/* Then: the rule that withholds it; borrowed from intake->terms. */
struct span revisit_expiry_rule(struct intake *intake) __attribute__((nonnull));

/* Whether VISIT has the header and the body of the answer in force, so that it need not be stored again. */
bool revisit_is_identical(const struct intake *intake, const struct frontier_visit *visit)
    __attribute__((nonnull));

/* Compares PAGE, which has the members about the answer, with the answer in force and other pages
 * (judge/placeholder.h), and the Refresh header of RESULT with that of the answer in force. */
int revisit_find_placeholder(struct intake *intake, const struct job *job, const struct fetch_result *result,
                             struct placeholder_page *page, bool *is_placeholder)
    __attribute__((nonnull, warn_unused_result));

/* Postpones the URL; it comes after everything else. */
int revisit_retry_later(struct intake *intake, const struct job *job)
    __attribute__((nonnull, warn_unused_result));

/* The answer says that nothing has changed: the answer in force stays. */
int revisit_not_modified(struct intake *intake, const struct job *job, const struct frontier_visit *visit)
    __attribute__((nonnull, warn_unused_result));

/* VISIT is worse than the answer in force, if there is one: KEPT says so, and that one stays. */
int revisit_keep_copy(struct intake *intake, const struct job *job, const struct frontier_visit *visit,
                      bool *kept) __attribute__((nonnull, warn_unused_result));

/* VISIT is a redirect in place of a page in force, or says that the page may not be kept. If there is one,
 * HELD says so: the page stays at least until the update ends (judge/removal.h). */
int revisit_defer_removal(struct intake *intake, const struct job *job, const struct frontier_visit *visit,
                          bool *held) __attribute__((nonnull, warn_unused_result));

/* VISIT was given to the frontier; PATH is its file, or empty. An older file of the URL leaves, and pages
 * that were woven on another assumption are woven again later. */
int revisit_finish(struct intake *intake, const struct job *job, const struct frontier_visit *visit,
                   struct span path) __attribute__((nonnull, warn_unused_result));

#endif
