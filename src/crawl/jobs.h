/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_JOBS_H
#define TIPTOE_CRAWL_JOBS_H

#include "intake/intake.h"

struct crawl;
struct fetch_request;

/* Requests in flight, and the pace they count for. */

/* Returns a job for a request to ORIGIN; it ends with job_end. */
struct job *job_new(struct crawl *crawl, enum job_kind kind, struct origin *origin)
    __attribute__((nonnull, returns_nonnull));

/* Starts JOB's request; its tag is set here. */
void job_start(struct crawl *crawl, struct job *job, const struct fetch_request *request) NONNULL;

/* Notes that the request of the job TAG is sent to the address PEER: for fetch_options.sent. */
void job_sent(void *tag, const char *peer) NONNULL;

/* Returns whether the answer to the job TAG is wanted: for fetch_options.wants_body. */
bool job_wants_body(void *tag, const struct answer_fields *fields, bool is_parsed) NONNULL;

/* Ends JOB after its answer was taken: the origin has a connection free, and waits as long as the answer
 * says. */
void job_end(struct crawl *crawl, struct job *job, const struct fetch_result *result) NONNULL;

/* Counts the refusals of JOB's origin in a row, and failures to reach it, after its answer was taken. When
 * --give-up-after is reached, their URLs are queued again and the run stops; for an origin other than the
 * site's own, only that origin is given up. */
int blocking_note(struct crawl *crawl, const struct job *job, const struct fetch_result *result) CHECKED;

/* Notes, as part of the batch, what to ask the owner of the site for, after ORIGIN refused this run. */
int blocking_ask(struct crawl *crawl, const struct origin *origin) CHECKED;

/* Ends and frees the jobs in flight, which a run that an error ended may have; before fetch_free. */
void jobs_free(struct crawl *crawl) NONNULL;

#endif
