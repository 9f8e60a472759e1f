/* SPDX-License-Identifier: MIT */
/* What an answer means for its URL. Whatever a server does is an outcome that is kept with the URL; only our
 * own disk and database make an error here. */
#include "config.h"

#include "intake/answers.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/random.h"
#include "crawl/state.h"
#include "frontier/next.h"
#include "frontier/queue.h"
#include "frontier/row.h"
#include "frontier/visit.h"
#include "intake/store.h"
#include "judge/discover.h"
#include "judge/quota.h"
#include "judge/revisit.h"
#include "judge/scope.h"
#include "mirror/archiving.h"
#include "mirror/mirror.h"
#include "pace/retry.h"
#include "term/message.h"

/* The least pause before a second try. */
static const int64_t first_pause_ms = 1000;

static struct span header(const struct fetch_result *result, const char *name)
{
    struct span value = {0};

    (void)fetch_header(result, name, 0, &value);
    return value;
}

static void fill(struct frontier_visit *visit, const struct job *job, const struct fetch_result *result)
{
    *visit = (struct frontier_visit){
        .url = job->id,
        .state = FRONTIER_DONE,
        .attempts = job->attempts + 1,
        .requested_ms = result->started_wall_us / 1000,
        .duration_ms = result->total_ms,
        .status = result->status,
        .content_type = header(result, "Content-Type"),
        .etag = header(result, "ETag"),
        .last_modified = header(result, "Last-Modified"),
        .wire_bytes = (int64_t)result->payload_bytes,
        .plain_bytes = (int64_t)result->plain->len,
        .digest = span_make((const char *)result->payload_sha256, sizeof result->payload_sha256),
        .archive = job->place.archive,
        .archive_offset = job->place.offset,
        .archive_length = job->place.length,
    };
    if (result->outcome != FETCH_OK)
        visit->outcome = span_of(fetch_outcome_word(result->outcome));
}

/* Puts the URL off; it comes up again after everything else. */
static int put_off(struct crawl *crawl, const struct job *job)
{
    int64_t delay_ms = crawl->limits.delay_ms;
    int64_t pause_ms =
        retry_pause_ms(job->attempts, delay_ms > first_pause_ms ? delay_ms : first_pause_ms, random_u32());

    return frontier_retry(crawl->frontier, job->id, job->attempts + 1, clock_wall_ms() + pause_ms);
}

/* Settles the URL without a file. */
static int give_up(struct crawl *crawl, const struct job *job, struct frontier_visit *visit,
                   enum frontier_state state, enum frontier_reason reason)
{
    int error;

    visit->state = state;
    visit->reason = reason;
    error = frontier_finish(crawl->frontier, visit);
    if (error)
        return error;
    return revisit_finished(crawl, job, visit, span_make(NULL, 0));
}

/* How many redirects led to the URL with this id, counted up to the limit. */
static int redirects_before(struct crawl *crawl, int64_t id)
{
    struct frontier_row row;
    int count = 0;

    while (count <= LIMIT_REDIRECTS && frontier_get(crawl->frontier, id, &row) == 0 &&
           span_is(row.via, "redirect")) {
        count++;
        id = row.item.referrer;
    }
    return count;
}

/* Whether TARGET leads, by redirects answered before, to the URL with this id. */
static bool leads_back(struct crawl *crawl, const struct url *target, int64_t id)
{
    struct frontier_row row;
    int64_t at;
    unsigned flags;

    if (!frontier_known(crawl->frontier, buf_span(&target->text), &at, &flags))
        return false;
    for (int hops = 0; hops <= LIMIT_REDIRECTS && at != id; hops++) {
        if (frontier_get(crawl->frontier, at, &row) || row.state != FRONTIER_REDIRECTED)
            return false;
        at = row.visit.redirect_to;
    }
    return true;
}

/* The start page has moved: the site is where it leads. */
static int move_site(struct crawl *crawl)
{
    struct mirror *mirror = crawl->mirror;

    scope_free(crawl->scope);
    crawl->scope = scope_new(&crawl->settings->scope, &crawl->location);
    buf_clear(&mirror->site);
    (void)buf_add_span(&mirror->site, url_origin(&crawl->location));
    message_note("the start page has moved to %s", buf_text(&crawl->location.text));
    return mirror_set(mirror, "moved", buf_span(&crawl->location.text));
}

/* The fragment of crawl->location becomes VISIT's; borrowed from crawl->fragment. */
static void keep_fragment(struct crawl *crawl, struct frontier_visit *visit)
{
    if (!url_has_fragment(&crawl->location))
        return;
    buf_clear(&crawl->fragment);
    (void)buf_add_byte(&crawl->fragment, '#');
    (void)buf_add_span(&crawl->fragment, url_fragment(&crawl->location));
    visit->redirect_fragment = buf_span(&crawl->fragment);
}

static int redirect(struct crawl *crawl, const struct job *job, const struct fetch_result *result,
                    struct frontier_visit *visit)
{
    int error = 0;

    if (url_parse(&crawl->base, buf_span(&job->url), NULL, NULL) != URL_OK ||
        url_parse(&crawl->location, header(result, "Location"), &crawl->base, NULL) != URL_OK)
        return give_up(crawl, job, visit, FRONTIER_FAILED, FRONTIER_BY_LOCATION);
    keep_fragment(crawl, visit);
    url_strip(&crawl->location);
    if (leads_back(crawl, &crawl->location, job->id) || redirects_before(crawl, job->id) >= LIMIT_REDIRECTS)
        return give_up(crawl, job, visit, FRONTIER_FAILED, FRONTIER_BY_REDIRECTS);
    if (job->queue == FRONTIER_START)
        error = move_site(crawl);
    if (!error)
        error = discover_redirect(crawl, job, &crawl->location, &visit->redirect_to);
    return error ? error : give_up(crawl, job, visit, FRONTIER_REDIRECTED, FRONTIER_NO_REASON);
}

/* A body that is too large for the user is left out; one that no limit of the user's stopped is broken. */
static enum frontier_reason reason_of(const struct job *job, const struct fetch_result *result)
{
    if (result->outcome == FETCH_TOO_LARGE && job->max_bytes > 0 &&
        (result->decoding != DECODE_BOMB || result->plain->len >= job->max_bytes))
        return job->max_reason;
    if (result->outcome == FETCH_TOO_LARGE)
        return FRONTIER_BY_CONTENT;
    if (result->outcome == FETCH_BAD_CODING)
        return FRONTIER_BY_CONTENT;
    return fetch_outcome_is_answer(result->outcome) ? FRONTIER_BY_STATUS : FRONTIER_BY_NETWORK;
}

/* Settles the URL without a file, unless it has a better answer from before, which then stays. */
static int give_up_new(struct crawl *crawl, const struct job *job, struct frontier_visit *visit,
                       enum frontier_state state, enum frontier_reason reason)
{
    bool kept;
    int error;

    visit->state = state;
    visit->reason = reason;
    error = revisit_keep_old(crawl, job, visit, &kept);
    return error || kept ? error : give_up(crawl, job, visit, state, reason);
}

/* How often an answer that may be another later is tried again: for a guess, once at most. */
static int retries(const struct crawl *crawl, const struct job *job)
{
    return job->queue == FRONTIER_CANDIDATE && crawl->settings->retries > 1 ? 1 : crawl->settings->retries;
}

static int fail(struct crawl *crawl, const struct job *job, const struct fetch_result *result,
                struct frontier_visit *visit)
{
    bool gone = result->status == 404 || result->status == 410;
    enum frontier_reason reason = reason_of(job, result);

    if (fetch_outcome_may_pass(result->outcome, result->status) && job->attempts < retries(crawl, job)) {
        message_debug("%s: %s; trying again later", buf_text(&job->url), fetch_outcome_text(result->outcome));
        return put_off(crawl, job);
    }
    message_debug("%s: %s", buf_text(&job->url), fetch_outcome_text(result->outcome));
    if (reason == FRONTIER_BY_MAX_FILE_SIZE || reason == FRONTIER_BY_MAX_BYTES)
        visit->rule = quota_rule(crawl, reason);
    return give_up_new(crawl, job, visit,
                       gone && fetch_outcome_is_answer(result->outcome) ? FRONTIER_GONE : FRONTIER_FAILED,
                       reason);
}

/* A firewall's page is nobody's page: neither stored nor archived, and asked for again. */
static int challenged(struct crawl *crawl, const struct job *job, struct fetch_result *result,
                      struct frontier_visit *visit)
{
    int error;

    message_debug("%s: a challenge by %s in place of an answer", buf_text(&job->url), job->firewall);
    error = archiving_withhold(crawl, job, result, span_of("a challenge in place of an answer"));
    if (error)
        return error;
    if (job->attempts < retries(crawl, job))
        return put_off(crawl, job);
    visit->outcome = span_of("challenge");
    return give_up_new(crawl, job, visit, FRONTIER_FAILED, FRONTIER_BY_CHALLENGE);
}

int answers_take(struct crawl *crawl, const struct job *job, struct fetch_result *result)
{
    struct frontier_visit visit;
    int error = 0;

    if (fetch_outcome_is_none(result->outcome)) {
        frontier_release(crawl->frontier, job->id);
        return 0;
    }
    if (result->outcome == FETCH_LOCAL)
        return result->local_error;
    fill(&visit, job, result);
    error = revisit_recall(crawl, job);
    if (error)
        return error;
    if (job->refusal == REFUSAL_CHALLENGE)
        return challenged(crawl, job, result, &visit);
    if (result->outcome == FETCH_NOT_MODIFIED && crawl->kept.answered)
        return store_unchanged(crawl, job, result, &visit);
    if (result->outcome != FETCH_OK)
        error = store_archive(crawl, job, result, &visit);
    if (error)
        return error;
    if (result->outcome == FETCH_OK)
        return store_answer(crawl, job, result, &visit);
    if (result->outcome == FETCH_REDIRECT)
        return redirect(crawl, job, result, &visit);
    return fail(crawl, job, result, &visit);
}
