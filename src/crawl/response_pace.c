/* SPDX-License-Identifier: MIT */
/* Finds in an answer what it means for the pace of its origin, and whether the site refuses the run; pace/
 * says what each sign means. Retry-After (RFC 9110, 10.2.3) applies to the whole origin: a server that is
 * overloaded says it at one URL, and nothing else is requested to find out. But one URL must not stop a
 * mirror for a day. Therefore a pause above
 * --max-wait is doubted: an answer to another URL that was under way at the same time, or that came since the
 * URL failed before, shows that the origin serves, and the pause becomes that of the URL.
 *
 * A site that blocks a run is left alone: to continue would only lengthen the block. The URLs whose refusals
 * ended the run may be allowed later: they are queued again, after everything else, while they have attempts
 * left. So a site with many forbidden pages in a row is still complete after a few runs. */
#include "config.h"

#include "crawl/response_pace.h"

#include <stdio.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/hash.h"
#include "crawl/gates.h"
#include "crawl/state.h"
#include "frontier/queue.h"
#include "frontier/row.h"
#include "pace/pace.h"
#include "pace/ratelimit.h"
#include "pace/waits.h"
#include "report/verdict.h"
#include "term/message.h"

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

static size_t gather_values(const struct answer_fields *fields, enum answer_field field,
                            struct span values[RATELIMIT_LINES_MAX])
{
    const struct answer_line *line;
    size_t count = 0;

    for (size_t at = 0; count < RATELIMIT_LINES_MAX && (line = answer_fields_next(fields, field, &at));)
        values[count++] = line->value;
    return count;
}

/* Reads RateLimit fields of an answer at NOW_MS, which is SERVER_MS by the server's clock. */
static void read_ratelimit(struct pace *pace, const struct answer_fields *fields, int64_t now_ms,
                           int64_t server_ms)
{
    struct ratelimit_fields values;
    struct ratelimit limit;

    values.policy_count = gather_values(fields, ANSWER_RATELIMIT_POLICY, values.policies);
    values.limit_count = gather_values(fields, ANSWER_RATELIMIT, values.limits);
    values.remaining_count = gather_values(fields, ANSWER_RATELIMIT_REMAINING, values.remaining);
    values.reset_count = gather_values(fields, ANSWER_RATELIMIT_RESET, values.resets);
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

/* Limits pauses to the URLs that requested them, because the origin serves another one. */
static int take_fine(struct crawl *crawl, struct origin *origin, int64_t now_ms)
{
    int error = 0;

    origin->fine_ms = now_ms;
    for (size_t i = 0; i < origin->doubted_count && !error; i++)
        error = put_off(crawl, origin->doubted[i].id, now_ms, origin->doubted[i].until_ms);
    origin->doubted_count = 0;
    pace_lift(&origin->pace);
    return error;
}

/* Returns whether the origin has served another URL while JOB's was requested, or since it failed before. */
static bool is_served(const struct job *job)
{
    int64_t since_ms = job->item.attempts > 0 ? 1 : job->started_ms;

    return job->asked->fine_ms >= since_ms;
}

/* Doubts a pause above --max-wait. At most --connections URLs are doubted: those under way when it began. */
static int take_long(struct crawl *crawl, const struct job *job, int64_t now_ms, int64_t wait_ms)
{
    struct origin *origin = job->asked;

    if (is_served(job))
        return put_off(crawl, job->item.id, now_ms, now_ms + wait_ms);
    *MEM_ADD(origin->doubted, origin->doubted_count, origin->doubted_room) =
        (struct doubted_url){job->item.id, now_ms + wait_ms};
    pace_doubt(&origin->pace, now_ms, wait_ms, PACE_BY_RETRY_AFTER);
    return 0;
}

/* Takes the pause of WAIT_MS that the answer requests, 0 for none: of its origin, or of its URL alone. */
static int take_pause(struct crawl *crawl, const struct job *job, const struct fetch_result *result,
                      int64_t now_ms, int64_t wait_ms)
{
    bool is_url = job->kind == JOB_URL && fetch_outcome_is_answer(result->outcome);

    if (is_url && wait_ms == 0 && job->refusal == REFUSAL_NONE &&
        pace_sign_of_status(result->status) == PACE_FINE)
        return take_fine(crawl, job->asked, now_ms);
    if (is_url && result->status >= 400 && wait_ms > crawl->settings->max_wait_ms)
        return take_long(crawl, job, now_ms, wait_ms);
    if (wait_ms > 0) {
        pace_pause(&job->asked->pace, now_ms, wait_ms, PACE_BY_RETRY_AFTER);
        gates_pause(crawl, job->asked, wait_ms);
    }
    return 0;
}

int response_pace_take(struct crawl *crawl, const struct job *job, const struct fetch_result *result,
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
                       fetch_outcome_word(result->outcome));
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
