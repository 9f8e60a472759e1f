/* SPDX-License-Identifier: MIT */
/* Removes files from site/: decides at the end of an update which ones, and removes them once that decision
 * is committed. */
#include "config.h"

#include <inttypes.h>

#include "base/error.h"
#include "base/limits.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "judge/site.h"
#include "mirror/archiving.h"
#include "mirror/erasure.h"
#include "mirror/mirror.h"
#include "mirror/original.h"
#include "mirror/signposts.h"
#include "robots/robots.h"
#include "term/message.h"
#include "update/update.h"
#include "weave/rebuild.h"

/* Files that are removed between two commits. */
enum { BATCH = 1000 };

/* Files of the frontier that may be removed. */
struct removal {
    enum frontier_leaving files;
    const char *who, *refusal; /* of the sentence that says why none is removed */
    const char *pages;         /* "files of pages that …" */
};

int removal_schedule(struct update *update, int64_t id, struct span path, bool replaced)
{
    struct site *site = update->site;
    int error = replaced ? 0 : frontier_edit(site->frontier, FRONTIER_RELEASE_PATH, id);

    update->removes = true;
    if (!error)
        error = frontier_schedule_removal(site->frontier, path);
    if (!error)
        error = original_leave_views(site->mirror, id, path);
    return error ? error : signpost_leave(site->mirror, path);
}

int removal_remove_files(struct update *update)
{
    int error = update->removes ? erasure_remove_files(update->site->mirror) : 0;

    update->removes &= error != 0;
    return error;
}

/* Returns whether the site or the user still refuses the URL of ROW. The status of a robots.txt closes a
 * site, but says nothing about copies, and neither do limits and traps. */
static bool is_closed(struct update *update, const struct frontier_row *row)
{
    struct site *site = update->site;
    struct origin *origin;

    if (row->reason == FRONTIER_BY_ROBOTS)
        return frontier_rule_line(row->rule) > 0 && site_origin(site, row->item.origin, &origin) == 0 &&
               !(origin->rules == RULES_KNOWN && robots_judge(origin->robots, row->item.url).allowed);
    if (row->reason == FRONTIER_BY_SCOPE)
        return !start_page_has_returned(update);
    return row->reason == FRONTIER_BY_PATTERN || row->reason == FRONTIER_BY_REQUISITES ||
           row->reason == FRONTIER_BY_DEPTH;
}

/* Returns whether the URL of ROW was only the name of its file in an imported folder (wget -E): the site has
 * the page at the URL without .html. ROW is invalid afterwards. */
static bool is_misnamed(struct site *site, struct frontier_row *row)
{
    struct span url = row->item.url;
    struct buf plain BUF_LOCAL(LIMIT_URL_BYTES);

    (void)buf_add_span(&plain, span_part(url, 0, url.len - strlen(".html")));
    return span_has_suffix(url, ".html") && imported_has(site->mirror, row->visit.archive) &&
           span_has(frontier_setting_text(site->frontier, "import-files"), "/") &&
           frontier_get_by_url(site->frontier, buf_span(&plain), row) == 0 && row->state == FRONTIER_DONE;
}

/* Returns whether the file of ROW leaves, which is invalid afterwards. */
static bool leaves(struct update *update, struct frontier_row *row)
{
    if (row->state == FRONTIER_REDIRECTED)
        return outage_target(update->site, row) > 0;
    if (row->state == FRONTIER_GONE)
        return update->site->settings->delete_gone || is_misnamed(update->site, row);
    return row->state == FRONTIER_WITHHELD || is_closed(update, row);
}

/* How the answer of a URL in each state ends, and how that is listed. */
static const struct {
    enum frontier_change_kind change;
    enum frontier_edit end;
} endings[FRONTIER_STATES] = {
    [FRONTIER_REDIRECTED] = {FRONTIER_IS_MOVED, FRONTIER_BECOME_REDIRECT},
    [FRONTIER_REFUSED] = {FRONTIER_IS_NOW_REFUSED, FRONTIER_DROP_ANSWER},
    [FRONTIER_WITHHELD] = {FRONTIER_IS_WITHHELD, FRONTIER_WITHHOLD_ANSWER},
    [FRONTIER_GONE] = {FRONTIER_IS_DELETED, FRONTIER_DROP_ANSWER},
};

static int remove_one(struct update *update, int64_t id)
{
    struct site *site = update->site;
    struct buf line BUF_LOCAL(8 * LIMIT_URL_BYTES);
    struct frontier_row row;
    int error = frontier_get(site->frontier, id, &row);

    if (error)
        return error;
    (void)safe_add(&line, row.visit.path);
    if (row.state == FRONTIER_GONE)
        message_note("  site/%s", buf_text(&line));
    error = removal_schedule(update, id, row.visit.path, false);
    buf_clear(&site->rule);
    if (row.state == FRONTIER_REDIRECTED)
        (void)buf_add_format(&site->rule, "status %d: redirected to another page of the mirror",
                             row.visit.seen_status);
    else
        (void)buf_add_span(&site->rule,
                           row.state == FRONTIER_GONE ? span_of("gone from the site") : row.rule);
    if (!error)
        error = frontier_note_change(site->frontier, id, endings[row.state].change, buf_span(&site->rule));
    if (!error)
        error = frontier_edit(site->frontier, endings[row.state].end, id);
    return error ? error : unexpected_note(&site->weaver, id, PAGES_ALL);
}

/* The files that would be removed. */
struct count {
    uint64_t files, pages; /* pages are files, too */
};

/* Counts the files that REMOVAL names, and with REALLY removes them. */
static int walk(struct update *update, const struct removal *removal, bool really, struct count *count)
{
    struct site *site = update->site;
    struct frontier_row row;
    int64_t id = 0;
    int error = 0;

    *count = (struct count){0};
    while (!error && (error = frontier_next_leaving(site->frontier, removal->files, id, &row)) == 0) {
        enum frontier_kind kind = row.item.kind;

        id = row.item.id;
        if (!leaves(update, &row))
            continue;
        count->files++;
        count->pages += kind == FRONTIER_START || kind == FRONTIER_PAGE;
        if (really)
            error = remove_one(update, id);
        if (!error && really && count->files % BATCH == 0)
            error = mirror_commit(site->mirror);
    }
    return error == ERROR_END ? 0 : error;
}

/* Removes the files that REMOVAL names; KEPT becomes their number if that is too large. */
static int remove_all(struct update *update, const struct removal *removal, bool insists, uint64_t *kept)
{
    uint64_t all_files, all_pages;
    struct count count;
    int error = walk(update, removal, false, &count);

    if (!error)
        error = frontier_count(update->site->frontier, FRONTIER_FILES, 0, &all_files);
    if (!error)
        error = frontier_count(update->site->frontier, FRONTIER_FILES_OF_PAGES, 0, &all_pages);
    if (error || count.files == 0)
        return error;
    if ((count.files > all_files / 2 || count.pages > all_pages / 2) && !insists) {
        *kept = count.files;
        message_warn("%s would remove %" PRIu64 " of %" PRIu64 " files (%" PRIu64 " of %" PRIu64
                     " pages), more than half%s",
                     removal->who, count.files, all_files, count.pages, all_pages, removal->refusal);
        return 0;
    }
    message_note("removing %" PRIu64 " file%s of pages that %s; to list them, run: tiptoe changes %s",
                 count.files, message_plural(count.files), removal->pages, update->site->mirror->path);
    error = walk(update, removal, true, &count);
    if (!error)
        error = mirror_commit(update->site->mirror);
    return error ? error : removal_remove_files(update);
}

int removal_of_withdrawn(struct update *update)
{
    static const struct removal withdrawn = {
        FRONTIER_WITHDRAWN_FILES, "this update",
        ", because of robots.txt, NOINDEX, options or redirects; none is removed",
        "must not be kept or have moved"};

    return site_is_updating(update->site)
               ? remove_all(update, &withdrawn, update->site->settings->withdraw_most, &update->guarded)
               : 0;
}

int removal_of_gone(struct update *update)
{
    static const struct removal gone = {FRONTIER_GONE_FILES, "--delete",
                                        "; nothing is deleted. To delete them: --delete-most",
                                        "the site no longer has"};
    uint64_t kept;

    return remove_all(update, &gone, update->site->settings->delete_most, &kept);
}
