/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_ARCHIVING_H
#define TIPTOE_CRAWL_ARCHIVING_H

#include <stdint.h>

struct crawl;
struct fetch_result;
struct frontier_visit;
struct job;
struct mirror;
struct warc_file;

/* The last file of the archive, its committed length, and its id in the database; ERROR_NOT_FOUND when there
 * is none. */
int archiving_last(struct mirror *mirror, struct warc_file *file, int64_t *id)
    __attribute__((nonnull, warn_unused_result));

/* Adds an answer to the mirror's archive, and its place there to VISIT. The first call opens the archive: it
 * goes on with the last file at its committed length. */
int archiving_add(struct crawl *crawl, const struct job *job, struct fetch_result *result,
                  struct frontier_visit *visit) __attribute__((nonnull, warn_unused_result));

#endif
