/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_BLOCKING_H
#define TIPTOE_CRAWL_BLOCKING_H

struct crawl;
struct fetch_result;
struct job;

/* A site that begins to refuse is left alone: who goes on is only blocked for longer. */

/* Counts the refusals of JOB's origin in a row, after its answer was dealt with. When they are as many as
 * --give-up-after says, what they refused is queued again, and the run stops; for another origin than the
 * site's own, nothing more is asked of that one. */
int blocking_note(struct crawl *crawl, const struct job *job, const struct fetch_result *result)
    __attribute__((nonnull, warn_unused_result));

#endif
