/* SPDX-License-Identifier: MIT */
/* What a run costs the sites. Gaps are counted as the pace counts them: from when the previous request
 * reached the server. A pause counts as obeyed when the next request is made after its end. */
#include "config.h"

#include "crawl/courtesy.h"

#include <inttypes.h>

#include "crawl/state.h"
#include "frontier/frontier.h"
#include "term/message.h"

static void count_gap(struct frontier_courtesy *courtesy, int64_t gap_ms)
{
    bool is_first = courtesy->longest_gap_ms == 0;

    if (is_first || gap_ms < courtesy->shortest_gap_ms)
        courtesy->shortest_gap_ms = gap_ms;
    if (gap_ms > courtesy->longest_gap_ms)
        courtesy->longest_gap_ms = gap_ms;
}

static void count_pause(struct frontier_courtesy *courtesy, struct origin *origin, int64_t now_ms)
{
    const struct pace *pace = &origin->pace;

    if (pace->pause_until_ms == PACE_NEVER || pace->pause_until_ms > now_ms ||
        pace->pause_until_ms == origin->counted_pause_ms)
        return;
    courtesy->waits++;
    courtesy->waited_ms += pace->pause_until_ms - pace->pause_from_ms;
    origin->counted_pause_ms = pace->pause_until_ms;
}

void courtesy_started(struct frontier_courtesy *courtesy, const struct job *job)
{
    struct origin *origin = job->asked;

    courtesy->requests++;
    courtesy->robots_requests += job->kind == JOB_ROBOTS;
    if (origin->was_asked && job->started_ms > origin->pace.last_start_ms)
        count_gap(courtesy, job->started_ms - origin->pace.last_start_ms);
    else if (origin->was_asked)
        count_gap(courtesy, 0);
    origin->was_asked = true;
    if (origin->pace.in_flight + 1 > courtesy->connections)
        courtesy->connections = origin->pace.in_flight + 1;
    count_pause(courtesy, origin, job->started_ms);
}

void courtesy_ended(struct frontier_courtesy *courtesy, const struct job *job,
                    const struct fetch_result *result)
{
    courtesy->requests -= job->is_held;
    courtesy->robots_requests -= job->is_held && job->kind == JOB_ROBOTS;
    courtesy->bytes += (int64_t)result->wire_bytes;
    courtesy->not_modified += result->outcome == FETCH_NOT_MODIFIED;
}

int courtesy_keep(struct crawl *crawl)
{
    return frontier_has_changes(crawl->frontier) ? frontier_set_courtesy(crawl->frontier, &crawl->courtesy)
                                                 : 0;
}

void courtesy_describe(const struct frontier_courtesy *courtesy, struct buf *out)
{
    (void)buf_add_format(out,
                         "%" PRId64 " request%s, %" PRId64 " of them for robots.txt; %" PRId64
                         " answered with 304 (%" PRId64 " %%); %" PRId64 " bytes received\n",
                         courtesy->requests, message_plural((uint64_t)courtesy->requests),
                         courtesy->robots_requests, courtesy->not_modified,
                         courtesy->requests > 0 ? 100 * courtesy->not_modified / courtesy->requests : 0,
                         courtesy->bytes);
    (void)buf_add_format(
        out, "gaps between two requests to one origin: %.3f to %.3f s; at most %" PRId64 " at once\n",
        (double)courtesy->shortest_gap_ms / 1000, (double)courtesy->longest_gap_ms / 1000,
        courtesy->connections);
    (void)buf_add_format(out, "%" PRId64 " pause%s requested by servers and kept, %.1f s in total\n",
                         courtesy->waits, message_plural((uint64_t)courtesy->waits),
                         (double)courtesy->waited_ms / 1000);
}
