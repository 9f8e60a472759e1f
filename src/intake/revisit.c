/* SPDX-License-Identifier: MIT */
/* Answers of URLs that were visited before. The links of a page have rows since the page was first read, so
 * an unchanged page is not read again. */
#include "config.h"

#include "intake/revisit.h"

#include "answer/fields.h"
#include "answer/result.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/limits.h"
#include "frontier/queue.h"
#include "frontier/revisit.h"
#include "frontier/row.h"
#include "frontier/visit.h"
#include "intake/intake.h"
#include "intake/job.h"
#include "judge/placeholder.h"
#include "judge/site.h"
#include "judge/update.h"
#include "mirror/original.h"
#include "pace/retry.h"
#include "weave/misguess.h"

/* Whether a conditional request is right. A page that a Noindex line of robots.txt withheld is requested in
 * full, because the line may be gone; so is a page that the archive lacks and should have. */
static bool has_validators(const struct site *site, const struct frontier_row *row)
{
    if (site->settings->archive_all && row->visit.archive == 0)
        return false;
    return row->visit.state == FRONTIER_DONE ||
           (row->visit.state == FRONTIER_WITHHELD && !frontier_is_robots_line(row->rule));
}

int revisit_validators(struct site *site, int64_t id, struct span *etag, struct span *last_modified)
{
    struct frontier_row row;
    bool whole = true;
    int error = update_is_on(site) ? frontier_get(site->frontier, id, &row) : 0;

    if (error || !update_is_on(site) || !row.answered)
        return error;
    if (row.visit.state == FRONTIER_DONE)
        error = update_check_copy(site, &row, &whole);
    if (!error && whole)
        error = frontier_get(site->frontier, id, &row);
    if (error || !whole || !has_validators(site, &row))
        return error;
    *etag = row.visit.etag;
    *last_modified = row.visit.last_modified;
    return 0;
}

int revisit_begin(struct intake *intake, const struct job *job)
{
    struct kept *kept = &intake->kept;
    struct frontier_row row;
    int error;

    kept->answered = kept->damaged = kept->refreshed = false;
    kept->state = FRONTIER_QUEUED;
    kept->redirect_to = 0;
    kept->unavailable_ms = 0;
    buf_clear(&kept->path);
    buf_clear(&kept->fragment);
    buf_clear(&kept->content_type);
    buf_clear(&kept->digest);
    kept->place = (struct frontier_place){0};
    if (!update_is_on(intake->site) && !intake->site->was_imported)
        return 0;
    error = frontier_get(intake->site->frontier, job->item.id, &row);
    if (error || !row.answered || !(update_is_on(intake->site) || frontier_is_cut(&row.visit)))
        return error;
    kept->answered = true;
    kept->damaged = row.visit.damaged || frontier_is_cut(&row.visit);
    kept->state = row.visit.state;
    kept->seen_status = row.visit.seen_status;
    kept->place =
        (struct frontier_place){row.visit.archive, row.visit.archive_offset, row.visit.archive_length};
    kept->redirect_to = row.visit.redirect_to;
    if (kept->state == FRONTIER_REDIRECTED) {
        (void)buf_add_span(&kept->fragment, row.visit.redirect_fragment);
    }
    if (kept->state != FRONTIER_DONE)
        return 0;
    kept->unavailable_ms = row.visit.unavailable_ms;
    error = buf_add_span(&kept->path, row.visit.path);
    if (!error)
        error = buf_add_span(&kept->content_type, row.visit.content_type);
    return error ? error : buf_add_span(&kept->digest, row.visit.digest);
}

/* Whether VISIT has the body and the type of the answer in force. */
static bool has_same_body(const struct kept *kept, const struct frontier_visit *visit)
{
    return kept->state == FRONTIER_DONE && visit->digest.len > 0 &&
           span_equals(buf_span(&kept->digest), visit->digest) &&
           span_equals(buf_span(&kept->content_type), visit->content_type);
}

/* The shortest pause before a retry. */
static const int64_t first_pause_ms = 1000;

/* Notes whether the answer has another Refresh header than the answer in force, whose copy has it as META. */
static int compare_refresh(struct intake *intake, struct span refresh)
{
    struct kept *kept = &intake->kept;
    struct original original;
    int error;

    if (refresh.len == 0 || kept->state != FRONTIER_DONE || kept->place.archive == 0)
        return 0;
    error = original_read_at(&original, intake->site->mirror, &kept->place, buf_span(&kept->digest),
                             LIMIT_DOCUMENT_BYTES);
    kept->refreshed = !error && !span_equals(original.refresh, refresh);
    original_release(&original);
    return error == ERROR_CORRUPT ? 0 : error;
}

int revisit_find_placeholder(struct intake *intake, const struct job *job, const struct fetch_result *result,
                             struct placeholder_page *page, bool *is_placeholder)
{
    int error = compare_refresh(intake, result->fields->first[ANSWER_REFRESH]);

    *is_placeholder = false;
    page->id = job->item.id;
    page->before = buf_span(&intake->kept.digest);
    page->copy = intake->kept.place;
    page->visible = &intake->visible;
    return error ? error : placeholder_judge(intake->site, page, is_placeholder);
}

int revisit_retry_later(struct intake *intake, const struct job *job)
{
    int64_t delay_ms = intake->site->limits.delay_ms;
    int64_t pause_ms = retry_pause_ms(job->item.attempts,
                                      delay_ms > first_pause_ms ? delay_ms : first_pause_ms, random_u32());

    return frontier_retry(intake->site->frontier, job->item.id, job->item.attempts + 1,
                          site_now_ms(intake->site) + pause_ms);
}

bool revisit_has_expired(const struct intake *intake)
{
    int64_t until_ms = intake->kept.unavailable_ms;

    return until_ms > 0 && until_ms <= clock_wall_ms();
}

bool revisit_is_identical(const struct intake *intake, const struct frontier_visit *visit)
{
    return !intake->kept.damaged && !intake->kept.refreshed && has_same_body(&intake->kept, visit);
}

static struct frontier_seen seen_of(const struct frontier_visit *visit)
{
    return (struct frontier_seen){.url = visit->url,
                                  .status = visit->status,
                                  .requested_ms = visit->requested_ms,
                                  .gone = visit->gone,
                                  .attempts = visit->attempts,
                                  .rule = visit->rule};
}

static bool is_gone_status(int status)
{
    return status == 404 || status == 410;
}

/* The URL is requested again, without validators. */
static int request_in_full(struct intake *intake, const struct job *job)
{
    int error = original_note_damage(intake->site->mirror, job->item.id, NULL);

    return error ? error : revisit_retry_later(intake, job);
}

int revisit_not_modified(struct intake *intake, const struct job *job, const struct frontier_visit *visit)
{
    struct frontier_seen seen = seen_of(visit);
    int error;

    if (visit->status == 304 && intake->kept.refreshed && job->item.attempts == 0)
        return request_in_full(intake, job);
    if (intake->kept.state == FRONTIER_DONE)
        update_page_done(intake->site, job->item.kind);
    seen.reread = visit->status != 304 ? visit : NULL;
    seen.etag = visit->etag;
    seen.last_modified = visit->last_modified;
    if (intake->kept.place.archive == 0) {
        seen.archive = visit->archive;
        seen.archive_offset = visit->archive_offset;
        seen.archive_length = visit->archive_length;
    }
    error = is_gone_status(intake->kept.seen_status) ? update_queue_gone_links(intake->site, visit->url) : 0;
    return error ? error : frontier_not_modified(intake->site->frontier, &seen);
}

struct span revisit_expiry_rule(struct intake *intake)
{
    char date[CLOCK_TEXT_SIZE];

    clock_format(clock_us(intake->kept.unavailable_ms), 0, date);
    buf_clear(&intake->terms);
    (void)buf_add_format(&intake->terms, "unavailable_after: %s, which has passed", date);
    return buf_span(&intake->terms);
}

/* The date of the page in force has passed: whatever VISIT is, the page may not be kept. */
static int keep_expired(struct intake *intake, const struct job *job, const struct frontier_visit *visit)
{
    struct frontier_seen seen = seen_of(visit);

    update_page_done(intake->site, job->item.kind);
    seen.rule = revisit_expiry_rule(intake);
    return frontier_keep_answer(intake->site->frontier, &seen, FRONTIER_WITHHELD, FRONTIER_BY_NOINDEX);
}

int revisit_keep_copy(struct intake *intake, const struct job *job, const struct frontier_visit *visit,
                      bool *kept)
{
    struct frontier_seen seen = seen_of(visit);
    bool had_file = intake->kept.state == FRONTIER_DONE;
    bool withheld = intake->kept.state == FRONTIER_WITHHELD; /* and stays so until a page replaces it */
    int error = 0;

    *kept = had_file || withheld || intake->kept.state == FRONTIER_REDIRECTED;
    if (!*kept)
        return 0;
    if (had_file && revisit_has_expired(intake))
        return keep_expired(intake, job, visit);
    if (had_file)
        update_page_done(intake->site, job->item.kind);
    if (withheld)
        error = 0; /* no file leaves */
    else if (visit->state == FRONTIER_FAILED)
        error = frontier_note_change(intake->site->frontier, visit->url, FRONTIER_IS_FAILING);
    else if (!is_gone_status(intake->kept.seen_status))
        error = frontier_note_change(intake->site->frontier, visit->url, FRONTIER_IS_GONE);
    return error ? error : frontier_keep_answer(intake->site->frontier, &seen, visit->state, visit->reason);
}

int revisit_defer_removal(struct intake *intake, const struct job *job, const struct frontier_visit *visit,
                          bool *held)
{
    struct frontier_seen seen = seen_of(visit);
    bool withheld = intake->kept.state == FRONTIER_WITHHELD && visit->state == FRONTIER_REDIRECTED;
    int error = 0;

    *held = intake->kept.state == FRONTIER_DONE || withheld;
    if (!*held)
        return 0;
    if (visit->state == FRONTIER_REDIRECTED && revisit_has_expired(intake))
        return keep_expired(intake, job, visit);
    if (!withheld) /* otherwise no file leaves, and the page stays withheld */
        update_page_done(intake->site, job->item.kind);
    seen.redirect_to = visit->redirect_to;
    if (visit->state == FRONTIER_REDIRECTED && visit->redirect_to != intake->kept.redirect_to)
        error = frontier_note_change(intake->site->frontier, visit->url, FRONTIER_IS_MOVED);
    return error ? error : frontier_keep_answer(intake->site->frontier, &seen, visit->state, visit->reason);
}

/* Notes the change that VISIT makes to a URL. */
static int note_finished(struct intake *intake, const struct frontier_visit *visit, bool same_target)
{
    bool had_file = intake->kept.state == FRONTIER_DONE;

    if (visit->state == FRONTIER_DONE && !intake->kept.refreshed && has_same_body(&intake->kept, visit))
        return 0; /* it only replaces what was damaged */
    if (visit->state == FRONTIER_DONE)
        return frontier_note_change(intake->site->frontier, visit->url,
                                    had_file ? FRONTIER_IS_CHANGED : FRONTIER_IS_NEW);
    if (visit->state == FRONTIER_REDIRECTED && intake->kept.answered && !same_target)
        return frontier_note_change(intake->site->frontier, visit->url, FRONTIER_IS_MOVED);
    return 0;
}

int revisit_finish(struct intake *intake, const struct job *job, const struct frontier_visit *visit,
                   struct span path)
{
    const struct kept *kept = &intake->kept;
    struct span old = buf_span(&kept->path);
    bool same = span_equals(old, path) && kept->redirect_to == visit->redirect_to &&
                span_equals(buf_span(&kept->fragment), visit->redirect_fragment);
    int error = update_is_on(intake->site) ? note_finished(intake, visit, same) : 0;

    if (!error && kept->state == FRONTIER_DONE)
        update_page_done(intake->site, job->item.kind);
    if (!error && old.len > 0 && !span_equals(old, path))
        error = removal_schedule(intake->site, job->item.id, old, path.len > 0);
    if (error)
        return error;
    if (kept->answered)
        return same ? 0 : misguess_always(&intake->site->weaver, job->item.id);
    if (visit->state == FRONTIER_REDIRECTED)
        return misguess_always(&intake->site->weaver, job->item.id);
    return misguess_check(&intake->site->weaver, job->item.id, job->item.roles, &intake->url, path);
}
