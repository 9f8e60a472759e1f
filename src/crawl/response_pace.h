/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_RESPONSE_PACE_H
#define TIPTOE_CRAWL_RESPONSE_PACE_H

#include <stdint.h>

struct crawl;
struct fetch_result;
struct job;
struct origin;

/* Tells the pace of JOB's origin what the answer says: its status or failure, its duration, RateLimit fields
 * and Retry-After. Called once for every answer, after its URL was settled or queued again. The connection of
 * the request is then free. */
int response_pace_take(struct crawl *crawl, const struct job *job, const struct fetch_result *result,
                       int64_t now_ms) CHECKED;

/* Counts the refusals of JOB's origin in a row, and failures to reach it, after its answer was taken. When
 * --give-up-after is reached, their URLs are queued again and the run stops; for an origin other than the
 * site's own, only that origin is given up. */
int blocking_note(struct crawl *crawl, const struct job *job, const struct fetch_result *result) CHECKED;

/* Notes, as part of the batch, what to ask the owner of the site for, after ORIGIN refused this run. */
int blocking_ask(struct crawl *crawl, const struct origin *origin) CHECKED;

#endif
