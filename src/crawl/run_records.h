/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_RUN_RECORDS_H
#define TIPTOE_CRAWL_RUN_RECORDS_H

struct crawl;

/* Adds the decisions of the run to the archive, with --archive all, at the end of a pass that archived
 * something: for people who read the archive without the mirror. Resource records hold the runs and the URLs
 * that were refused, each with its rule; a metadata record for each origin says what its robots.txt
 * means and what it states about uses of its pages. */
int run_records_add(struct crawl *crawl) __attribute__((nonnull, warn_unused_result));

#endif
