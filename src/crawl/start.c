/* SPDX-License-Identifier: MIT */
/* Knows the state of the start page, whether a later run may fetch it, and which failures to reach its site
 * are probably mistakes of the user: a wrong host name, port, scheme or certificate, or a proxy that does not
 * work. A site of which something is stored has been reached before: its failures may be temporary, and are
 * retried. */
#include "config.h"

#include "crawl/state.h"

#include <stdio.h>

#include "base/error.h"
#include "base/limits.h"
#include "fetch/guard.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "mirror/mirror.h"
#include "term/message.h"

/* Sets ROW to the start page, or to the end of its redirects, unless its copy is in force. */
static int find_start(struct site *site, struct frontier_row *row)
{
    int64_t id = site_start_id(site);
    int error;

    if (id == 0)
        return ERROR_NOT_FOUND;
    for (int hops = 0; hops <= LIMIT_REDIRECTS; hops++) {
        error = frontier_get(site->frontier, id, row);
        if (error || row->state != FRONTIER_REDIRECTED || row->visit.state == FRONTIER_DONE)
            return error;
        id = row->visit.redirect_to;
    }
    return 0;
}

static bool may_pass(const struct frontier_row *row)
{
    if (row->state != FRONTIER_FAILED)
        return false;
    return row->reason == FRONTIER_BY_NETWORK || row->reason == FRONTIER_BY_ROBOTS_UNREACHABLE ||
           (row->reason == FRONTIER_BY_STATUS && row->visit.seen_status >= 500);
}

static bool is_forbidden(const struct frontier_row *row)
{
    return row->state == FRONTIER_REFUSED && row->reason == FRONTIER_BY_ROBOTS;
}

static bool is_refused(const struct frontier_row *row)
{
    return row->reason == FRONTIER_BY_CHALLENGE || row->reason == FRONTIER_BY_REFUSAL ||
           (row->reason == FRONTIER_BY_STATUS && row->visit.seen_status == 429);
}

/* Explains that the site refused the start page ROW: the same command can only help after its owner allows
 * it. */
static void explain_refusal(struct crawl *crawl, const struct frontier_row *row)
{
    struct origin *origin;
    int error = site_origin(&crawl->site, row->item.origin, &origin);

    if (!error)
        error = blocking_ask(crawl, origin);
    crawl_note_error(crawl, error);
    (void)buf_add_format(&crawl->advice, "tiptoe status %s shows what to ask the site's owner for",
                         crawl->mirror->path);
}

/* Returns whether ROW, the start page, failed, not because of an option, so that only a person can help: the
 * mirror has no other page, or the start page was there before. If it is gone now, the site has changed. */
static bool is_lost(struct frontier *frontier, const struct frontier_row *row)
{
    bool was_there = row->answered && row->visit.state != FRONTIER_FAILED;

    return (row->state == FRONTIER_GONE || row->state == FRONTIER_FAILED) &&
           frontier_class(row->state, row->reason) != FRONTIER_CLASS_LEFT_OUT &&
           (frontier_is_empty(frontier) || (was_there && row->state == FRONTIER_FAILED));
}

/* Queues the start page again if redirects of it end at ROW and nothing is stored: they may end elsewhere
 * now. */
static int revive_first(struct site *site, const struct frontier_row *row)
{
    int64_t start = site_start_id(site);

    return row->item.id == start || !frontier_is_empty(site->frontier)
               ? 0
               : frontier_revisit(site->frontier, start);
}

/* Queues again what failed for REASON in the outage in which the start page failed, so that the site's return
 * does not find a mirror of which everything has failed already. */
static int revive_outage(struct site *site, enum frontier_reason reason)
{
    int64_t id = 0;
    int error;

    while ((error = frontier_next_refused(site->frontier, reason, id, &id)) == 0) {
        error = frontier_revisit(site->frontier, id);
        if (error)
            return error;
    }
    return error == ERROR_END ? 0 : error;
}

int start_revive(struct site *site)
{
    struct frontier_row row;
    bool waits;
    int error = find_start(site, &row);

    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    waits = row.state == FRONTIER_QUEUED;
    if (may_pass(&row) || is_forbidden(&row) || is_lost(site->frontier, &row)) {
        error = frontier_revisit(site->frontier, row.item.id);
        waits = true;
    }
    if (!error && (may_pass(&row) || is_lost(site->frontier, &row)))
        error = revive_outage(site, may_pass(&row) ? FRONTIER_BY_NETWORK : row.reason);
    return error || !waits ? error : revive_first(site, &row);
}

bool start_is_forbidden(struct site *site)
{
    struct frontier_row row;

    return find_start(site, &row) == 0 && is_forbidden(&row);
}

int start_refused_robots(struct site *site)
{
    struct frontier_row row;
    struct frontier_robots robots;

    return find_start(site, &row) == 0 && frontier_robots(site->frontier, row.item.origin, &robots) == 0 &&
                   robots.answer == ROBOTS_DISALLOW_ALL
               ? robots.status
               : 0;
}

void start_is_held(struct crawl *crawl)
{
    const struct unfollowed *unfollowed = &crawl->update.unfollowed;
    const char *target = buf_text(&unfollowed->target), *path = crawl->mirror->path;
    bool for_good = unfollowed->status == 301 || unfollowed->status == 308;

    message_warn("the start page redirects to %s (status %d); nothing is changed. If the site has moved "
                 "there, run: tiptoe update --moved-to %s %s",
                 target, unfollowed->status, target, path);
    (void)snprintf(crawl->stop_text, sizeof crawl->stop_text,
                   "the start page redirects elsewhere (status %d)", unfollowed->status);
    crawl->stop = crawl->stop_text;
    if (for_good)
        (void)buf_add_format(&crawl->advice, "to follow it, run: tiptoe update --moved-to %s %s", target,
                             path);
}

void start_explain(struct crawl *crawl, bool is_over)
{
    struct frontier_row row;

    if (find_start(&crawl->site, &row) || !(may_pass(&row) ? is_over : is_lost(crawl->frontier, &row)))
        return;
    crawl->stop = "the start page could not be fetched";
    if (may_pass(&row))
        return;
    crawl->stop =
        row.state == FRONTIER_GONE ? "the start page does not exist" : "the start page cannot be fetched";
    if (row.answered && row.visit.seen_status > 0) {
        (void)snprintf(crawl->stop_text, sizeof crawl->stop_text, "%s (status %d)%s%.*s", crawl->stop,
                       row.visit.seen_status, row.rule.len > 0 ? ": " : "", (int)row.rule.len, row.rule.at);
        crawl->stop = crawl->stop_text;
    }
    (void)buf_add_text(&crawl->advice, frontier_is_empty(crawl->frontier) ? "nothing is stored; "
                                                                          : "what was stored stays; ");
    if (is_refused(&row))
        explain_refusal(crawl, &row);
    if (row.visit.seen_status == 401 || row.visit.seen_status == 403)
        (void)buf_add_format(&crawl->advice,
                             "%slog in with --auth or --cookies (--auth is not kept with the mirror)",
                             is_refused(&row) ? "; or " : "");
    else if (!is_refused(&row))
        (void)buf_add_text(&crawl->advice, "check the URL, and run the same command with the right one");
}

void start_name_redirect(struct crawl *crawl)
{
    struct frontier_row row;
    int status;

    if (find_start(&crawl->site, &row) || row.state != FRONTIER_REDIRECTED ||
        row.visit.state != FRONTIER_DONE)
        return;
    status = row.visit.seen_status;
    if (frontier_get(crawl->frontier, row.visit.redirect_to, &row) == 0)
        message_note(
            "the start page redirects to %.*s (status %d), within its site; its copy stays as it was",
            (int)row.item.url.len, row.item.url.at, status);
}

void start_file(struct crawl *crawl, struct buf *path)
{
    struct frontier_row row;

    if (find_start(&crawl->site, &row) == 0 && row.answered && row.visit.state == FRONTIER_DONE)
        (void)buf_add_span(path, row.visit.path);
}

static void stop_for(struct crawl *crawl, const char *why, const char *advice)
{
    crawl->stop = why;
    (void)buf_add_text(&crawl->advice, advice);
}

/* Says which other scheme to try at the same port after RESULT, which a server of that scheme may have
 * caused. */
static void suggest_other_scheme(struct crawl *crawl, const struct fetch_result *result)
{
    struct span url = buf_span(&crawl->url.text), host = url_host(&crawl->url), port = url_port(&crawl->url);
    bool is_https = span_is(url_scheme(&crawl->url), "https");
    const char *other = is_https ? "http" : "https", *why = fetch_outcomes[result->outcome].text;
    struct buf text BUF_LOCAL(2 * LIMIT_URL_BYTES);

    if (port.len == 0)
        port = span_of(is_https ? "443" : "80");
    (void)buf_add_format(&text, "if the server speaks %s at this port, use %s://%.*s:%.*s", other, other,
                         (int)host.len, host.at, (int)port.len, port.at);
    (void)buf_add_span(&text, span_part(url, crawl->url.path_at, url.len));
    if (result->outcome == FETCH_TLS)
        stop_for(crawl, why, buf_text(&text));
    else
        message_note("%s: %s; %s", buf_text(&crawl->url.text), why, buf_text(&text));
}

static bool is_first_contact(struct crawl *crawl, const struct job *job)
{
    return !crawl->stop && !crawl->error && !crawl->settings->proxy &&
           site_is_own(&crawl->site, job->asked) && job->kind == JOB_ROBOTS && job->of == job->asked &&
           frontier_is_empty(crawl->frontier) &&
           url_parse(&crawl->url, buf_span(&crawl->mirror->start), NULL, NULL) == URL_OK &&
           span_is(url_origin(&crawl->url), job->asked->text);
}

bool start_check_way(struct crawl *crawl, const struct job *job, const struct fetch_result *result)
{
    const char *why = fetch_outcomes[result->outcome].text,
               *advice = "check --proxy, or the variables http_proxy and https_proxy";

    if (result->outcome == FETCH_DNS && url_parse(&crawl->url, buf_span(&job->url), NULL, NULL) == URL_OK &&
        resolve_is_cut_off(url_host(&crawl->url))) {
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
    if (frontier_is_empty(crawl->frontier))
        (void)buf_add_text(&crawl->advice, advice);
    return true;
}

bool start_check(struct crawl *crawl, const struct job *job, const struct fetch_result *result)
{
    bool is_other = result->outcome == FETCH_TLS || result->outcome == FETCH_PROTOCOL ||
                    result->outcome == FETCH_RESET || result->status == 400;

    if ((fetch_outcome_is_answer(result->outcome) && !is_other) || !is_first_contact(crawl, job))
        return false;
    if (result->outcome == FETCH_DNS && resolve_finds_none(url_host(&crawl->url))) /* asked twice: final */
        stop_for(crawl, "there is no such host", "check the spelling of the URL");
    else if (result->outcome == FETCH_REFUSED)
        stop_for(crawl, "the server refuses connections", "check host and port, or try again later");
    else if (result->outcome == FETCH_CERTIFICATE)
        stop_for(crawl, "the certificate of the server is not trusted",
                 "check the host name, or give its certificate with --ca-certificate FILE");
    else if (is_other && job->of->rules_attempts == 0)
        suggest_other_scheme(crawl, result);
    return crawl->advice.len > 0;
}
