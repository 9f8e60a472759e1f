/* SPDX-License-Identifier: MIT */
/* Jobs: made, started, ended, and used again. */
#include "config.h"

#include "crawl/jobs.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "crawl/mirror.h"
#include "frontier/origin.h"

/* What a request may need to reach a server, in milliseconds. */
enum { TRAVEL_MS = 50 };

struct job *job_new(struct crawl *crawl, enum job_kind kind, struct origin *origin)
{
    struct job *job = crawl->idle_jobs;
    struct buf url;

    if (job) {
        crawl->idle_jobs = job->next;
        url = job->url;
        buf_clear(&url);
    } else {
        job = MEM_NEW(struct job);
        buf_init(&url, LIMIT_URL_BYTES);
    }
    *job = (struct job){.kind = kind, .asked = origin, .url = url};
    return job;
}

static bool is_page(const struct job *job)
{
    return job->kind == JOB_URL && job->queue != FRONTIER_REQUISITE;
}

/* Writes down when the origin was last asked, and until when it must not be. */
static void remember_pace(struct crawl *crawl, const struct origin *origin, int64_t now_ms)
{
    int64_t wall_ms = clock_wall_ms();
    struct frontier_pace kept = {
        .last_request_ms = wall_ms - (now_ms - origin->pace.last_start_ms),
        .delay_ms = pace_delay_ms(&origin->pace, &crawl->limits),
    };

    if (origin->pace.pause_until_ms > now_ms)
        kept.pause_until_ms = wall_ms + (origin->pace.pause_until_ms - now_ms);
    frontier_set_pace(crawl->frontier, origin->id, &kept);
}

void job_start(struct crawl *crawl, struct job *job, const struct fetch_request *request)
{
    struct fetch_request tagged = *request;

    (void)buf_add_span(&job->url, request->url);
    tagged.tag = job;
    fetch_start(crawl->fetch, &tagged);
    job->started_ms = clock_monotonic_ms() + 1; /* rounded up: no gap may be a part of a millisecond short */
    pace_started(&job->asked->pace, job->started_ms);
    crawl->pages_in_flight += is_page(job);
    crawl->requests++;
}

/* When the request was with the server, counted from its start: between being sent and the first byte of the
 * answer. For a server that is slow to answer, soon after it was sent. */
static int64_t arrival_ms(const struct fetch_result *result)
{
    int64_t latest_ms = result->sent_ms + TRAVEL_MS;

    return result->first_byte_ms >= 0 && result->first_byte_ms < latest_ms ? result->first_byte_ms + 1
                                                                           : latest_ms;
}

void job_end(struct crawl *crawl, struct job *job, const struct fetch_result *result)
{
    int64_t now_ms = clock_monotonic_ms(), wait_ms;
    struct span value;

    pace_ended(&job->asked->pace);
    pace_arrived(&job->asked->pace, job->started_ms + arrival_ms(result));
    crawl->pages_in_flight -= is_page(job);
    if ((result->status == 429 || result->status == 503) && fetch_header(result, "Retry-After", 0, &value) &&
        pace_retry_after(value, clock_wall_ms(), &wait_ms))
        pace_pause(&job->asked->pace, now_ms, wait_ms);
    remember_pace(crawl, job->asked, now_ms);
    job->next = crawl->idle_jobs;
    crawl->idle_jobs = job;
}

void jobs_free(struct crawl *crawl)
{
    while (crawl->idle_jobs) {
        struct job *job = crawl->idle_jobs;

        crawl->idle_jobs = job->next;
        buf_release(&job->url);
        free(job);
    }
}
