/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_INTAKE_STORE_H
#define TIPTOE_INTAKE_STORE_H

#include "base/span.h"

struct fetch_result;
struct frontier_visit;
struct intake;
struct job;

/* Takes a complete answer with a body: reads its robots directives, follows its links if they may be
 * followed, and stores it if it may be stored. Nothing of a page that must not be stored reaches the archive
 * or the tree. VISIT, which has the data of the answer, is completed and given to the frontier. */
int store_answer(struct intake *intake, const struct job *job, struct fetch_result *result,
                 struct frontier_visit *visit) CHECKED;

/* Takes an answer that says that the answer in force (intake->revisit.earlier) is unchanged. The directives
 * of that one stay in force too, unless the head of this answer, or robots.txt by now, withholds it. */
int store_unchanged(struct intake *intake, const struct job *job, struct fetch_result *result,
                    struct frontier_visit *visit) CHECKED;

/* Archives the answer to JOB, unless its tags withhold it: of any job with --archive all, otherwise only a
 * robots.txt. VISIT, which may be NULL, gets the place. */
int store_archive(struct intake *intake, const struct job *job, struct fetch_result *result,
                  struct frontier_visit *visit) __attribute__((nonnull(1, 2, 3), warn_unused_result));

/* Archives that JOB's request was made and its answer withheld, and WHY, with --archive all. */
int store_withheld(struct intake *intake, const struct job *job, struct fetch_result *result, struct span why)
    CHECKED;

#endif
