/* SPDX-License-Identifier: MIT */
/* Finds what a run waits for, other than the pace, and ends a run that would wait for too long. Reasons from
 * outside are orders in control/, --hours and a disk that is nearly full. A pause that a site requests
 * outlives the run in mirror.db: the next run waits for the rest of it, or stops at once in the same way. */
#include "config.h"

#include "crawl/state.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/statvfs.h>

#include "base/clock.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "judge/judge.h"
#include "mirror/mirror.h"
#include "pace/waits.h"
#include "term/message.h"

/* Shorter pauses are not announced. */
enum { ANNOUNCE_MS = 5000 };

/* Returns whether the disk has less free space than the limit; afterwards, until twice the limit is free. */
static bool is_disk_low(const struct crawl *crawl)
{
    uint64_t limit = (uint64_t)crawl->settings->min_free_disk;
    struct statvfs status;

    if (limit == 0 || fstatvfs(crawl->mirror->folder.dir, &status) < 0)
        return false;
    if (crawl->steering.disk_is_low)
        limit *= 2;
    return (uint64_t)status.f_bavail * status.f_frsize < limit;
}

static const char *find_reason(struct crawl *crawl)
{
    struct steering *steering = &crawl->steering;

    steering->disk_is_low = is_disk_low(crawl);
    if (crawl->mirror->orders.control.paused)
        return "paused by control/pause";
    if (steering->disk_is_low)
        return "waiting for free space on the disk (--pause-below-free-disk)";
    if (hours_describe(&crawl->settings->hours, clock_wall_ms(), steering->hours))
        return steering->hours;
    return NULL;
}

bool waiting_holds(struct crawl *crawl, int64_t now_ms)
{
    struct steering *steering = &crawl->steering;
    struct orders *orders = &crawl->mirror->orders;
    const char *reason;

    if (!control_look(orders, crawl->mirror->folder.control_dir, now_ms))
        return steering->reason != NULL;
    if (control_read_excludes(crawl->mirror->folder.control_dir, &crawl->site.live_excludes))
        message_note("the patterns in control/exclude have changed");
    if (orders->control.stopped)
        crawl->stop = mirror_stops(crawl->mirror);
    reason = find_reason(crawl);
    if (reason && reason != steering->reason)
        message_note("%s%s%s", reason, orders->control.paused ? "; to continue: tiptoe go " : "",
                     orders->control.paused ? crawl->mirror->path : "");
    else if (!reason && steering->reason)
        message_note("continuing");
    crawl->site.limits = crawl->settings->pace;
    crawl->site.limits.for_all = orders->control.delay_ms >= 0;
    if (orders->control.delay_ms >= 0)
        crawl->site.limits.delay_ms = orders->control.delay_ms;
    steering->reason = reason;
    return reason != NULL;
}

/* The origin that the run waits for. */
struct wait {
    const struct origin *origin; /* NULL: nothing */
    int64_t until_ms;
    enum pace_reason reason;
    int64_t gap_ms; /* between two requests; 0: it is a pause */
};

/* Returns when the first queued URL of ORIGIN may be requested, if all of them have been put off for longer
 * than any pause of our own; otherwise now. */
static int64_t put_off_until(struct crawl *crawl, const struct origin *origin, int64_t now_ms)
{
    int64_t own_ms =
        crawl->site.puts_off ? crawl->settings->max_wait_ms : retry_pause_max_ms(crawl->site.limits.delay_ms);
    struct frontier_origin kept;
    uint64_t fresh = 0;
    int64_t first_ms;

    frontier_get_origin(crawl->frontier, origin->id, &kept);
    for (int kind = 0; kind < FRONTIER_KINDS; kind++)
        fresh += kept.queued[kind];
    if (fresh > kept.waiting || origin->rules != RULES_KNOWN || sitemaps_remain(&crawl->site, origin) ||
        frontier_earliest_retry(crawl->frontier, origin->id, &first_ms))
        return now_ms;
    first_ms -= crawl->site.wall_ahead_ms;
    return first_ms - now_ms > own_ms ? first_ms : now_ms;
}

/* Returns how long the site keeps the run from a request to ORIGIN: a pause, or a gap above --max-wait. */
static struct wait wait_for(struct crawl *crawl, const struct origin *origin, bool for_rules, int64_t now_ms)
{
    struct pace_force force = pace_in_force(&origin->pace, &crawl->site.limits);
    struct wait wait = {origin, origin->pace.pause.until_ms, origin->pace.pause.reason, 0};
    int64_t next_ms;

    if (force.delay_ms <= crawl->settings->max_wait_ms ||
        (force.reason != PACE_BY_ROBOTS && force.reason != PACE_BY_RATELIMIT))
        return wait;
    next_ms = turns_next_start(crawl, origin, for_rules, now_ms);
    return next_ms > wait.until_ms ? (struct wait){origin, next_ms, force.reason, force.delay_ms} : wait;
}

/* Sets FOUND to the origin with work that may be requested first; none if there is one without a pause. */
static int first_free(struct crawl *crawl, int64_t now_ms, struct wait *found)
{
    *found = (struct wait){0};
    for (size_t i = 0; i < crawl->site.origins.active_count; i++) {
        struct origin *origin = crawl->site.origins.active[i], *asked = origin;
        int error = origin->rules == RULES_WANTED ? rules_host(&crawl->site, origin, &asked) : 0;
        struct wait wait = wait_for(crawl, asked, origin->rules == RULES_WANTED, now_ms);
        int64_t until_ms = error ? now_ms : put_off_until(crawl, origin, now_ms);

        if (until_ms > wait.until_ms)
            wait = (struct wait){asked, until_ms, PACE_BY_RETRY_AFTER, 0};
        if (error || wait.until_ms <= now_ms) {
            *found = (struct wait){0};
            return error;
        }
        if (!found->origin || wait.until_ms < found->until_ms)
            *found = wait;
    }
    return 0;
}

/* Ends the run. A gap comes after each request of later runs, too, unless they wait for it. */
static void stop_waiting(struct crawl *crawl, const struct wait *wait, const char *until)
{
    int64_t gap_s = (wait->gap_ms + 999) / 1000;
    char *text = crawl->stop_text;
    int len = snprintf(text, sizeof crawl->stop_text, "run it again after %s, because %s", until,
                       pace_reason_text((int)wait->reason));

    if (gap_s > 0)
        (void)snprintf(text + len, sizeof crawl->stop_text - (size_t)len,
                       ": one request every %" PRId64 " s; a run with --max-wait %" PRId64 "s waits for each",
                       gap_s, gap_s);
    crawl->stop = text;
}

void waiting_check(struct crawl *crawl, int64_t now_ms)
{
    struct wait wait = {0};
    int error = fetch_in_flight(crawl->fetch) > 0 ? 0 : first_free(crawl, now_ms, &wait);
    char until[CLOCK_TEXT_SIZE];

    crawl_note_error(crawl, error);
    if (error || !wait.origin)
        return;
    clock_format((clock_wall_ms() + (wait.until_ms - now_ms) + 999) * 1000, 0, until);
    if (wait.until_ms - now_ms > crawl->settings->max_wait_ms) {
        stop_waiting(crawl, &wait, until);
    } else if (wait.until_ms - now_ms >= ANNOUNCE_MS && wait.until_ms != crawl->announced_until_ms) {
        message_note("%s: waiting until %s, because %s", wait.origin->text, until,
                     pace_reason_text((int)wait.reason));
        crawl->announced_until_ms = wait.until_ms;
    }
}
