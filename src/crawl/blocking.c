/* SPDX-License-Identifier: MIT */
/* Stops a run when a site blocks it. The URLs whose refusals ended the run may be allowed later: they are
 * queued again, after everything else, while they have attempts left. So a site with many forbidden pages in
 * a row is still complete after a few runs. */
#include "config.h"

#include "crawl/blocking.h"

#include <stdio.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/hash.h"
#include "crawl/state.h"
#include "frontier/queue.h"
#include "frontier/row.h"
#include "pace/waits.h"
#include "report/verdict.h"
#include "term/message.h"

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
