/* SPDX-License-Identifier: MIT */
/* How long a run waits for a site. A pause outlives the run in mirror.db: the next run waits for the rest of
 * it, or stops at once in the same way. */
#include "config.h"

#include "crawl/patience.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/clock.h"
#include "crawl/state.h"
#include "crawl/turns.h"
#include "frontier/next.h"
#include "frontier/origin.h"
#include "intake/sitemaps.h"
#include "judge/rules.h"
#include "pace/waits.h"
#include "term/message.h"

/* Shorter pauses are not announced. */
enum { ANNOUNCE_MS = 5000 };

/* What the run waits for. */
struct wait {
    const struct origin *origin; /* NULL: nothing */
    int64_t until_ms;
    enum pace_reason reason;
    int64_t gap_ms; /* between two requests; 0: it is a pause */
};

/* When the first queued URL of ORIGIN may be requested, if all of them have been put off for longer than any
 * pause of our own; else now. */
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

/* How long ORIGIN's word keeps the run from a request: a pause, or a gap above --max-wait. */
static struct wait wait_for(struct crawl *crawl, const struct origin *origin, bool for_rules, int64_t now_ms)
{
    struct pace_force force = pace_in_force(&origin->pace, &crawl->site.limits);
    struct wait wait = {origin, origin->pace.pause_until_ms, origin->pace.pause_reason, 0};
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
    struct wait first = {0};

    *found = first;
    for (size_t i = 0; i < crawl->site.origins.active_count; i++) {
        struct origin *origin = crawl->site.origins.active[i], *asked = origin;
        int error = origin->rules == RULES_WANTED ? rules_host(&crawl->site, origin, &asked) : 0;
        struct wait wait = wait_for(crawl, asked, origin->rules == RULES_WANTED, now_ms);
        int64_t until_ms = error ? now_ms : put_off_until(crawl, origin, now_ms);

        if (until_ms > wait.until_ms)
            wait = (struct wait){asked, until_ms, PACE_BY_RETRY_AFTER, 0};
        if (error || wait.until_ms <= now_ms)
            return error;
        if (!first.origin || wait.until_ms < first.until_ms)
            first = wait;
    }
    *found = first;
    return 0;
}

/* Ends the run. A gap comes after each request of later runs, too, unless they wait for it. */
static void stop(struct crawl *crawl, const struct wait *wait, const char *until)
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

void patience_check(struct crawl *crawl, int64_t now_ms)
{
    struct wait wait = {0};
    int error = fetch_in_flight(crawl->fetch) > 0 ? 0 : first_free(crawl, now_ms, &wait);
    char until[CLOCK_TEXT_SIZE];

    if (error)
        (void)crawl_failed(crawl, error);
    if (error || !wait.origin)
        return;
    clock_format((clock_wall_ms() + (wait.until_ms - now_ms) + 999) * 1000, 0, until);
    if (wait.until_ms - now_ms > crawl->settings->max_wait_ms) {
        stop(crawl, &wait, until);
    } else if (wait.until_ms - now_ms >= ANNOUNCE_MS && wait.until_ms != crawl->announced_until_ms) {
        message_note("%s: waiting until %s, because %s", wait.origin->text, until,
                     pace_reason_text((int)wait.reason));
        crawl->announced_until_ms = wait.until_ms;
    }
}
