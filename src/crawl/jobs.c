/* SPDX-License-Identifier: MIT */
/* Makes, starts, ends and reuses jobs, counts what they cost the sites, and finds in their answers what they
 * mean for the pace and whether the site refuses the run; pace/ says what each sign means. Retry-After (RFC
 * 9110, 10.2.3) applies to the whole origin: a server that is overloaded says it at one URL, and nothing else
 * is requested to find out. But one URL must not stop a mirror for a day. Therefore a pause above --max-wait
 * is doubted: an answer to another URL that was under way at the same time, or that came since the URL failed
 * before, shows that the origin serves, and the pause becomes that of the URL. */
#include "config.h"

#include "crawl/state.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/hash.h"
#include "base/limits.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "judge/judge.h"
#include "pace/waits.h"
#include "report/overview.h"
#include "term/message.h"

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
        .usual_ms = pace->times[PACE_PAGE].usual_us / 1000,
    };

    if (pace->pause.until_ms > now_ms) {
        kept.pause_until_ms = wall_ms + (pace->pause.until_ms - now_ms);
        kept.pause_reason = (int)pace->pause.reason;
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

    if (pace->pause.until_ms == PACE_NEVER || pace->pause.until_ms > now_ms ||
        pace->pause.until_ms == origin->counted_pause_ms)
        return;
    load->waits++;
    load->waited_ms += pace->pause.until_ms - pace->pause.from_ms;
    origin->counted_pause_ms = pace->pause.until_ms;
}

/* Counts JOB's request, before the pace learns of it. Gaps are counted as the pace counts them: from when the
 * previous request reached the server. */
static void count_request(struct frontier_load *load, const struct job *job)
{
    struct origin *origin = job->asked;
    int64_t last_ms = origin->pace.last_start_ms;

    load->requests++;
    load->robots_requests += job->kind == JOB_ROBOTS;
    if (origin->was_asked)
        count_gap(load, job->started_ms > last_ms ? job->started_ms - last_ms : 0);
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
    tagged.sends_cookies =
        tagged.keeps_cookies &&
        (crawl->intake.needs_cookies || (job->item.id > 0 && job->item.id == crawl->intake.cookie_target));
    job->cookies = crawl->intake.cookies;
    gates_enter(job);
    fetch_start(crawl->fetch, &tagged);
    crawl->latest = job;
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

/* The signs of outcomes that are not answers. Others say nothing about the server. */
static const enum pace_sign signs[FETCH_LOCAL + 1] = {
    [FETCH_TIMEOUT] = PACE_TROUBLE,     [FETCH_REFUSED] = PACE_TROUBLE, [FETCH_UNREACHABLE] = PACE_TROUBLE,
    [FETCH_CERTIFICATE] = PACE_TROUBLE, [FETCH_TLS] = PACE_TROUBLE,     [FETCH_RESET] = PACE_TROUBLE,
    [FETCH_PARTIAL] = PACE_REFUSED,     [FETCH_SLOW] = PACE_REFUSED,    [FETCH_TOO_LARGE] = PACE_FINE,
    [FETCH_BAD_CODING] = PACE_FINE,     [FETCH_UNWANTED] = PACE_FINE,   [FETCH_LIVE] = PACE_FINE,
};

static enum pace_sign sign_of(const struct job *job, const struct fetch_result *result)
{
    if (job->item.attempts < 0)
        return PACE_NO_SIGN; /* a large body, of which each try brings a part */
    if (!fetch_outcome_is_answer(result->outcome))
        return signs[result->outcome];
    return job->refusal == REFUSAL_CHALLENGE ? PACE_TROUBLE : pace_sign_of_status(result->status);
}

static enum pace_kind kind_of(const struct job *job, const struct fetch_result *result)
{
    struct span type = result->fields->first[ANSWER_CONTENT_TYPE];

    if (job->kind != JOB_URL)
        return PACE_RULES;
    if (result->outcome != FETCH_OK)
        return job->is_page ? PACE_NO_PAGE : PACE_NO_FILE;
    return span_starts_nocase(type, "text/html") ? PACE_PAGE : PACE_FILE;
}

static void gather_values(const struct answer_fields *fields, enum answer_field field,
                          struct span values[RATELIMIT_LINES_MAX])
{
    const struct answer_line *line;
    size_t count = 0;

    for (size_t at = 0; count < RATELIMIT_LINES_MAX && (line = answer_fields_next(fields, field, &at));)
        values[count++] = line->value;
}

/* Reads RateLimit fields of an answer at NOW_MS, which is SERVER_MS by the server's clock. */
static void read_ratelimit(struct pace *pace, const struct answer_fields *fields, int64_t now_ms,
                           int64_t server_ms)
{
    struct ratelimit_fields values = {0};
    struct ratelimit limit;

    gather_values(fields, ANSWER_RATELIMIT_POLICY, values.policies);
    gather_values(fields, ANSWER_RATELIMIT, values.limits);
    gather_values(fields, ANSWER_RATELIMIT_REMAINING, values.remaining);
    gather_values(fields, ANSWER_RATELIMIT_RESET, values.resets);
    limit = ratelimit_read(&values, server_ms);
    pace_limited(pace, now_ms, &limit);
}

/* Returns the pause of the answer in milliseconds, the longest if it has several; 0: none. */
static int64_t requested_ms(const struct fetch_result *result, int64_t server_ms)
{
    int64_t longest_ms = 0, wait_ms;
    const struct answer_line *line;

    if (result->response_head.len == 0 || result->status < 300)
        return 0;
    for (size_t at = 0; (line = answer_fields_next(result->fields, ANSWER_RETRY_AFTER, &at));) {
        if (retry_after_read(line->value, server_ms, &wait_ms) && wait_ms > longest_ms)
            longest_ms = wait_ms;
    }
    return longest_ms < PACE_BELIEVED_MS ? longest_ms : PACE_BELIEVED_MS;
}

/* Puts off the URL with this id, if it is queued, until UNTIL_MS. */
static int put_off(struct crawl *crawl, int64_t id, int64_t now_ms, int64_t until_ms)
{
    struct frontier_row row;
    int error = frontier_get(crawl->frontier, id, &row);

    if (error || row.state != FRONTIER_QUEUED)
        return error;
    crawl->site.puts_off = true;
    return frontier_retry(crawl->frontier, id, row.item.attempts,
                          site_now_ms(&crawl->site) + (until_ms - now_ms));
}

/* Puts off JOB's URL for a pause above --max-wait, and, in doubt, its origin too: unless that has served
 * another URL while this one was requested, or since it failed before. */
static int take_long(struct crawl *crawl, const struct job *job, int64_t now_ms, int64_t wait_ms)
{
    if (job->asked->fine_ms < (job->item.attempts > 0 ? 1 : job->started_ms))
        pace_doubt(&job->asked->pace, now_ms, wait_ms);
    return put_off(crawl, job->item.id, now_ms, now_ms + wait_ms);
}

/* Takes the pause of WAIT_MS that the answer requests, 0 for none: of its origin, or of its URL alone. */
static int take_pause(struct crawl *crawl, const struct job *job, const struct fetch_result *result,
                      int64_t now_ms, int64_t wait_ms)
{
    bool is_url = job->kind == JOB_URL && fetch_outcome_is_answer(result->outcome);

    if (is_url && wait_ms == 0 && job->refusal == REFUSAL_NONE &&
        pace_sign_of_status(result->status) == PACE_FINE) {
        job->asked->fine_ms = now_ms;
        pace_lift(&job->asked->pace); /* the pauses are those of the URLs that requested them */
        return 0;
    }
    if (is_url && result->status >= 400 && wait_ms > crawl->settings->max_wait_ms)
        return take_long(crawl, job, now_ms, wait_ms);
    if (wait_ms > 0) {
        pace_pause(&job->asked->pace, now_ms, wait_ms, PACE_BY_RETRY_AFTER);
        gates_pause(crawl, job->asked, wait_ms);
    }
    return 0;
}

/* Tells the pace of JOB's origin what the answer says, after its URL was settled or queued again. */
static int take_pace(struct crawl *crawl, const struct job *job, const struct fetch_result *result,
                     int64_t now_ms)
{
    struct pace *pace = &job->asked->pace;
    struct pace_answer answer = {.sign = sign_of(job, result),
                                 .started_ms = job->started_ms,
                                 .kind = kind_of(job, result),
                                 .answer_ms = result->answer_ms};
    int64_t server_ms = http_now_ms(result->fields->first[ANSWER_DATE], clock_wall_ms());

    pace_ended(pace, &crawl->site.limits, now_ms, &answer);
    if (result->response_head.len > 0)
        read_ratelimit(pace, result->fields, now_ms, server_ms);
    return take_pause(crawl, job, result, now_ms, requested_ms(result, server_ms));
}

/* A site that blocks a run is left alone: to continue would only lengthen the block. The URLs whose refusals
 * ended the run may be allowed later: they are queued again, after everything else, while they have attempts
 * left. So a site with many forbidden pages in a row is still complete after a few runs. */

/* The least wait before refused URLs are requested again. */
enum { PAUSE_MS = 60 * 1000 };

/* Notes the pace without the gap that the refusals themselves caused. */
int blocking_ask(struct crawl *crawl, const struct origin *origin)
{
    struct pace steady = origin->pace;
    struct pace_force force;

    steady.rest_ms = 0;
    force = pace_in_force(&steady, &crawl->settings->pace);
    return permission_note(crawl->frontier, crawl->run,
                           &(struct permission){.agent = buf_span(&crawl->agent),
                                                .delay_ms = force.delay_ms,
                                                .connections = force.connections});
}

/* Queues refused URLs again. */
static int revive(struct crawl *crawl, struct origin *origin)
{
    int error = 0;

    for (int i = 0; i < origin->refused_count && !error; i++) {
        const struct refused_url *refused = &origin->refused[i];
        struct frontier_row row;

        if (refused->attempts > crawl->settings->retries)
            continue;
        error = frontier_get(crawl->frontier, refused->id, &row);
        if (!error && row.state != FRONTIER_QUEUED)
            error = frontier_retry(crawl->frontier, refused->id, refused->attempts,
                                   site_now_ms(&crawl->site) +
                                       retry_pause_ms(refused->attempts - 1, PAUSE_MS, random_u32()));
    }
    origin->refused_count = 0;
    return error;
}

/* Returns whether no connection brought an answer. A connection that is reset may have been closed for its
 * age. */
static bool is_unreached(const struct fetch_result *result)
{
    return result->outcome == FETCH_DNS || result->outcome == FETCH_REFUSED ||
           result->outcome == FETCH_UNREACHABLE || result->outcome == FETCH_CERTIFICATE ||
           result->outcome == FETCH_TLS || (result->outcome == FETCH_TIMEOUT && result->status == 0);
}

static int trip(struct crawl *crawl, const struct job *job, const struct fetch_result *result)
{
    struct origin *origin = job->asked;
    int count = origin->refused_count, error;

    if (!site_is_own(&crawl->site, origin)) {
        message_warn("%s %s (%d times in a row); skipping this host", origin->text,
                     is_unreached(result) ? "cannot be reached" : "refuses requests", count);
        origin->is_blocked = true;
        origin->refused_count = 0;
        return 0;
    }
    if (is_unreached(result))
        (void)snprintf(crawl->stop_text, sizeof crawl->stop_text,
                       "the site cannot be reached: %d requests failed in a row, the last one: %s", count,
                       fetch_outcomes[result->outcome].word);
    else if (job->refusal == REFUSAL_CHALLENGE)
        (void)snprintf(crawl->stop_text, sizeof crawl->stop_text,
                       "the site refuses requests: %d answers in a row, the last one a challenge by %s",
                       count, job->firewall);
    else
        (void)snprintf(crawl->stop_text, sizeof crawl->stop_text,
                       "the site refuses requests: %d answers in a row, the last one with status %d", count,
                       result->status);
    crawl->stop = crawl->stop_text;
    error = is_unreached(result) ? 0 : blocking_ask(crawl, origin);
    return error ? error : revive(crawl, origin);
}

int blocking_note(struct crawl *crawl, const struct job *job, const struct fetch_result *result)
{
    struct origin *origin = job->asked;
    int most = crawl->settings->give_up_after;
    bool unreached = is_unreached(result);

    if (job->kind != JOB_URL || most == 0 || origin->is_blocked || crawl->stop ||
        (!fetch_outcome_is_answer(result->outcome) && !unreached))
        return 0;
    if (job->refusal == REFUSAL_NONE && !unreached) {
        origin->refused_count = 0;
        return 0;
    }
    if (unreached && job->started_ms <= origin->unreached_ms)
        return 0; /* requests that fail at once are one failure */
    if (unreached)
        origin->unreached_ms = clock_monotonic_ms();
    if (!origin->refused)
        origin->refused = mem_new((size_t)most, sizeof *origin->refused);
    origin->refused[origin->refused_count++] = (struct refused_url){job->item.id, job->item.attempts + 1};
    return origin->refused_count < most ? 0 : trip(crawl, job, result);
}

void job_end(struct crawl *crawl, struct job *job, const struct fetch_result *result)
{
    int64_t now_ms = clock_monotonic_ms(), arrived_ms = job->started_ms + result->first_byte_ms + 1;

    if (job->latest_ms == 0) {
        pace_sent(&job->asked->pace, now_ms);
    } else if (result->first_byte_ms >= 0) {
        pace_arrived(&job->asked->pace, job->latest_ms, arrived_ms);
        gates_arrived(job, arrived_ms);
    }
    gates_ended(job, now_ms);
    crawl->site.pages_in_flight -= job->is_page;
    crawl->site.received_bytes += result->wire_bytes;
    if (fetch_outcome_is_answer(result->outcome))
        job->asked->slow_ended = 0;
    crawl_note_error(crawl, take_pace(crawl, job, result, now_ms));
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
