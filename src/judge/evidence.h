/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_EVIDENCE_H
#define TIPTOE_JUDGE_EVIDENCE_H

#include "base/span.h"

struct evidence;
struct frontier;
struct frontier_item;
struct frontier_visit;
struct site;
struct url;

/* URLs that differ in nothing that matters: in a session id, a parameter for statistics, the order of
 * parameters. The difference is learned from pairs of URLs that differ in one feature only (judge/variant.h).
 * A feature is without effect after three pairs of different pages that show the same, or twelve pairs of
 * fewer pages; after one pair, if its name is known for that or if it is an order. A URL that differs from
 * one with a stored answer in such features only is not requested: that one's file is also its own. Each
 * fiftieth (of many, fewer), and the last of each feature at the end of a run, is requested nevertheless. One
 * pair that shows different things ends the rule for good, and queues what it kept back. A page that comes
 * for URLs of different paths proves nothing, except about session ids. Tables have a fixed size: a forgotten
 * page is requested once more, and nothing else. */

struct evidence *evidence_new(void) __attribute__((returns_nonnull, warn_unused_result));
void evidence_free(struct evidence *evidence);

/* Reads what earlier runs have learned. */
int evidence_load(struct evidence *evidence, struct frontier *frontier) CHECKED;

/* Learns from VISIT, the page or file of URL that has just been stored. */
int evidence_note(struct site *site, const struct frontier_visit *visit, const struct url *url) CHECKED;

/* Settles ITEM, whose URL is URL and whose turn has come, if it differs from a stored one in features without
 * effect only: HELD says so. */
int evidence_hold(struct site *site, const struct frontier_item *item, const struct url *url, bool *held)
    CHECKED;

/* Queues the last URL that each feature kept back, once in a run, as there is nothing else to do. ANY is true
 * if there was one. */
int evidence_probe(struct site *site, bool *any) CHECKED;

#endif
