/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_UPDATE_START_PAGE_H
#define TIPTOE_UPDATE_START_PAGE_H

#include "url/url.h"

struct frontier_item;
struct origin;
struct site;
struct update;

/* Where the site is: at the start page that the user named, or at the end of its redirects. A redirect moves
 * the site only while nothing is stored; later, only the user does (--moved-to). */

/* Returns whether the URL with this id is the start page, or the end of its redirects. */
bool start_page_is(struct site *site, int64_t id) __attribute__((nonnull));

/* Returns whether the run cannot continue without the URL with this id: start_page_is, and in a first run its
 * redirect is not to be requested again. */
bool start_page_is_needed(struct site *site, int64_t id) __attribute__((nonnull));

/* Returns whether the rules of ORIGIN, which are known, disallow the page at which the site is. */
bool start_page_is_disallowed(struct site *site, const struct origin *origin) __attribute__((nonnull));

enum start_page_verdict {
    START_PAGE_STAYS,     /* not of the start page, to the same target as before, or to a page of the site */
    START_PAGE_MOVES,     /* nothing is stored, so the site is at the target (site_move) */
    START_PAGE_UNFOLLOWED /* the run must stop; update->unfollowed says why */
};

/* Judges a redirect with STATUS from ITEM to TARGET by what it means for the site. */
int start_page_judge_redirect(struct update *update, const struct frontier_item *item,
                              const struct url *target, int status, enum start_page_verdict *verdict)
    __attribute__((nonnull, warn_unused_result));

/* Moves the site back to URL, which has this id and answers with a page, if its redirects had moved the site
 * to another origin. */
int start_page_undo_move(struct update *update, int64_t id, const struct url *url)
    __attribute__((nonnull, warn_unused_result));

/* Returns whether the update in progress has undone a move. */
bool start_page_has_returned(const struct update *update) __attribute__((nonnull));

#endif
