/* SPDX-License-Identifier: MIT */
/* Tells a broken site from a changed one. Two pages have become nearly the same if they differ in fewer words
 * now than before: at most in half. The words of URL and title do not count, unless the copies differed in
 * nothing else. */
#include "config.h"

#include "base/error.h"
#include "base/limits.h"
#include "frontier/row.h"
#include "judge/site.h"
#include "update/update.h"

/* A group is large if it has so many pages, and at least the fourth part of all that changed. */
enum { LARGE_PAGES = 3, LARGE_PART = 4 };

static bool is_alike(const struct outage_change *a, const struct outage_change *b, bool own)
{
    unsigned now = wording_distance(&a->now, &b->now, own);

    return wording_distance(&a->before, &b->before, own) >= 2 * now + 2;
}

/* Returns whether two pages that differed have become nearly the same. */
static bool became_alike(const struct outage_change *a, const struct outage_change *b)
{
    if (a->before.bytes == b->before.bytes)
        return false;
    return a->now.bytes == b->now.bytes || is_alike(a, b, true) || is_alike(a, b, false);
}

void outage_note(struct outage *outage, const struct outage_change *change)
{
    if (!change || (outage->in_row > 0 && !became_alike(change, &outage->last)))
        outage->in_row = 0;
    if (!change)
        return;
    outage->in_row++;
    outage->last = *change;
}

/* Returns the group of the page with this ID that changes so, or, CHANGE being NULL, of the pages that move
 * to ID; with LARGE only a large one. NULL without one. */
static struct outage_group *find_group(struct outage *outage, int64_t id, const struct outage_change *change,
                                       bool large)
{
    for (size_t i = 0; i < OUTAGE_GROUPS; i++) {
        struct outage_group *group = &outage->groups[i];

        if (group->pages == 0 || group->moves != !change ||
            (large && (group->pages < LARGE_PAGES || group->pages * LARGE_PART < outage->changed)))
            continue;
        if (group->id == id || (change && became_alike(change, &group->first)))
            return group;
    }
    return NULL;
}

/* Takes a page that is held, with its CHANGE, or one that moves to the page TARGET. */
typedef int page_fn(struct update *update, int64_t id, const struct outage_change *change, int64_t target);

/* Adds a page to its group, or begins one with it instead of the smallest. */
static int add_page(struct update *update, int64_t id, const struct outage_change *change, int64_t target)
{
    struct outage *outage = &update->outage;
    struct outage_group *group = find_group(outage, target, change, false);

    outage->changed++;
    if (!group) {
        group = &outage->groups[(size_t)id % OUTAGE_GROUPS];
        for (size_t i = 0; i < OUTAGE_GROUPS; i++)
            if (outage->groups[i].pages < group->pages)
                group = &outage->groups[i];
        *group = (struct outage_group){.id = target, .moves = !change};
        if (change)
            group->first = *change;
    } else if (change && !became_alike(change, &group->last)) {
        return 0;
    }
    group->pages++;
    if (change)
        group->last = *change;
    return 0;
}

/* Queues a page of a large group again. */
static int reject_page(struct update *update, int64_t id, const struct outage_change *change, int64_t target)
{
    struct frontier *frontier = update->site->frontier;
    int error;

    if (!find_group(&update->outage, target, change, true))
        return 0;
    update->outage.kept++;
    error = frontier_revisit(frontier, id);
    return error || !change ? error : frontier_edit(frontier, FRONTIER_DROP_HELD, id);
}

/* Calls EACH for all held pages that can be compared. */
static int walk_held(struct update *update, page_fn *each)
{
    struct frontier_held held = {.url = 0};
    struct outage_change change;
    int error = 0;

    while (!error && (error = frontier_next_held(update->site->frontier, held.url, &held)) == 0) {
        if (held.wordings.len != sizeof change)
            continue;
        memcpy(&change, held.wordings.at, sizeof change);
        error = each(update, held.url, &change, held.url);
    }
    return error == ERROR_END ? 0 : error;
}

/* Returns whether ROW was requested in an earlier run than the start page, which may have led elsewhere then,
 * too. */
static bool is_older_than_start(struct site *site, const struct frontier_row *row)
{
    int64_t run = row->visit.seen_run, start = site_start_id(site);
    struct frontier_row first;

    return start > 0 && frontier_get(site->frontier, start, &first) == 0 && first.visit.seen_run > run;
}

/* Returns the URL of ROW without its origin. */
static struct span address_of(struct site *site, const struct frontier_row *row)
{
    struct origin *origin;

    if (site_origin(site, row->item.origin, &origin))
        return span_make(NULL, 0);
    return span_part(row->item.url, strlen(origin->text), row->item.url.len);
}

int64_t outage_target(struct site *site, struct frontier_row *row)
{
    struct buf address BUF_LOCAL(LIMIT_URL_BYTES);
    int64_t id = row->visit.redirect_to;

    (void)buf_add_span(&address, address_of(site, row)); /* other rows replace its text */
    if (row->item.id == site_start_id(site) ||
        (row->visit.seen_status != 301 && row->visit.seen_status != 308) || is_older_than_start(site, row))
        return 0;
    for (int hops = 0; hops < LIMIT_REDIRECTS && id > 0; hops++) {
        if (frontier_get(site->frontier, id, row))
            return 0;
        if (row->state != FRONTIER_REDIRECTED)
            break;
        id = row->visit.redirect_to;
    }
    if (id == 0 || row->state != FRONTIER_DONE || row->visit.path.len == 0)
        return 0;
    return !start_page_is(site, id) || span_equals(buf_span(&address), address_of(site, row)) ? id : 0;
}

/* Calls EACH for the pages that move, or that redirect, if only for now, to where the start page does. */
static int walk_moves(struct update *update, page_fn *each)
{
    struct site *site = update->site;
    struct frontier_row row;
    int64_t id = 0, start = site_start_id(site), common = 0;
    int error = 0;

    if (start > 0 && frontier_get(site->frontier, start, &row) == 0 && row.state == FRONTIER_REDIRECTED)
        common = row.visit.redirect_to;
    while (!error &&
           (error = frontier_next_leaving(site->frontier, FRONTIER_WITHDRAWN_FILES, id, &row)) == 0) {
        int64_t target = 0;

        id = row.item.id;
        if (row.state == FRONTIER_REDIRECTED)
            target = row.visit.redirect_to == common ? common : outage_target(site, &row);
        if (target > 0)
            error = each(update, id, NULL, target);
    }
    return error == ERROR_END ? 0 : error;
}

int outage_judge(struct update *update)
{
    struct outage *outage = &update->outage;
    struct site *site = update->site;
    int error;

    memset(outage->groups, 0, sizeof outage->groups);
    outage->kept = 0;
    if (!site_is_updating(site) || site->settings->withdraw_most)
        return 0;
    error = frontier_count(site->frontier, FRONTIER_PAGES_CHANGED, update->run, &outage->changed);
    if (!error)
        error = walk_moves(update, add_page);
    if (!error)
        error = walk_held(update, add_page);
    if (!error)
        error = walk_moves(update, reject_page);
    return error ? error : walk_held(update, reject_page);
}
