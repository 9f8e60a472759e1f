/* SPDX-License-Identifier: MIT */
/* The facts of the status line, from the frontier's sums and the run's own run_records. */
#include "config.h"

#include "crawl/display.h"

#include <stdio.h>

#include "crawl/state.h"
#include "frontier/stats.h"
#include "term/message.h"

/* Sums cost more than a look at the clock. */
enum { LOOK_EVERY_MS = 100 };

void display_begin(struct display *display, int64_t now_ms)
{
    *display = (struct display){.shown_ms = 0};
    progress_init(&display->progress, now_ms);
}

void display_end(struct display *display)
{
    progress_end(&display->progress);
}

/* The pace of the first origin with a queue, and its reason. Where its server takes longer than the pace lets
 * it, the server is the reason. */
static void add_pace(const struct crawl *crawl, struct progress_counts *counts)
{
    static const char *const reasons[PACE_REASONS] = {
        [PACE_BY_ROBOTS] = "robots.txt", [PACE_BY_RATELIMIT] = "RateLimit", [PACE_BY_TROUBLE] = "errors"};
    const struct pace *pace = &crawl->site.origins.active[0]->pace;
    struct pace_force force = pace_in_force(pace, &crawl->site.limits);
    const char *why = force.reason < PACE_REASONS ? reasons[force.reason] : NULL;
    bool is_slow = force.reason == PACE_BY_SLOWNESS || pace->answer_ms > force.delay_ms * force.connections;

    counts->pace_ms = force.delay_ms;
    if (is_slow && pace->answer_ms > 0)
        (void)snprintf(counts->why, sizeof counts->why, "the server takes %.1f s",
                       (double)pace->answer_ms / 1000);
    else if (why)
        (void)snprintf(counts->why, sizeof counts->why, "%s", why);
}

static struct progress_counts count(const struct crawl *crawl)
{
    struct progress_counts counts;
    struct frontier_stats stats;

    frontier_stats(crawl->frontier, &stats);
    counts = (struct progress_counts){
        .done = stats.states[FRONTIER_DONE] + stats.states[FRONTIER_REDIRECTED] +
                stats.states[FRONTIER_GONE] + stats.states[FRONTIER_WITHHELD],
        .queued = stats.states[FRONTIER_QUEUED],
        .refused = stats.reasons[FRONTIER_REFUSED][FRONTIER_BY_ROBOTS] + stats.states[FRONTIER_WITHHELD],
        .failed = frontier_failures(&stats),
        .bytes = (uint64_t)crawl->load.bytes,
        .pace_ms = crawl->site.limits.delay_ms,
    };
    if (crawl->site.origins.active_count > 0)
        add_pace(crawl, &counts);
    return counts;
}

void display_show(struct display *display, const struct crawl *crawl, int64_t now_ms)
{
    struct progress_counts counts;

    if (now_ms - display->shown_ms < LOOK_EVERY_MS)
        return;
    display->shown_ms = now_ms;
    counts = count(crawl);
    progress_update(&display->progress, &counts, now_ms);
}

void display_tell(const struct display *display, const struct crawl *crawl)
{
    struct progress_counts counts = count(crawl);
    struct buf line;

    buf_init(&line, 1024);
    progress_line(&display->progress, &counts, 0, &line);
    message_note("%s", buf_text(&line));
    buf_release(&line);
}
