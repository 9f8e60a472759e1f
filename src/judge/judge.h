/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_JUDGE_H
#define TIPTOE_JUDGE_JUDGE_H

#include <stdbool.h>

#include "base/span.h"
#include "frontier/names.h"

struct frontier_item;
struct origin;
struct site;
struct url;

/* Judges ITEM of ORIGIN, whose rules are known, now that its turn has come: rules, options and limits may
 * have changed since it was queued. URL is ITEM's. IS_START: it is the start page, or where its redirects
 * lead, so that the scope does not apply. FRONTIER_NO_REASON: it may be requested. RULE is borrowed until the
 * next verdict. */
enum frontier_reason judge_turn(struct site *site, const struct origin *origin,
                                const struct frontier_item *item, const struct url *url, bool is_start,
                                struct span *rule) __attribute__((nonnull));

#endif
