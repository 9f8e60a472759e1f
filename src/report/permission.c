/* SPDX-License-Identifier: MIT */
/* What to ask the owner of a site for, after the site refused a run. The setting "refused" keeps the facts:
 * run, delay in ms, connections and User-Agent, with a space between them. It counts only while that run is
 * the last one. */
#include "config.h"

#include "report/permission.h"

#include <inttypes.h>

#include "frontier/frontier.h"
#include "frontier/stats.h"

enum { NOTE_MAX = 4096 };

int permission_note(struct frontier *frontier, int64_t run, const struct permission *permission)
{
    struct buf note;
    int error;

    buf_init(&note, NOTE_MAX);
    (void)buf_add_format(&note, "%" PRId64 " %" PRId64 " %d ", run, permission->delay_ms,
                         permission->connections);
    (void)buf_add_span(&note, permission->agent);
    error = frontier_set_setting(frontier, "refused", buf_span(&note));
    buf_release(&note);
    return error;
}

void permission_describe(struct frontier *frontier, struct buf *out)
{
    struct frontier_run run;
    struct span agent;
    uint64_t number, delay_ms, connections;

    if (frontier_last_run(frontier, &run) || frontier_setting(frontier, "refused", &agent) ||
        !span_to_u64(span_take_until(&agent, ' '), &number) || number != (uint64_t)run.id ||
        !span_to_u64(span_take_until(&agent, ' '), &delay_ms) ||
        !span_to_u64(span_take_until(&agent, ' '), &connections))
        return;
    (void)buf_add_format(out,
                         "The site refused the last run. Ask its owner to allow these requests:\n"
                         "User-Agent: %.*s\n"
                         "addresses: the public address of this machine, or of its router or proxy (the "
                         "router or the provider shows it)\n"
                         "pace: at least %.3f s between two requests, at most %" PRIu64 " at once\n"
                         "for robots.txt:\n"
                         "User-agent: tiptoe\nAllow: /\nCrawl-delay: %" PRIu64,
                         (int)agent.len, agent.at, (double)delay_ms / 1000, connections,
                         delay_ms > 1000 ? delay_ms / 1000 + (delay_ms % 1000 > 0) : 1);
}
