/* SPDX-License-Identifier: MIT */
/* The loop: fill, commit, wait, drain. Which URL is next is the frontier's to say, whether it may be asked
 * for is policy's, and when is the pace's; this file brings them together and knows how a run ends. */
#include "config.h"

#include "crawl/crawl.h"

#include <errno.h>
#include <stdlib.h>

#include "answer/decode.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/signals.h"
#include "crawl/account.h"
#include "crawl/agent.h"
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
#include "frontier/next.h"
#include "frontier/origin.h"
#include "frontier/queue.h"
#include "frontier/stats.h"
#include "frontier/visit.h"
#include "import/import.h"
#include "intake/answers.h"
#include "judge/candidates.h"
#include "judge/discover.h"
#include "judge/quota.h"
#include "judge/revisit.h"
#include "judge/rules.h"
#include "judge/scope.h"
#include "judge/sitemaps.h"
#include "judge/traps.h"
#include "mirror/mirror.h"
#include "report/report.h"
#include "term/message.h"
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

struct origin *crawl_origin(struct crawl *crawl, int64_t id)
{
    bool after_kill = crawl->mirror->was_killed && id <= crawl->known_origins;
    int error = 0;
    struct origin *origin = origin_set_get(&crawl->origins, crawl->frontier, id, after_kill, &error);

    if (!origin)
        (void)crawl_failed(crawl, error);
    return origin;
}

/* Judges the URL of ITEM (parsed into crawl->found) now that its turn has come: rules and limits may have
 * changed since it was queued. */
static enum frontier_reason judge(struct crawl *crawl, const struct origin *origin,
                                  const struct frontier_item *item, struct span *rule)
{
    enum frontier_reason reason = quota_judge(crawl, item, rule);
    struct robots_verdict verdict;

    if (!reason && item->kind == FRONTIER_CANDIDATE)
        reason = candidates_judge(crawl, item);
    if (!reason && item->kind != FRONTIER_START)
        reason = discover_judge(crawl, &crawl->found, item->roles, item->depth, rule);
    if (!reason && traps_is_doubted(crawl->traps, item->id) && discover_is_trap(crawl, &crawl->found, rule))
        reason = FRONTIER_BY_TRAP;
    if (reason)
        return reason;
    verdict = robots_judge(origin->robots, item->url);
    if (verdict.allowed)
        return FRONTIER_NO_REASON;
    *rule = rules_text(crawl, verdict.line, verdict.rule);
    return FRONTIER_BY_ROBOTS;
}

static void ask(struct crawl *crawl, struct origin *origin, const struct frontier_item *item)
{
    struct fetch_request request = {.url = item->url, .keep_raw = true};
    struct job *job = job_new(crawl, JOB_URL, origin);
    int error;

    job->id = item->id;
    job->referrer = item->referrer;
    job->queue = item->kind;
    job->is_page = quota_counts_as_page(crawl, item);
    job->roles = item->roles;
    job->depth = item->depth;
    job->attempts = item->attempts;
    job->max_bytes = request.max_bytes = quota_body_max(crawl, &job->max_reason);
    error = revisit_prepare(crawl, item, &request);
    if (error)
        (void)crawl_failed(crawl, error);
    job_start(crawl, job, &request);
}

/* A dry run ends with the start page. */
static enum frontier_kind last_kind(const struct crawl *crawl)
{
    return crawl->settings->dry_run ? FRONTIER_START : FRONTIER_CANDIDATE;
}

/* Starts the best URL of ORIGIN that may still be asked for; false when there was nothing to do. */
static bool start_url(struct crawl *crawl, struct origin *origin)
{
    int64_t wall_ms = clock_wall_ms();
    struct frontier_item item;
    struct span rule = {0};

    for (int i = 0; i < REFUSALS_A_TURN; i++) {
        enum frontier_reason reason;
        int error = frontier_next(crawl->frontier, origin->id, last_kind(crawl), wall_ms, &item);

        if (error == ERROR_NOT_FOUND)
            return i > 0;
        if (!error && url_parse(&crawl->found, item.url, NULL, NULL) != URL_OK)
            error = ERROR_CORRUPT;
        if (error) {
            (void)crawl_failed(crawl, error);
            return false;
        }
        reason = judge(crawl, origin, &item, &rule);
        if (!reason) {
            ask(crawl, origin, &item);
            return true;
        }
        if (reason == FRONTIER_BY_MAX_PAGES && quota_may_allow_later(crawl)) {
            frontier_release(crawl->frontier, item.id);
            return i > 0;
        }
        if (item.kind == FRONTIER_START && reason == FRONTIER_BY_ROBOTS && crawl->update_since_ms > 0)
            error = revisit_closed(crawl);
        else
            error = revisit_refuse(crawl, &item, reason, rule);
        if (error)
            (void)crawl_failed(crawl, error);
        if (error || crawl->stop)
            return false;
    }
    return true;
}

/* Starts what comes next for ORIGIN, if its time has come. */
static bool start_one(struct crawl *crawl, struct origin *origin, int64_t now_ms)
{
    const struct pace_limits *limits = &crawl->limits;
    struct origin *host;

    if (origin->is_blocked)
        return false;
    if (rules_hold(crawl, origin, now_ms)) {
        int error = sitemaps_note(crawl, origin);

        if (error)
            (void)crawl_failed(crawl, error);
        if (error || origin->sitemap_asked || pace_next_start(&origin->pace, limits, now_ms) > now_ms)
            return false;
        return (sitemaps_wait(crawl, origin) && sitemaps_ask(crawl, origin)) || start_url(crawl, origin);
    }
    if (origin->rules != RULES_WANTED)
        return false;
    host = rules_host(crawl, origin);
    if (!host || pace_next_start(&host->pace, limits, now_ms) > now_ms)
        return false;
    rules_ask(crawl, origin, host);
    return true;
}

static bool has_work(const struct crawl *crawl, const struct origin *origin)
{
    struct frontier_origin kept;
    uint64_t queued = 0;

    frontier_get_origin(crawl->frontier, origin->id, &kept);
    for (int kind = 0; kind <= (int)last_kind(crawl); kind++)
        queued += kept.queued[kind];
    return queued > 0 || (!origin->is_blocked && sitemaps_remain(crawl, origin));
}

/* Gives up what an origin without rules, or one that refuses, has queued. */
static void abandon(struct crawl *crawl, const struct origin *origin)
{
    enum frontier_reason reason = origin->is_blocked ? FRONTIER_BY_BLOCK : FRONTIER_BY_ROBOTS_UNREACHABLE;
    struct frontier_cursor cursor = {0};
    struct frontier_item item;
    int error;

    while ((error = frontier_queued(crawl->frontier, origin->id, &cursor, &item)) == 0) {
        if (item.kind == FRONTIER_START && !origin->is_blocked) {
            crawl->stop = "robots.txt of the site cannot be read";
            return;
        }
        error = frontier_settle(crawl->frontier, item.id, FRONTIER_FAILED, reason, span_make(NULL, 0));
        if (!error)
            error = misguess_changed(crawl, item.id);
        if (error)
            break;
    }
    if (error != ERROR_NOT_FOUND)
        (void)crawl_failed(crawl, error);
}

/* Starts as many requests as limits and pace allow, the origins taking turns. */
static void fill(struct crawl *crawl, int64_t now_ms)
{
    bool started = true;

    while (started && !crawl->error && fetch_has_room(crawl->fetch)) {
        started = false;
        for (size_t i = 0; i < crawl->origins.active_count && fetch_has_room(crawl->fetch);) {
            struct origin *origin = crawl->origins.active[i];

            if (origin->rules == RULES_GIVEN_UP || (origin->is_blocked && origin->pace.in_flight == 0))
                abandon(crawl, origin);
            if (crawl->error || crawl->stop)
                return;
            if (!has_work(crawl, origin)) {
                origin_set_deactivate(&crawl->origins, i);
                continue;
            }
            started = start_one(crawl, origin, now_ms) || started;
            i++;
        }
    }
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

/* When ORIGIN wants to be looked at again, if no answer comes before. It was just looked at: what its pace
 * does not hold back is in flight, or waits to be tried again. */
static int64_t next_time(struct crawl *crawl, struct origin *origin, int64_t now_ms)
{
    const struct origin *asked = origin;
    int64_t next_ms;

    if (origin->rules == RULES_ASKED || origin->sitemap_asked || origin->is_blocked)
        return PACE_NOT_YET;
    if (origin->rules == RULES_WAITING)
        return origin->rules_until_ms;
    if (origin->rules == RULES_WANTED)
        asked = rules_host(crawl, origin);
    if (!asked)
        return now_ms;
    next_ms = pace_next_start(&asked->pace, &crawl->limits, now_ms);
    return next_ms > now_ms ? next_ms : retry_time(crawl, origin, now_ms);
}

/* How long nothing will happen by our own doing. */
static int wait_ms(struct crawl *crawl, int64_t now_ms)
{
    int64_t until_ms = now_ms + TICK_MS;

    if (crawl->group.answers > 0 && crawl->group.until_ms < until_ms)
        until_ms = crawl->group.until_ms;
    if (!crawl->steering.reason && fetch_has_room(crawl->fetch)) {
        for (size_t i = 0; i < crawl->origins.active_count; i++) {
            int64_t next_ms = next_time(crawl, crawl->origins.active[i], now_ms);

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
        error = revisit_sweep(crawl);
    if (error)
        (void)crawl_failed(crawl, error);
}

/* Takes an answer for JOB into the group that is committed together. */
static void count_answer(struct crawl *crawl, const struct job *job)
{
    int64_t now_ms = clock_monotonic_ms();

    if (crawl->group.answers++ == 0)
        crawl->group.until_ms = now_ms + GROUP_MS;
    if (pace_in_force(&job->asked->pace, &crawl->limits).delay_ms > 0)
        crawl->group.until_ms = now_ms;
}

static bool group_is_open(const struct crawl *crawl)
{
    return crawl->group.answers > 0 && crawl->group.answers < GROUP_ANSWERS &&
           fetch_in_flight(crawl->fetch) > 0 && clock_monotonic_ms() < crawl->group.until_ms;
}

/* Takes all answers that are there. */
static void drain(struct crawl *crawl)
{
    struct fetch_result *result;

    while (!crawl->error && (result = fetch_take(crawl->fetch))) {
        struct job *job = result->tag;
        int error = 0;

        blocking_judge(job, result);
        if (job->kind == JOB_ROBOTS)
            rules_answered(crawl, job, result);
        else if (job->kind == JOB_SITEMAP)
            error = sitemaps_answered(crawl, job, result);
        else
            error = answers_take(crawl, job, result);
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
        if (!crawl->stop && !crawl->error && !steer_holds(crawl, now_ms))
            fill(crawl, now_ms);
        if (!crawl->stop && !crawl->error)
            patience_check(crawl, now_ms);
        if (!group_is_open(crawl))
            commit(crawl);
        if (crawl->stop || crawl->error)
            break;
        if (crawl->origins.active_count == 0 && fetch_in_flight(crawl->fetch) == 0)
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
    struct import *import = import_open(crawl);
    struct display display;
    bool going = import != NULL;

    display_begin(&display, clock_monotonic_ms());
    for (;;) {
        int64_t now_ms = clock_monotonic_ms();

        check_stop(crawl, now_ms);
        (void)steer_look(crawl, now_ms);
        display_show(&display, crawl, now_ms);
        if (crawl->stop || !going)
            break;
        going = import_some(import);
        commit(crawl);
    }
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
    if (crawl->closed || start_is_forbidden(crawl))
        return CRAWL_FORBIDDEN;
    if (!crawl->stop && !crawl->imports && start_may_come_later(crawl))
        crawl->stop = "the start page cannot be had";
    if (crawl->stop)
        return CRAWL_STOPPED;
    if (crawl->imports)
        return crawl->damaged > 0 ? CRAWL_SOME_FAILED : CRAWL_COMPLETE;
    return frontier_failures(&stats) > 0 ? CRAWL_SOME_FAILED : CRAWL_COMPLETE;
}

/* The queue is empty: what is to be done when everything is known. */
static void complete(struct crawl *crawl)
{
    enum crawl_end end = ending(crawl);
    int error = 0;

    if (crawl->settings->delete_gone && (end == CRAWL_COMPLETE || end == CRAWL_SOME_FAILED))
        error = revisit_delete_gone(crawl);
    if (!error)
        error = misguess_mend(crawl);
    if (!error && !steer_stops(crawl))
        error = rebuild_for_purpose(crawl);
    if (!error)
        error = revisit_sweep(crawl);
    if (!error && !steer_stops(crawl))
        error = crawl->imports ? import_end(crawl) : revisit_end(crawl);
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
    else if (crawl.imports)
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
