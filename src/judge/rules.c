/* SPDX-License-Identifier: MIT */
/* robots.txt of every origin, by RFC 9309 section 2.3 and ROBOTS.md rows 30 to 36: what an answer means is
 * policy's to say; when to ask, what to keep and what to do about an unreachable file is decided here. */
#include "config.h"

#include "judge/rules.h"

#include "base/clock.h"
#include "base/error.h"
#include "base/limits.h"
#include "base/random.h"
#include "crawl/jobs.h"
#include "crawl/state.h"
#include "frontier/next.h"
#include "frontier/origin.h"
#include "frontier/queue.h"
#include "frontier/robots.h"
#include "judge/reading.h"
#include "judge/revisit.h"
#include "judge/scope.h"
#include "mirror/archiving.h"
#include "mirror/mirror.h"
#include "pace/retry.h"
#include "site/tree.h"
#include "term/message.h"

/* Lifetimes: RFC 9309 2.4 allows 24 hours at most; less than ten minutes would only burden the site. A copy
 * may stand in for an unreachable file for 30 days. */
static const int64_t longest_ms = INT64_C(24) * 3600 * 1000, shortest_ms = INT64_C(10) * 60 * 1000,
                     stand_in_ms = INT64_C(30) * 24 * 3600 * 1000;

/* The pause before asking again, which grows with each failure. */
static const int64_t first_pause_ms = 2000;

enum { RETRIES_ELSEWHERE = 2 };

struct span rules_text(struct crawl *crawl, uint32_t line, struct span rule)
{
    buf_clear(&crawl->text);
    if (line > 0)
        (void)buf_add_format(&crawl->text, "line %u: ", (unsigned)line);
    (void)buf_add_span(&crawl->text, span_part(rule, 0, 500));
    return buf_span(&crawl->text);
}

static void start_over(struct origin *origin)
{
    origin->rules = RULES_WANTED;
    origin->rules_redirects = 0;
    buf_clear(&origin->rules_url);
}

/* Takes the rules from mirror.db where they are there and still hold; with EXPIRED_TOO, older ones too. An
 * update reads them anew, and so does a run whose archive lacks them. */
static bool take_kept(struct crawl *crawl, struct origin *origin, int64_t now_ms, bool expired_too)
{
    int64_t wall_ms = clock_wall_ms(), until_ms;
    struct frontier_robots kept;

    if (frontier_robots(crawl->frontier, origin->id, &kept) || kept.answer == ROBOTS_UNREACHABLE)
        return false;
    if (kept.fetched_ms > wall_ms || wall_ms - kept.fetched_ms > stand_in_ms)
        return false;
    if (!expired_too &&
        (kept.fetched_ms < crawl->update_since_ms || kept.fetched_ms < crawl->archive_since_ms))
        return false;
    until_ms = expired_too ? wall_ms + shortest_ms : kept.expires_ms;
    if (until_ms <= wall_ms)
        return false;
    reading_apply(crawl, origin, (enum robots_class)kept.answer, kept.body, kept.truncated);
    origin->rules_until_ms = now_ms + (until_ms - wall_ms);
    return true;
}

bool rules_hold(struct crawl *crawl, struct origin *origin, int64_t now_ms)
{
    if ((origin->rules == RULES_KNOWN || origin->rules == RULES_WAITING) && origin->rules_until_ms <= now_ms)
        start_over(origin);
    if (origin->rules == RULES_WANTED && !origin->robots)
        (void)take_kept(crawl, origin, now_ms, false);
    if (origin->rules == RULES_KNOWN)
        reading_follow_clock(crawl, origin, now_ms);
    return origin->rules == RULES_KNOWN;
}

struct origin *rules_host(struct crawl *crawl, struct origin *origin)
{
    int64_t id;
    int error;

    if (origin->rules_url.len == 0) {
        (void)buf_add_text(&origin->rules_url, origin->text);
        (void)buf_add_text(&origin->rules_url, "/robots.txt");
        return origin;
    }
    if (url_parse(&crawl->location, buf_span(&origin->rules_url), NULL, NULL) != URL_OK)
        return origin;
    error = frontier_origin(crawl->frontier, url_origin(&crawl->location), &id);
    if (error) {
        (void)crawl_failed(crawl, error);
        return NULL;
    }
    return crawl_origin(crawl, id);
}

void rules_ask(struct crawl *crawl, struct origin *origin, struct origin *host)
{
    struct fetch_request request = {
        .url = buf_span(&origin->rules_url),
        .max_bytes = LIMIT_ROBOTS_BYTES,
        .read_to_limit = true,
        .keep_raw = crawl->settings->archive_all,
        .accept = span_of("text/plain, */*;q=0.5"),
    };
    struct job *job = job_new(crawl, JOB_ROBOTS, host);

    job->of = origin;
    origin->rules = RULES_ASKED;
    job_start(crawl, job, &request);
}

/* How long an answer holds: Cache-Control's max-age within the bounds above. */
static int64_t lifetime_ms(const struct fetch_result *result)
{
    int64_t life_ms = longest_ms;
    struct span value;

    for (size_t i = 0; fetch_header(result, "Cache-Control", i, &value); i++) {
        while (value.len > 0) {
            struct span part = span_trim(span_take_until(&value, ','), " \t");
            uint64_t seconds;

            if (span_starts_nocase(part, "max-age=") && span_to_u64(span_part(part, 8, part.len), &seconds) &&
                seconds < (uint64_t)(life_ms / 1000))
                life_ms = (int64_t)seconds * 1000;
        }
    }
    return life_ms < shortest_ms ? shortest_ms : life_ms;
}

static enum robots_error robots_error_of(enum fetch_outcome outcome)
{
    switch (outcome) {
    case FETCH_OK:
    case FETCH_NOT_MODIFIED:
    case FETCH_REDIRECT:
    case FETCH_CLIENT_ERROR:
    case FETCH_SERVER_ERROR:
    case FETCH_TOO_LARGE:
        return ROBOTS_ERROR_NONE;
    case FETCH_DNS:
        return ROBOTS_ERROR_DNS;
    case FETCH_TLS:
        return ROBOTS_ERROR_TLS;
    case FETCH_PARTIAL:
    case FETCH_BAD_CODING:
        return ROBOTS_ERROR_PARTIAL;
    case FETCH_TIMEOUT:
        return ROBOTS_ERROR_TIMEOUT;
    case FETCH_PROXY_DNS:
    case FETCH_REFUSED:
    case FETCH_RESET:
    case FETCH_PROTOCOL:
    case FETCH_PRIVATE_ADDRESS:
    case FETCH_BAD_URL:
    case FETCH_STOPPED:
    case FETCH_AGAIN:
    case FETCH_LOCAL:
    default:
        return ROBOTS_ERROR_REFUSED;
    }
}

/* Follows a redirect of robots.txt by asking for the next hop; false when it leads nowhere or was one too
 * many. */
static bool follow(struct crawl *crawl, struct origin *origin, const struct job *job,
                   const struct fetch_result *result)
{
    struct span location;

    if (result->outcome != FETCH_REDIRECT || origin->rules_redirects >= LIMIT_ROBOTS_REDIRECTS)
        return false;
    if (url_parse(&crawl->base, buf_span(&job->url), NULL, NULL) != URL_OK ||
        !fetch_header(result, "Location", 0, &location) ||
        url_parse(&crawl->location, location, &crawl->base, NULL) != URL_OK)
        return false;
    url_strip(&crawl->location);
    buf_clear(&origin->rules_url);
    (void)buf_add_span(&origin->rules_url, buf_span(&crawl->location.text));
    origin->rules_redirects++;
    origin->rules = RULES_WANTED;
    return true;
}

/* Judges anew what was queued under older rules. */
static void judge_queued(struct crawl *crawl, struct origin *origin)
{
    struct frontier_cursor cursor = {0};
    struct frontier_item item;
    int error;

    while ((error = frontier_queued(crawl->frontier, origin->id, &cursor, &item)) == 0) {
        struct robots_verdict verdict = robots_judge(origin->robots, item.url);

        if (!verdict.allowed)
            error = revisit_refuse(crawl, &item, FRONTIER_BY_ROBOTS,
                                   rules_text(crawl, verdict.line, verdict.rule));
        if (error)
            break;
    }
    if (error != ERROR_NOT_FOUND)
        (void)crawl_failed(crawl, error);
}

/* How often to ask again. A host that only has parts of pages may well be gone for good: a run does not wait
 * long for it. */
static int64_t retries(const struct crawl *crawl, const struct origin *origin)
{
    int64_t most = crawl->settings->retries;
    bool is_site = span_is(buf_span(&crawl->mirror->site), origin->text);

    return is_site || most < RETRIES_ELSEWHERE ? most : RETRIES_ELSEWHERE;
}

/* Nothing was learned: wait longer each time, then stand on an older copy, then give up. */
static void unreachable(struct crawl *crawl, struct origin *origin, const struct frontier_robots *answer,
                        int64_t now_ms)
{
    int64_t pause_ms = retry_pause_ms(origin->rules_attempts, first_pause_ms, random_u32());

    origin->rules_attempts++;
    if (take_kept(crawl, origin, now_ms, true)) {
        message_warn("%s/robots.txt cannot be read (%.*s); going by the copy of an earlier day", origin->text,
                     (int)answer->error.len, answer->error.at);
        return;
    }
    origin->rules_until_ms = now_ms + pause_ms;
    origin->rules = origin->rules_attempts > retries(crawl, origin) ? RULES_GIVEN_UP : RULES_WAITING;
    message_warn("%s/robots.txt cannot be read (%.*s), so nothing may be asked for; %s", origin->text,
                 (int)answer->error.len, answer->error.at,
                 origin->rules == RULES_WAITING ? "trying again later" : "giving up for this run");
}

/* The words for an answer that taught nothing. */
static struct span describe(struct crawl *crawl, const struct job *job, const struct fetch_result *result)
{
    if (job->refusal == REFUSAL_CHALLENGE)
        return span_of("challenge");
    if (!fetch_outcome_is_answer(result->outcome))
        return span_of(fetch_outcome_word(result->outcome));
    buf_clear(&crawl->text);
    (void)buf_add_format(&crawl->text, "status %d", result->status);
    return buf_span(&crawl->text);
}

/* Keeps the answer. The site's own robots.txt is part of the tree too: whoever serves that says the same as
 * the site. */
static int keep(struct crawl *crawl, const struct origin *origin, const struct frontier_robots *answer)
{
    int error = frontier_set_robots(crawl->frontier, origin->id, answer);

    if (error || answer->answer != ROBOTS_USE_FILE || !span_is(buf_span(&crawl->mirror->site), origin->text))
        return error;
    return tree_stage(crawl->mirror->tree, span_of("robots.txt"), answer->body);
}

void rules_answered(struct crawl *crawl, const struct job *job, struct fetch_result *result)
{
    struct origin *origin = job->of;
    int64_t now_ms = clock_monotonic_ms(), life_ms = lifetime_ms(result);
    int64_t wall_ms = crawl->imports ? result->started_wall_us / 1000 : clock_wall_ms();
    bool had_rules = origin->robots != NULL;
    struct frontier_robots answer = {
        .status = result->status,
        .truncated = result->truncation != FETCH_WHOLE,
        .fetched_ms = wall_ms,
        .expires_ms = wall_ms + life_ms,
        .final_url = buf_span(&job->url),
        .redirects = origin->rules_redirects,
    };
    enum robots_class class;
    int error;

    if (fetch_outcome_is_none(result->outcome)) {
        origin->rules = RULES_WANTED;
        return;
    }
    error = crawl->settings->archive_all && result->outcome != FETCH_LOCAL
                ? archiving_add(crawl, job, result, NULL)
                : 0;
    if (error) {
        (void)crawl_failed(crawl, error);
        return;
    }
    if (follow(crawl, origin, job, result))
        return;
    class = robots_class(result->status, (unsigned)origin->rules_redirects, LIMIT_ROBOTS_REDIRECTS,
                         robots_error_of(result->outcome), reading_mode(crawl));
    if (class != ROBOTS_DISALLOW_ALL && job->refusal == REFUSAL_CHALLENGE)
        class = ROBOTS_UNREACHABLE;
    answer.answer = (int)class;
    if (class == ROBOTS_UNREACHABLE) {
        answer.error = describe(crawl, job, result);
        answer.attempts = origin->rules_attempts + 1;
        answer.expires_ms = 0;
        unreachable(crawl, origin, &answer, now_ms);
        if (origin->rules == RULES_KNOWN)
            return;
    } else {
        error = body_span(result->plain, &answer.body);
        if (error) {
            (void)crawl_failed(crawl, error);
            return;
        }
        reading_apply(crawl, origin, class, answer.body, answer.truncated);
        origin->rules_until_ms = now_ms + life_ms;
    }
    error = keep(crawl, origin, &answer);
    if (error)
        (void)crawl_failed(crawl, error);
    else if (had_rules && origin->rules == RULES_KNOWN)
        judge_queued(crawl, origin);
}
