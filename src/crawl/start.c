/* SPDX-License-Identifier: MIT */
/* The state of the start page, and whether a later run may fetch it. */
#include "config.h"

#include "crawl/start.h"

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

int start_revive(struct frontier *frontier)
{
    struct frontier_row row;
    int error = find_start(frontier, &row);

    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    return may_pass(&row) || is_forbidden(&row) ? frontier_revisit(frontier, row.item.id) : 0;
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
