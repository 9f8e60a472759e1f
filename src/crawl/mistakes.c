/* SPDX-License-Identifier: MIT */
/* A site of which something is stored has been reached before: its failures may pass, and are retried. */
#include "config.h"

#include "crawl/mistakes.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/signals.h"
#include "crawl/gates.h"
#include "crawl/jobs.h"
#include "crawl/request_log.h"
#include "crawl/state.h"
#include "fetch/resolve.h"
#include "frontier/revisit.h"
#include "intake/store.h"
#include "judge/quota.h"
#include "mirror/mirror.h"

/* Between two queries of the resolver; and the longest time for a request by the other scheme. */
enum { LOOKUP_GAP_MS = 1000, PROBE_MS = 30 * 1000 };

static void stop_for(struct crawl *crawl, const char *why, const char *advice)
{
    crawl->stop = why;
    (void)buf_add_text(&crawl->advice, advice);
}

/* Serves the network for MS at most, until no request is in flight that was at the beginning, or a signal
 * comes. */
static void serve_network(struct crawl *crawl, int64_t ms)
{
    int64_t until_ms = clock_monotonic_ms() + ms, now_ms;
    unsigned in_flight = fetch_in_flight(crawl->fetch);

    while (!signals_stop() && (now_ms = clock_monotonic_ms()) < until_ms &&
           fetch_in_flight(crawl->fetch) == in_flight)
        fetch_wait(crawl->fetch, (int)(until_ms - now_ms));
}

/* The host of the start page has no address: that is final if the resolver says so twice. */
static void check_name(struct crawl *crawl)
{
    struct span host = url_host(&crawl->url);
    char *name = mem_copy_text(host.at, host.len);

    serve_network(crawl, LOOKUP_GAP_MS);
    if (!signals_stop() && resolve_finds_none(name))
        stop_for(crawl, "there is no such host", "check the spelling of the URL");
    free(name);
}

/* Adds the start page's URL, or that of its robots.txt, by the other scheme at the same port to OUT. */
static void add_other(const struct crawl *crawl, bool robots, struct buf *out)
{
    struct span text = buf_span(&crawl->url.text), port = url_port(&crawl->url);
    bool is_https = span_is(url_scheme(&crawl->url), "https");
    struct span path = robots ? span_of("/robots.txt") : span_part(text, crawl->url.path_at, text.len);

    if (port.len == 0)
        port = span_of(is_https ? "443" : "80");
    (void)buf_add_format(out, "%s://", is_https ? "http" : "https");
    (void)buf_add_span(out, url_host(&crawl->url));
    (void)buf_add_byte(out, ':');
    (void)buf_add_span(out, port);
    (void)buf_add_span(out, path);
}

/* Requests robots.txt at URL of ORIGIN's server, and returns whether the server speaks the URL's scheme. */
static bool speaks_at(struct crawl *crawl, struct origin *origin, struct span url)
{
    struct fetch_request request = {
        .url = url, .max_bytes = LIMIT_ROBOTS_BYTES, .read_to_limit = true, .keep_raw = true};
    int64_t now_ms = clock_monotonic_ms();
    int64_t next_ms;
    struct fetch_result *result;
    struct job *job;
    bool answers, speaks;
    int error = 0;

    while ((next_ms = pace_next_start(&origin->pace, &crawl->site.limits, now_ms)) > now_ms ||
           (next_ms = gates_take(crawl, origin, now_ms)) > now_ms) {
        serve_network(crawl, next_ms - now_ms);
        if (signals_stop())
            return false;
        now_ms = clock_monotonic_ms();
    }
    job = job_new(crawl, JOB_ROBOTS, origin);
    job->of = origin;
    job_start(crawl, job, &request);
    if (fetch_in_flight(crawl->fetch) > 0)
        serve_network(crawl, PROBE_MS);
    fetch_abort(crawl->fetch);
    result = fetch_take(crawl->fetch);
    answers = fetch_outcome_is_answer(result->outcome);
    speaks = answers || result->outcome == FETCH_CERTIFICATE;
    if (answers)
        error = store_archive(&crawl->intake, job, result, NULL);
    if (error)
        (void)crawl_failed(crawl, error);
    request_log_add(crawl->log, job, result, 0);
    job_end(crawl, job, result);
    fetch_recycle(crawl->fetch, result);
    return speaks;
}

/* The server does not speak the scheme of the start page: does it speak the other one? */
static void check_scheme(struct crawl *crawl, struct origin *origin)
{
    struct buf url;

    buf_init(&url, LIMIT_URL_BYTES);
    add_other(crawl, true, &url);
    if (speaks_at(crawl, origin, buf_span(&url))) {
        bool is_https = span_is(url_scheme(&crawl->url), "https");

        stop_for(crawl, is_https ? "this port speaks http" : "this port speaks https", "use ");
        add_other(crawl, false, &crawl->advice);
    }
    buf_release(&url);
}

static bool is_first_contact(struct crawl *crawl, const struct job *job)
{
    bool any = true;

    return !crawl->stop && !crawl->error && !crawl->settings->proxy &&
           site_is_own(&crawl->site, job->asked) && job->kind == JOB_ROBOTS && job->of == job->asked &&
           fetch_in_flight(crawl->fetch) == 0 && quota_bytes_left(&crawl->site) > 0 &&
           frontier_has_files(crawl->frontier, &any) == 0 && !any &&
           url_parse(&crawl->url, buf_span(&crawl->mirror->start), NULL, NULL) == URL_OK &&
           span_is(url_origin(&crawl->url), job->asked->text);
}

static bool is_cut_off(struct crawl *crawl, const struct job *job)
{
    char *host;
    bool cut_off;

    if (url_parse(&crawl->url, buf_span(&job->url), NULL, NULL) != URL_OK)
        return false;
    host = mem_copy_text(url_host(&crawl->url).at, url_host(&crawl->url).len);
    cut_off = resolve_is_cut_off(host);
    free(host);
    return cut_off;
}

bool mistakes_check_way(struct crawl *crawl, const struct job *job, const struct fetch_result *result)
{
    const char *why = fetch_outcome_text(result->outcome),
               *advice = "check --proxy, or the variables http_proxy and https_proxy";
    bool any = true;

    if (result->outcome == FETCH_DNS && is_cut_off(crawl, job)) {
        why = "/etc/resolv.conf cannot be read; if it was replaced during this run, a new run can read it";
        advice = "check who may read it";
    } else if (result->outcome != FETCH_PROXY && result->outcome != FETCH_PROXY_DNS) {
        return false;
    }
    if (job->kind == JOB_URL)
        frontier_release(crawl->frontier, job->item.id);
    if (crawl->stop)
        return true;
    crawl->stop = why;
    if (frontier_has_files(crawl->frontier, &any) == 0 && !any)
        (void)buf_add_text(&crawl->advice, advice);
    return true;
}

bool mistakes_check(struct crawl *crawl, const struct job *job, const struct fetch_result *result)
{
    if (fetch_outcome_is_answer(result->outcome) || !is_first_contact(crawl, job))
        return false;
    if (result->outcome == FETCH_DNS)
        check_name(crawl);
    else if (result->outcome == FETCH_REFUSED)
        stop_for(crawl, "the server refuses connections", "check host and port, or try again later");
    else if (result->outcome == FETCH_CERTIFICATE)
        stop_for(crawl, "the certificate of the server is not trusted",
                 "check the host name, or give its certificate with --ca-certificate FILE");
    return crawl->advice.len > 0;
}

void mistakes_try_other_scheme(struct crawl *crawl, const struct job *job, const struct fetch_result *result)
{
    bool is_other = result->outcome == FETCH_TLS || result->outcome == FETCH_PROTOCOL ||
                    result->outcome == FETCH_RESET || result->status == 400;

    if (is_other && is_first_contact(crawl, job))
        check_scheme(crawl, job->asked);
}
