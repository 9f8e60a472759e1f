/* SPDX-License-Identifier: MIT */
/* The state of the start page, and whether a later run may fetch it. */
#include "config.h"

#include "crawl/start.h"

#include <stdio.h>

#include "base/error.h"
#include "base/limits.h"
#include "crawl/state.h"
#include "frontier/revisit.h"
#include "frontier/row.h"

enum { START_ID = 1 };

/* Sets ROW to the start page, or to the end of its redirects. */
static int find_start(struct frontier *frontier, struct frontier_row *row)
{
    int64_t id = START_ID;
    int error;

    for (int hops = 0; hops <= LIMIT_REDIRECTS; hops++) {
        error = frontier_get(frontier, id, row);
        if (error || row->state != FRONTIER_REDIRECTED)
            return error;
        id = row->visit.redirect_to;
    }
    return 0;
}

static bool may_pass(const struct frontier_row *row)
{
    if (row->state != FRONTIER_FAILED)
        return false;
    return row->reason == FRONTIER_BY_NETWORK || row->reason == FRONTIER_BY_ROBOTS_UNREACHABLE ||
           (row->reason == FRONTIER_BY_STATUS && row->visit.seen_status >= 500);
}

static bool is_forbidden(const struct frontier_row *row)
{
    return row->state == FRONTIER_REFUSED && row->reason == FRONTIER_BY_ROBOTS;
}

/* Whether ROW, the start page, failed, not because of an option, and the mirror has no other page. */
static bool leaves_nothing(struct frontier *frontier, const struct frontier_row *row)
{
    bool any = true;

    if (row->state != FRONTIER_GONE && row->state != FRONTIER_FAILED)
        return false;
    if (row->reason == FRONTIER_BY_MAX_BYTES || row->reason == FRONTIER_BY_MAX_FILE_SIZE)
        return false;
    return frontier_has_files(frontier, &any) == 0 && !any;
}

int start_revive(struct frontier *frontier)
{
    struct frontier_row row;
    int error = find_start(frontier, &row);

    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    return may_pass(&row) || is_forbidden(&row) || leaves_nothing(frontier, &row)
               ? frontier_revisit(frontier, row.item.id)
               : 0;
}

bool start_may_come_later(struct frontier *frontier)
{
    struct frontier_row row;

    return find_start(frontier, &row) == 0 && may_pass(&row);
}

bool start_is_forbidden(struct frontier *frontier)
{
    struct frontier_row row;

    return find_start(frontier, &row) == 0 && is_forbidden(&row);
}

void start_explain(struct crawl *crawl)
{
    struct frontier_row row;

    if (find_start(crawl->frontier, &row) || !leaves_nothing(crawl->frontier, &row))
        return;
    crawl->stop =
        row.state == FRONTIER_GONE ? "the start page does not exist" : "the start page cannot be fetched";
    if (row.answered && row.visit.seen_status > 0) {
        (void)snprintf(crawl->stop_text, sizeof crawl->stop_text, "%s (status %d)", crawl->stop,
                       row.visit.seen_status);
        crawl->stop = crawl->stop_text;
    }
    (void)buf_add_text(&crawl->advice, "nothing is stored; check the URL");
}
