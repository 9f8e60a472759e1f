/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_PLACE_H
#define TIPTOE_JUDGE_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "url/url.h"

struct origin;
struct site;

/* Where the site is: at the start page that the user named, or at the end of its redirects. A redirect moves
 * the site only while nothing is stored; later, only the user does (--moved-to). */

/* The id of the start page; 0: it is not known yet. */
int64_t place_start(const struct site *site) __attribute__((nonnull));

/* Whether the URL with this id is the start page, or what its redirects lead to. */
bool place_has(struct site *site, int64_t id) __attribute__((nonnull));

/* Whether the run cannot do without the URL with this id: place_has, and in a first run its redirect is not
 * to be requested again. */
bool place_needs(struct site *site, int64_t id) __attribute__((nonnull));

/* Whether the rules of ORIGIN, which are known, disallow the page that the site is known by. */
bool place_is_closed(struct site *site, const struct origin *origin) __attribute__((nonnull));

enum place_verdict {
    PLACE_STAYS,  /* the redirect leads where it led before, or to another page of the site */
    PLACE_MOVES,  /* nothing is stored, so the site is where the redirect leads (site_move) */
    PLACE_IS_HELD /* the run must stop; site->held says why */
};

/* Judges a redirect with STATUS to TARGET from the URL with this id, for which place_has is true. */
int place_judge(struct site *site, int64_t id, const struct url *target, int status,
                enum place_verdict *verdict) __attribute__((nonnull, warn_unused_result));

/* URL, which has this id, answers with a page. If redirects of it had moved the site to another origin, that
 * is undone. */
int place_answered(struct site *site, int64_t id, const struct url *url)
    __attribute__((nonnull, warn_unused_result));

/* The update in progress has undone a move. */
bool place_has_returned(const struct site *site) __attribute__((nonnull));

#endif
