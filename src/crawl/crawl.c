/* SPDX-License-Identifier: MIT */
/* The loop: fill, commit, wait, drain. Which URL is next is the frontier's to say, whether it may be asked
 * for is policy's, and when is the pace's; this file brings them together and knows how a run ends. */
#include "config.h"

#include "crawl/crawl.h"

#include <errno.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/signals.h"
#include "crawl/account.h"
#include "crawl/blocking.h"
#include "crawl/courtesy.h"
#include "crawl/display.h"
#include "crawl/jobs.h"
#include "crawl/patience.h"
#include "crawl/request_log.h"
#include "crawl/setup.h"
#include "crawl/start.h"
#include "crawl/state.h"
#include "crawl/steer.h"
#include "crawl/summary.h"
#include "fetch/fetch.h"
#include "frontier/next.h"
#include "frontier/origin.h"
#include "frontier/queue.h"
#include "frontier/sitemap.h"
#include "frontier/stats.h"
#include "import/import.h"
#include "intake/revisit.h"
#include "intake/store.h"
#include "judge/judge.h"
#include "judge/quota.h"
#include "judge/rules.h"
#include "judge/sitemaps.h"
#include "judge/update.h"
#include "mirror/mirror.h"
#include "report/report.h"
#include "term/message.h"
#include "url/url.h"
#include "weave/misguess.h"
#include "weave/rebuild.h"

/* The longest wait in one piece: the status line and limits on time want to be looked at. */
enum { TICK_MS = 250 };

/* The shortest, where nothing tells when something will happen. */
enum { LEAST_WAIT_MS = 20 };

/* How long a stop waits for the requests in flight. */
enum { STOP_PATIENCE_MS = 1500 };

/* A commit costs as much as several pages, so where no delay holds the loop back it waits for so many
 * answers, or so long, while requests are in flight. */
enum { GROUP_ANSWERS = 64, GROUP_MS = 100 };

/* URLs that are judged anew and refused in one turn of the loop. */
enum { REFUSALS_A_TURN = 1000 };

int crawl_failed(struct crawl *crawl, int error)
{
    if (!crawl->error) {
        crawl->error = error;
        crawl->error_number = errno;
    }
    return error;
}

/* Requests ITEM, whose URL is URL. */
static int request_url(struct crawl *crawl, struct origin *origin, const struct frontier_item *item,
                       const struct url *url)
{
    struct fetch_request request = {.keep_raw = true};
    struct job *job = job_new(crawl, JOB_URL, origin);
    int error;

    job->item = *item;
    job->item.url = span_make(NULL, 0);
    job->is_page = quota_counts_as_page(item, url);
    job->max_bytes = request.max_bytes = quota_body_max(&crawl->site, &job->max_reason);
    error = revisit_validators(&crawl->site, item->id, &request.if_none_match, &request.if_modified_since);
    request.url = buf_span(&url->text);
    job_start(crawl, job, &request);
    return error;
}

static void request_rules(struct crawl *crawl, struct origin *origin, struct origin *host)
{
    struct fetch_request request = {
        .url = buf_span(&origin->rules_url),
        .max_bytes = LIMIT_ROBOTS_BYTES,
        .read_to_limit = true,
        .keep_raw = crawl->settings->archive_all,
        .accept = span_of("text/plain, */*;q=0.5"),
    };
    struct job *job = job_new(crawl, JOB_ROBOTS, host);

    job->of = origin;
    origin->rules = RULES_ASKED;
    job_start(crawl, job, &request);
}

/* Requests the next sitemap of ORIGIN; STARTED is false where there is none to be requested. */
static int request_sitemap(struct crawl *crawl, struct origin *origin, bool *started)
{
    struct fetch_request request = {.max_bytes = LIMIT_SITEMAP_BYTES,
                                    .keep_raw = crawl->settings->archive_all};
    struct frontier_sitemap sitemap;
    struct job *job;
    int error = sitemaps_next(&crawl->site, origin, &sitemap, started);

    if (error || !*started)
        return error;
    job = job_new(crawl, JOB_SITEMAP, origin);
    job->item.id = sitemap.id;
    job->item.depth = sitemap.level;
    job->voucher = sitemap.voucher;
    request.url = sitemap.url;
    job_start(crawl, job, &request);
    return 0;
}

/* A dry run ends with the start page. */
static enum frontier_kind last_kind(const struct crawl *crawl)
{
    return crawl->settings->dry_run ? FRONTIER_START : FRONTIER_CANDIDATE;
}

/* Refuses ITEM for REASON, now that its turn has come. */
static int refuse_url(struct crawl *crawl, const struct frontier_item *item, enum frontier_reason reason,
                      struct span rule)
{
    if (item->kind != FRONTIER_START || reason != FRONTIER_BY_ROBOTS || !update_is_on(&crawl->site))
        return update_refuse(&crawl->site, item, reason, rule);
    crawl->stop = "robots.txt closes the start page";
    return update_closed(&crawl->site);
}

/* Starts the best URL of ORIGIN that may still be requested; STARTED is false when there was nothing to do.
 */
static int start_url(struct crawl *crawl, struct origin *origin, bool *started)
{
    int64_t wall_ms = clock_wall_ms();
    struct frontier_item item;
    struct span rule = {0};
    int error = 0;

    for (int i = 0; i < REFUSALS_A_TURN && !error && !crawl->stop; i++) {
        enum frontier_reason reason;

        *started = i > 0;
        error = frontier_next(crawl->frontier, origin->id, last_kind(crawl), wall_ms, &item);
        if (error == ERROR_NOT_FOUND)
            return 0;
        if (!error && url_parse(&crawl->url, item.url, NULL, NULL) != URL_OK)
            error = ERROR_CORRUPT;
        if (error)
            return error;
        reason = judge_turn(&crawl->site, origin, &item, &crawl->url, &rule);
        if (reason == FRONTIER_BY_MAX_PAGES && quota_may_allow_later(&crawl->site)) {
            frontier_release(crawl->frontier, item.id);
            return 0;
        }
        *started = true;
        if (!reason)
            return request_url(crawl, origin, &item, &crawl->url);
        error = refuse_url(crawl, &item, reason, rule);
    }
    return error;
}

/* Starts the request for the robots.txt of ORIGIN, if its time has come. */
static int start_rules(struct crawl *crawl, struct origin *origin, int64_t now_ms, bool *started)
{
    struct origin *host;
    int error;

    if (origin->rules != RULES_WANTED)
        return 0;
    error = rules_host(&crawl->site, origin, &host);
    if (error || pace_next_start(&host->pace, &crawl->site.limits, now_ms) > now_ms)
        return error;
    request_rules(crawl, origin, host);
    *started = true;
    return 0;
}

/* Starts what comes next for ORIGIN, if its time has come. */
static int start_one(struct crawl *crawl, struct origin *origin, int64_t now_ms, bool *started)
{
    int error;

    *started = false;
    if (origin->is_blocked)
        return 0;
    if (!rules_hold(&crawl->site, origin, now_ms))
        return start_rules(crawl, origin, now_ms, started);
    error = sitemaps_note(&crawl->site, origin);
    if (error || origin->sitemap_asked ||
        pace_next_start(&origin->pace, &crawl->site.limits, now_ms) > now_ms)
        return error;
    if (sitemaps_wait(&crawl->site, origin))
        error = request_sitemap(crawl, origin, started);
    return error || *started ? error : start_url(crawl, origin, started);
}

static bool has_work(const struct crawl *crawl, const struct origin *origin)
{
    struct frontier_origin kept;
    uint64_t queued = 0;

    frontier_get_origin(crawl->frontier, origin->id, &kept);
    for (int kind = 0; kind <= (int)last_kind(crawl); kind++)
        queued += kept.queued[kind];
    return queued > 0 || (!origin->is_blocked && sitemaps_remain(&crawl->site, origin));
}

/* Gives up what an origin without rules, or one that refuses, has queued. */
static int abandon(struct crawl *crawl, const struct origin *origin)
{
    enum frontier_reason reason = origin->is_blocked ? FRONTIER_BY_BLOCK : FRONTIER_BY_ROBOTS_UNREACHABLE;
    struct frontier_cursor cursor = {0};
    struct frontier_item item;
    int error;

    while ((error = frontier_queued(crawl->frontier, origin->id, &cursor, &item)) == 0) {
        if (item.kind == FRONTIER_START && !origin->is_blocked) {
            crawl->stop = "robots.txt of the site cannot be read";
            return 0;
        }
        error = frontier_settle(crawl->frontier, item.id, FRONTIER_FAILED, reason, span_make(NULL, 0));
        if (!error)
            error = misguess_changed(&crawl->site.weaver, item.id);
        if (error)
            break;
    }
    return error == ERROR_NOT_FOUND ? 0 : error;
}

/* Gives the origin at INDEX of the active ones its turn. It is taken out of them where it has nothing to do.
 */
static int turn(struct crawl *crawl, size_t *index, int64_t now_ms, bool *started)
{
    struct origin_set *origins = &crawl->site.origins;
    struct origin *origin = origins->active[*index];
    int error = 0;

    *started = false;
    if (origin->rules == RULES_GIVEN_UP || (origin->is_blocked && origin->pace.in_flight == 0))
        error = abandon(crawl, origin);
    if (error || crawl->stop)
        return error;
    if (!has_work(crawl, origin)) {
        origin_set_deactivate(origins, *index);
        return 0;
    }
    ++*index;
    return start_one(crawl, origin, now_ms, started);
}

/* Starts as many requests as limits and pace allow, the origins taking turns. */
static int fill(struct crawl *crawl, int64_t now_ms)
{
    bool started = true, one;
    int error = 0;

    while (started && !error && fetch_has_room(crawl->fetch)) {
        started = false;
        for (size_t i = 0; i < crawl->site.origins.active_count && fetch_has_room(crawl->fetch);) {
            error = turn(crawl, &i, now_ms, &one);
            if (error || crawl->stop)
                return error;
            started = started || one;
        }
    }
    return error;
}

/* When the first of ORIGIN's URLs to be tried again may be. One whose time has come is in flight: there is no
 * hurry then. */
static int64_t retry_time(struct crawl *crawl, const struct origin *origin, int64_t now_ms)
{
    int64_t retry_ms, wait_ms;

    if (frontier_earliest_retry(crawl->frontier, origin->id, &retry_ms))
        return PACE_NOT_YET;
    wait_ms = retry_ms - clock_wall_ms();
    return now_ms + (wait_ms > LEAST_WAIT_MS ? wait_ms : LEAST_WAIT_MS);
}

/* When ORIGIN must be looked at again, if no answer comes before. It was just looked at: what its pace does
 * not hold back is in flight, or waits to be tried again. */
static int64_t next_time(struct crawl *crawl, struct origin *origin, int64_t now_ms)
{
    struct origin *asked = origin;
    int64_t next_ms;

    if (origin->rules == RULES_ASKED || origin->sitemap_asked || origin->is_blocked)
        return PACE_NOT_YET;
    if (origin->rules == RULES_WAITING)
        return origin->rules_until_ms;
    if (origin->rules == RULES_WANTED && rules_host(&crawl->site, origin, &asked))
        return now_ms; /* the error comes up again at once, and is remembered then */
    next_ms = pace_next_start(&asked->pace, &crawl->site.limits, now_ms);
    return next_ms > now_ms ? next_ms : retry_time(crawl, origin, now_ms);
}

/* How long nothing will happen by our own doing. */
static int wait_ms(struct crawl *crawl, int64_t now_ms)
{
    int64_t until_ms = now_ms + TICK_MS;

    if (crawl->group.answers > 0 && crawl->group.until_ms < until_ms)
        until_ms = crawl->group.until_ms;
    if (!crawl->steering.reason && fetch_has_room(crawl->fetch)) {
        for (size_t i = 0; i < crawl->site.origins.active_count; i++) {
            int64_t next_ms = next_time(crawl, crawl->site.origins.active[i], now_ms);

            if (next_ms < until_ms)
                until_ms = next_ms;
        }
    }
    return until_ms > now_ms ? (int)(until_ms - now_ms) : 0;
}

static void commit(struct crawl *crawl)
{
    int error = crawl->error ? 0 : courtesy_keep(crawl);

    crawl->group.answers = 0;
    if (!error && !crawl->error)
        error = mirror_commit(crawl->mirror);
    if (!error && !crawl->error)
        error = update_sweep(&crawl->site);
    if (error)
        (void)crawl_failed(crawl, error);
}

/* Takes an answer for JOB into the group that is committed together. */
static void count_answer(struct crawl *crawl, const struct job *job)
{
    int64_t now_ms = clock_monotonic_ms();

    if (crawl->group.answers++ == 0)
        crawl->group.until_ms = now_ms + GROUP_MS;
    if (pace_in_force(&job->asked->pace, &crawl->site.limits).delay_ms > 0)
        crawl->group.until_ms = now_ms;
}

static bool group_is_open(const struct crawl *crawl)
{
    return crawl->group.answers > 0 && crawl->group.answers < GROUP_ANSWERS &&
           fetch_in_flight(crawl->fetch) > 0 && clock_monotonic_ms() < crawl->group.until_ms;
}

static int take_sitemap(struct crawl *crawl, const struct job *job, struct fetch_result *result)
{
    struct frontier_sitemap row = {
        .id = job->item.id, .url = buf_span(&job->url), .voucher = job->voucher, .level = job->item.depth};

    job->asked->sitemap_asked = false;
    if (fetch_outcome_is_none(result->outcome))
        return 0;
    return sitemaps_answered(&crawl->site, &row, result);
}

static int take_answer(struct crawl *crawl, struct job *job, struct fetch_result *result)
{
    int error = 0;

    job_read_refusal(job, result);
    if (result->outcome == FETCH_LOCAL && job->kind != JOB_ROBOTS)
        return result->local_error;
    if (job->kind == JOB_URL)
        return intake_take(&crawl->intake, job, result);
    if (result->outcome != FETCH_LOCAL && !fetch_outcome_is_none(result->outcome))
        error = store_archive(&crawl->intake, job, result, NULL);
    if (error)
        return error;
    if (job->kind == JOB_SITEMAP)
        return take_sitemap(crawl, job, result);
    return rules_answered(&crawl->site, job->of, buf_span(&job->url), result,
                          job->refusal == REFUSAL_CHALLENGE);
}

/* Takes all answers that are there. */
static void drain(struct crawl *crawl)
{
    struct fetch_result *result;

    while (!crawl->error && (result = fetch_take(crawl->fetch))) {
        struct job *job = result->tag;
        int error = take_answer(crawl, job, result);

        if (!error)
            error = blocking_note(crawl, job, result);
        request_log_add(crawl->log, job, result);
        count_answer(crawl, job);
        job_end(crawl, job, result);
        fetch_recycle(crawl->fetch, result);
        if (error)
            (void)crawl_failed(crawl, error);
    }
}

/* Lets the requests in flight end, for a moment; then ends them. */
static void finish_flight(struct crawl *crawl)
{
    int64_t until_ms = clock_monotonic_ms() + STOP_PATIENCE_MS;

    while (!crawl->error && fetch_in_flight(crawl->fetch) > 0 && clock_monotonic_ms() < until_ms) {
        commit(crawl);
        fetch_wait(crawl->fetch, (int)(until_ms - clock_monotonic_ms()));
        drain(crawl);
    }
    fetch_abort(crawl->fetch);
    drain(crawl);
    commit(crawl);
}

static void check_stop(struct crawl *crawl, int64_t now_ms)
{
    if (signals_stop())
        crawl->stop = "asked to stop";
    else if (crawl->settings->max_time_ms >= 0 && now_ms - crawl->started_ms >= crawl->settings->max_time_ms)
        crawl->stop = "--max-time is over";
}

static void loop(struct crawl *crawl)
{
    struct display display;

    display_begin(&display, clock_monotonic_ms());
    for (;;) {
        int64_t now_ms = clock_monotonic_ms();

        check_stop(crawl, now_ms);
        if (signals_status())
            display_tell(&display, crawl);
        if (!crawl->stop && !crawl->error && !steer_holds(crawl, now_ms) && !crawl->stop) {
            int error = fill(crawl, now_ms);

            if (error)
                (void)crawl_failed(crawl, error);
        }
        if (!crawl->stop && !crawl->error)
            patience_check(crawl, now_ms);
        if (!group_is_open(crawl))
            commit(crawl);
        if (crawl->stop || crawl->error)
            break;
        if (crawl->site.origins.active_count == 0 && fetch_in_flight(crawl->fetch) == 0)
            break;
        fetch_wait(crawl->fetch, wait_ms(crawl, now_ms));
        drain(crawl);
        display_show(&display, crawl, clock_monotonic_ms());
    }
    if (crawl->stop)
        finish_flight(crawl);
    display_end(&display);
}

/* The same without requests: answers come from the archive. */
static void import_loop(struct crawl *crawl)
{
    struct import *import;
    struct display display;
    bool more = true;
    int error = import_open(&import, &crawl->intake);

    display_begin(&display, clock_monotonic_ms());
    while (!error) {
        int64_t now_ms = clock_monotonic_ms();

        check_stop(crawl, now_ms);
        if (!crawl->stop)
            crawl->stop = mirror_stops(crawl->mirror);
        display_show(&display, crawl, now_ms);
        if (crawl->stop || !more)
            break;
        error = import_some(import, &more);
        if (!error)
            commit(crawl);
        error = error ? error : crawl->error;
    }
    if (error)
        (void)crawl_failed(crawl, error);
    crawl->damaged = import_damage(import);
    import_close(import);
    display_end(&display);
}

static enum crawl_end ending(struct crawl *crawl)
{
    struct frontier_stats stats;

    frontier_stats(crawl->frontier, &stats);
    if (crawl->error == ERROR_DISK_FULL || crawl->error == ERROR_IO)
        return CRAWL_STOPPED;
    if (crawl->error)
        return CRAWL_LOCAL;
    if (crawl->site.update.closed || start_is_forbidden(crawl->frontier))
        return CRAWL_FORBIDDEN;
    if (!crawl->stop && !crawl->site.imports && start_may_come_later(crawl->frontier))
        crawl->stop = "the start page cannot be had";
    if (crawl->stop)
        return CRAWL_STOPPED;
    if (crawl->site.imports)
        return crawl->damaged > 0 ? CRAWL_SOME_FAILED : CRAWL_COMPLETE;
    return frontier_failures(&stats) > 0 ? CRAWL_SOME_FAILED : CRAWL_COMPLETE;
}

/* Whether a signal or an order stops the run, which then says so. */
static bool is_stopped(struct crawl *crawl)
{
    if (!crawl->stop)
        crawl->stop = mirror_stops(crawl->mirror);
    return crawl->stop != NULL;
}

/* The queue is empty: what is to be done when everything is known. */
static void complete(struct crawl *crawl)
{
    enum crawl_end end = ending(crawl);
    int error = 0;

    if (crawl->settings->delete_gone && (end == CRAWL_COMPLETE || end == CRAWL_SOME_FAILED))
        error = update_delete_gone(&crawl->site);
    if (!error)
        error = misguess_mend(&crawl->site.weaver);
    if (!error && !is_stopped(crawl))
        error = rebuild_for_purpose(&crawl->site.weaver);
    if (!error)
        error = update_sweep(&crawl->site);
    if (!error && !is_stopped(crawl))
        error = crawl->site.imports ? import_end(crawl->mirror, crawl->damaged) : update_end(&crawl->site);
    if (!error)
        error = account_add(crawl);
    if (error)
        (void)crawl_failed(crawl, error);
}

enum crawl_end crawl_run(struct mirror *mirror, const struct settings *settings)
{
    struct settings adjusted = *settings;
    struct crawl crawl;
    enum crawl_end end;
    int error;

    if (import_is_due(mirror))
        import_adjust(&adjusted);
    error = setup(&crawl, mirror, &adjusted);
    if (error)
        (void)crawl_failed(&crawl, error);
    else if (crawl.site.imports)
        import_loop(&crawl);
    else
        loop(&crawl);
    if (!crawl.error && !crawl.stop)
        complete(&crawl);
    end = ending(&crawl);
    if (!settings->dry_run || end != CRAWL_COMPLETE)
        summary_print(&crawl, end);
    error = crawl.run > 0 && !crawl.error ? setup_end(&crawl, end) : 0;
    if (error)
        end = CRAWL_LOCAL;
    else if (crawl.run > 0 && !crawl.error && !settings->dry_run && report_write(mirror, -1))
        message_warn("%s/report.html cannot be written; the mirror is as it should be", mirror->path);
    setup_release(&crawl);
    return end;
}
