/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_INTAKE_STORE_H
#define TIPTOE_INTAKE_STORE_H

struct crawl;
struct fetch_result;
struct frontier_visit;
struct job;

/* Takes a whole answer with a body: reads what it says of itself, follows its links as far as it allows, and
 * stores it where it allows that. Nothing of a page that may not be stored reaches the archive or the tree.
 * VISIT, filled as far as the answer goes, is completed and given to the frontier. */
int store_answer(struct crawl *crawl, const struct job *job, struct fetch_result *result,
                 struct frontier_visit *visit) __attribute__((nonnull, warn_unused_result));

/* With --archive all: archives an answer that is no file of the mirror, unless its tags withhold it; its
 * place goes to VISIT, which may be NULL. crawl->base is JOB's URL then. */
int store_archive(struct crawl *crawl, const struct job *job, struct fetch_result *result,
                  struct frontier_visit *visit) __attribute__((nonnull(1, 2, 3), warn_unused_result));

/* Takes the answer that what is in force for the URL (crawl->kept) has not changed. Its tags stay in force
 * too, unless the head of this answer, or robots.txt by now, withholds it. */
int store_unchanged(struct crawl *crawl, const struct job *job, struct fetch_result *result,
                    struct frontier_visit *visit) __attribute__((nonnull, warn_unused_result));

#endif
