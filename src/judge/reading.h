/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_READING_H
#define TIPTOE_JUDGE_READING_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"
#include "robots/robots.h"

struct site;
struct origin;

/* Makes BODY the rules of ORIGIN: verdicts, delay, usage preferences. The first time for the site's own
 * origin, tells the user whether it disallows mirroring tools by name. */
void reading_apply(struct site *site, struct origin *origin, enum robots_class class, struct span body,
                   bool truncated) __attribute__((nonnull));

/* Gives the pace of ORIGIN the delay of the robots.txt that mirror.db has of it, however old, until its rules
 * are read: for the request that reads them. Works once. */
int reading_recall_delay(struct site *site, struct origin *origin)
    __attribute__((nonnull, warn_unused_result));

/* Updates the pace by rules that hold at certain hours only. It is cheap to call often. */
void reading_follow_clock(struct site *site, struct origin *origin, int64_t now_ms) __attribute__((nonnull));

#endif
