/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_RULES_H
#define TIPTOE_JUDGE_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "robots/robots.h"

struct crawl;
struct fetch_result;
struct job;
struct origin;

/* The robots.txt of each origin: asked for before anything else of it, kept with its answer in mirror.db,
 * asked for again when its lifetime is over, and then applied to what is queued already. */

/* Whether the rules of ORIGIN are known and still hold. Takes over what mirror.db has, and forgets what has
 * expired. */
bool rules_hold(struct crawl *crawl, struct origin *origin, int64_t now_ms) __attribute__((nonnull));

/* The origin whose pace the next request for ORIGIN's robots.txt counts for; NULL with the local error
 * remembered. */
struct origin *rules_host(struct crawl *crawl, struct origin *origin) __attribute__((nonnull));

/* Starts the request. */
void rules_ask(struct crawl *crawl, struct origin *origin, struct origin *host) __attribute__((nonnull));

/* Takes the answer. */
void rules_answered(struct crawl *crawl, const struct job *job, struct fetch_result *result)
    __attribute__((nonnull));

/* The verdict of known rules as the text that is kept with a URL: "line 12: Disallow: /x". Borrowed from the
 * crawl's short text. */
struct span rules_text(struct crawl *crawl, uint32_t line, struct span rule) __attribute__((nonnull));

#endif
