/* SPDX-License-Identifier: MIT */
/* Counts what a run costs the sites. Gaps are counted as the pace counts them: from when the previous request
 * reached the server. A pause counts as obeyed when the next request is made after its end. */
#include "config.h"

#include "crawl/load.h"

#include <inttypes.h>

#include "crawl/state.h"
#include "frontier/frontier.h"
#include "term/message.h"

static void count_gap(struct frontier_load *load, int64_t gap_ms)
{
    bool is_first = load->longest_gap_ms == 0;

    if (is_first || gap_ms < load->shortest_gap_ms)
        load->shortest_gap_ms = gap_ms;
    if (gap_ms > load->longest_gap_ms)
        load->longest_gap_ms = gap_ms;
}

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

void load_started(struct frontier_load *load, const struct job *job)
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

void load_ended(struct frontier_load *load, const struct job *job, const struct fetch_result *result)
{
    load->requests -= job->is_held;
    load->robots_requests -= job->is_held && job->kind == JOB_ROBOTS;
    load->bytes += (int64_t)result->wire_bytes;
    load->not_modified += result->outcome == FETCH_NOT_MODIFIED;
}

int load_keep(struct crawl *crawl)
{
    return frontier_has_changes(crawl->frontier) ? frontier_set_load(crawl->frontier, &crawl->load) : 0;
}

void load_describe(const struct frontier_load *load, struct buf *out)
{
    (void)buf_add_format(out,
                         "%" PRId64 " request%s, %" PRId64 " of them for robots.txt; %" PRId64
                         " answered with 304 (%" PRId64 " %%); %" PRId64 " bytes received\n",
                         load->requests, message_plural((uint64_t)load->requests), load->robots_requests,
                         load->not_modified,
                         load->requests > 0 ? 100 * load->not_modified / load->requests : 0, load->bytes);
    (void)buf_add_format(
        out, "gaps between two requests to one origin: %.3f to %.3f s; at most %" PRId64 " at once\n",
        (double)load->shortest_gap_ms / 1000, (double)load->longest_gap_ms / 1000, load->connections);
    (void)buf_add_format(out, "%" PRId64 " pause%s requested by servers and kept, %.1f s in total\n",
                         load->waits, message_plural((uint64_t)load->waits), (double)load->waited_ms / 1000);
}
