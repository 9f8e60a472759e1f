/* SPDX-License-Identifier: MIT */
/* Shows a run to its user: the status line while it runs, and the summary at its end. */
#include "config.h"

#include "crawl/state.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/clock.h"
#include "base/error.h"
#include "base/limits.h"
#include "frontier/frontier.h"
#include "frontier/revisit.h"
#include "frontier/row.h"
#include "judge/families.h"
#include "mirror/mirror.h"
#include "report/overview.h"
#include "report/standing.h"
#include "site/tree.h"
#include "term/message.h"
#include "term/units.h"

/* Adds the pace of the first origin with a queue, and its reason: if its server takes longer than the pace
 * lets it, the server. */
static void add_pace(const struct crawl *crawl, struct progress_counts *counts)
{
    static const char *const reasons[PACE_REASONS] = {
        [PACE_BY_ROBOTS] = "robots.txt", [PACE_BY_RATELIMIT] = "RateLimit", [PACE_BY_TROUBLE] = "errors"};
    const struct pace *pace = &crawl->site.origins.active[0]->pace;
    struct pace_force force = pace_in_force(pace, &crawl->site.limits);
    const char *why = force.reason < PACE_REASONS ? reasons[force.reason] : NULL;
    bool is_slow = force.reason == PACE_BY_SLOWNESS || pace->answer_ms > force.delay_ms * force.connections;

    counts->pace_ms = force.delay_ms;
    if (is_slow && pace->answer_ms > 0)
        (void)snprintf(counts->why, sizeof counts->why, "the server takes %.1f s",
                       (double)pace->answer_ms / 1000);
    else if (why)
        (void)snprintf(counts->why, sizeof counts->why, "%s", why);
}

static struct progress_counts count(const struct crawl *crawl)
{
    struct progress_counts counts;
    struct frontier_stats stats;

    frontier_stats(crawl->frontier, &stats);
    counts = (struct progress_counts){
        .done = stats.states[FRONTIER_DONE] + stats.states[FRONTIER_REDIRECTED] +
                stats.states[FRONTIER_GONE] + stats.states[FRONTIER_WITHHELD],
        .queued = stats.states[FRONTIER_QUEUED],
        .withheld = stats.reasons[FRONTIER_REFUSED][FRONTIER_BY_ROBOTS] + stats.states[FRONTIER_WITHHELD],
        .failed = frontier_failures(&stats),
        .bytes = (uint64_t)crawl->load.bytes,
        .has_total = site_is_updating(&crawl->site),
        .url = crawl->latest ? buf_span(&crawl->latest->url) : span_of(NULL),
        .pace_ms = crawl->site.limits.delay_ms,
    };
    if (crawl->site.origins.active_count > 0)
        add_pace(crawl, &counts);
    return counts;
}

void display_show(struct progress *progress, const struct crawl *crawl, int64_t now_ms)
{
    struct progress_counts counts;

    if (!progress_is_due(progress, now_ms)) /* the sums cost more than a look at the clock */
        return;
    counts = count(crawl);
    progress_update(progress, &counts, now_ms);
}

void display_tell(const struct progress *progress, const struct crawl *crawl)
{
    struct progress_counts counts = count(crawl);
    struct buf line BUF_LOCAL(1024);

    progress_line(progress, &counts, 0, &line);
    message_note("%s", buf_text(&line));
}

static void print_local_error(const struct crawl *crawl)
{
    const char *where = tree_trouble(crawl->mirror->tree);
    const char *why = error_reason(crawl->error, crawl->error_number);

    if (!mirror_has_database(crawl->mirror)) {
        message_error(
            "%s/mirror.db: it was removed or replaced during the run; put it back, or remove the directory "
            "and run the same command",
            crawl->mirror->path);
        return;
    }
    if (crawl->culprit)
        message_error("%s: %s", crawl->culprit, why);
    else if (crawl->error == ERROR_DATABASE || crawl->error == ERROR_CORRUPT)
        message_error("%s: %s (%s)", crawl->mirror->path, why, frontier_error_text(crawl->frontier));
    else
        message_error("%s%s%s: %s", crawl->mirror->path, *where ? "/site/" : "", where, why);
    message_note("everything stored so far is safe; fix this and run the same command to continue");
}

/* Prints how many links were not followed because their pages say NOFOLLOW, or were not found. */
static void print_remarks(const struct remarks *remarks)
{
    if (remarks->closed_links > 0)
        message_note("%7" PRIu64 " link%s not followed: %" PRIu64 " page%s NOFOLLOW", remarks->closed_links,
                     message_plural(remarks->closed_links), remarks->closed_pages,
                     remarks->closed_pages == 1 ? " says" : "s say");
    if (remarks->cut_documents > 0)
        message_note("%7" PRIu64 " document%s read in part: too many links, or too much work to find them",
                     remarks->cut_documents, message_plural(remarks->cut_documents));
}

static void print_sums(const struct crawl *crawl, const struct frontier_stats *stats)
{
    struct buf received BUF_LOCAL(64);
    double seconds = (double)(clock_monotonic_ms() - crawl->started_ms) / 1000;
    struct buf results BUF_LOCAL(RESULTS_TEXT_MAX);
    struct buf lacks BUF_LOCAL(LACKS_MAX);
    struct span lines;
    uint64_t files;

    units_add_bytes(&received, crawl->load.bytes);
    if (frontier_count(crawl->frontier, FRONTIER_FILES, 0, &files))
        files = stats->states[FRONTIER_DONE];
    if (!crawl->settings->browser || crawl->settings->turns)
        message_note("%" PRIu64 " file%s in %s/site; in this run %" PRId64 " request%s, %s received, %.1f s",
                     files, message_plural(files), crawl->mirror->path, crawl->load.requests,
                     message_plural((uint64_t)crawl->load.requests), buf_text(&received), seconds);
    standing_add_results(stats, false, &results);
    for (lines = buf_span(&results); lines.len > 0;) {
        struct span line = span_take_until(&lines, '\n');

        message_note("%.*s", (int)line.len, line.at);
    }
    print_remarks(&crawl->intake.remarks);
    lacks_describe(crawl->frontier, &lacks);
    if (lacks.len > 0)
        message_note("       %s", buf_text(&lacks));
}

/* Explains an --include that kept out the pages with links to what it names. */
static void print_types(const struct crawl *crawl, const struct frontier_stats *stats)
{
    const struct texts *includes = &crawl->settings->scope.includes;
    const char *dot = includes->count > 0 ? strrchr(includes->all[0], '.') : NULL;

    if (stats->kinds[FRONTIER_DONE][FRONTIER_PAGE] <= 1 &&
        stats->reasons[FRONTIER_REFUSED][FRONTIER_BY_PATTERN] > 0 && dot &&
        span_is_plain(span_of(dot + 1), ""))
        message_note(
            "        --include %s also leaves out the pages that lead to such files; to visit these, "
            "use --only-types %s instead",
            includes->all[0], dot + 1);
}

/* Prints the first URLs that failed, and how to list all of them. */
static void print_failures(const struct crawl *crawl)
{
    struct frontier_row row;

    for (size_t i = 0; i < crawl->failure_count; i++) {
        if (frontier_get(crawl->frontier, crawl->failures[i], &row))
            return;
        message_note("%s %.*s (%s%s%.*s)", i == 0 ? "failed:" : "       ", (int)row.item.url.len,
                     row.item.url.at, frontier_result_words(row.state, row.reason),
                     row.referrer_url.len > 0 ? "; linked from " : "", (int)row.referrer_url.len,
                     row.referrer_url.at);
    }
    if (crawl->failure_count > 0)
        message_note("        all of them, and the pages that link to them: tiptoe report --all %s",
                     crawl->mirror->path);
}

/* Prints what an update has found. */
static void print_changes(const struct crawl *crawl)
{
    struct frontier_change change = {.run = frontier_last_update(crawl->frontier)};
    uint64_t counts[FRONTIER_CHANGE_KINDS] = {0};
    const char *before = "";
    struct buf text BUF_LOCAL(LIMIT_URL_BYTES);
    int error;

    if (!(crawl->settings->turns ? crawl->settings->turns->updates : crawl->settings->revisit))
        return;
    while ((error = frontier_next_change(crawl->frontier, change.run, change.url, &change)) == 0)
        if (change.kind >= 0 && change.kind < FRONTIER_CHANGE_KINDS)
            counts[change.kind]++;
    if (error != ERROR_END)
        return;
    for (int i = 0; i < FRONTIER_CHANGE_KINDS; i++) {
        if (counts[i] == 0)
            continue;
        (void)buf_add_format(&text, "%s%" PRIu64 " %s", before, counts[i], frontier_change_name(i));
        before = ", ";
    }
    if (text.len > 0)
        message_note("changes: %s; to list them: tiptoe changes %s", buf_text(&text), crawl->mirror->path);
    else
        message_note("no changes: the site is as it was");
}

/* Prints where a reader begins. */
static void print_places(struct crawl *crawl)
{
    const char *dir = crawl->mirror->path;
    struct buf file BUF_LOCAL(LIMIT_URL_BYTES);

    start_file(crawl, &file);
    if (file.len > 0)
        message_note("to browse: open %s/site/%s, or run: tiptoe serve %s", dir, buf_text(&file), dir);
    message_note("report: %s/report.html", dir);
}

void display_summary(struct crawl *crawl, enum exit_status end)
{
    struct frontier_stats stats;

    if (crawl->error) {
        print_local_error(crawl);
        return;
    }
    frontier_stats(crawl->frontier, &stats);
    if (end == EXIT_FORBIDDEN) {
        if (crawl->site.imports)
            return; /* a warning has said why */
        if (start_needs_password(&crawl->site))
            message_error(
                "%s: robots.txt of this site needs a password (401), so nothing may be requested; %s",
                buf_text(&crawl->mirror->start),
                crawl->settings->auth ? "it refuses the one of --auth"
                                      : "if you have one, add --auth USER:PASSWORD");
        else
            message_error("robots.txt disallows the start page %s; for the rule, run: tiptoe explain %s %s",
                          buf_text(&crawl->mirror->start), crawl->mirror->path,
                          buf_text(&crawl->mirror->start));
        return;
    }
    if (end == EXIT_UNAVAILABLE) {
        message_error("%s: %s; %s", buf_text(&crawl->mirror->start), crawl->stop, buf_text(&crawl->advice));
        return;
    }
    print_sums(crawl, &stats);
    print_types(crawl, &stats);
    if (end == EXIT_STOPPED) {
        message_end("not complete",
                    ": %s; %" PRIu64 " URL%s still in the queue; to continue: tiptoe resume %s", crawl->stop,
                    stats.states[FRONTIER_QUEUED], stats.states[FRONTIER_QUEUED] == 1 ? " is" : "s are",
                    crawl->mirror->path);
        return;
    }
    print_failures(crawl);
    families_report(&crawl->site);
    print_changes(crawl);
    if (!crawl->settings->dry_run)
        print_places(crawl);
    if (crawl->intake.remarks.has_form && !crawl->intake.remarks.has_page)
        message_warn("every page has a form for a password; if a login came instead of pages, renew "
                     "--cookies or --auth and run: tiptoe update %s",
                     crawl->mirror->path);
    message_end("complete", "%s",
                end == EXIT_COMPLETE  ? ""
                : crawl->site.imports ? ", as far as the files go"
                                      : ", but some URLs failed");
}
