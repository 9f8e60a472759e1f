/* SPDX-License-Identifier: MIT */
/* Judges a URL for the last time before its request: limits on the whole mirror, guesses, scope, traps,
 * robots.txt. Requests in flight count as pages, so that a limit is reached and never exceeded. */
#include "config.h"

#include "judge/judge.h"

#include <inttypes.h>

#include "frontier/next.h"
#include "frontier/stats.h"
#include "judge/candidates.h"
#include "judge/discover.h"
#include "judge/rules.h"
#include "judge/site.h"
#include "judge/traps.h"
#include "robots/robots.h"

static struct span name_limit(struct site *site, const char *option, int64_t value)
{
    buf_clear(&site->rule);
    (void)buf_add_format(&site->rule, "%s %" PRId64, option, value);
    return buf_span(&site->rule);
}

/* Counts everything that was received; of an import, the bytes of its answers. */
uint64_t judge_bytes_left(const struct site *site)
{
    uint64_t most = (uint64_t)site->settings->max_bytes, spent = site->received_bytes;
    struct frontier_stats stats;

    if (site->settings->max_bytes < 0)
        return UINT64_MAX;
    frontier_stats(site->frontier, &stats);
    if (stats.wire_bytes > spent)
        spent = stats.wire_bytes;
    return spent < most ? most - spent : 0;
}

static uint64_t stored_pages(const struct frontier_stats *stats)
{
    return stats->kinds[FRONTIER_DONE][FRONTIER_START] + stats->kinds[FRONTIER_DONE][FRONTIER_PAGE];
}

struct span judge_limit_rule(struct site *site, enum frontier_reason reason)
{
    const struct settings *settings = site->settings;

    if (reason == FRONTIER_BY_MAX_PAGES)
        return name_limit(site, "--max-pages", settings->max_pages);
    if (reason == FRONTIER_BY_MAX_BYTES)
        return name_limit(site, "--max-bytes", settings->max_bytes);
    return name_limit(site, "--max-file-size", settings->max_file_size);
}

bool judge_counts_as_page(struct site *site, const struct frontier_item *item, const struct url *url)
{
    return item->kind == FRONTIER_START || item->kind == FRONTIER_PAGE ||
           (item->kind == FRONTIER_CANDIDATE && candidates_may_be_page(site, item->id, url));
}

enum frontier_reason judge_by_limits(struct site *site, const struct frontier_item *item,
                                     const struct url *url, struct span *rule)
{
    const struct settings *settings = site->settings;
    enum frontier_reason reason = FRONTIER_NO_REASON;
    struct frontier_stats stats;

    if ((settings->max_pages < 0 && settings->max_bytes < 0) || site_has_copy(site, item))
        return FRONTIER_NO_REASON;
    frontier_stats(site->frontier, &stats);
    if (judge_bytes_left(site) == 0)
        reason = FRONTIER_BY_MAX_BYTES;
    else if (settings->max_pages >= 0 && item->kind != FRONTIER_START &&
             judge_counts_as_page(site, item, url) &&
             stored_pages(&stats) + site->pages_in_flight + site->updating.kept_pages >=
                 (uint64_t)settings->max_pages)
        reason = FRONTIER_BY_MAX_PAGES;
    if (reason)
        *rule = judge_limit_rule(site, reason);
    return reason;
}

bool judge_may_allow_later(const struct site *site)
{
    struct frontier_stats stats;

    frontier_stats(site->frontier, &stats);
    return stored_pages(&stats) + site->updating.kept_pages < (uint64_t)site->settings->max_pages &&
           site->pages_in_flight > 0;
}

enum frontier_reason judge_turn(struct site *site, const struct origin *origin,
                                const struct frontier_item *item, const struct url *url, bool is_start,
                                struct span *rule)
{
    enum frontier_reason reason = judge_by_limits(site, item, url, rule);
    struct robots_verdict verdict;

    if (!reason && item->kind == FRONTIER_CANDIDATE)
        reason = candidates_judge(site, item, url);
    if (!reason && !is_start)
        reason = discover_judge(site, url, item->roles, item->depth, rule);
    if (!reason && traps_is_doubted(site->traps, item->id) && discover_is_trap(site, url, item->roles, rule))
        reason = FRONTIER_BY_TRAP;
    if (reason)
        return reason;
    verdict = robots_judge(origin->robots, item->url);
    if (verdict.allowed)
        return FRONTIER_NO_REASON;
    *rule = rules_text(&site->rule, verdict.line, verdict.rule);
    return FRONTIER_BY_ROBOTS;
}
