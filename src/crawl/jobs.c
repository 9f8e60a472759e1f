/* SPDX-License-Identifier: MIT */
/* Makes, starts, ends and reuses jobs, and counts what they cost the sites. */
#include "config.h"

#include "crawl/jobs.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/limits.h"
#include "crawl/gates.h"
#include "crawl/response_pace.h"
#include "crawl/state.h"
#include "frontier/origin.h"
#include "judge/judge.h"

/* The time that a request may take to reach a server, in milliseconds. */
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
    *job = (struct job){
        .kind = kind, .asked = origin, .all_gates = crawl->gates, .intake = &crawl->intake, .url = url};
    return job;
}

static void put_back(struct crawl *crawl, struct job *job)
{
    free(job->part);
    job->part = NULL;
    job->next = crawl->idle_jobs;
    crawl->idle_jobs = job;
}

/* Saves when the origin was last requested, and until when it must not be requested again. */
static void remember_pace(struct crawl *crawl, const struct origin *origin, int64_t now_ms)
{
    int64_t wall_ms = clock_wall_ms();
    const struct pace *pace = &origin->pace;
    struct pace_force force = pace_in_force(pace, &crawl->site.limits);
    struct frontier_pace kept = {
        .last_request_ms = wall_ms - (now_ms - pace->last_start_ms),
        .delay_ms = force.delay_ms,
        .delay_reason = (int)force.reason,
        .connections = force.connections,
        .limit_ms = pace->limit_ms,
        .rest_ms = pace->rest_ms,
        .answer_ms = pace->answer_ms < 0 ? 0 : pace->answer_ms,
        .usual_ms = pace_usual_ms(pace),
    };

    if (pace->pause_until_ms > now_ms) {
        kept.pause_until_ms = wall_ms + (pace->pause_until_ms - now_ms);
        kept.pause_reason = (int)pace->pause_reason;
    }
    (void)snprintf(kept.address, sizeof kept.address, "%s", gates_address(origin));
    frontier_set_pace(crawl->frontier, origin->id, &kept);
}

static void count_gap(struct frontier_load *load, int64_t gap_ms)
{
    bool is_first = load->longest_gap_ms == 0;

    if (is_first || gap_ms < load->shortest_gap_ms)
        load->shortest_gap_ms = gap_ms;
    if (gap_ms > load->longest_gap_ms)
        load->longest_gap_ms = gap_ms;
}

/* Counts a pause as obeyed when the next request is made after its end. */
static void count_pause(struct frontier_load *load, struct origin *origin, int64_t now_ms)
{
    const struct pace *pace = &origin->pace;

    if (pace->pause_until_ms == PACE_NEVER || pace->pause_until_ms > now_ms ||
        pace->pause_until_ms == origin->counted_pause_ms)
        return;
    load->waits++;
    load->waited_ms += pace->pause_until_ms - pace->pause_from_ms;
    origin->counted_pause_ms = pace->pause_until_ms;
}

/* Counts JOB's request, before the pace learns of it. Gaps are counted as the pace counts them: from when the
 * previous request reached the server. */
static void count_request(struct frontier_load *load, const struct job *job)
{
    struct origin *origin = job->asked;

    load->requests++;
    load->robots_requests += job->kind == JOB_ROBOTS;
    if (origin->was_asked && job->started_ms > origin->pace.last_start_ms)
        count_gap(load, job->started_ms - origin->pace.last_start_ms);
    else if (origin->was_asked)
        count_gap(load, 0);
    origin->was_asked = true;
    if (origin->pace.in_flight + 1 > load->connections)
        load->connections = origin->pace.in_flight + 1;
    count_pause(load, origin, job->started_ms);
}

static void count_answer(struct frontier_load *load, const struct job *job, const struct fetch_result *result)
{
    load->requests -= job->is_held;
    load->robots_requests -= job->is_held && job->kind == JOB_ROBOTS;
    load->bytes += (int64_t)result->wire_bytes;
    load->not_modified += result->outcome == FETCH_NOT_MODIFIED;
}

void job_start(struct crawl *crawl, struct job *job, const struct fetch_request *request)
{
    struct fetch_request tagged = *request;
    uint64_t left = judge_bytes_left(&crawl->site);

    if (job->url.len == 0)
        (void)buf_add_span(&job->url, request->url);
    tagged.tag = job;
    tagged.max_total = left < UINT64_MAX ? left : 0;
    tagged.keeps_cookies = site_is_own(&crawl->site, job->asked);
    tagged.sends_cookies = tagged.keeps_cookies && intake_needs_cookies(&crawl->intake, job->item.id);
    job->cookies = crawl->intake.cookies;
    gates_enter(job);
    fetch_start(crawl->fetch, &tagged);
    job->started_ms = clock_monotonic_ms() + 1; /* rounded up: no gap is a fraction of a millisecond short */
    job->pace = pace_in_force(&job->asked->pace, &crawl->site.limits);
    count_request(&crawl->load, job);
    pace_started(&job->asked->pace, job->started_ms);
    crawl->site.pages_in_flight += job->is_page;
}

void job_sent(void *tag, const char *peer)
{
    struct job *job = tag;

    job->latest_ms = clock_monotonic_ms() + 1 + TRAVEL_MS;
    pace_sent(&job->asked->pace, job->latest_ms);
    gates_sent(job, peer);
}

bool job_wants_body(void *tag, const struct answer_fields *fields, bool is_parsed)
{
    struct job *job = tag;
    struct span rule;

    return !intake_judge_head(job->intake, job, fields, is_parsed, &rule);
}

static void arrived(struct job *job, int64_t arrived_ms)
{
    pace_arrived(&job->asked->pace, job->latest_ms, arrived_ms);
    gates_arrived(job, arrived_ms);
}

void job_end(struct crawl *crawl, struct job *job, const struct fetch_result *result)
{
    int64_t now_ms = clock_monotonic_ms();

    if (job->latest_ms == 0)
        pace_sent(&job->asked->pace, now_ms);
    else if (result->first_byte_ms >= 0)
        arrived(job, job->started_ms + result->first_byte_ms + 1);
    gates_ended(job, now_ms);
    crawl->site.pages_in_flight -= job->is_page;
    crawl->site.received_bytes += result->wire_bytes;
    if (fetch_outcome_is_answer(result->outcome))
        job->asked->slow_ended = 0;
    crawl_note_error(crawl, response_pace_take(crawl, job, result, now_ms));
    count_answer(&crawl->load, job, result);
    remember_pace(crawl, job->asked, now_ms);
    put_back(crawl, job);
}

void jobs_free(struct crawl *crawl)
{
    struct fetch_result *result;

    if (crawl->fetch)
        fetch_abort(crawl->fetch);
    while (crawl->fetch && (result = fetch_take(crawl->fetch))) {
        put_back(crawl, result->tag);
        fetch_recycle(crawl->fetch, result);
    }
    while (crawl->idle_jobs) {
        struct job *job = crawl->idle_jobs;

        crawl->idle_jobs = job->next;
        buf_release(&job->url);
        free(job);
    }
}
