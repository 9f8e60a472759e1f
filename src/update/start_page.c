/* SPDX-License-Identifier: MIT */
/* Follows or refuses redirects of the start page. The setting "moved" has the URL at their end, "returned"
 * the update in which such a move was last undone. */
#include "config.h"

#include "base/error.h"
#include "base/limits.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "judge/scope.h"
#include "judge/site.h"
#include "mirror/mirror.h"
#include "robots/robots.h"
#include "term/message.h"
#include "update/update.h"

bool start_page_is(struct site *site, int64_t id)
{
    struct frontier_row row;
    int64_t at = site_start_id(site);

    for (int hops = 0; hops < LIMIT_REDIRECTS && at > 0 && at != id; hops++) {
        if (frontier_get(site->frontier, at, &row) || !row.answered || row.visit.state != FRONTIER_REDIRECTED)
            return false;
        at = row.visit.redirect_to;
    }
    return at > 0 && at == id;
}

bool start_page_is_needed(struct site *site, int64_t id)
{
    int64_t start = site_start_id(site);
    struct frontier_row row;

    if (id != start && !site_is_updating(site) && frontier_get(site->frontier, start, &row) == 0 &&
        row.state == FRONTIER_QUEUED)
        return false;
    return start_page_is(site, id);
}

bool start_page_is_disallowed(struct site *site, const struct origin *origin)
{
    struct span page;

    if (!site_is_own(site, origin))
        return false;
    if (frontier_setting(site->frontier, "moved", &page))
        page = buf_span(&site->mirror->start);
    return !robots_judge(origin->robots, page).allowed;
}

int start_page_judge_redirect(struct update *update, const struct frontier_item *item,
                              const struct url *target, int status, enum start_page_verdict *verdict)
{
    struct site *site = update->site;
    struct frontier_row row;
    struct span rule;
    unsigned flags;
    int64_t id;
    int error;

    *verdict = START_PAGE_STAYS;
    if (item->kind != FRONTIER_START || !start_page_is(site, item->id))
        return 0;
    error = frontier_get(site->frontier, item->id, &row);
    if (error ||
        (row.answered && row.visit.state == FRONTIER_REDIRECTED &&
         frontier_known(site->frontier, buf_span(&target->text), &id, &flags) && id == row.visit.redirect_to))
        return error;
    /* Without a useful answer, or if nothing at all is stored, no site can have moved. */
    if (!row.answered || row.visit.state == FRONTIER_FAILED || row.visit.state == FRONTIER_GONE ||
        frontier_is_empty(site->frontier)) {
        *verdict = START_PAGE_MOVES;
        return 0;
    }
    /* A page of the site, as of a language, does not move it. */
    if (site->imports || (span_equals(url_origin(target), buf_span(&site->mirror->site)) &&
                          !scope_judge(site->scope, target, FRONTIER_AS_PAGE, 0, &rule)))
        return 0;
    *verdict = START_PAGE_UNFOLLOWED;
    if (update->unfollowed.status)
        return 0;
    update->unfollowed.status = status;
    return buf_add_span(&update->unfollowed.target, buf_span(&target->text));
}

int start_page_undo_move(struct update *update, int64_t id, const struct url *url)
{
    struct site *site = update->site;
    bool is_start = span_equals(buf_span(&site->mirror->start), buf_span(&url->text));
    struct span moved;
    int error = frontier_setting(site->frontier, "moved", &moved);

    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    if (span_equals(moved, buf_span(&url->text)) || !start_page_is(site, id) ||
        (!is_start && span_equals(url_origin(url), buf_span(&site->mirror->site))))
        return 0;
    message_note("%s answers with a page again, so the site is there", buf_text(&url->text));
    error = frontier_set_number(site->frontier, "returned", update->run);
    return error ? error : site_move(site, url);
}

bool start_page_has_returned(const struct update *update)
{
    const struct site *site = update->site;

    return site_is_updating(site) && frontier_setting_number(site->frontier, "returned") == update->run;
}
