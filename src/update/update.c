/* SPDX-License-Identifier: MIT */
/* Begins, continues and ends an update, settles URLs in it that need no request, and queues refused URLs
 * again after options have changed since the last run: --max-pages raised, an --exclude removed. The settings
 * "updating" and "update" say that an update is in progress, and since when. */
#include "config.h"

#include "update/update.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/limits.h"
#include "frontier/frontier.h"
#include "frontier/links.h"
#include "frontier/row.h"
#include "judge/scope.h"
#include "judge/site.h"
#include "mirror/original.h"
#include "robots/robots.h"
#include "term/message.h"
#include "weave/document.h"
#include "weave/rebuild.h"

/* An update requests a page that says it is static at most once in this time. */
static const int64_t static_ms = INT64_C(30) * 24 * 3600 * 1000;

/* An update whose last answer is older than this starts again. */
static const int64_t stale_ms = INT64_C(24) * 3600 * 1000;

void update_init(struct update *update, struct site *site)
{
    *update = (struct update){.site = site};
    buf_init(&update->unfollowed.target, LIMIT_URL_BYTES);
}

void update_release(struct update *update)
{
    buf_release(&update->unfollowed.target);
}

/* Reads the setting "update": the number of the run that began it, and when. */
static int read_since(struct update *update)
{
    struct site *site = update->site;
    struct span value;
    uint64_t run, ms;
    int error = frontier_setting(site->frontier, "update", &value);

    if (error)
        return error == ERROR_NOT_FOUND ? ERROR_CORRUPT : error;
    if (!span_to_u64(span_take_until(&value, ' '), &run) || !span_to_u64(value, &ms) || ms == 0 ||
        ms > INT64_MAX || run > INT64_MAX)
        return ERROR_CORRUPT;
    update->run = (int64_t)run;
    site->updating.since_ms = (int64_t)ms;
    return 0;
}

/* Notes that rules that were read before NOW_MS must be read again. */
static int write_since(struct update *update, int64_t now_ms)
{
    char value[64];

    (void)snprintf(value, sizeof value, "%" PRId64 " %" PRId64, update->run, now_ms);
    update->site->updating.since_ms = now_ms;
    return frontier_set_setting(update->site->frontier, "update", span_of(value));
}

/* Queues everything again, in the transaction that notes the update, which RUN began. */
static int update_start(struct update *update, int64_t run)
{
    struct site *site = update->site;
    uint64_t reopened;
    int error =
        frontier_revisit_all(site->frontier, update->stale ? clock_wall_ms() : 0, &site->updating.skipped);

    if (!error)
        error = frontier_reopen(site->frontier, FRONTIER_BY_ROBOTS, &reopened);
    if (!error)
        error = frontier_edit(site->frontier, FRONTIER_REQUEUE_SITEMAPS, 0);
    update->run = run;
    if (!error)
        error = write_since(update, clock_wall_ms());
    return error ? error : frontier_set_setting(site->frontier, "updating", span_of("yes"));
}

int update_find(struct update *update)
{
    struct site *site = update->site;
    struct span value;
    uint64_t latest_ms;
    char date[CLOCK_TEXT_SIZE];
    int error = frontier_setting(site->frontier, "updating", &value);

    update->removes = true; /* a killed run may have left some */
    if (error || !span_is(value, "yes"))
        return error == ERROR_NOT_FOUND ? 0 : error;
    error = read_since(update);
    if (!error)
        error = outage_judge(update);
    update->outage.kept = 0;
    if (!error)
        error = frontier_count(site->frontier, FRONTIER_LATEST_ANSWER, update->run, &latest_ms);
    update->stale = !error && latest_ms > 0 && clock_wall_ms() - (int64_t)latest_ms > stale_ms;
    if (error)
        return error;
    clock_format(clock_us(site->updating.since_ms), 0, date);
    if (update->stale)
        message_note(
            "the update of %s was interrupted, and no page has answered for a day: starting it again", date);
    else if (site->settings->revisit)
        message_note("continuing the update of %s: what has answered since then is not requested again",
                     date);
    return 0;
}

int update_begin(struct update *update, int64_t run)
{
    struct site *site = update->site;
    struct frontier_stats stats;
    int error = 0;

    if (site_is_updating(site)) {
        error = update->stale ? update_start(update, update->run) : 0;
    } else if (!site->settings->revisit) {
        return 0;
    } else {
        frontier_stats(site->frontier, &stats);
        if (stats.states[FRONTIER_QUEUED] > 0) {
            message_note(
                "the mirror is not complete yet: continuing it instead. Run update again afterwards");
            return 0;
        }
        error = update_start(update, run);
    }
    return error ? error : frontier_count(site->frontier, FRONTIER_KEPT_PAGES, 0, &site->updating.kept_pages);
}

int update_end(struct update *update)
{
    return site_is_updating(update->site)
               ? frontier_set_setting(update->site->frontier, "updating", span_of("no"))
               : 0;
}

int update_suspend(struct update *update)
{
    update->suspended = true;
    return !site_is_updating(update->site) ? 0 : write_since(update, clock_wall_ms() + 1);
}

int update_check_copy(struct site *site, const struct frontier_row *row, bool *whole)
{
    const struct frontier_visit *visit = &row->visit;
    bool is_wanted = visit->damaged || frontier_is_cut(visit), damaged = true;
    int error;

    *whole = false;
    if (is_wanted)
        return 0;
    error = stored_has_size(site->mirror, visit, whole);
    if (error || *whole)
        return error;
    if (!visit->document)
        return original_note_damage(site->mirror, row->item.id, "its file in site/");
    message_warn("site/%.*s is missing; writing it again from the archive", (int)visit->path.len,
                 visit->path.at);
    error = document_mend(&site->weaver, row, &damaged);
    *whole = !damaged;
    return error;
}

void update_page_done(struct site *site, enum frontier_kind kind)
{
    if ((kind == FRONTIER_START || kind == FRONTIER_PAGE) && site->updating.kept_pages > 0)
        site->updating.kept_pages--;
}

/* Returns whether known rules allow the URL of ROW, so that only a request could change its state. */
static bool is_allowed(struct site *site, const struct frontier_row *row)
{
    struct origin *origin;
    struct robots_verdict verdict;

    if (site_origin(site, row->item.origin, &origin) || origin->rules != RULES_KNOWN)
        return false;
    verdict = robots_judge(origin->robots, row->item.url);
    return verdict.allowed && verdict.store;
}

/* Settles the URL of ROW with its earlier answer. */
static int settle_as_before(struct site *site, const struct frontier_row *row)
{
    struct frontier_visit seen = {
        .url = row->item.id, .status = row->visit.seen_status, .requested_ms = row->visit.seen_ms};

    return frontier_not_modified(site->frontier, &seen, false);
}

/* Settles the URL of ROW as unchanged without a request, unless its copy is damaged: DONE says so. */
static int settle_unrequested(struct site *site, struct frontier_row *row, bool *done)
{
    int error = update_check_copy(site, row, done);

    if (!error && *done)
        error = frontier_get(site->frontier, row->item.id, row);
    if (error || !*done)
        return error;
    update_page_done(site, row->item.kind);
    return settle_as_before(site, row);
}

int update_apply_lastmod(struct site *site, int64_t id, int64_t modified_ms)
{
    struct frontier_row row;
    bool done;
    int error = site_is_updating(site) ? frontier_get(site->frontier, id, &row) : ERROR_NOT_FOUND;

    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    if (row.state == FRONTIER_GONE || row.state == FRONTIER_REDIRECTED)
        return site_request_gone(site, id);
    if (row.state != FRONTIER_QUEUED || row.item.not_before_ms == 0 ||
        (row.item.not_before_ms > FRONTIER_LATER_MS && row.item.not_before_ms > row.visit.seen_ms) ||
        !row.answered || row.visit.state != FRONTIER_DONE)
        return 0;
    if (modified_ms >= row.visit.seen_ms)
        return frontier_promote(site->frontier, id);
    if (!site->settings->trust_sitemap || !is_allowed(site, &row))
        return 0;
    return settle_unrequested(site, &row, &done);
}

int update_queue_gone_links(struct site *site, int64_t page)
{
    struct frontier_ids links RELEASED_BY(frontier_ids_release) = {0};
    int error = site->updating.skipped > 0 ? frontier_links(site->frontier, page, &links) : 0;

    for (size_t i = 0; !error && i < links.count; i++)
        error = frontier_revisit_gone(site->frontier, links.ids[i]);
    return error == ERROR_NOT_FOUND ? 0 : error;
}

int update_skip_static(struct site *site, const struct frontier_item *item, bool *skips)
{
    struct frontier_row row;
    int64_t now_ms = clock_wall_ms();
    int error = site_is_updating(site) ? frontier_get(site->frontier, item->id, &row) : 0;

    *skips = false;
    if (error || !site_is_updating(site) || !row.answered || row.visit.state != FRONTIER_DONE ||
        row.visit.document_state != FRONTIER_STATIC || item->kind == FRONTIER_START)
        return error;
    if (row.visit.seen_status < 200 || row.visit.seen_status >= 400 || row.visit.seen_ms > now_ms ||
        now_ms - row.visit.seen_ms >= static_ms)
        return 0;
    if ((row.visit.unavailable_ms > 0 && row.visit.unavailable_ms <= now_ms) || !is_allowed(site, &row))
        return 0;
    return settle_unrequested(site, &row, skips);
}

int update_refuse(struct site *site, const struct frontier_item *item, enum frontier_reason reason,
                  struct span rule)
{
    struct frontier_row row = {.answered = false};
    bool is_limit = reason == FRONTIER_BY_MAX_PAGES || reason == FRONTIER_BY_MAX_BYTES, is_done;
    int error = site_is_updating(site) ? frontier_get(site->frontier, item->id, &row) : 0;

    row.answered &= row.visit.state != FRONTIER_QUEUED;
    is_done = row.answered && row.visit.state == FRONTIER_DONE;
    if (!error && is_limit && row.answered && !is_done)
        return settle_as_before(site, &row);
    if (!error)
        error = frontier_settle(site->frontier, item->id, FRONTIER_REFUSED, reason, rule);
    if (!error && is_done)
        update_page_done(site, item->kind); /* the page stays until the update ends (removal.c) */
    else if (!error && row.answered)
        error = frontier_edit(site->frontier, FRONTIER_DROP_ANSWER, item->id);
    return error ? error : unexpected_note(&site->weaver, item->id, PAGES_SO_FAR);
}

/* The reasons that options give. */
static const enum frontier_reason reasons[] = {
    FRONTIER_BY_SCOPE,  FRONTIER_BY_PATTERN,   FRONTIER_BY_REQUISITES, FRONTIER_BY_DEPTH,
    FRONTIER_BY_ACTION, FRONTIER_BY_MAX_PAGES, FRONTIER_BY_MAX_BYTES,  FRONTIER_BY_TRAP,
    FRONTIER_BY_FAMILY, FRONTIER_BY_FORGET,
};

enum { TEXT_MAX = 256 * 1024 + FRONTIER_FORGOTTEN_MAX };

static void add_list(struct buf *out, const struct texts *list)
{
    for (size_t i = 0; i < list->count; i++)
        (void)buf_add_format(out, "%s\n", list->all[i]);
    (void)buf_add_byte(out, '\n');
}

/* Describes the options that bound the mirror: equal texts refuse the same URLs. */
static void describe_bounds(struct buf *out, const struct site *site)
{
    const struct settings *settings = site->settings;
    const struct scope_options *scope = &settings->scope;

    (void)buf_add_format(out, "%d %d %d %" PRId64 " %" PRId64 "\n", (int)scope->reach, (int)scope->requisites,
                         scope->max_depth, settings->max_pages, settings->max_bytes);
    add_list(out, &scope->includes);
    add_list(out, &scope->excludes);
    add_list(out, &scope->all_of);
    add_list(out, &scope->only_types);
    add_list(out, &scope->not_types);
    (void)buf_add_span(out, buf_span(&site->live_excludes));
    (void)buf_add_span(out, buf_span(&site->forgotten));
}

/* Judges a URL that was refused for REASON by the present scope. A URL that stays refused is never queued,
 * not even briefly, because its host would be sent a request for robots.txt. */
static int judge_anew(struct site *site, int64_t id, enum frontier_reason reason, uint64_t *count)
{
    struct span rule = span_make(NULL, 0);
    struct frontier_row row;
    enum frontier_reason verdict;
    int error = frontier_get(site->frontier, id, &row);

    if (!error && url_parse(&site->found, row.item.url, NULL, NULL) != URL_OK)
        error = ERROR_CORRUPT;
    if (error)
        return error;
    if (row.state == FRONTIER_WITHHELD &&
        scope_judge_type(site->scope, &site->found, row.visit.content_type, &rule))
        return 0; /* it was read for its links, which are known */
    verdict = scope_judge(site->scope, &site->found, row.item.roles, row.item.depth, &rule);
    if (verdict == reason && span_equals(rule, row.rule))
        return 0;
    error = frontier_reconsider(site->frontier, id);
    if (!error && verdict)
        return frontier_settle(site->frontier, id, FRONTIER_REFUSED, verdict, rule);
    ++*count;
    return error ? error : unexpected_note(&site->weaver, id, PAGES_SO_FAR);
}

static int reopen(struct site *site, enum frontier_reason reason, uint64_t *count)
{
    int64_t id = 0;
    int error = 0;

    while (!error && (error = frontier_next_refused(site->frontier, reason, id, &id)) == 0)
        error = judge_anew(site, id, reason, count);
    return error == ERROR_END ? 0 : error;
}

int update_reopen(struct site *site)
{
    struct buf bounds BUF_LOCAL(TEXT_MAX);
    struct span before;
    uint64_t count = 0;
    int error;

    describe_bounds(&bounds, site);
    error = frontier_setting(site->frontier, "bounds", &before);
    if (!error && span_equals(before, buf_span(&bounds)))
        return 0;
    if (!error || error == ERROR_NOT_FOUND)
        error = frontier_set_setting(site->frontier, "bounds", buf_span(&bounds));
    for (size_t i = 0; !error && i < COUNT_OF(reasons); i++)
        error = reopen(site, reasons[i], &count);
    if (count > 0)
        message_note("the options have changed: checking %" PRIu64 " excluded URLs again", count);
    return error;
}
