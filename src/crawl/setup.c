/* SPDX-License-Identifier: MIT */
/* Makes and releases the parts of a run, and the name that the run gives to a site. */
#include "config.h"

#include "crawl/state.h"

#include <sys/resource.h>

#include "base/alloc.h"
#include "base/buf.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/signals.h"
#include "base/worker.h"
#include "frontier/frontier.h"
#include "import/import.h"
#include "judge/judge.h"
#include "judge/settings.h"
#include "mirror/archiving.h"
#include "mirror/mirror.h"
#include "mirror/original.h"
#include "mirror/verify.h"
#include "term/message.h"
#include "weave/document.h"

enum { AGENT_BYTES_MAX = 1024 };

/* Adds the User-Agent of a run: the user's own, or "tiptoe/VERSION (+PAGE; CONTACT)". */
static void agent_text(struct buf *out, const struct settings *settings)
{
    if (settings->user_agent)
        (void)buf_add_text(out, settings->user_agent);
    else if (settings->contact)
        (void)buf_add_format(out, "%s/%s (+%s%s%s)", PACKAGE_NAME, PACKAGE_VERSION, ROBOT_URL,
                             ROBOT_URL[0] ? "; " : "", settings->contact);
    else
        (void)buf_add_text(out, ROBOT_AGENT);
}

/* Returns how many requests may run at once: fewer than wanted if few files may be open (ulimit -n). */
static unsigned transfers_allowed(const struct settings *settings)
{
    enum { LEAST = 8, FILES_OF_ONE = 4, FILES_OF_MIRROR = 28 };
    unsigned wanted = settings->pace.connections > LEAST ? (unsigned)settings->pace.connections : LEAST;
    rlim_t needed = FILES_OF_MIRROR + (rlim_t)wanted * FILES_OF_ONE;
    struct rlimit files;

    if (getrlimit(RLIMIT_NOFILE, &files) < 0 || files.rlim_cur >= needed)
        return wanted;
    files.rlim_cur = files.rlim_max < needed ? files.rlim_max : needed;
    (void)setrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_cur >= needed)
        return wanted;
    wanted = files.rlim_cur >= FILES_OF_MIRROR + FILES_OF_ONE
                 ? (unsigned)(files.rlim_cur - FILES_OF_MIRROR) / FILES_OF_ONE
                 : 1;
    message_note("only %u files may be open (ulimit -n), so at most %u request%s at once",
                 (unsigned)files.rlim_cur, wanted, wanted == 1 ? " runs" : "s run");
    return wanted;
}

static void open_fetch(struct crawl *crawl)
{
    const struct settings *settings = crawl->settings;
    bool has_start = url_parse(&crawl->url, buf_span(&crawl->mirror->start), NULL, NULL) == URL_OK;
    struct span start = has_start ? url_origin(&crawl->url) : span_of("");
    char *origin =
        mem_copy_text(start.at, start.len); /* secrets are not sent to another host that the site moves to */
    struct fetch_options options = {
        .from = settings->contact,
        .origin = origin,
        .origin_headers = settings->headers,
        .credentials = settings->auth,
        .proxy = settings->proxy,
        .ca_file = settings->ca_certificate,
        .client_file = settings->client_certificate,
        .resolve = settings->resolve,
        .http2 = settings->archive != ARCHIVE_ALL && settings->rate == 0,
        .cookies = settings->cookie_lines,
        .private_hosts = settings->private_hosts,
        .named_host = has_start ? url_host(&crawl->url) : span_of(""),
        .spool_dir = crawl->mirror->folder.tmp_dir,
        .wake_fd = signals_fd(),
        .sent = job_sent,
        .may_connect = gates_may_connect,
        .wants_body = job_wants_body,
        .max_transfers = transfers_allowed(settings),
        .rate = (uint64_t)settings->rate,
        .stall_timeout_ms = settings->stall_ms,
        .live_after_ms = settings->live_after_ms,
        .least_rate = (uint64_t)settings->least_rate,
    };

    agent_text(&crawl->agent, settings);
    options.user_agent = buf_text(&crawl->agent);
    crawl->fetch = fetch_new(&options);
    free(origin);
}

/* Returns how the run archives answers. */
static struct archiving_options archiving_of(const struct crawl *crawl)
{
    const struct settings *settings = crawl->settings;

    return (struct archiving_options){
        .all = settings->archive == ARCHIVE_ALL,
        .unfolds = fetch_unfolds(),
        .sha1 = settings->archive_digest == ARCHIVE_SHA1,
        .has_proxy = settings->proxy != NULL,
        .roll_bytes = (uint64_t)settings->archive_file_size,
        .contact = settings->contact,
        .agent = buf_text(&crawl->agent),
        .sandbox = settings->sandbox,
        .fetch = crawl->fetch,
    };
}

/* Restores what a killed run left, and the names of the site. */
static int restore_site(struct crawl *crawl)
{
    struct documents documents = weaver_documents(&crawl->site.weaver);
    int error = crawl->mirror->was_killed ? recover(crawl->mirror, &documents) : 0;

    return error ? error : names_open(&crawl->site);
}

/* Begins a run. Turns of --render auto continue the last one, and so does the browser, which sends no
 * requests. */
static int begin_or_continue(struct crawl *crawl)
{
    const struct settings *settings = crawl->settings;
    int error = 0;

    if (settings->scope.has_session) /* later runs may lack the password, which is not kept */
        error = frontier_set_number(crawl->frontier, "session", 1);
    if (error)
        return error;
    if (settings->browser || (settings->turns && settings->turns->taken > 0))
        return frontier_continue_run(crawl->frontier, &crawl->run, &crawl->load);
    return frontier_begin_run(crawl->frontier, PACKAGE_VERSION, clock_wall_ms(), &crawl->run);
}

static int begin_run(struct crawl *crawl)
{
    struct site *site = &crawl->site;
    struct frontier_load earlier;
    int error = frontier_load_sum(crawl->frontier, &earlier);

    if (!error) {
        site->received_bytes = (uint64_t)earlier.bytes;
        error = begin_or_continue(crawl);
    }
    if (!error)
        error = start_revive(site);
    if (!error)
        error = restore_site(crawl);
    if (!error)
        error = update_find(&crawl->update);
    if (!error && crawl->update.stale)
        error = intake_take_held(&crawl->intake);
    if (!error)
        error = update_begin(&crawl->update, crawl->run);
    crawl->mirror->archiving.update_since_ms = site->updating.since_ms;
    if (!error)
        error = archiving_begin(crawl->mirror, &site->archive_since_ms);
    if (!error)
        error = import_begin(site);
    if (!error)
        error = update_reopen(site);
    if (!error)
        error = site_activate_origins(site);
    if (!error)
        error = sitemaps_begin(site);
    if (!error && url_parse(&crawl->url, buf_span(&crawl->mirror->start), NULL, NULL) != URL_OK)
        error = ERROR_CORRUPT;
    if (!error)
        error = discover_start(site, &crawl->url);
    if (!error)
        error = discover_named(site, crawl->settings->urls);
    if (!error)
        error = mirror_sync(crawl->mirror);
    return error || crawl->settings->max_disk < 0 ? error : mirror_measure_disk(crawl->mirror);
}

int setup(struct crawl *crawl, struct mirror *mirror, const struct settings *settings)
{
    int error;

    *crawl =
        (struct crawl){.settings = settings, .mirror = mirror, .frontier = mirror->frontier, .log.fd = -1};
    crawl->turned_ms = clock_monotonic_ms();
    crawl->started_ms = settings->turns ? settings->turns->started_ms : crawl->turned_ms;
    crawl->until_ms = (uint64_t)settings->max_time_ms < INT64_MAX / 2
                          ? crawl->started_ms + settings->max_time_ms
                          : INT64_MAX;
    buf_init(&crawl->agent, AGENT_BYTES_MAX);
    buf_init(&crawl->referrer, LIMIT_URL_BYTES);
    buf_init(&crawl->advice, 2 * LIMIT_URL_BYTES);
    buf_init(&crawl->partials.leaving, LIMIT_URL_BYTES);
    error = site_open(&crawl->site, mirror, settings);
    update_init(&crawl->update, &crawl->site);
    intake_init(&crawl->intake, &crawl->update);
    if (settings->turns)
        crawl->intake.remarks = settings->turns->remarks;
    if (error)
        return error;
    signals_catch();
    signals_hurry_after(settings->max_time_ms - (crawl->turned_ms - crawl->started_ms));
    error = settings->log ? request_log_open(&crawl->log, settings->log) : 0;
    if (error) {
        crawl->culprit = settings->log;
        return error;
    }
    errno = import_is_due(mirror) ? 0 : worker_try_thread();
    if (errno) {
        crawl->culprit = "cannot start a thread, which looking up host names needs";
        return ERROR_IO;
    }
    error = gates_open(crawl);
    if (error)
        return error;
    open_fetch(crawl);
    mirror->archiving = archiving_of(crawl);
    error = partials_sweep(crawl);
    return error ? error : begin_run(crawl);
}

int setup_end(struct crawl *crawl, enum exit_status end)
{
    const char *why = crawl->stop ? crawl->stop : exit_status_text(end);
    enum exit_status status =
        end == EXIT_SOME_FAILED && crawl->settings->accept_failures ? EXIT_COMPLETE : end;
    int64_t cut = (int64_t)crawl->intake.remarks.cut_documents;
    int error = partials_sweep(crawl);

    if (crawl->settings->turns) {
        cut -= (int64_t)crawl->settings->turns->remarks.cut_documents;
        crawl->settings->turns->remarks = crawl->intake.remarks;
    }
    if (!error && cut > 0)
        error = frontier_set_number(crawl->frontier, FRONTIER_READ_IN_PART,
                                    frontier_setting_number(crawl->frontier, FRONTIER_READ_IN_PART) + cut);
    if (!error)
        error = frontier_end_run(crawl->frontier, clock_wall_ms(), (int)status, why);
    if (!error)
        error = mirror_sync(crawl->mirror);
    if (!error)
        partials_remove_files(crawl);
    return error;
}

void setup_release(struct crawl *crawl)
{
    jobs_free(crawl);
    fetch_free(crawl->fetch);
    gates_close(crawl->gates);
    crawl->mirror->archiving = (struct archiving_options){.agent = NULL};
    intake_release(&crawl->intake);
    update_release(&crawl->update);
    site_close(&crawl->site);
    url_release(&crawl->url);
    buf_release(&crawl->agent);
    buf_release(&crawl->referrer);
    buf_release(&crawl->advice);
    buf_release(&crawl->partials.leaving);
    request_log_close(&crawl->log);
}
