/* SPDX-License-Identifier: MIT */
/* The last judgement before a request: limits, guesses, scope, traps, robots.txt. */
#include "config.h"

#include "judge/judge.h"

#include "frontier/next.h"
#include "judge/candidates.h"
#include "judge/discover.h"
#include "judge/quota.h"
#include "judge/rules.h"
#include "judge/site.h"
#include "judge/traps.h"
#include "robots/robots.h"

enum frontier_reason judge_turn(struct site *site, const struct origin *origin,
                                const struct frontier_item *item, const struct url *url, bool is_start,
                                struct span *rule)
{
    enum frontier_reason reason = quota_judge(site, item, url, rule);
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
