/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_JUDGE_H
#define TIPTOE_JUDGE_JUDGE_H

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
                                struct span *rule) NONNULL;

/* Judges ITEM by --max-pages and --max-bytes alone. They count over all runs of a mirror, so that an
 * interrupted run ends where an uninterrupted one would have ended. Requisites of stored pages do not count
 * as pages. RULE is the option as a user writes it, borrowed until the next verdict. */
enum frontier_reason judge_by_limits(struct site *site, const struct frontier_item *item,
                                     const struct url *url, struct span *rule) NONNULL;

/* Returns whether ITEM, whose URL is URL, counts for --max-pages. */
bool judge_counts_as_page(struct site *site, const struct frontier_item *item, const struct url *url) NONNULL;

/* Returns whether the queued guess ITEM may still be requested. One of a shape that pays may; otherwise it is
 * refused if the first ones of its shape, or most guesses before it, did not exist. */
enum frontier_reason judge_guess(struct site *site, const struct frontier_item *item, const struct url *url)
    NONNULL;

/* Sets IS_PAGE to whether the HTML that a guess returned is a page of the site, by its name and as a whole
 * document; the guess is then a page in the frontier too. Anything else is stored as received, and its links
 * are not followed: the links of a fragment are relative to the page that a script puts it into, and many
 * sites answer with a page where a file is missing. Returns 0 or the frontier's error. */
int judge_guessed_page(struct site *site, const struct frontier_item *item, const struct url *url,
                       struct span html, bool *is_page) CHECKED;

/* Returns whether a page that --max-pages refuses now may be allowed later, because a request in flight may
 * not return a page. */
bool judge_may_allow_later(const struct site *site) NONNULL;

/* Returns what --max-bytes leaves for the next request, whatever it is for; UINT64_MAX without it. */
uint64_t judge_bytes_left(const struct site *site) NONNULL;

/* Returns the option that a body exceeded, as a user writes it; borrowed until the next verdict. */
struct span judge_limit_rule(struct site *site, enum frontier_reason reason) NONNULL;

#endif
