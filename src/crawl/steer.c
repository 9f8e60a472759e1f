/* SPDX-License-Identifier: MIT */
/* Reasons to wait that come from outside. */
#include "config.h"

#include "crawl/steer.h"

#include <sys/statvfs.h>

#include "base/clock.h"
#include "crawl/state.h"
#include "judge/rules.h"
#include "mirror/mirror.h"
#include "term/message.h"

/* Whether the disk has less free space than the limit; afterwards, until twice the limit is free. */
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
        return "paused by control/pause; to continue: tiptoe go DIR";
    if (steering->disk_is_low)
        return "waiting for free space on the disk (--pause-below-free-disk)";
    if (hours_wait_ms(&crawl->settings->hours, clock_wall_ms()) > 0)
        return "waiting for the hours of --hours";
    return NULL;
}

bool steer_holds(struct crawl *crawl, int64_t now_ms)
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
        message_note("%s", reason);
    else if (!reason && steering->reason)
        message_note("continuing");
    if (reason && !steering->reason)
        steering->since_ms = now_ms;
    else if (!reason && steering->reason)
        rules_expire(&crawl->site, now_ms - steering->since_ms, now_ms);
    crawl->site.limits = crawl->settings->pace;
    crawl->site.limits.for_all = orders->control.delay_ms >= 0;
    if (orders->control.delay_ms >= 0)
        crawl->site.limits.delay_ms = orders->control.delay_ms;
    steering->reason = reason;
    return reason != NULL;
}
