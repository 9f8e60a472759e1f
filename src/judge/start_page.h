/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_START_PAGE_H
#define TIPTOE_JUDGE_START_PAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "url/url.h"

struct origin;
struct site;

/* Where the site is: at the start page that the user named, or at the end of its redirects. A redirect moves
 * the site only while nothing is stored; later, only the user does (--moved-to). */

/* The id of the start page; 0: it is not known yet. */
int64_t start_page_id(const struct site *site) __attribute__((nonnull));

/* Whether the URL with this id is the start page, or what its redirects lead to. */
bool start_page_is(struct site *site, int64_t id) __attribute__((nonnull));

/* Whether the run cannot do without the URL with this id: start_page_is, and in a first run its redirect is
 * not to be requested again. */
bool start_page_is_needed(struct site *site, int64_t id) __attribute__((nonnull));

/* Whether the rules of ORIGIN, which are known, disallow the page that the site is known by. */
bool start_page_is_disallowed(struct site *site, const struct origin *origin) __attribute__((nonnull));

enum start_page_verdict {
    START_PAGE_STAYS,     /* the redirect leads where it led before, or to another page of the site */
    START_PAGE_MOVES,     /* nothing is stored, so the site is where the redirect leads (site_move) */
    START_PAGE_UNFOLLOWED /* the run must stop; site->unfollowed says why */
};

/* Judges a redirect with STATUS to TARGET from the URL with this id, for which start_page_is is true. */
int start_page_judge_redirect(struct site *site, int64_t id, const struct url *target, int status,
                              enum start_page_verdict *verdict) __attribute__((nonnull, warn_unused_result));

/* URL, which has this id, answers with a page. If redirects of it had moved the site to another origin, that
 * is undone. */
int start_page_undo_move(struct site *site, int64_t id, const struct url *url)
    __attribute__((nonnull, warn_unused_result));

/* The update in progress has undone a move. */
bool start_page_has_returned(const struct site *site) __attribute__((nonnull));

#endif
