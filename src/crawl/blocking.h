/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_BLOCKING_H
#define TIPTOE_CRAWL_BLOCKING_H

struct crawl;
struct fetch_result;
struct job;
struct origin;

/* A site that begins to refuse requests is left alone: to continue would only lengthen the block. So is one
 * that cannot be reached. */

/* Counts the refusals of JOB's origin in a row, and failures to reach it, after its answer was taken. When
 * --give-up-after is reached, their URLs are queued again and the run stops; for an origin other than the
 * site's own, only that origin is given up. */
int blocking_note(struct crawl *crawl, const struct job *job, const struct fetch_result *result)
    __attribute__((nonnull, warn_unused_result));

/* Notes, as part of the batch, what to ask the owner of the site for, after ORIGIN refused this run. */
int blocking_ask(struct crawl *crawl, const struct origin *origin)
    __attribute__((nonnull, warn_unused_result));

#endif
