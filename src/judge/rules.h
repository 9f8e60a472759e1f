/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_RULES_H
#define TIPTOE_JUDGE_RULES_H

#include "frontier/names.h"
#include "robots/robots.h"

struct buf;
struct fetch_result;
struct origin;
struct site;

/* The robots.txt of each origin: requested before anything else of it, kept with its answer in mirror.db,
 * requested again when its lifetime is over, and then applied to what is queued already. */

/* Returns whether the rules of ORIGIN are known and still hold. Takes over what mirror.db has, and forgets
 * what has expired. */
bool rules_are_known(struct site *site, struct origin *origin, int64_t now_ms) NONNULL;

/* Expires the rules of all origins, if no request could start for a long time: STOPPED_MS. */
void rules_expire(struct site *site, int64_t stopped_ms, int64_t now_ms) NONNULL;

/* Sets the validators of ORIGIN's robots.txt in mirror.db, for a conditional request; they are borrowed
 * until its next use, and stay as they are without a saved robots.txt. */
int rules_validators(struct site *site, const struct origin *origin, struct span *etag,
                     struct span *last_modified) CHECKED;

/* Sets HOST to the origin whose pace the next request for ORIGIN's robots.txt counts for; origin->rules_url
 * is then the URL to request. */
int rules_host(struct site *site, struct origin *origin, struct origin **host) CHECKED;

/* Takes the answer to a request for ORIGIN's robots.txt at URL. IS_CHALLENGE: a firewall gave it. */
int rules_answered(struct site *site, struct origin *origin, struct span url,
                   const struct fetch_result *result, bool is_challenge) CHECKED;

/* Judges URL by the known rules of ORIGIN. RULE is borrowed until the next verdict. */
enum frontier_reason rules_judge(struct site *site, const struct origin *origin, struct span url,
                                 struct span *rule) NONNULL;

/* Makes BODY the rules of ORIGIN: verdicts, delay, usage preferences. The first time for the site's own
 * origin, tells the user whether it disallows mirroring tools by name. */
void rules_apply(struct site *site, struct origin *origin, enum robots_class class, struct span body,
                 bool truncated) NONNULL;

/* Gives the pace of ORIGIN the delay of the robots.txt that mirror.db has of it, however old, until its rules
 * are read: for the request that reads them. Works once. */
int rules_recall_delay(struct site *site, struct origin *origin) CHECKED;

/* Updates the pace by rules that hold at certain hours only. It is cheap to call often. */
void rules_follow_clock(struct site *site, struct origin *origin, int64_t now_ms) NONNULL;

/* Sets TEXT to the verdict of known rules as it is kept with a URL, "line 12: Disallow: /x"; returns it. */
struct span rules_text(struct buf *text, uint32_t line, struct span rule) NONNULL;

#endif
