/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MIRROR_ARCHIVING_H
#define TIPTOE_MIRROR_ARCHIVING_H

#include <stdint.h>

#include "base/span.h"

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

/* Writes what was added, and notes in the database where it stands and how long the file is. */
int archiving_flush(struct mirror *mirror) __attribute__((nonnull, warn_unused_result));

/* At the start of a run: since when every answer of every request is archived. */
int archiving_begin(struct crawl *crawl) __attribute__((nonnull, warn_unused_result));

/* The archive is open, and its file has room. The first call goes on with the last file at its committed
 * length, if that belongs to this pass over the site. */
int archiving_ready(struct crawl *crawl) __attribute__((nonnull, warn_unused_result));

/* Adds a request and what came of it to the mirror's archive, unless that is where it comes from, and to
 * VISIT, which may be NULL, that it is there; the place follows with archiving_flush. With --archive all a
 * body that the archive has already is not written again. */
int archiving_add(struct crawl *crawl, const struct job *job, struct fetch_result *result,
                  struct frontier_visit *visit) __attribute__((nonnull(1, 2, 3), warn_unused_result));

/* With --archive all: adds that a request was made whose answer may not be kept, and WHY. */
int archiving_withhold(struct crawl *crawl, const struct job *job, struct fetch_result *result,
                       struct span why) __attribute__((nonnull, warn_unused_result));

#endif
