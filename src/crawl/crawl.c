/* SPDX-License-Identifier: MIT */
/* Runs the loop of a run: start requests, commit, wait, take answers. It also decides how a run ends. */
#include "config.h"

#include "crawl/crawl.h"

#include <errno.h>
#include <inttypes.h>
#include <sys/stat.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/signals.h"
#include "crawl/state.h"
#include "frontier/browser_cookies.h"
#include "frontier/frontier.h"
#include "frontier/links.h"
#include "frontier/row.h"
#include "import/import.h"
#include "intake/intake.h"
#include "judge/judge.h"
#include "mirror/mirror.h"
#include "mirror/signposts.h"
#include "render/render.h"
#include "report/report.h"
#include "search/search.h"
#include "term/message.h"
#include "weave/rebuild.h"

/* How long a stop waits for requests in flight. */
enum { STOP_PATIENCE_MS = 1500 };

/* A commit costs as much as several pages. Without a delay it waits for this many answers, or this long,
 * while requests are in flight. */
enum { BATCH_ANSWERS = 64, BATCH_MS = 100 };

/* The space that a batch may take besides twice its bodies: blocks that are not full, and mirror.db. */
static const uint64_t batch_overhead = 4 * 1024 * 1024;

static void commit(struct crawl *crawl)
{
    crawl->batch = (struct batch){.answers = 0};
    if (!crawl->error)
        crawl_note_error(crawl, load_keep(crawl));
    if (!crawl->error)
        crawl_note_error(crawl, mirror_commit(crawl->mirror));
    if (!crawl->error)
        crawl_note_error(crawl, removal_remove_files(&crawl->update));
    if (!crawl->error)
        partials_remove_files(crawl);
}

/* Counts an answer of ORIGIN with a body of BYTES into the batch that is committed together. */
static void count_answer(struct crawl *crawl, const struct origin *origin, uint64_t bytes)
{
    int64_t now_ms = clock_monotonic_ms();

    crawl->batch.bytes += bytes;

    if (crawl->batch.answers++ == 0)
        crawl->batch.until_ms = now_ms + BATCH_MS;
    if (pace_in_force(&origin->pace, &crawl->site.limits).delay_ms > 0)
        crawl->batch.until_ms = now_ms;
}

/* Returns whether each answer must be committed because the mirror is near --max-disk: only committed data
 * can be measured. */
static bool is_near_max_disk(const struct crawl *crawl)
{
    return crawl->settings->max_disk >= 0 &&
           mirror_disk_used(crawl->mirror) + 2 * crawl->batch.bytes + batch_overhead >=
               (uint64_t)crawl->settings->max_disk;
}

static bool batch_is_open(const struct crawl *crawl)
{
    return crawl->batch.answers > 0 && crawl->batch.answers < BATCH_ANSWERS &&
           fetch_in_flight(crawl->fetch) > 0 && clock_monotonic_ms() < crawl->batch.until_ms &&
           !is_near_max_disk(crawl);
}

static int take_answer(struct crawl *crawl, struct job *job, struct fetch_result *result)
{
    int error = 0;

    job_read_refusal(job, result);
    if (result->outcome == FETCH_LOCAL && job->kind != JOB_ROBOTS)
        return result->local_error;
    if (start_check_way(crawl, job, result))
        return 0;
    if (job->kind == JOB_URL)
        return intake_take(&crawl->intake, job, result);
    if (result->outcome != FETCH_LOCAL && !fetch_outcome_is_none(result->outcome))
        error = store_archive(&crawl->intake, job, result, NULL);
    if (error)
        return error;
    if (job->kind == JOB_SITEMAP) {
        job->asked->sitemap_asked = false;
        job->sitemap.url = buf_span(&job->url);
        return fetch_outcome_is_none(result->outcome)
                   ? 0
                   : sitemaps_answered(&crawl->site, &job->sitemap, result);
    }
    if (start_check(crawl, job, result))
        return 0;
    return rules_answered(&crawl->site, job->of, buf_span(&job->url), result,
                          job->refusal == REFUSAL_CHALLENGE);
}

/* Takes all answers that have arrived, and returns whether there were any. */
static bool drain(struct crawl *crawl)
{
    struct fetch_result *result;
    bool any = false;

    while (!crawl->error && (result = fetch_take(crawl->fetch))) {
        struct job *job = result->tag;
        const struct origin *asked = job->asked;
        uint64_t bytes = result->plain->len;
        int error;

        crawl->intake.meta.disagreements = 0;
        error = partials_keep(crawl, job, result);
        if (!error)
            error = take_answer(crawl, job, result);
        if (!error)
            error = partials_drop_settled(crawl, job);
        if (crawl->update.unfollowed.status && !crawl->stop)
            start_is_held(crawl);
        if (crawl->update.outage.in_row >= OUTAGE_MOST && !crawl->settings->withdraw_most && !crawl->stop)
            crawl->stop = "the site answers with one page instead of many (maintenance?), which are kept";
        if (!crawl->stop && result->status >= 400 &&
            (site_is_updating(&crawl->site) || crawl->intake.login.in_row >= LOGIN_MOST))
            start_explain(crawl, false);
        if (crawl->intake.login.in_row >= LOGIN_MOST && !crawl->stop)
            crawl->stop = "the site wants a login instead of pages: renew --cookies or --auth, or --exclude "
                          "what this user may not see";
        if (!error)
            error = blocking_note(crawl, job, result);
        request_log_add(&crawl->log, job, result, crawl->intake.meta.disagreements);
        job_end(crawl, job, result);
        count_answer(crawl, asked, bytes);
        fetch_recycle(crawl->fetch, result);
        crawl_note_error(crawl, error);
        any = true;
    }
    return any;
}

/* Waits briefly for requests in flight, then ends them. */
static void finish_flight(struct crawl *crawl)
{
    int64_t until_ms = clock_monotonic_ms() + STOP_PATIENCE_MS;

    while (!crawl->error && fetch_in_flight(crawl->fetch) > 0 && clock_monotonic_ms() < until_ms) {
        signals_hurry();
        commit(crawl);
        fetch_wait(crawl->fetch, (int)(until_ms - clock_monotonic_ms()));
        (void)drain(crawl);
    }
    signals_hurry();
    fetch_abort(crawl->fetch);
    (void)drain(crawl);
    commit(crawl);
    (void)signals_stop();
}

static void check_stop(struct crawl *crawl, int64_t now_ms)
{
    if (signals_stop())
        crawl->stop = "stopped by a signal";
    else if (now_ms >= crawl->until_ms)
        crawl->stop = "--max-time has been reached";
    else if (crawl->settings->max_disk >= 0 &&
             mirror_disk_used(crawl->mirror) >= (uint64_t)crawl->settings->max_disk)
        crawl->stop = "--max-disk has been reached (give a larger value)";
}

/* Starts what may be started. While there was no turn, for an order, for --hours, or because the process or
 * the machine was stopped, robots.txt may have changed. */
static void take_turn(struct crawl *crawl, int64_t now_ms)
{
    rules_expire(&crawl->site, now_ms - crawl->turned_ms, now_ms);
    crawl->turned_ms = now_ms;
    crawl_note_error(crawl, turns_take(crawl, now_ms));
}

/* Returns whether nothing is left to do, after one more test of what was learned about URLs, which sets the
 * number of IDLE turns to 0. A run that has requested nothing tests nothing: the mirror was complete. */
static bool is_done(struct crawl *crawl, int *idle)
{
    bool any = false;

    if (crawl->site.origins.active_count > 0 || fetch_in_flight(crawl->fetch) > 0)
        return false;
    if (crawl->load.requests > 0)
        crawl_note_error(crawl, families_probe(&crawl->site, &any));
    if (any)
        *idle = 0;
    return !any;
}

static void loop(struct crawl *crawl)
{
    struct progress progress;
    int idle = 0; /* turns in a row after which nothing is left to wait for */

    progress_init(&progress, clock_monotonic_ms());
    for (;;) {
        int64_t now_ms = clock_monotonic_ms();

        check_stop(crawl, now_ms);
        if (signals_status())
            display_tell(&progress, crawl);
        if (!crawl->stop && !crawl->error && !waiting_holds(crawl, now_ms) && !crawl->stop)
            take_turn(crawl, now_ms);
        if (!crawl->stop && !crawl->error)
            waiting_check(crawl, now_ms);
        if (!crawl->error)
            crawl_note_error(crawl, partials_save(crawl, now_ms));
        if (!batch_is_open(crawl))
            commit(crawl);
        if (crawl->stop || crawl->error)
            break;
        if (is_done(crawl, &idle))
            break;
        fetch_wait(crawl->fetch, turns_wait_ms(crawl, now_ms));
        if (drain(crawl) || !turns_are_over(crawl, now_ms))
            idle = 0;
        else if (++idle > 1)
            die("%s: URLs count as queued, but none of them can be requested", crawl->mirror->path);
        display_show(&progress, crawl, clock_monotonic_ms());
    }
    if (crawl->stop)
        finish_flight(crawl);
    message_status(span_of(""));
}

/* Returns whether a signal or an order stops the run; sets crawl->stop then. */
static bool is_stopped(struct crawl *crawl)
{
    if (!crawl->stop)
        crawl->stop = mirror_stops(crawl->mirror);
    return crawl->stop != NULL;
}

/* Runs an import: the same without requests, with answers from the archive. */
static void import_loop(struct crawl *crawl)
{
    struct import *import;
    struct progress progress;
    bool more = true;
    int error = import_open(&import, &crawl->intake);

    progress_init(&progress, clock_monotonic_ms());
    while (!error) {
        int64_t now_ms = clock_monotonic_ms();

        check_stop(crawl, now_ms);
        display_show(&progress, crawl, now_ms);
        if (is_stopped(crawl) || !more)
            break;
        error = import_some(import, &more);
        if (!error)
            commit(crawl);
        error = error ? error : crawl->error;
    }
    crawl_note_error(crawl, error);
    import_close(import);
    message_status(span_of(""));
}

/* Returns whether the same command may succeed later, without a change by a person. */
static bool error_may_pass(const struct crawl *crawl)
{
    static const int lasting[] = {EACCES, EINVAL,  EISDIR,     ENAMETOOLONG, ENOSYS,
                                  ENODEV, ENOTDIR, EOPNOTSUPP, EPERM,        EROFS};

    if (crawl->error == ERROR_DISK_FULL)
        return true;
    for (size_t i = 0; i < COUNT_OF(lasting); i++)
        if (crawl->error_number == lasting[i])
            return false;
    return crawl->error == ERROR_IO || crawl->error == ERROR_REFUSED || crawl->error == ERROR_NO_TMPDIR;
}

/* Returns whether a reader of the mirror can run into a failure. */
static bool any_failure(struct crawl *crawl)
{
    struct frontier_stats stats;

    frontier_stats(crawl->frontier, &stats);
    if (frontier_failures(&stats) == 0)
        return false;
    crawl_note_error(crawl, frontier_find_failures(crawl->frontier, crawl->failures, CRAWL_FAILURES,
                                                   &crawl->failure_count));
    return crawl->failure_count > 0;
}

/* Stops a run that would have removed most of the mirror: a person must decide. One that would have replaced
 * much of it by one page may find the site repaired when it is repeated. */
static void explain_guard(struct crawl *crawl)
{
    if (crawl->stop)
        return;
    if (crawl->update.outage.kept > 0) {
        message_warn(
            "%" PRIu64 " of %" PRIu64 " changed pages have become nearly the same page, or move to the "
            "same one: the site seems to be broken, so their copies stay. To follow them, run: tiptoe "
            "update --withdraw-most %s",
            crawl->update.outage.kept, crawl->update.outage.changed, crawl->mirror->path);
        crawl->stop = "many pages have become one page, and their copies stay";
    }
    if (crawl->update.guarded == 0)
        return;
    crawl->stop = "the site withdraws most of the mirror";
    (void)buf_add_format(&crawl->advice, "to remove that too, run: tiptoe update --withdraw-most %s",
                         crawl->mirror->path);
}

/* Returns how an import ends. It is not complete without its start page or without a file; WHY then says so.
 */
static enum exit_status end_of_import(struct crawl *crawl, const char **why)
{
    struct frontier_stats stats;
    struct frontier_row row;
    bool known = frontier_get_by_url(crawl->frontier, buf_span(&crawl->mirror->start), &row) == 0;
    bool lacks_start = known && row.state == FRONTIER_REFUSED && row.reason == FRONTIER_BY_IMPORT;

    *why = NULL;
    frontier_stats(crawl->frontier, &stats);
    if (stats.states[FRONTIER_DONE] > 0 && known && row.state == FRONTIER_WITHHELD) {
        *why = "this start page must not be kept (NOINDEX or NOARCHIVE), only other files";
        return EXIT_SOME_FAILED;
    }
    if (stats.states[FRONTIER_DONE] > 0 && !lacks_start)
        return import_lacks_data(crawl->mirror) ? EXIT_SOME_FAILED : EXIT_COMPLETE;
    if (stats.states[FRONTIER_WITHHELD] > 0 && !lacks_start) {
        *why = "these files have only pages that must not be kept (NOINDEX or NOARCHIVE)";
        return EXIT_FORBIDDEN;
    }
    *why = "these files have no answer for the start page that can be imported; choose another one with "
           "--start";
    return EXIT_SOME_FAILED;
}

static enum exit_status ending(struct crawl *crawl)
{
    const char *why;
    bool any;

    if (error_may_pass(crawl))
        return EXIT_STOPPED;
    if (crawl->error)
        return EXIT_LOCAL;
    if (crawl->update.suspended || start_is_forbidden(&crawl->site))
        return EXIT_FORBIDDEN;
    if (!crawl->stop && !crawl->site.imports)
        start_explain(crawl, true);
    explain_guard(crawl);
    if (crawl->stop)
        return crawl->advice.len > 0 ? EXIT_UNAVAILABLE : EXIT_STOPPED;
    if (crawl->site.imports)
        return end_of_import(crawl, &why);
    any = any_failure(crawl);
    return crawl->error ? EXIT_LOCAL : any ? EXIT_SOME_FAILED : EXIT_COMPLETE;
}

/* Makes site/ what it is to be, now that all answers and removals are known. */
static int finish_site(struct crawl *crawl)
{
    int error = unexpected_fix(&crawl->site.weaver);

    if (!error && !is_stopped(crawl))
        error = rebuild_for_purpose(&crawl->site.weaver);
    if (!error)
        error = removal_remove_files(&crawl->update);
    return error || is_stopped(crawl) ? error : signposts_write(crawl->mirror);
}

/* Removes files, fixes pages and ends the update or import, once the queue is empty. */
static void complete(struct crawl *crawl)
{
    enum exit_status end = ending(crawl);
    const char *why = NULL;
    int error = 0;

    if (crawl->site.imports && !crawl->stop && !crawl->error)
        (void)end_of_import(crawl, &why);
    if (why)
        message_warn("%s: %s", buf_text(&crawl->mirror->start), why);

    if (exit_status_is_complete(end)) {
        error = outage_judge(&crawl->update);
        if (!error)
            error = intake_take_held(&crawl->intake);
        if (!error)
            error = removal_of_withdrawn(&crawl->update);
        if (!error && (crawl->settings->delete_gone || crawl->site.was_imported))
            error = removal_of_gone(&crawl->update);
        start_name_redirect(crawl);
    }
    if (!error)
        error = finish_site(crawl);
    if (!error && !is_stopped(crawl) && crawl->update.outage.kept == 0)
        error = crawl->site.imports ? import_end(crawl->mirror) : update_end(&crawl->update);
    if (!error)
        error = run_records_add(crawl);
    if (!error && !mirror_has_database(crawl->mirror))
        error = ERROR_NOT_FOUND;
    crawl_note_error(crawl, error);
}

/* Writes the cookies that the site has renewed to the user's file; not those of a session that has ended. */
static void renew_cookies(struct crawl *crawl)
{
    const char *path = crawl->settings->cookies;
    struct output output;
    int error;

    if (!path || !crawl->settings->renew_cookies || span_has_suffix(span_of(path), BROWSER_COOKIES) ||
        crawl->load.requests == 0 || crawl->intake.login.in_row >= LOGIN_MOST)
        return;
    error = output_begin(&output, path);
    if (!error) {
        error = fchmod(output.fd, 0600) < 0 ? ERROR_IO : fetch_write_cookies(crawl->fetch, output.fd);
        error = output_end(&output, error);
    }
    if (error)
        message_warn("%s: %s; the cookies that the site has renewed are not saved", path, strerror(errno));
}

/* A site whose pages name new URLs in each turn is not complete after these. */
enum { TURNS_MAX = 100 };

/* Opens pages of the mirror in the browser instead of requesting URLs. */
static void render(struct crawl *crawl)
{
    struct render render = {.site = &crawl->site,
                            .browser = crawl->settings->browser,
                            .agent = buf_span(&crawl->agent),
                            .until_ms = crawl->until_ms};
    struct turns alone = {.taken = TURNS_MAX},
                 *turns = crawl->settings->turns ? crawl->settings->turns : &alone;
    struct frontier_stats stats;

#ifdef HAVE_JANSSON /* otherwise there is no browser */
    crawl_note_error(crawl, render_pages(&render));
#endif
    crawl->update.removes = true; /* views that are no longer shown */
    commit(crawl);
    frontier_stats(crawl->frontier, &stats);
    if (turns == &alone && !crawl->error)
        crawl_note_error(crawl, unexpected_fix(&crawl->site.weaver));
    turns->opened += render.opened;
    turns->shown += render.shown;
    turns->unshown += render.unshown;
    crawl->stop = render.stop;
    if (!crawl->stop)
        check_stop(crawl, clock_monotonic_ms());
    turns->goes_on = !crawl->stop && !crawl->error && stats.states[FRONTIER_QUEUED] > 0;
    if (turns->goes_on)
        crawl->stop = "the pages need URLs that are to be fetched";
    turns->goes_on &= turns->taken < TURNS_MAX;
    if (turns->goes_on)
        message_note("opened %zu page%s in the browser; they need %" PRIu64 " more URL%s", render.opened,
                     message_plural(render.opened), stats.states[FRONTIER_QUEUED],
                     message_plural(stats.states[FRONTIER_QUEUED]));
    else if (turns->opened > 0 || turns == &alone)
        message_note(
            "opened %zu page%s in the browser; site/ now shows %zu of them as their scripts build them%s",
            turns->opened, message_plural(turns->opened), turns->shown,
            turns->unshown > 0 ? "; tiptoe report says why others stay as they were" : "");
}

/* Returns whether no other turn follows this one, which came to its END. */
static bool is_last(const struct crawl *crawl, enum exit_status end)
{
    struct turns *turns = crawl->settings->turns;

    if (turns && !crawl->settings->browser)
        turns->goes_on = exit_status_is_complete(end) && !mirror_stops(crawl->mirror);
    return !turns || !turns->goes_on;
}

/* Runs the loop, or what takes its place. */
static void work(struct crawl *crawl)
{
    if (crawl->settings->browser)
        render(crawl);
    else
        (crawl->site.imports ? import_loop : loop)(crawl);
}

enum exit_status crawl_run(struct mirror *mirror, const struct settings *settings)
{
    struct settings adjusted = *settings;
    struct crawl crawl;
    enum exit_status end;
    bool ends;
    int error;

    if (import_is_due(mirror))
        import_adjust(&adjusted);
    adjusted.scope.has_session |= frontier_setting_number(mirror->frontier, "session") > 0;
    error = setup(&crawl, mirror, &adjusted);
    crawl_note_error(&crawl, error);
    if (!error)
        work(&crawl);
    signals_hurry_after(-1);
    (void)signals_stop();
    if (!crawl.error && !crawl.stop)
        complete(&crawl);
    end = ending(&crawl);
    ends = is_last(&crawl, end);
    if (ends && (!settings->dry_run || end != EXIT_COMPLETE))
        display_summary(&crawl, end);
    error = crawl.run > 0 && !crawl.error ? setup_end(&crawl, end) : 0;
    if (crawl.fetch)
        renew_cookies(&crawl);
    if (error)
        end = EXIT_LOCAL;
    else if (crawl.run > 0 && !crawl.error && !settings->dry_run && report_write(mirror, -1))
        message_warn("%s/report.html could not be written; the mirror itself is complete. Try: tiptoe report",
                     mirror->path);
    /* At full speed, the index would take time that the user waits for: only what the run waited counts. */
    if (ends && exit_status_is_complete(end) && !settings->dry_run && settings->max_disk < 0)
        search_after(mirror, clock_monotonic_ms() - crawl.started_ms - clock_process_ms(), false);
    setup_release(&crawl);
    return end;
}
