/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_LOAD_H
#define TIPTOE_CRAWL_LOAD_H

#include "base/buf.h"

struct crawl;
struct fetch_result;
struct frontier_load;
struct job;

/* The account of what a run costs the sites, in crawl->load and in mirror.db. */

/* Counts JOB's request, before the pace learns of it, and its answer. */
void load_started(struct frontier_load *load, const struct job *job) __attribute__((nonnull));
void load_ended(struct frontier_load *load, const struct job *job, const struct fetch_result *result)
    __attribute__((nonnull));

/* Adds the account to the batch that is committed next. */
int load_keep(struct crawl *crawl) __attribute__((nonnull, warn_unused_result));

/* Adds the account in English to OUT, each line with a line end. */
void load_describe(const struct frontier_load *load, struct buf *out) __attribute__((nonnull));

#endif
