/* SPDX-License-Identifier: MIT */
/* Chooses what is requested next: of each origin its robots.txt, then the start page, sitemaps, and its
 * queue. The frontier has the order of the queue, judge/ says whether a URL may be requested, pace/ when. */
#include "config.h"

#include "crawl/state.h"

#include "base/error.h"
#include "base/limits.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "judge/judge.h"
#include "update/update.h"
#include "weave/rebuild.h"

/* A transfer is slow below this many times --least-rate. */
enum { SLOW_TIMES = 10 };

/* For each connection of an origin, the transfers that end without a whole answer between. */
enum { ENDS_OF_ONE = 4 };

/* The longest wait in one piece, so that the status line and limits on time stay current. */
enum { TICK_MS = 250 };

/* The shortest wait where the time of the next event is unknown. */
enum { LEAST_WAIT_MS = 20 };

/* URLs that are refused or given up in one turn, which a commit follows. */
enum { REFUSALS_A_TURN = 1000 };

/* URLs of one turn that wait for answers; others are requested before them. */
enum { WAITING_A_TURN = 32 };

/* Returns whether another request may start. With --max-bytes there is one at a time, which may use all that
 * is left. */
static bool has_room(const struct crawl *crawl)
{
    return fetch_has_room(crawl->fetch) &&
           (crawl->settings->max_bytes < 0 || fetch_in_flight(crawl->fetch) == 0);
}

/* A longer URL is cut to its origin, as in browsers. */
enum { REFERRER_BYTES = 4096 };

/* Sets PAGE to the URL of the page on which that with this id was found, before any redirects, and POLICY to
 * that of the link. ERROR_NOT_FOUND if no page has it. */
static int find_page(struct frontier *frontier, int64_t id, struct span *page, enum referrer_policy *policy)
{
    struct frontier_hop hop;
    int error = frontier_hop(frontier, id, &hop);

    for (int i = 0; i < LIMIT_REDIRECTS && !error && link_place(hop.via) == PLACE_REDIRECT; i++)
        error = frontier_hop(frontier, hop.referrer, &hop);
    if (error || hop.referrer == 0)
        return error ? error : ERROR_NOT_FOUND;
    *policy = REFERRER_USUAL;
    if (span_take_after(&hop.via, PLACE_REFERRER_TEXT))
        *policy = referrer_policy(hop.via, REFERRER_USUAL);
    error = frontier_hop(frontier, hop.referrer, &hop);
    *page = hop.url;
    return error;
}

/* Adds the value of Referer to OUT for a request for URL, which has this id: the page on which it was found,
 * as far as the page's policy (Referrer Policy) lets the server of URL know it; nothing for URLs that no page
 * has. */
static int add_referrer(struct frontier *frontier, int64_t id, const struct url *url, struct buf *out)
{
    enum referrer_policy policy;
    struct span page, origin;
    int error = find_page(frontier, id, &page, &policy);
    bool is_same;

    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    origin = span_part(page, 0, span_find_end(page, 0, "://"));
    origin.len += span_find(span_part(page, origin.len, page.len), '/');
    is_same = span_equals(origin, url_origin(url));
    if (policy == REFERRER_NONE || (policy == REFERRER_SAME_ORIGIN && !is_same) ||
        (span_starts(page, "https:") && span_is(url_scheme(url), "http")))
        return 0;
    if (page.len > REFERRER_BYTES || policy == REFERRER_ORIGIN || (policy == REFERRER_USUAL && !is_same))
        page = span_part(page, 0, origin.len + 1);
    return buf_add_span(out, page);
}

/* Requests ITEM, whose URL is URL. */
static int request_url(struct crawl *crawl, struct origin *origin, const struct frontier_item *item,
                       const struct url *url)
{
    struct fetch_request request = {.keep_raw = true};
    struct job *job = job_new(crawl, JOB_URL, origin);
    struct buf requested BUF_LOCAL(LIMIT_URL_BYTES);
    int error;

    job->item = *item;
    job->item.url = span_make(NULL, 0);
    job->is_page = judge_counts_as_page(&crawl->site, item, url);
    if (crawl->settings->max_file_size >= 0)
        job->max_bytes = request.max_bytes = (uint64_t)crawl->settings->max_file_size;
    buf_clear(&crawl->referrer);
    error = crawl->settings->referer ? add_referrer(crawl->frontier, item->id, url, &crawl->referrer) : 0;
    if (!error)
        error =
            revisit_validators(&crawl->site, item->id, &request.if_none_match, &request.if_modified_since);
    request.referrer = buf_span(&crawl->referrer);
    (void)buf_add_span(&job->url, buf_span(&url->text));
    request.url =
        names_requested(&crawl->site, url, &requested) ? buf_span(&requested) : buf_span(&url->text);
    partials_prepare(crawl, job, &request);
    job_start(crawl, job, &request);
    return error;
}

static int request_rules(struct crawl *crawl, struct origin *origin, struct origin *host)
{
    struct fetch_request request = {
        .url = buf_span(&origin->rules_url),
        .max_bytes = LIMIT_ROBOTS_BYTES,
        .read_to_limit = true,
        .keep_raw = true,
        .accept = span_of("text/plain, */*;q=0.5"),
    };
    int error = rules_validators(&crawl->site, origin, &request.if_none_match, &request.if_modified_since);
    struct job *job;

    if (error)
        return error;
    job = job_new(crawl, JOB_ROBOTS, host);
    job->of = origin;
    origin->rules = RULES_ASKED;
    job_start(crawl, job, &request);
    return 0;
}

/* Requests the next sitemap of ORIGIN; STARTED is false if no sitemap is left. */
static int request_sitemap(struct crawl *crawl, struct origin *origin, bool *started)
{
    struct fetch_request request = {.max_bytes = LIMIT_SITEMAP_BYTES,
                                    .keep_raw = crawl->settings->archive == ARCHIVE_ALL};
    struct frontier_sitemap sitemap;
    struct job *job;
    int error = sitemaps_next(&crawl->site, origin, &sitemap, started);

    if (error || !*started)
        return error;
    job = job_new(crawl, JOB_SITEMAP, origin);
    job->sitemap = sitemap;
    request.url = sitemap.url;
    job_start(crawl, job, &request);
    return 0;
}

/* Returns the last kind of URL that is requested. A dry run ends with the start page. */
static enum frontier_kind last_kind(const struct crawl *crawl)
{
    return crawl->settings->dry_run ? FRONTIER_START : FRONTIER_CANDIDATE;
}

static bool is_start(struct crawl *crawl, const struct frontier_item *item)
{
    return item->kind == FRONTIER_START && start_page_is(&crawl->site, item->id);
}

/* Returns whether the refusal of ITEM by robots.txt means that the whole site is closed now, and was not
 * before: that may be a mistake, or one answer of a firewall. */
static bool is_closing(struct crawl *crawl, const struct origin *origin, const struct frontier_item *item)
{
    if (is_start(crawl, item))
        return site_is_updating(&crawl->site);
    return start_page_is_disallowed(&crawl->site, origin);
}

/* Refuses ITEM for REASON, now that its turn has come. */
static int refuse_url(struct crawl *crawl, const struct origin *origin, const struct frontier_item *item,
                      enum frontier_reason reason, struct span rule)
{
    if (reason != FRONTIER_BY_ROBOTS || !is_closing(crawl, origin, item))
        return update_refuse(&crawl->site, item, reason, rule);
    crawl->stop = "robots.txt closes the start page";
    frontier_release(crawl->frontier, item->id);
    return update_suspend(&crawl->update);
}

/* Sets HELD to whether ITEM, which nothing refuses, needs no request, and WAITS to whether it may need none
 * once a URL in flight is answered; REASON, with RULE, if it brings nothing. */
static int hold_back(struct crawl *crawl, const struct frontier_item *item, bool *held, bool *waits,
                     enum frontier_reason *reason, struct span *rule)
{
    int error = update_skip_static(&crawl->site, item, held);

    if (!error && !*held)
        error = families_hold(&crawl->site, item, &crawl->url, held, waits);
    if (!error && !*held && !*waits && families_keep_back(&crawl->site, item, &crawl->url, waits, rule))
        *reason = FRONTIER_BY_FAMILY;
    return error;
}

/* Starts a URL as start_url does, and leaves COUNT URLs that wait in flight, with their ids in WAITING. */
static int start_other(struct crawl *crawl, struct origin *origin, int64_t waiting[WAITING_A_TURN],
                       size_t *count, bool *started)
{
    int64_t now_ms = site_now_ms(&crawl->site);
    struct frontier_item item;
    struct span rule = {0};
    bool held, waits;
    int error = 0;

    for (int i = 0; i < REFUSALS_A_TURN && *count < WAITING_A_TURN && !error && !crawl->stop; i++) {
        enum frontier_reason reason;

        error = frontier_next(crawl->frontier, origin->id, last_kind(crawl), now_ms, &item);
        if (error == ERROR_END)
            return 0;
        if (!error && url_parse(&crawl->url, item.url, NULL, NULL) != URL_OK)
            error = ERROR_CORRUPT;
        if (error)
            return error;
        reason = judge_turn(&crawl->site, origin, &item, &crawl->url, is_start(crawl, &item), &rule);
        held = waits = false;
        if (!reason)
            error = hold_back(crawl, &item, &held, &waits, &reason, &rule);
        if (waits) {
            waiting[(*count)++] = item.id;
            continue;
        }
        if (reason == FRONTIER_BY_MAX_PAGES && judge_may_allow_later(&crawl->site)) {
            frontier_release(crawl->frontier, item.id);
            return error;
        }
        *started = true;
        if (!error)
            error = frontier_take(crawl->frontier, &item);
        if (error || (!reason && !held))
            return error ? error : request_url(crawl, origin, &item, &crawl->url);
        if (reason)
            error = refuse_url(crawl, origin, &item, reason, rule);
    }
    if (*count == WAITING_A_TURN)
        return error;
    origin->has_more = true;
    *started = false;
    return error;
}

/* Starts the next URL of ORIGIN that may still be requested; STARTED is false when there was nothing to do.
 */
static int start_url(struct crawl *crawl, struct origin *origin, bool *started)
{
    int64_t waiting[WAITING_A_TURN];
    size_t count = 0;
    int error;

    *started = false;
    error = start_other(crawl, origin, waiting, &count, started);
    while (count > 0)
        frontier_release(crawl->frontier, waiting[--count]);
    return error;
}

int64_t turns_next_start(const struct crawl *crawl, const struct origin *asked, bool for_rules,
                         int64_t now_ms)
{
    struct pace pace = asked->pace;
    int64_t next_ms;

    if (for_rules && pace.robots_delay_ms > PACE_BELIEVED_MS)
        pace.robots_delay_ms = PACE_BELIEVED_MS;
    next_ms = pace_next_start(&pace, &crawl->site.limits, now_ms);
    return next_ms > asked->gate_ms ? next_ms : asked->gate_ms;
}

/* Starts the request for the robots.txt of ORIGIN, if its time has come. */
static int start_rules(struct crawl *crawl, struct origin *origin, int64_t now_ms, bool *started)
{
    struct origin *host;
    int error;

    if (origin->rules != RULES_WANTED)
        return 0;
    error = rules_host(&crawl->site, origin, &host);
    if (error || turns_next_start(crawl, host, true, now_ms) > now_ms ||
        gates_take(crawl, host, now_ms) > now_ms)
        return error;
    error = request_rules(crawl, origin, host);
    gates_leave(crawl, host);
    *started = !error;
    return error;
}

/* Ends the requests to ORIGIN, because --max-bytes leaves nothing: an update stops, and a run that has not
 * seen the start page; otherwise the queue is left out. Sitemaps stay queued for a run with a larger value.
 */
static int start_nothing(struct crawl *crawl, struct origin *origin, bool *started)
{
    struct frontier_stats stats;

    frontier_stats(crawl->frontier, &stats);
    if (site_is_updating(&crawl->site) || stats.kinds[FRONTIER_QUEUED][FRONTIER_START] > 0) {
        crawl->stop = "--max-bytes has been reached (give a larger value)";
        return 0;
    }
    origin->has_sitemaps = false;
    return start_url(crawl, origin, started);
}

/* Starts what comes next for ORIGIN, if its time has come. */
static int start_one(struct crawl *crawl, struct origin *origin, int64_t now_ms, bool *started)
{
    int error;

    *started = false;
    if (origin->is_blocked)
        return 0;
    if (judge_bytes_left(&crawl->site) == 0)
        return start_nothing(crawl, origin, started);
    if (!rules_are_known(&crawl->site, origin, now_ms))
        return start_rules(crawl, origin, now_ms, started);
    error = sitemaps_note(&crawl->site, origin);
    if (error || origin->sitemap_asked || turns_next_start(crawl, origin, false, now_ms) > now_ms ||
        gates_take(crawl, origin, now_ms) > now_ms)
        return error;
    if (sitemaps_wait(&crawl->site, origin))
        error = request_sitemap(crawl, origin, started);
    if (!error && !*started)
        error = start_url(crawl, origin, started);
    gates_leave(crawl, origin);
    return error;
}

static bool has_work(const struct crawl *crawl, const struct origin *origin)
{
    struct frontier_origin kept;
    uint64_t queued = 0;

    frontier_get_origin(crawl->frontier, origin->id, &kept);
    for (int kind = 0; kind <= (int)last_kind(crawl); kind++)
        queued += kept.queued[kind];
    return queued > 0 || sitemaps_remain(&crawl->site, origin);
}

/* Gives up the queue of an origin without rules, or of one that refuses. */
static int abandon(struct crawl *crawl, struct origin *origin)
{
    enum frontier_reason reason = origin->is_blocked ? FRONTIER_BY_BLOCK : FRONTIER_BY_ROBOTS_UNREACHABLE;
    struct frontier_item item;
    int error = 0;

    for (int i = 0; !error; i++) {
        error = frontier_next(crawl->frontier, origin->id, FRONTIER_CANDIDATE, INT64_MAX, &item);
        if (error)
            break;
        origin->has_more = i == REFUSALS_A_TURN;
        if (item.kind == FRONTIER_START && !origin->is_blocked && start_page_is_needed(&crawl->site, item.id))
            crawl->stop = "robots.txt of the site could not be fetched";
        if (origin->has_more || crawl->stop) {
            frontier_release(crawl->frontier, item.id);
            return 0;
        }
        error = item.id == crawl->site.twin.probe
                    ? names_refuse_probe(&crawl->site, item.id)
                    : frontier_settle(crawl->frontier, item.id, FRONTIER_FAILED, reason, span_make(NULL, 0));
        if (!error)
            error = unexpected_note(&crawl->site.weaver, item.id, PAGES_SO_FAR);
    }
    return error == ERROR_END ? sitemaps_abandon(&crawl->site, origin) : error;
}

/* Gives the origin at INDEX of the active ones its turn; removes it from them if it has nothing to do.
 * STARTED is true if a request was started or the queue has changed. */
static int turn(struct crawl *crawl, size_t *index, int64_t now_ms, bool *started)
{
    struct origin_set *origins = &crawl->site.origins;
    struct origin *origin = origins->active[*index];
    int error = 0;

    *started = origin->has_more = false;
    if (origin->rules == RULES_GIVEN_UP || (origin->is_blocked && origin->pace.in_flight == 0))
        error = abandon(crawl, origin);
    if (error || crawl->stop)
        return error;
    if (!has_work(crawl, origin)) {
        origin_set_deactivate(origins, *index);
        *started = true; /* others may have waited for what this one had */
        return 0;
    }
    error = start_one(crawl, origin, now_ms, started);
    if (*started && crawl->site.limits.delay_ms > 0)
        origin_set_defer(origins, *index); /* others may wait for the same server */
    else
        ++*index;
    return error;
}

/* Returns whether ORIGIN has a URL that was never tried, and waits for nothing but a connection. */
static bool has_fresh_url(struct crawl *crawl, const struct origin *origin, int64_t now_ms)
{
    struct frontier_item item;

    if (origin->rules != RULES_KNOWN || origin->is_blocked || origin->sitemap_asked ||
        origin->pace.pause.until_ms > now_ms ||
        frontier_next(crawl->frontier, origin->id, last_kind(crawl), site_now_ms(&crawl->site), &item))
        return false;
    frontier_release(crawl->frontier, item.id);
    return item.attempts == 0;
}

static bool may_end(const struct job *job)
{
    return job->kind == JOB_URL && job->item.attempts == 0 &&
           job->asked->slow_ended < ENDS_OF_ONE * job->pace.connections;
}

/* Returns whether a URL that was never tried could have the connection of JOB. */
static bool is_awaited(struct crawl *crawl, const struct job *job, int64_t now_ms)
{
    const struct origin_set *origins = &crawl->site.origins;
    struct pace_force force = pace_in_force(&job->asked->pace, &crawl->site.limits);
    bool any = false;

    if (job->asked->pace.in_flight >= force.connections)
        return has_fresh_url(crawl, job->asked, now_ms);
    for (size_t i = 0; !fetch_has_room(crawl->fetch) && !any && i < origins->active_count; i++)
        any = has_fresh_url(crawl, origins->active[i], now_ms);
    return any;
}

/* Ends one slow transfer whose connection another URL waits for: --connections counts what is open at the
 * server, so it must not take as long as it likes. It is repeated, once for each URL, when no new URL waits.
 * If everything is slow, the line or the server is, and the transfers continue. */
static void end_slow(struct crawl *crawl, int64_t now_ms)
{
    const struct settings *settings = crawl->settings;
    unsigned index = 0;
    struct job *job;

    if (settings->rate > 0 || settings->retries == 0 || crawl->steering.reason)
        return;
    while ((job = fetch_next_slow(crawl->fetch, &index, SLOW_TIMES * (uint64_t)settings->least_rate))) {
        if (!may_end(job) || !is_awaited(crawl, job, now_ms))
            continue;
        job->asked->slow_ended++;
        fetch_end(crawl->fetch, job);
        return;
    }
}

int turns_take(struct crawl *crawl, int64_t now_ms)
{
    bool started = true, one;
    int error = 0;

    while (started && !error && has_room(crawl)) {
        started = false;
        for (size_t i = 0; i < crawl->site.origins.active_count && has_room(crawl);) {
            error = turn(crawl, &i, now_ms, &one);
            if (error || crawl->stop)
                return error;
            started = started || one;
        }
    }
    if (!error)
        end_slow(crawl, now_ms);
    return error;
}

/* Returns when the first of ORIGIN's URLs may be retried. If that time has come, it is in flight, and there
 * is no hurry. */
static int64_t retry_time(struct crawl *crawl, const struct origin *origin, int64_t now_ms)
{
    int64_t retry_ms, wait_ms;

    if (frontier_earliest_retry(crawl->frontier, origin->id, &retry_ms))
        return PACE_NOT_YET;
    wait_ms = retry_ms - site_now_ms(&crawl->site);
    return now_ms + (wait_ms > LEAST_WAIT_MS ? wait_ms : LEAST_WAIT_MS);
}

/* Returns when ORIGIN needs attention, if no answer comes before. Everything that its pace allows is in
 * flight or waits for a retry. */
static int64_t next_time(struct crawl *crawl, struct origin *origin, int64_t now_ms)
{
    struct origin *asked = origin;
    int64_t next_ms;

    if (origin->has_more)
        return now_ms;
    if (origin->rules == RULES_ASKED || origin->sitemap_asked || origin->is_blocked)
        return PACE_NOT_YET;
    if (origin->rules == RULES_WAITING)
        return origin->rules_until_ms;
    if (origin->rules == RULES_WANTED && rules_host(&crawl->site, origin, &asked))
        return now_ms; /* the error comes again at once, and is handled then */
    next_ms = turns_next_start(crawl, asked, origin->rules == RULES_WANTED, now_ms);
    return next_ms > now_ms ? next_ms : retry_time(crawl, origin, now_ms);
}

/* Returns when the first origin needs attention, if that is before UNTIL_MS; otherwise UNTIL_MS. */
static int64_t first_time(struct crawl *crawl, int64_t now_ms, int64_t until_ms)
{
    for (size_t i = 0; i < crawl->site.origins.active_count; i++) {
        int64_t next_ms = next_time(crawl, crawl->site.origins.active[i], now_ms);

        until_ms = next_ms < until_ms ? next_ms : until_ms;
    }
    return until_ms;
}

bool turns_are_over(struct crawl *crawl, int64_t now_ms)
{
    return !crawl->steering.reason && fetch_in_flight(crawl->fetch) == 0 &&
           first_time(crawl, now_ms, PACE_NOT_YET) == PACE_NOT_YET;
}

int turns_wait_ms(struct crawl *crawl, int64_t now_ms)
{
    int64_t until_ms = now_ms + TICK_MS;

    if (crawl->batch.answers > 0 && crawl->batch.until_ms < until_ms)
        until_ms = crawl->batch.until_ms;
    if (!crawl->steering.reason && has_room(crawl))
        until_ms = first_time(crawl, now_ms, until_ms);
    return until_ms > now_ms ? (int)(until_ms - now_ms) : 0;
}
