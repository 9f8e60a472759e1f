/* SPDX-License-Identifier: MIT */
/* Decides what a new answer means for a URL that was visited before. The links of a page have rows since the
 * page was first read, so an unchanged page is not read again. */
#include "config.h"

#include "update/update.h"

#include "base/clock.h"
#include "base/hash.h"
#include "base/limits.h"
#include "frontier/links.h"
#include "frontier/row.h"
#include "judge/evidence.h"
#include "judge/site.h"
#include "mirror/archiving.h"
#include "mirror/original.h"
#include "pace/waits.h"
#include "weave/rebuild.h"

/* The shortest pause before a retry. */
static const int64_t first_pause_ms = 1000;

void revisit_init(struct revisit *revisit, struct update *update)
{
    *revisit = (struct revisit){.update = update};
    buf_init(&revisit->texts, FRONTIER_ROW_BYTES);
    buf_init(&revisit->rule, LIMIT_URL_BYTES);
}

void revisit_release(struct revisit *revisit)
{
    buf_release(&revisit->texts);
    buf_release(&revisit->rule);
}

/* Returns whether a conditional request is right. A page that a Noindex line of robots.txt withheld is
 * requested in full, because the line may be gone; a page that the archive lacks and should have, too. */
static bool has_validators(const struct site *site, const struct frontier_row *row)
{
    if (site->settings->archive == ARCHIVE_ALL && row->visit.archive == 0)
        return false;
    return row->visit.state == FRONTIER_DONE ||
           (row->visit.state == FRONTIER_WITHHELD && frontier_rule_line(row->rule) == 0);
}

/* Sets HAS to whether the URL whose file VISIT shares still has its bytes. */
static int shares_file(struct site *site, const struct frontier_visit *visit, bool *has)
{
    struct buf texts BUF_LOCAL(FRONTIER_ROW_BYTES);
    struct frontier_row other;
    int error;

    *has = false;
    if (!frontier_is_same(visit))
        return 0;
    error = frontier_get_into(site->frontier, visit->redirect_to, &other, &texts);
    *has = !error && other.visit.state == FRONTIER_DONE && span_equals(other.visit.digest, visit->digest);
    return error;
}

int revisit_validators(struct site *site, int64_t id, struct span *etag, struct span *last_modified)
{
    struct frontier_row row;
    bool whole = true, shares;
    int error = site_is_updating(site) ? frontier_get(site->frontier, id, &row) : 0;

    if (error || !site_is_updating(site) || !row.answered)
        return error;
    if (row.visit.state == FRONTIER_DONE)
        error = update_check_copy(site, &row, &whole);
    if (!error && whole)
        error = frontier_get(site->frontier, id, &row);
    shares = false;
    if (!error && whole)
        error = shares_file(site, &row.visit, &shares);
    if (error || !whole || !(shares || has_validators(site, &row)))
        return error;
    *etag = row.visit.etag;
    *last_modified = row.visit.last_modified;
    return 0;
}

int revisit_begin(struct revisit *revisit, const struct frontier_item *item)
{
    const struct site *site = revisit->update->site;
    bool is_again = site_is_updating(site) || item->id == site->evidence->shown.once.id;
    struct frontier_visit *earlier = &revisit->earlier;
    const struct span none = {0};
    struct frontier_row row;
    int error;

    revisit->item = item;
    *earlier = (struct frontier_visit){.state = FRONTIER_QUEUED};
    revisit->says_same = revisit->refreshed = false;
    if (!is_again && !site->was_imported)
        return 0;
    error = frontier_get_into(site->frontier, item->id, &row, &revisit->texts);
    if (error || !row.answered || !(is_again || frontier_is_cut(&row.visit)))
        return error;
    *earlier = row.visit;
    earlier->damaged |= frontier_is_cut(earlier);
    if (earlier->state != FRONTIER_REDIRECTED)
        earlier->redirect_fragment = none;
    if (earlier->state == FRONTIER_DONE)
        return 0;
    earlier->unavailable_ms = 0;
    earlier->path = earlier->content_type = earlier->digest = none;
    return 0;
}

/* Returns whether VISIT has the body and the type of the earlier answer. */
static bool has_same_body(const struct frontier_visit *earlier, const struct frontier_visit *visit)
{
    return earlier->state == FRONTIER_DONE && visit->digest.len > 0 &&
           span_equals(earlier->digest, visit->digest) &&
           span_equals(earlier->content_type, visit->content_type);
}

int revisit_find_copy(const struct revisit *revisit, struct original *original, bool *found)
{
    const struct frontier_visit *earlier = &revisit->earlier;
    struct frontier_place place = frontier_place_of(earlier);

    *found = false;
    return earlier->state != FRONTIER_DONE
               ? 0
               : original_find(original, revisit->update->site->mirror, &place, earlier->digest, found);
}

int revisit_compare(struct revisit *revisit, struct span refresh, const struct wording_page *page,
                    struct visible *visible, bool *holds)
{
    const struct frontier_visit *earlier = &revisit->earlier;
    bool is_same = !page || span_equals(page->digest, earlier->digest), found = false;
    struct wording_page copy = {.digest = earlier->digest};
    struct original original ORIGINAL_LOCAL;
    int error;

    *holds = false;
    if (earlier->state != FRONTIER_DONE)
        return 0;
    if (is_same)
        outage_note(&revisit->update->outage, NULL);
    error = is_same && refresh.len == 0 ? 0 : revisit_find_copy(revisit, &original, &found);
    if (found && refresh.len > 0)
        revisit->refreshed = !span_equals(original.refresh, refresh);
    if (error || is_same)
        return error;
    copy.url = page->url;
    if (found) {
        copy.bytes = original.bytes;
        copy.type = original.content_type.len > 0 ? original.content_type : span_of("text/html");
    }
    wording_read(&revisit->change.now, visible, page);
    wording_read(&revisit->change.before, visible, &copy);
    revisit->says_same = revisit->change.now.text == revisit->change.before.text;
    *holds = !earlier->damaged && wording_distance(&revisit->change.now, &revisit->change.before, false) > 0;
    return 0;
}

int revisit_retry_later(struct revisit *revisit)
{
    const struct site *site = revisit->update->site;
    const struct frontier_item *item = revisit->item;
    int64_t delay_ms = site->limits.delay_ms;
    int64_t pause_ms =
        retry_pause_ms(item->attempts, delay_ms > first_pause_ms ? delay_ms : first_pause_ms, random_u32());

    return frontier_retry(site->frontier, item->id, item->attempts + 1, site_now_ms(site) + pause_ms);
}

bool revisit_has_expired(const struct revisit *revisit)
{
    int64_t until_ms = revisit->earlier.unavailable_ms;

    return until_ms > 0 && until_ms <= clock_wall_ms();
}

struct span revisit_expiry_rule(struct revisit *revisit)
{
    char date[CLOCK_TEXT_SIZE];

    clock_format(clock_us(revisit->earlier.unavailable_ms), 0, date);
    buf_clear(&revisit->rule);
    (void)buf_add_format(&revisit->rule, "unavailable_after: %s, which has passed", date);
    return buf_span(&revisit->rule);
}

bool revisit_is_identical(const struct revisit *revisit, const struct frontier_visit *visit)
{
    return !revisit->earlier.damaged && !revisit->refreshed && has_same_body(&revisit->earlier, visit);
}

static bool is_gone_status(int status)
{
    return status == 404 || status == 410;
}

/* Takes the page off those to come, if the earlier answer is a page. */
static void page_done(struct revisit *revisit)
{
    if (revisit->earlier.state == FRONTIER_DONE)
        update_page_done(revisit->update->site, revisit->item->kind);
}

/* Returns whether only a date that was made for an imported file says that it is the one of VISIT, a 304 with
 * another Last-Modified or none, and the site has neither sent the file since, nor confirmed its date. It is
 * then requested whole the next time: the date may be too late. */
static bool is_guess(const struct revisit *revisit, const struct frontier_visit *visit)
{
    const struct frontier_visit *earlier = &revisit->earlier;
    bool is_confirmed = earlier->seen_ms != earlier->requested_ms &&
                        (earlier->seen_status == 200 || earlier->seen_status == 304);

    return visit->status == 304 && !is_confirmed && earlier->etag.len == 0 &&
           imported_has(revisit->update->site->mirror, earlier->archive) &&
           !span_equals(visit->last_modified, earlier->last_modified);
}

int revisit_not_modified(struct revisit *revisit, const struct frontier_visit *visit)
{
    struct site *site = revisit->update->site;
    struct frontier_visit seen = *visit;
    int error;

    if (visit->status == 304 && revisit->refreshed && revisit->item->attempts == 0) {
        error = original_note_damage(site->mirror, visit->url, NULL); /* it is requested in full */
        return error ? error : revisit_retry_later(revisit);
    }
    page_done(revisit);
    seen.gone = 0;
    if (revisit->earlier.archive > 0)
        seen.archive = 0;
    if (is_guess(revisit, visit)) {
        seen.etag = span_make(NULL, 0);
        seen.last_modified = span_of("");
    }
    error = is_gone_status(revisit->earlier.seen_status) ? update_queue_gone_links(site, visit->url) : 0;
    return error ? error : frontier_not_modified(site->frontier, &seen, true);
}

int revisit_hold(struct revisit *revisit, const struct frontier_visit *visit)
{
    struct frontier *frontier = revisit->update->site->frontier;
    struct frontier_held held = {
        .url = visit->url,
        .requested_ms = visit->requested_ms,
        .duration_ms = visit->duration_ms,
        .digest = visit->digest,
        .archive = visit->archive,
        .wordings = span_make((const char *)&revisit->change, sizeof revisit->change),
    };
    int error;

    page_done(revisit);
    outage_note(&revisit->update->outage, &revisit->change);
    error = frontier_hold(frontier, &held);
    return error ? error : frontier_not_modified(frontier, visit, false);
}

/* Returns whether the earlier answer is better than VISIT. A page is better than anything else, at least
 * until the update ends; a page that is withheld stays so until a page replaces it. */
static bool is_better(const struct frontier_visit *earlier, const struct frontier_visit *visit)
{
    bool is_failure = visit->state == FRONTIER_FAILED || visit->state == FRONTIER_GONE;

    return earlier->state == FRONTIER_DONE ||
           (earlier->state == FRONTIER_WITHHELD && visit->state != FRONTIER_WITHHELD) ||
           (earlier->state == FRONTIER_REDIRECTED && is_failure);
}

static int note(const struct revisit *revisit, enum frontier_change_kind kind)
{
    return frontier_note_change(revisit->update->site->frontier, revisit->item->id, kind, span_make(NULL, 0));
}

/* Notes the change that VISIT makes to a URL whose earlier answer stays in force. */
static int note_kept(const struct revisit *revisit, const struct frontier_visit *visit)
{
    const struct frontier_visit *earlier = &revisit->earlier;

    if (visit->state == FRONTIER_REDIRECTED && visit->redirect_to != earlier->redirect_to)
        return note(revisit, FRONTIER_IS_MOVED);
    if (earlier->state == FRONTIER_WITHHELD) /* no file is affected */
        return 0;
    if (visit->state == FRONTIER_FAILED)
        return note(revisit, FRONTIER_IS_FAILING);
    if (visit->state == FRONTIER_GONE && !is_gone_status(earlier->seen_status))
        return note(revisit, FRONTIER_IS_GONE);
    return 0;
}

/* Keeps the earlier answer, which is better than VISIT. */
static int keep_copy(struct revisit *revisit, const struct frontier_visit *visit)
{
    struct frontier *frontier = revisit->update->site->frontier;
    struct frontier_visit seen = *visit;
    int error = 0;

    page_done(revisit);
    if (visit->state != FRONTIER_WITHHELD && revisit_has_expired(revisit)) {
        seen.redirect_to = 0;
        seen.rule = revisit_expiry_rule(revisit);
        seen.state = FRONTIER_WITHHELD;
        seen.reason = FRONTIER_BY_NOINDEX;
    } else {
        error = note_kept(revisit, visit);
    }
    return error ? error : frontier_keep_answer(frontier, &seen);
}

/* Notes the change that VISIT, which replaces the earlier answer, makes to its URL. */
static int note_replaced(struct revisit *revisit, const struct frontier_visit *visit, bool same_target)
{
    const struct frontier_visit *earlier = &revisit->earlier;

    if (visit->state == FRONTIER_DONE && !revisit->refreshed &&
        (has_same_body(earlier, visit) || revisit->says_same))
        return 0; /* it only replaces what was damaged, or a nonce */
    if (visit->state == FRONTIER_DONE)
        return note(revisit, earlier->state == FRONTIER_DONE ? FRONTIER_IS_CHANGED : FRONTIER_IS_NEW);
    if (visit->state == FRONTIER_REDIRECTED && earlier->url > 0 && !same_target)
        return note(revisit, FRONTIER_IS_MOVED);
    return 0;
}

int revisit_finish(struct revisit *revisit, const struct frontier_visit *visit, const struct url *url,
                   struct span path)
{
    const struct frontier_visit *earlier = &revisit->earlier;
    const struct frontier_item *item = revisit->item;
    struct site *site = revisit->update->site;
    struct span old = earlier->path;
    bool shares = frontier_is_same(visit); /* PATH, which is another URL's */
    bool same = (shares || span_equals(old, path)) && earlier->redirect_to == visit->redirect_to &&
                span_equals(earlier->redirect_fragment, visit->redirect_fragment);
    int error = site_is_updating(site) ? note_replaced(revisit, visit, same) : 0;

    if (!error)
        page_done(revisit);
    if (!error && old.len > 0 && !span_equals(old, path))
        error = removal_schedule(revisit->update, item->id, old, path.len > 0);
    if (error)
        return error;
    if (earlier->url > 0)
        return same ? 0 : unexpected_note(&site->weaver, item->id, PAGES_ALL);
    if (visit->state == FRONTIER_REDIRECTED && !shares)
        return unexpected_note(&site->weaver, item->id, PAGES_ALL);
    return unexpected_check(&site->weaver, item->id, item->roles, url, path);
}

int revisit_settle(struct revisit *revisit, const struct frontier_visit *visit, const struct url *url,
                   const struct frontier_ids *links)
{
    struct frontier *frontier = revisit->update->site->frontier;
    int error;

    if (is_better(&revisit->earlier, visit))
        return keep_copy(revisit, visit);
    error = frontier_finish(frontier, visit);
    if (!error && links)
        error = frontier_set_links(frontier, visit->url, links);
    return error ? error : revisit_finish(revisit, visit, url, span_make(NULL, 0));
}
