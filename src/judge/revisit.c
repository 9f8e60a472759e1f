/* SPDX-License-Identifier: MIT */
/* Updates. That an update is under way, and since when, is kept in the settings "updating" and "update". A
 * link's target has a row since the page was first read, so a page that is as it was needs neither its body
 * nor its links to be read again. */
#include "config.h"

#include "judge/revisit.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/limits.h"
#include "crawl/state.h"
#include "frontier/changes.h"
#include "frontier/queue.h"
#include "frontier/revisit.h"
#include "frontier/row.h"
#include "frontier/sitemap.h"
#include "frontier/stats.h"
#include "mirror/mirror.h"
#include "robots/robots.h"
#include "site/tree.h"
#include "term/message.h"
#include "term/safe.h"
#include "weave/misguess.h"

static bool is_updating(const struct crawl *crawl)
{
    return crawl->update_since_ms > 0;
}

/* Reads the setting "update": the number of the run that began it, and when. */
static int read_since(struct crawl *crawl)
{
    struct span value;
    uint64_t run, ms;
    int error = frontier_setting(crawl->frontier, "update", &value);

    if (error)
        return error == ERROR_NOT_FOUND ? ERROR_CORRUPT : error;
    if (!span_to_u64(span_take_until(&value, ' '), &run) || !span_to_u64(value, &ms) || ms == 0 ||
        ms > INT64_MAX || run > INT64_MAX)
        return ERROR_CORRUPT;
    crawl->update_run = (int64_t)run;
    crawl->update_since_ms = (int64_t)ms;
    return 0;
}

/* Rules that were read before NOW_MS are to be read again. */
static int write_since(struct crawl *crawl, int64_t now_ms)
{
    char value[64];

    (void)snprintf(value, sizeof value, "%" PRId64 " %" PRId64, crawl->update_run, now_ms);
    crawl->update_since_ms = now_ms;
    return mirror_set(crawl->mirror, "update", span_of(value));
}

/* Everything is queued again in the transaction that says so. */
static int start(struct crawl *crawl)
{
    uint64_t count, reopened;
    int error = frontier_revisit_all(crawl->frontier, &count);

    if (!error)
        error = frontier_reopen(crawl->frontier, FRONTIER_BY_ROBOTS, &reopened);
    if (!error)
        error = frontier_requeue_sitemaps(crawl->frontier);
    crawl->update_run = crawl->run;
    if (!error)
        error = write_since(crawl, clock_wall_ms());
    return error ? error : mirror_set(crawl->mirror, "updating", span_of("yes"));
}

int revisit_begin(struct crawl *crawl)
{
    struct frontier_stats stats;
    struct span value;
    int error = frontier_setting(crawl->frontier, "updating", &value);

    crawl->leaving = true; /* a killed run may have left some */
    if (error && error != ERROR_NOT_FOUND)
        return error;
    if (!error && span_is(value, "yes"))
        error = read_since(crawl);
    else if (!crawl->settings->revisit)
        return 0;
    else {
        frontier_stats(crawl->frontier, &stats);
        if (stats.states[FRONTIER_QUEUED] > 0) {
            message_note("the mirror is not finished yet: going on with it; then update it again");
            return 0;
        }
        error = start(crawl);
    }
    return error ? error : frontier_kept_pages(crawl->frontier, &crawl->kept_pages);
}

int revisit_end(struct crawl *crawl)
{
    return is_updating(crawl) ? mirror_set(crawl->mirror, "updating", span_of("no")) : 0;
}

int revisit_closed(struct crawl *crawl)
{
    crawl->closed = true;
    crawl->stop = "robots.txt closes the start page";
    return write_since(crawl, clock_wall_ms() + 1);
}

bool revisit_is_kept(struct crawl *crawl, const struct frontier_item *item)
{
    struct frontier_row row;

    return is_updating(crawl) && frontier_get(crawl->frontier, item->id, &row) == 0 && row.answered &&
           row.visit.state == FRONTIER_DONE;
}

/* A page that a Noindex line of robots.txt withheld is asked for whole: the line may be gone. So is one that
 * the archive lacks and is to have. */
static bool has_validators(const struct crawl *crawl, const struct frontier_row *row)
{
    if (crawl->settings->archive_all && row->visit.archive == 0)
        return false;
    return row->answered && (row->visit.state == FRONTIER_DONE ||
                             (row->visit.state == FRONTIER_WITHHELD && !span_starts(row->rule, "line ")));
}

int revisit_prepare(struct crawl *crawl, const struct frontier_item *item, struct fetch_request *request)
{
    struct frontier_row row;
    int error = is_updating(crawl) ? frontier_get(crawl->frontier, item->id, &row) : ERROR_NOT_FOUND;

    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    request->url = row.item.url;
    if (has_validators(crawl, &row)) {
        request->if_none_match = row.visit.etag;
        request->if_modified_since = row.visit.last_modified;
    }
    return 0;
}

int revisit_recall(struct crawl *crawl, const struct job *job)
{
    struct kept *kept = &crawl->kept;
    struct frontier_row row;
    int error;

    kept->answered = false;
    kept->state = FRONTIER_QUEUED;
    kept->redirect_to = 0;
    buf_clear(&kept->path);
    buf_clear(&kept->fragment);
    buf_clear(&kept->content_type);
    buf_clear(&kept->digest);
    kept->place = (struct archive_place){0};
    if (!is_updating(crawl))
        return 0;
    error = frontier_get(crawl->frontier, job->id, &row);
    if (error || !row.answered)
        return error;
    kept->answered = true;
    kept->state = row.visit.state;
    kept->seen_status = row.visit.seen_status;
    kept->place =
        (struct archive_place){row.visit.archive, row.visit.archive_offset, row.visit.archive_length};
    if (kept->state == FRONTIER_REDIRECTED) {
        kept->redirect_to = row.visit.redirect_to;
        (void)buf_add_span(&kept->fragment, row.visit.redirect_fragment);
    }
    if (kept->state != FRONTIER_DONE)
        return 0;
    error = buf_add_span(&kept->path, row.visit.path);
    if (!error)
        error = buf_add_span(&kept->content_type, row.visit.content_type);
    return error ? error : buf_add_span(&kept->digest, row.visit.digest);
}

/* A page that the limits still counted as one to come has been dealt with. */
static void count_off(struct crawl *crawl, enum frontier_kind kind)
{
    if ((kind == FRONTIER_START || kind == FRONTIER_PAGE) && crawl->kept_pages > 0)
        crawl->kept_pages--;
}

static int note(struct crawl *crawl, int64_t id, enum frontier_change_kind kind)
{
    return frontier_note_change(crawl->frontier, id, kind);
}

bool revisit_is_same(const struct crawl *crawl, const struct frontier_visit *visit)
{
    const struct kept *kept = &crawl->kept;

    return kept->state == FRONTIER_DONE && visit->digest.len > 0 &&
           span_equals(buf_span(&kept->digest), visit->digest) &&
           span_equals(buf_span(&kept->content_type), visit->content_type);
}

static struct frontier_seen seen_of(const struct frontier_visit *visit)
{
    return (struct frontier_seen){.url = visit->url,
                                  .status = visit->status,
                                  .requested_ms = visit->requested_ms,
                                  .attempts = visit->attempts};
}

int revisit_unchanged(struct crawl *crawl, const struct job *job, const struct frontier_visit *visit)
{
    struct frontier_seen seen = seen_of(visit);

    if (crawl->kept.state == FRONTIER_DONE)
        count_off(crawl, job->queue);
    seen.etag = visit->etag;
    seen.last_modified = visit->last_modified;
    if (crawl->kept.place.archive == 0) {
        seen.archive = visit->archive;
        seen.archive_offset = visit->archive_offset;
        seen.archive_length = visit->archive_length;
    }
    return frontier_keep(crawl->frontier, &seen);
}

/* Whether rules that are known allow the URL of ROW, so that nothing would change but by asking. */
static bool is_allowed(struct crawl *crawl, const struct frontier_row *row)
{
    struct origin *origin = crawl_origin(crawl, row->item.origin);
    struct robots_verdict verdict;

    if (!origin || origin->rules != RULES_KNOWN)
        return false;
    verdict = robots_judge(origin->robots, row->item.url);
    return verdict.allowed && verdict.store;
}

int revisit_weigh(struct crawl *crawl, int64_t id, int64_t modified_ms)
{
    struct frontier_seen seen = {.url = id};
    struct frontier_row row;
    int error = is_updating(crawl) ? frontier_get(crawl->frontier, id, &row) : ERROR_NOT_FOUND;

    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    if (row.state != FRONTIER_QUEUED || row.item.not_before_ms != FRONTIER_LATER_MS || !row.answered ||
        row.visit.state != FRONTIER_DONE)
        return 0;
    if (modified_ms >= row.visit.seen_ms)
        return frontier_advance(crawl->frontier, id);
    if (!crawl->settings->trust_sitemap || !is_allowed(crawl, &row))
        return 0;
    count_off(crawl, row.item.kind);
    seen.status = row.visit.seen_status;
    seen.requested_ms = row.visit.seen_ms;
    return frontier_keep(crawl->frontier, &seen);
}

static bool is_gone_status(int status)
{
    return status == 404 || status == 410;
}

int revisit_keep_old(struct crawl *crawl, const struct job *job, const struct frontier_visit *visit,
                     bool *kept)
{
    struct frontier_seen seen = seen_of(visit);
    bool had_file = crawl->kept.state == FRONTIER_DONE;
    int error = 0;

    *kept = had_file || crawl->kept.state == FRONTIER_REDIRECTED;
    if (!*kept)
        return 0;
    if (had_file)
        count_off(crawl, job->queue);
    if (visit->state == FRONTIER_FAILED)
        error = note(crawl, visit->url, FRONTIER_IS_FAILING);
    else if (!is_gone_status(crawl->kept.seen_status))
        error = note(crawl, visit->url, FRONTIER_IS_GONE);
    return error ? error : frontier_keep_old(crawl->frontier, &seen, visit->state, visit->reason);
}

/* Notes what VISIT makes of a URL that had another answer, or none. */
static int note_finished(struct crawl *crawl, const struct frontier_visit *visit, bool same_target)
{
    bool had_file = crawl->kept.state == FRONTIER_DONE;

    if (visit->state == FRONTIER_DONE)
        return note(crawl, visit->url, had_file ? FRONTIER_IS_CHANGED : FRONTIER_IS_NEW);
    if (visit->state == FRONTIER_REDIRECTED && crawl->kept.answered && !same_target)
        return note(crawl, visit->url, FRONTIER_IS_MOVED);
    if (visit->state == FRONTIER_WITHHELD && had_file)
        return note(crawl, visit->url, FRONTIER_IS_WITHHELD);
    return 0;
}

static int leave(struct crawl *crawl, int64_t id, struct span path, bool replaced)
{
    int error = replaced ? 0 : frontier_release_path(crawl->frontier, id);

    crawl->leaving = true;
    return error ? error : frontier_leave(crawl->frontier, path);
}

int revisit_finished(struct crawl *crawl, const struct job *job, const struct frontier_visit *visit,
                     struct span path)
{
    const struct kept *kept = &crawl->kept;
    struct span old = buf_span(&kept->path);
    bool same = span_equals(old, path) && kept->redirect_to == visit->redirect_to &&
                span_equals(buf_span(&kept->fragment), visit->redirect_fragment);
    int error = is_updating(crawl) ? note_finished(crawl, visit, same) : 0;

    if (!error && kept->state == FRONTIER_DONE)
        count_off(crawl, job->queue);
    if (!error && old.len > 0 && !span_equals(old, path))
        error = leave(crawl, job->id, old, path.len > 0);
    if (error)
        return error;
    if (kept->answered)
        return same ? 0 : misguess_always(crawl, job->id);
    if (visit->state == FRONTIER_REDIRECTED)
        return misguess_always(crawl, job->id);
    return misguess_check(crawl, job, &crawl->base, path);
}

/* Takes the answer of a URL out of force. */
static int drop(struct crawl *crawl, const struct frontier_item *item)
{
    struct frontier_row row;
    int error = frontier_get(crawl->frontier, item->id, &row);

    if (error || !row.answered || row.visit.state == FRONTIER_QUEUED)
        return error;
    if (row.visit.state == FRONTIER_DONE) {
        count_off(crawl, item->kind);
        error = leave(crawl, item->id, row.visit.path, false);
        if (!error)
            error = note(crawl, item->id, FRONTIER_IS_NOW_REFUSED);
    }
    return error ? error : frontier_lose_answer(crawl->frontier, item->id);
}

int revisit_refuse(struct crawl *crawl, const struct frontier_item *item, enum frontier_reason reason,
                   struct span rule)
{
    int error = frontier_settle(crawl->frontier, item->id, FRONTIER_REFUSED, reason, rule);

    if (!error && is_updating(crawl))
        error = drop(crawl, item);
    return error ? error : misguess_changed(crawl, item->id);
}

int revisit_sweep(struct crawl *crawl)
{
    struct buf *path = &crawl->kept.path;
    bool claimed;
    int error = crawl->leaving ? 0 : ERROR_NOT_FOUND;

    while (!error && (error = frontier_leaving(crawl->frontier, path, &claimed)) == 0) {
        if (!claimed)
            error = tree_remove(crawl->mirror->tree, buf_text(path));
        if (!error)
            error = frontier_left(crawl->frontier, buf_span(path));
    }
    crawl->leaving = false;
    return error == ERROR_NOT_FOUND ? 0 : error;
}

static int delete_one(struct crawl *crawl, int64_t id, const struct buf *path)
{
    struct buf line;
    int error;

    buf_init(&line, 8 * LIMIT_URL_BYTES);
    (void)safe_add(&line, buf_span(path));
    message_note("  site/%s", buf_text(&line));
    buf_release(&line);
    error = leave(crawl, id, buf_span(path), false);
    if (!error)
        error = frontier_lose_answer(crawl->frontier, id);
    if (!error)
        error = note(crawl, id, FRONTIER_IS_DELETED);
    return error ? error : misguess_changed(crawl, id);
}

static int count_gone(struct crawl *crawl, uint64_t *count)
{
    int64_t id = 0;
    int error;

    *count = 0;
    while ((error = frontier_gone(crawl->frontier, id, &id, &crawl->kept.path)) == 0)
        ++*count;
    return error == ERROR_NOT_FOUND ? 0 : error;
}

int revisit_delete_gone(struct crawl *crawl)
{
    uint64_t gone, files;
    int64_t id = 0;
    int error = count_gone(crawl, &gone);

    if (!error)
        error = frontier_file_count(crawl->frontier, &files);
    if (error || gone == 0)
        return error;
    if (gone > files / 2 && !crawl->settings->delete_most) {
        message_warn("--delete: %" PRIu64 " of %" PRIu64
                     " files would go, which is more than half; nothing is "
                     "deleted. --delete-most does it",
                     gone, files);
        return 0;
    }
    message_note("deleting %" PRIu64 " files that the site does not have any more:", gone);
    while ((error = frontier_gone(crawl->frontier, id, &id, &crawl->kept.path)) == 0) {
        error = delete_one(crawl, id, &crawl->kept.path);
        if (error)
            break;
    }
    if (error != ERROR_NOT_FOUND)
        return error;
    error = mirror_commit(crawl->mirror);
    return error ? error : revisit_sweep(crawl);
}
