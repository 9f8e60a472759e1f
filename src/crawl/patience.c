/* SPDX-License-Identifier: MIT */
/* How long a run waits for a site. A pause outlives the run in mirror.db: the next run waits for the rest of
 * it, or stops at once in the same way. */
#include "config.h"

#include "crawl/patience.h"

#include <stdio.h>

#include "base/clock.h"
#include "crawl/state.h"
#include "judge/rules.h"
#include "term/message.h"

/* Shorter pauses are not announced. */
enum { ANNOUNCE_MS = 5000 };

/* Sets FOUND to the origin with work whose pause ends first; NULL if one of them has no pause. */
static int first_free(struct crawl *crawl, int64_t now_ms, const struct origin **found)
{
    const struct origin *first = NULL;

    *found = NULL;
    for (size_t i = 0; i < crawl->site.origins.active_count; i++) {
        struct origin *origin = crawl->site.origins.active[i], *asked = origin;
        int error = origin->rules == RULES_WANTED ? rules_host(&crawl->site, origin, &asked) : 0;

        if (error || asked->pace.pause_until_ms <= now_ms)
            return error;
        if (!first || asked->pace.pause_until_ms < first->pace.pause_until_ms)
            first = asked;
    }
    *found = first;
    return 0;
}

void patience_check(struct crawl *crawl, int64_t now_ms)
{
    const struct origin *origin = NULL;
    int error = fetch_in_flight(crawl->fetch) > 0 ? 0 : first_free(crawl, now_ms, &origin);
    const struct pace *pace;
    char until[CLOCK_TEXT_SIZE];

    if (error)
        (void)crawl_failed(crawl, error);
    if (error || !origin)
        return;
    pace = &origin->pace;
    clock_format((clock_wall_ms() + (pace->pause_until_ms - now_ms) + 999) * 1000, 0, until);
    if (pace->pause_until_ms - now_ms > crawl->settings->max_wait_ms) {
        (void)snprintf(crawl->stop_text, sizeof crawl->stop_text, "run it again after %s, because %s", until,
                       pace_reason_text((int)pace->pause_reason));
        crawl->stop = crawl->stop_text;
    } else if (pace->pause_until_ms - now_ms >= ANNOUNCE_MS && pace->pause_until_ms != crawl->told_until_ms) {
        message_note("%s: waiting until %s, because %s", origin->text, until,
                     pace_reason_text((int)pace->pause_reason));
        crawl->told_until_ms = pace->pause_until_ms;
    }
}
