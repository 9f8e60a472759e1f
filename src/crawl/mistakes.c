/* SPDX-License-Identifier: MIT */
/* Recognises failures that are probably mistakes of the user: a wrong host name, port, scheme or certificate,
 * or a proxy that does not work. A site of which something is stored has been reached before: its failures
 * may be temporary, and are retried. */
#include "config.h"

#include "crawl/mistakes.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/limits.h"
#include "crawl/state.h"
#include "fetch/guard.h"
#include "frontier/revisit.h"
#include "mirror/mirror.h"
#include "term/message.h"

static void stop_for(struct crawl *crawl, const char *why, const char *advice)
{
    crawl->stop = why;
    (void)buf_add_text(&crawl->advice, advice);
}

/* Stops if the host of the start page has no address: that is final if the resolver says so twice. */
static void check_name(struct crawl *crawl)
{
    struct span host = url_host(&crawl->url);
    char *name = mem_copy_text(host.at, host.len);

    if (resolve_finds_none(name))
        stop_for(crawl, "there is no such host", "check the spelling of the URL");
    free(name);
}

/* Adds the sentence that says which other scheme to try, and the start page's URL by it at the same port. */
static void add_other_scheme(const struct crawl *crawl, struct buf *out)
{
    struct span text = buf_span(&crawl->url.text), host = url_host(&crawl->url), port = url_port(&crawl->url);
    bool is_https = span_is(url_scheme(&crawl->url), "https");
    const char *other = is_https ? "http" : "https";

    if (port.len == 0)
        port = span_of(is_https ? "443" : "80");
    (void)buf_add_format(out, "if the server speaks %s at this port, use %s://%.*s:%.*s", other, other,
                         (int)host.len, host.at, (int)port.len, port.at);
    (void)buf_add_span(out, span_part(text, crawl->url.path_at, text.len));
}

/* Says which other scheme to try after RESULT, which a server of that scheme may have caused. */
static void suggest_other_scheme(struct crawl *crawl, const struct fetch_result *result)
{
    struct buf text;

    if (result->outcome == FETCH_TLS) {
        crawl->stop = fetch_outcome_text(result->outcome);
        add_other_scheme(crawl, &crawl->advice);
        return;
    }
    buf_init(&text, 2 * LIMIT_URL_BYTES);
    add_other_scheme(crawl, &text);
    message_note("%s: %s; %s", buf_text(&crawl->url.text), fetch_outcome_text(result->outcome),
                 buf_text(&text));
    buf_release(&text);
}

static bool is_first_contact(struct crawl *crawl, const struct job *job)
{
    bool any = true;

    return !crawl->stop && !crawl->error && !crawl->settings->proxy &&
           site_is_own(&crawl->site, job->asked) && job->kind == JOB_ROBOTS && job->of == job->asked &&
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
    bool is_other = result->outcome == FETCH_TLS || result->outcome == FETCH_PROTOCOL ||
                    result->outcome == FETCH_RESET || result->status == 400;

    if ((fetch_outcome_is_answer(result->outcome) && !is_other) || !is_first_contact(crawl, job))
        return false;
    if (result->outcome == FETCH_DNS)
        check_name(crawl);
    else if (result->outcome == FETCH_REFUSED)
        stop_for(crawl, "the server refuses connections", "check host and port, or try again later");
    else if (result->outcome == FETCH_CERTIFICATE)
        stop_for(crawl, "the certificate of the server is not trusted",
                 "check the host name, or give its certificate with --ca-certificate FILE");
    else if (is_other && job->of->rules_attempts == 0)
        suggest_other_scheme(crawl, result);
    return crawl->advice.len > 0;
}
