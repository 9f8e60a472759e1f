/* SPDX-License-Identifier: MIT */
/* Slow answers must not keep the connections of an origin for as long as they like: --connections counts what
 * is open at the server, so a slow transfer cannot go on beside others. It ends, once for each URL, and is
 * repeated at the end, when it delays nothing. If everything is slow, the line or the server is: then the
 * transfers go on. */
#include "config.h"

#include "crawl/slow.h"

#include "crawl/state.h"
#include "crawl/turns.h"

/* A transfer is slow below this many times --least-rate. */
enum { SLOW_TIMES = 10 };

/* For each connection of an origin, the transfers that end without a whole answer between. */
enum { ENDS_OF_ONE = 4 };

static bool may_end(const struct job *job)
{
    return job->kind == JOB_URL && job->item.attempts == 0 &&
           job->asked->slow_ended < ENDS_OF_ONE * job->pace.connections;
}

/* Whether a URL that was never tried could have the connection of JOB. */
static bool is_awaited(struct crawl *crawl, const struct job *job, int64_t now_ms)
{
    const struct origin_set *origins = &crawl->site.origins;
    struct pace_force force = pace_in_force(&job->asked->pace, &crawl->site.limits);
    bool any = false;

    if (job->asked->pace.in_flight >= force.connections)
        return turns_wait_for(crawl, job->asked, now_ms);
    for (size_t i = 0; !fetch_has_room(crawl->fetch) && !any && i < origins->active_count; i++)
        any = turns_wait_for(crawl, origins->active[i], now_ms);
    return any;
}

void slow_give_way(struct crawl *crawl, int64_t now_ms)
{
    const struct settings *settings = crawl->settings;
    unsigned index = 0;
    struct job *job;

    if (settings->rate > 0 || settings->retries == 0 || crawl->steering.reason)
        return;
    while ((job = fetch_next_slow(crawl->fetch, &index, SLOW_TIMES * (uint64_t)settings->least_rate))) {
        if (!may_end(job) || !is_awaited(crawl, job, now_ms))
            continue;
        job->asked->slow_ended++;
        fetch_end(crawl->fetch, job);
        return;
    }
}
