/* SPDX-License-Identifier: MIT */
/* Tells what a run does: to its user, by the status line and the summary at the end; to other programs, by a
 * line of --log for each request; and in its archive, by its load on the sites and the URLs that were
 * refused. */
#include "config.h"

#include "crawl/state.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "archive/warc.h"
#include "base/body.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/file.h"
#include "base/json.h"
#include "base/limits.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "judge/judge.h"
#include "mirror/archiving.h"
#include "mirror/mirror.h"
#include "report/overview.h"
#include "report/standing.h"
#include "site/tree.h"
#include "term/message.h"

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
    if (lacks.len > 0) { /* " NUMBER …." as the lines above: the number in 7 columns, and no full stop */
        buf_cut(&lacks, lacks.len - 1);
        message_note("%*s%s", 6 - (int)strspn(buf_text(&lacks) + 1, "0123456789,"), "", buf_text(&lacks));
    }
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
static void print_failures(const struct crawl *crawl, const struct frontier_stats *stats)
{
    const char *first = frontier_failures(stats) > crawl->failure_count ? "such as" : "       ";
    struct frontier_row row;

    for (size_t i = 0; i < crawl->failure_count; i++) {
        if (frontier_get(crawl->frontier, crawl->failures[i], &row))
            return;
        message_note("%s %.*s (%s%s%.*s)", i == 0 ? first : "       ", (int)row.item.url.len, row.item.url.at,
                     frontier_result_words(row.state, row.reason),
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

/* Says why robots.txt closes the site: its answer, or a rule. */
static void print_forbidden(struct crawl *crawl)
{
    const char *start = buf_text(&crawl->mirror->start);
    int status = start_refused_robots(&crawl->site);
    const char *way =
        status == 401 ? "if you have one, add --auth USER:PASSWORD" : "if you can log in, add --cookies FILE";

    if (status == 0)
        message_error("robots.txt disallows the start page %s; for the rule, run: tiptoe explain %s %s",
                      start, crawl->mirror->path, start);
    else
        message_error("%s: robots.txt of this site %s (%d), so nothing may be requested; %s", start,
                      status == 401 ? "needs a password" : "is refused", status,
                      settings_have_login(crawl->settings) ? "the site refuses the login of this run" : way);
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
        print_forbidden(crawl);
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
    print_failures(crawl, &stats);
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

enum { LINE_MAX = 16 * LIMIT_URL_BYTES };

int load_keep(struct crawl *crawl)
{
    return frontier_has_changes(crawl->frontier) ? frontier_set_load(crawl->frontier, &crawl->load) : 0;
}

/* Opens the object of the next line in LINE. */
static void begin_line(struct buf *line, struct json_writer *json)
{
    buf_clear(line);
    json_begin(json, line);
}

int request_log_open(struct request_log *log, const char *path)
{
    log->fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (log->fd < 0)
        return error_from_errno(errno);
    buf_init(&log->line, LINE_MAX);
    return 0;
}

void request_log_close(struct request_log *log)
{
    file_close(&log->fd);
    buf_release(&log->line);
}

static const char *version_of(const struct fetch_result *result)
{
    if (result->http_version == 20)
        return "2";
    if (result->http_version == 11)
        return "1.1";
    return result->http_version == 10 ? "1.0" : "";
}

void request_log_add(struct request_log *log, const struct job *job, const struct fetch_result *result,
                     unsigned disagreements)
{
    char time[CLOCK_TEXT_SIZE];
    struct json_writer json;

    if (log->fd < 0 || job->is_held)
        return;
    clock_format(result->started_wall_us, 3, time);
    begin_line(&log->line, &json);
    json_member_text(&json, "time", span_of(time));
    json_member_text(&json, "url", buf_span(&job->url));
    json_member_integer(&json, "status", result->status);
    json_member_text(&json, "outcome", span_of(fetch_outcomes[result->outcome].word));
    json_member_text(&json, "http", span_of(version_of(result)));
    json_member_integer(&json, "bytes", (int64_t)result->wire_bytes);
    json_member_integer(&json, "ms", result->total_ms);
    json_member_text(&json, "type", result->fields->first[ANSWER_CONTENT_TYPE]);
    json_member_integer(&json, "pace_ms", job->pace.delay_ms);
    json_member_text(&json, "pace_by", span_of(pace_reason_word((int)job->pace.reason)));
    json_member_integer(&json, "connections", job->pace.connections);
    if (job->refusal == REFUSAL_CHALLENGE)
        json_member_text(&json, "challenge", span_of(job->firewall));
    if (disagreements > 0)
        json_member_integer(&json, "meta_disagreements", disagreements);
    json_close(&json);
    (void)buf_add_byte(&log->line, '\n');
    if (!log->failed && file_write(log->fd, buf_text(&log->line), log->line.len)) {
        log->failed = true;
        message_warn("--log: could not write: %s; continuing without the log", strerror(errno));
    }
}

/* A record that gets a line of JSON for each row of the frontier. */
struct listing {
    struct buf line;
    struct body body;
    int error;
};

/* Adds the line; one that is too long is left out. */
static int end_line(struct listing *listing, struct json_writer *json)
{
    json_close(json);
    (void)buf_add_byte(&listing->line, '\n');
    if (!listing->error && !listing->line.full)
        listing->error = body_add(&listing->body, listing->line.at, listing->line.len);
    return listing->error;
}

static int list_refused(void *context, const struct frontier_refused_url *url)
{
    struct listing *listing = context;
    struct json_writer json;

    begin_line(&listing->line, &json);
    json_member_text(&json, "url", url->url);
    json_member_text(&json, "state", span_of(frontier_state_name((int)url->state)));
    json_member_text(&json, "reason", span_of(frontier_reason_name((int)url->reason)));
    if (url->rule.len > 0)
        json_member_text(&json, "rule", url->rule);
    return end_line(listing, &json);
}

static void add_moment(struct json_writer *json, const char *key, int64_t wall_ms)
{
    char text[CLOCK_TEXT_SIZE];

    if (wall_ms == 0)
        return;
    clock_format(clock_us(wall_ms), 3, text);
    json_member_text(json, key, span_of(text));
}

/* Adds a line for a run: its time, why it ended (the current one has not), and its load on the sites. */
static void list_run(void *context, const struct frontier_run *run)
{
    struct listing *listing = context;
    struct fact facts[LOAD_FACTS];
    struct json_writer json;

    begin_line(&listing->line, &json);
    json_member_integer(&json, "run", run->id);
    add_moment(&json, "started", run->started_ms);
    add_moment(&json, "ended", run->ended_ms);
    if (run->why[0] != '\0')
        json_member_text(&json, "why", span_of(run->why));
    load_facts(&run->load, facts);
    for (size_t i = 0; i < LOAD_FACTS; i++)
        json_member_integer(&json, facts[i].key, facts[i].value.number);
    (void)end_line(listing, &json);
}

/* Adds a record with the URLs that were refused, or else with the runs. */
static int add_listing(struct crawl *crawl, bool has_refused)
{
    const char *uri = has_refused ? "urn:x-tiptoe:refused" : "urn:x-tiptoe:log";
    struct listing listing = {.error = 0};
    int error;

    buf_init(&listing.line, LINE_MAX);
    body_init(&listing.body, crawl->mirror->folder.tmp_dir, LIMIT_BODY_IN_MEMORY, UINT64_MAX);
    error = has_refused ? frontier_walk_refused(crawl->frontier, list_refused, &listing)
                        : frontier_walk_runs(crawl->frontier, list_run, &listing);
    if (!error)
        error = listing.error;
    if (!error)
        error = archiving_ready(crawl->mirror, warc_resource_room(listing.body.len));
    crawl->mirror->archived = true;
    if (!error)
        error = warc_add_resource(crawl->mirror->warc, span_of(uri), clock_wall_us(), span_of(""),
                                  "application/x-ndjson", &listing.body, NULL);
    buf_release(&listing.line);
    body_release(&listing.body);
    return error;
}

int run_records_add(struct crawl *crawl)
{
    int error;

    if (crawl->settings->archive != ARCHIVE_ALL || !crawl->mirror->warc)
        return 0;
    error = load_keep(crawl);
    if (!error)
        error = add_listing(crawl, false);
    return error ? error : add_listing(crawl, true);
}
