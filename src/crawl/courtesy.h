/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_COURTESY_H
#define TIPTOE_CRAWL_COURTESY_H

#include "base/buf.h"

struct crawl;
struct fetch_result;
struct frontier_courtesy;
struct job;

/* The account of what a run costs the sites, in crawl->courtesy and in mirror.db. */

/* JOB's request starts; to be called before the pace learns of it. */
void courtesy_started(struct frontier_courtesy *courtesy, const struct job *job) __attribute__((nonnull));
void courtesy_ended(struct frontier_courtesy *courtesy, const struct job *job,
                    const struct fetch_result *result) __attribute__((nonnull));

/* Adds the account to the group that is committed next. */
int courtesy_keep(struct crawl *crawl) __attribute__((nonnull, warn_unused_result));

/* Adds the account in English to OUT, each line with a line end. */
void courtesy_describe(const struct frontier_courtesy *courtesy, struct buf *out) __attribute__((nonnull));

#endif
