/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_PARTIALS_H
#define TIPTOE_CRAWL_PARTIALS_H

#include "base/buf.h"

struct crawl;
struct fetch_request;
struct fetch_result;
struct job;

/* Bodies that were cut off: files in tmp/, each with a setting "part ID". The next request for the URL, in
 * this run or a later one, is for the rest. A file is dropped when its URL is settled. */
struct partials {
    struct buf leaving; /* names of files that are removed after the next commit, each with a zero byte */
    int64_t saved_ms;   /* monotonic: when the bodies under way were last synced */
    uint32_t serial;    /* of the next name of a file: names of one URL differ */
};

/* Removes, while nothing is in flight, the files that no setting names or whose URL is settled. */
int partials_sweep(struct crawl *crawl) CHECKED;

/* Gives the REQUEST of JOB a name for its body, or the part that is to be continued, without validators. */
void partials_prepare(struct crawl *crawl, struct job *job, struct fetch_request *request) NONNULL;

/* Keeps the body of an answer to JOB that was cut off, before the answer is taken. If it has brought more
 * than any try before, it does not count as a failure: the attempts of JOB's item are then negative. A part
 * that the server does not continue is dropped. */
int partials_keep(struct crawl *crawl, struct job *job, struct fetch_result *result) CHECKED;

/* Drops the part of JOB's URL if that is settled. */
int partials_drop_settled(struct crawl *crawl, const struct job *job) CHECKED;

/* Notes every few seconds how much of the bodies under way is on the disk, for a run after a kill. */
int partials_save(struct crawl *crawl, int64_t now_ms) CHECKED;

/* Removes the files of dropped parts, after a commit. */
void partials_remove_files(struct crawl *crawl) NONNULL;

#endif
