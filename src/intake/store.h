/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_INTAKE_STORE_H
#define TIPTOE_INTAKE_STORE_H

#include "base/span.h"

struct fetch_result;
struct frontier_visit;
struct intake;
struct job;

/* Takes a whole answer with a body: reads what it says of itself, follows its links as far as it allows, and
 * stores it where it allows that. Nothing of a page that may not be stored reaches the archive or the tree.
 * VISIT, filled as far as the answer goes, is completed and given to the frontier. */
int store_answer(struct intake *intake, const struct job *job, struct fetch_result *result,
                 struct frontier_visit *visit) __attribute__((nonnull, warn_unused_result));

/* Takes the answer that what is in force for the URL (intake->kept) has not changed. Its tags stay in force
 * too, unless the head of this answer, or robots.txt by now, withholds it. */
int store_unchanged(struct intake *intake, const struct job *job, struct fetch_result *result,
                    struct frontier_visit *visit) __attribute__((nonnull, warn_unused_result));

/* With --archive all: archives the answer to JOB, unless its tags withhold it. VISIT, which may be NULL, gets
 * the place. */
int store_archive(struct intake *intake, const struct job *job, struct fetch_result *result,
                  struct frontier_visit *visit) __attribute__((nonnull(1, 2, 3), warn_unused_result));

/* With --archive all: archives that JOB's request was made and its answer withheld, and WHY. */
int store_withheld(struct intake *intake, const struct job *job, struct fetch_result *result, struct span why)
    __attribute__((nonnull, warn_unused_result));

#endif
