/* SPDX-License-Identifier: MIT */
/* A run's parts, made and released. */
#include "config.h"

#include "crawl/setup.h"

#include <errno.h>
#include <string.h>

#include "answer/decode.h"
#include "base/alloc.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/signals.h"
#include "crawl/agent.h"
#include "crawl/jobs.h"
#include "crawl/request_log.h"
#include "crawl/start.h"
#include "frontier/origin.h"
#include "frontier/queue.h"
#include "frontier/revisit.h"
#include "frontier/row.h"
#include "frontier/stats.h"
#include "frontier/visit.h"
#include "import/import.h"
#include "judge/discover.h"
#include "judge/reopen.h"
#include "judge/revisit.h"
#include "judge/scope.h"
#include "judge/sitemaps.h"
#include "judge/traps.h"
#include "mirror/archiving.h"
#include "mirror/mirror.h"
#include "mirror/recover.h"
#include "site/path.h"
#include "term/message.h"
#include "url/host.h"

static void init_memory(struct crawl *crawl)
{
    crawl->traps = traps_new();
    references_init(&crawl->references);
    page_init(&crawl->page);
    meta_init(&crawl->meta);
    link_list_init(&crawl->css_links);
    url_init(&crawl->base);
    url_init(&crawl->found);
    url_init(&crawl->location);
    url_init(&crawl->script_page);
    body_init(&crawl->woven, crawl->mirror->folder.tmp_dir, LIMIT_BODY_IN_MEMORY, UINT64_MAX);
    buf_init(&crawl->text, LIMIT_URL_BYTES);
    buf_init(&crawl->terms, LIMIT_URL_BYTES);
    buf_init(&crawl->fragment, LIMIT_URL_BYTES);
    buf_init(&crawl->preferences, 2 * LIMIT_URL_BYTES);
    link_list_init(&crawl->head_links);
    buf_init(&crawl->kept.fragment, LIMIT_URL_BYTES);
    buf_init(&crawl->kept.path, PATH_BUFFER_MAX);
    buf_init(&crawl->kept.content_type, LIMIT_HEADER_BYTES);
    buf_init(&crawl->kept.digest, FRONTIER_DIGEST_BYTES);
    buf_init(&crawl->path, PATH_BUFFER_MAX);
    buf_init(&crawl->path_key, PATH_BUFFER_MAX);
    crawl->decoder = decoder_new();
}

static void open_fetch(struct crawl *crawl)
{
    const struct settings *settings = crawl->settings;
    const char **headers = mem_new(settings->header_count + 1, sizeof *headers);
    struct span start = url_parse(&crawl->location, buf_span(&crawl->mirror->start), NULL, NULL) == URL_OK
                            ? url_origin(&crawl->location)
                            : span_of("");
    char *origin = mem_copy_text(start.at, start.len); /* secrets do not follow a site that moves */
    struct buf agent;
    struct fetch_options options = {
        .from = settings->contact,
        .origin = origin,
        .origin_headers = headers,
        .credentials = settings->auth,
        .proxy = settings->proxy,
        .ca_file = settings->ca_certificate,
        .http2 = !settings->archive_all && settings->rate == 0,
        .cookie_file = settings->cookies,
        .allow_private = host_is_private(url_host(&crawl->base)),
        .spool_dir = crawl->mirror->folder.tmp_dir,
        .wake_fd = signals_fd(),
        .sent = job_sent,
        .max_transfers = settings->pace.connections > 8 ? (unsigned)settings->pace.connections : 8,
        .rate = (uint64_t)settings->rate,
    };

    for (size_t i = 0; i < settings->header_count; i++)
        headers[i] = settings->headers[i];
    buf_init(&agent, AGENT_BYTES_MAX);
    agent_text(&agent, settings);
    options.user_agent = buf_text(&agent);
    crawl->fetch = fetch_new(&options);
    buf_release(&agent);
    free(origin);
    free(headers);
}

static int activate_origins(struct crawl *crawl)
{
    crawl->known_origins = frontier_origin_count(crawl->frontier);
    for (int64_t id = 0; (id = frontier_busy_origin(crawl->frontier, id)) > 0;) {
        struct origin *origin = crawl_origin(crawl, id);

        if (!origin)
            return crawl->error;
        origin_set_activate(&crawl->origins, origin);
    }
    return 0;
}

int setup_locate_site(struct crawl *crawl)
{
    struct mirror *mirror = crawl->mirror;
    struct span moved;

    if (url_parse(&crawl->base, buf_span(&mirror->start), NULL, NULL) != URL_OK)
        return ERROR_CORRUPT;
    if (frontier_setting(crawl->frontier, "moved", &moved) == 0 &&
        url_parse(&crawl->base, moved, NULL, NULL) != URL_OK)
        return ERROR_CORRUPT;
    buf_clear(&mirror->site);
    return buf_add_span(&mirror->site, url_origin(&crawl->base));
}

static int begin(struct crawl *crawl)
{
    int error = frontier_begin_run(crawl->frontier, PACKAGE_VERSION, clock_wall_ms(), &crawl->run);

    if (!error)
        error = start_revive(crawl);
    if (error)
        return error;
    crawl->scope = scope_new(&crawl->settings->scope, &crawl->base);
    if (crawl->mirror->was_killed)
        error = recover(crawl);
    if (!error)
        error = revisit_begin(crawl);
    if (!error)
        error = archiving_begin(crawl);
    if (!error)
        error = import_begin(crawl);
    if (!error)
        error = reopen(crawl);
    if (!error)
        error = activate_origins(crawl);
    if (!error)
        error = sitemaps_begin(crawl);
    if (!error && url_parse(&crawl->location, buf_span(&crawl->mirror->start), NULL, NULL) != URL_OK)
        error = ERROR_CORRUPT;
    if (!error)
        error = discover_start(crawl, &crawl->location);
    return error ? error : mirror_sync(crawl->mirror);
}

/* The option of the run, which is kept. */
static bool is_for_disk(struct crawl *crawl)
{
    struct span purpose;

    return frontier_setting(crawl->frontier, "for", &purpose) == 0 && span_is(purpose, "disk");
}

int setup_documents(struct crawl *crawl, struct mirror *mirror)
{
    *crawl = (struct crawl){.mirror = mirror, .frontier = mirror->frontier};
    init_memory(crawl);
    crawl->references.site_dir = mirror->folder.site_dir;
    crawl->references.for_disk = is_for_disk(crawl);
    return setup_locate_site(crawl);
}

int setup(struct crawl *crawl, struct mirror *mirror, const struct settings *settings)
{
    int error = setup_documents(crawl, mirror);

    crawl->settings = settings;
    crawl->limits = settings->pace;
    crawl->imports = settings->imports;
    crawl->started_ms = clock_monotonic_ms();
    if (error)
        return error;
    signals_catch();
    if (settings->log) {
        crawl->log = request_log_open(settings->log);
        if (!crawl->log) {
            crawl->culprit = settings->log;
            return error_from_errno(errno);
        }
    }
    open_fetch(crawl);
    return begin(crawl);
}

int setup_end(struct crawl *crawl, enum crawl_end end)
{
    static const struct {
        int status;
        const char *why;
    } ends[] = {
        [CRAWL_COMPLETE] = {0, "complete"},
        [CRAWL_SOME_FAILED] = {4, "complete, but some URLs failed"},
        [CRAWL_FORBIDDEN] = {3, "robots.txt closes the start page"},
        [CRAWL_STOPPED] = {75, "stopped"},
        [CRAWL_LOCAL] = {1, "local failure"},
    };
    const char *why = crawl->stop ? crawl->stop : ends[end].why;
    int error = frontier_end_run(crawl->frontier, clock_wall_ms(), ends[end].status, why);

    return error ? error : mirror_sync(crawl->mirror);
}

void setup_release(struct crawl *crawl)
{
    jobs_free(crawl);
    fetch_free(crawl->fetch);
    scope_free(crawl->scope);
    traps_free(crawl->traps);
    origin_set_release(&crawl->origins);
    references_release(&crawl->references);
    page_release(&crawl->page);
    meta_release(&crawl->meta);
    link_list_release(&crawl->css_links);
    frontier_ids_release(&crawl->targets);
    url_release(&crawl->base);
    url_release(&crawl->found);
    url_release(&crawl->location);
    url_release(&crawl->script_page);
    body_release(&crawl->woven);
    buf_release(&crawl->text);
    buf_release(&crawl->terms);
    buf_release(&crawl->fragment);
    buf_release(&crawl->preferences);
    buf_release(&crawl->path);
    buf_release(&crawl->path_key);
    link_list_release(&crawl->head_links);
    buf_release(&crawl->kept.fragment);
    buf_release(&crawl->kept.path);
    buf_release(&crawl->kept.content_type);
    buf_release(&crawl->kept.digest);
    decoder_free(crawl->decoder);
    request_log_close(crawl->log);
}
