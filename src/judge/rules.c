/* SPDX-License-Identifier: MIT */
/* Decides when the robots.txt of an origin is requested (RFC 9309, 2.3), what is kept of it, and what to do
 * when it is unreachable, and makes the rules of the origin of it. robots/ says what an answer means. */
#include "config.h"

#include "judge/judge.h"

#include "answer/answer.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/limits.h"
#include "frontier/frontier.h"
#include "judge/site.h"
#include "mirror/mirror.h"
#include "pace/waits.h"
#include "robots/lines.h"
#include "site/tree.h"
#include "term/message.h"

/* Lifetimes. RFC 9309, 2.4, allows 24 hours at most; less than ten minutes would burden the site. A copy may
 * replace an unreachable file for 30 days. */
static const int64_t longest_ms = INT64_C(24) * 3600 * 1000, shortest_ms = INT64_C(10) * 60 * 1000,
                     replace_ms = INT64_C(30) * 24 * 3600 * 1000;

/* After a longer stop, a run reads robots.txt again: the owner may have used it to say something. */
static const int64_t long_stop_ms = INT64_C(5) * 60 * 1000;

/* The rules of a robots.txt that is gone stay in force for this time, and end if it is still gone then. */
static const int64_t gone_ms = INT64_C(12) * 3600 * 1000;

/* The first pause before another attempt; it grows with each failure. */
static const int64_t first_pause_ms = 2000;

enum { RETRIES_ELSEWHERE = 2 };

/* Hours are given in minutes, so the clock need not be checked more often. */
enum { LOOK_EVERY_MS = 60 * 1000 };

/* Mirroring tools that sites name. */
static const char *const mirror_tools[] = {
    "HTTrack",          "Wget",        "WebCopier",   "WebZIP", "Teleport", "TeleportPro",
    "Offline Explorer", "WebStripper", "SiteSnagger",
};

struct span rules_text(struct buf *text, uint32_t line, struct span rule)
{
    buf_clear(text);
    frontier_add_rule(text, line, span_part(rule, 0, 500));
    return buf_span(text);
}

enum frontier_reason rules_judge(struct site *site, const struct origin *origin, struct span url,
                                 struct span *rule)
{
    struct robots_verdict verdict = robots_judge(origin->robots, url);

    if (verdict.allowed)
        return FRONTIER_NO_REASON;
    *rule = rules_text(&site->rule, verdict.line, verdict.rule);
    return FRONTIER_BY_ROBOTS;
}

/* Gathers the names of --also-obey; each item is a list. */
static size_t gather_names(const struct settings *settings, struct span names[ROBOTS_ALSO_OBEY_MAX])
{
    size_t count = 0;

    for (size_t i = 0; i < settings->also_obey.count; i++) {
        struct span rest = span_of(settings->also_obey.all[i]);

        while (rest.len > 0 && count < ROBOTS_ALSO_OBEY_MAX) {
            struct span name = span_trim(span_take_until(&rest, ','), HTTP_WHITE);

            if (name.len > 0)
                names[count++] = name;
        }
    }
    return count;
}

/* Returns whether BODY disallows the start page for the robot NAME. */
static bool is_shut_out(const struct site *site, const char *name, const struct robots_options *ours,
                        struct span body)
{
    struct robots_options options = *ours;
    struct robots *robots;
    bool allowed;

    options.agent = span_of(name);
    options.also_obey_count = 0;
    robots = robots_parse(body, &options);
    allowed = robots_judge(robots, buf_span(&site->mirror->start)).allowed;
    robots_free(robots);
    return !allowed;
}

/* Tells the user of rules for other tools. They do not bind tiptoe. */
static void tell_of_tools(struct site *site, const struct robots_options *options, struct span body)
{
    struct buf names BUF_LOCAL(1024);

    for (size_t i = 0; i < COUNT_OF(mirror_tools); i++) {
        if (is_shut_out(site, mirror_tools[i], options, body))
            (void)buf_add_format(&names, "%s%s", names.len > 0 ? ", " : "", mirror_tools[i]);
    }
    if (names.len > 0)
        message_note("robots.txt of this site excludes mirroring tools (%s); to obey these rules too, add "
                     "--also-obey NAME",
                     buf_text(&names));
}

static void read_times(struct origin *origin, int64_t now_ms)
{
    int64_t wall_ms = clock_wall_ms();
    struct robots_delay delay = robots_delay(origin->robots, wall_ms);
    int64_t wait_ms = robots_visit_wait_ms(origin->robots, wall_ms);

    origin->pace.robots_delay_ms = delay.ms > 0 ? delay.ms : 0;
    if (wait_ms != 0)
        pace_pause(&origin->pace, now_ms, wait_ms < 0 ? PACE_LONGEST_MS : wait_ms, PACE_BY_HOURS);
    origin->clock_read_ms = now_ms;
}

/* Returns how the robots.txt of ORIGIN is read; NAMES has room for the names of --also-obey. */
static struct robots_options options_for(const struct site *site, const struct origin *origin,
                                         enum robots_class class, bool truncated, struct span *names)
{
    return (struct robots_options){
        .agent = span_of("tiptoe"),
        .origin = span_of(origin->text),
        .mode = site->settings->robots,
        .class = class,
        .truncated = truncated,
        .also_obey = names,
        .also_obey_count = gather_names(site->settings, names),
    };
}

int rules_recall_delay(struct site *site, struct origin *origin)
{
    struct span names[ROBOTS_ALSO_OBEY_MAX];
    struct robots_options options;
    struct frontier_robots kept;
    struct robots *robots;
    struct robots_delay delay;
    int error;

    if (origin->robots || origin->clock_read_ms > 0)
        return 0;
    origin->clock_read_ms = clock_monotonic_ms();
    error = frontier_robots(site->frontier, origin->id, &kept);
    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    options = options_for(site, origin, (enum robots_class)kept.answer, kept.truncated, names);
    robots = robots_parse(kept.body, &options);
    delay = robots_delay(robots, clock_wall_ms());
    origin->pace.robots_delay_ms = delay.ms > 0 ? delay.ms : 0;
    robots_free(robots);
    return 0;
}

void rules_apply(struct site *site, struct origin *origin, enum robots_class class, struct span body,
                 bool truncated)
{
    struct span names[ROBOTS_ALSO_OBEY_MAX];
    struct robots_options options = options_for(site, origin, class, truncated, names);
    bool is_first = !origin->robots && site_is_own(site, origin);

    robots_free(origin->robots);
    origin->robots = robots_parse(body, &options);
    buf_clear(&origin->preferences);
    if (class == ROBOTS_USE_FILE)
        lines_add_usage(body, &origin->preferences);
    read_times(origin, clock_monotonic_ms());
    origin->rules = RULES_KNOWN;
    origin->rules_attempts = 0;
    if (is_first && class == ROBOTS_USE_FILE && options.also_obey_count == 0 &&
        robots_judge(origin->robots, buf_span(&site->mirror->start)).allowed)
        tell_of_tools(site, &options, body);
}

void rules_follow_clock(struct site *site, struct origin *origin, int64_t now_ms)
{
    bool was_open = origin->pace.pause.until_ms <= now_ms;

    if (now_ms - origin->clock_read_ms < LOOK_EVERY_MS)
        return;
    read_times(origin, now_ms);
    if (was_open && origin->pace.pause.until_ms > now_ms)
        message_note("%s allows visits only at other hours; waiting (%zu origins are busy)", origin->text,
                     site->origins.active_count);
}

/* Returns whether the last run ended a while ago, by its last request to ORIGIN. */
static bool was_long_ago(const struct site *site, const struct origin *origin, int64_t fetched_ms,
                         int64_t wall_ms)
{
    struct frontier_origin kept;

    frontier_get_origin(site->frontier, origin->id, &kept);
    return wall_ms - fetched_ms > long_stop_ms && wall_ms - kept.pace.last_request_ms > long_stop_ms;
}

/* Takes the rules from mirror.db if they are there and still hold; with EXPIRED_TOO, also older ones. An
 * update reads them again, and so does a run after a long stop, one whose archive lacks them, or one with a
 * login for a site whose robots.txt wanted one or was refused. */
static bool take_kept_rules(struct site *site, struct origin *origin, int64_t now_ms, bool expired_too)
{
    int64_t wall_ms = clock_wall_ms(), until_ms;
    struct frontier_robots kept;

    if (frontier_robots(site->frontier, origin->id, &kept) || kept.answer == ROBOTS_UNREACHABLE)
        return false;
    if (kept.fetched_ms > wall_ms || wall_ms - kept.fetched_ms > replace_ms)
        return false;
    if (!expired_too &&
        (kept.fetched_ms < site->updating.since_ms || kept.fetched_ms < site->archive_since_ms ||
         ((kept.status == 401 || kept.status == 403) && site_is_own(site, origin) &&
          settings_have_login(site->settings)) ||
         was_long_ago(site, origin, kept.fetched_ms, wall_ms)))
        return false;
    until_ms = expired_too ? wall_ms + shortest_ms : kept.expires_ms;
    if (until_ms <= wall_ms)
        return false;
    rules_apply(site, origin, (enum robots_class)kept.answer, kept.body, kept.truncated);
    origin->rules_until_ms = now_ms + (until_ms - wall_ms);
    return true;
}

bool rules_are_known(struct site *site, struct origin *origin, int64_t now_ms)
{
    if ((origin->rules == RULES_KNOWN || origin->rules == RULES_WAITING) &&
        origin->rules_until_ms <= now_ms) {
        origin->rules = RULES_WANTED;
        origin->rules_redirects = 0;
        buf_clear(&origin->rules_url);
    }
    if (origin->rules == RULES_WANTED && !origin->robots)
        (void)take_kept_rules(site, origin, now_ms, false);
    if (origin->rules == RULES_KNOWN)
        rules_follow_clock(site, origin, now_ms);
    return origin->rules == RULES_KNOWN;
}

void rules_expire(struct site *site, int64_t stopped_ms, int64_t now_ms)
{
    for (size_t i = 0; stopped_ms > long_stop_ms && i < site->origins.room; i++) {
        struct origin *origin = site->origins.all[i];

        if (origin && origin->rules == RULES_KNOWN && origin->rules_until_ms > now_ms)
            origin->rules_until_ms = now_ms;
    }
}

int rules_validators(struct site *site, const struct origin *origin, struct span *etag,
                     struct span *last_modified)
{
    struct frontier_robots kept;
    int error =
        origin->rules_redirects > 0 ? ERROR_NOT_FOUND : frontier_robots(site->frontier, origin->id, &kept);

    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    if (kept.answer != ROBOTS_USE_FILE || kept.redirects > 0 || site->settings->archive == ARCHIVE_ALL)
        return 0;
    *etag = kept.etag;
    *last_modified = kept.last_modified;
    return 0;
}

int rules_host(struct site *site, struct origin *origin, struct origin **host)
{
    int64_t id;
    int error = 0;

    *host = origin;
    if (origin->rules_url.len == 0) {
        struct buf text BUF_LOCAL(LIMIT_URL_BYTES);

        (void)buf_add_format(&text, "%s/robots.txt", origin->text);
        if (url_parse(&site->found, buf_span(&text), NULL, NULL) != URL_OK)
            return ERROR_CORRUPT;
        if (!names_requested(site, &site->found, &origin->rules_url))
            error = buf_add_span(&origin->rules_url, buf_span(&text));
        return error ? error : rules_recall_delay(site, origin);
    }
    if (url_parse(&site->found, buf_span(&origin->rules_url), NULL, NULL) == URL_OK) {
        error = frontier_origin(site->frontier, url_origin(&site->found), &id);
        if (!error)
            error = site_origin(site, id, host);
    }
    return error ? error : rules_recall_delay(site, *host);
}

/* Returns the lifetime of an answer: max-age of Cache-Control, within the bounds above. */
static int64_t lifetime_ms(const struct fetch_result *result)
{
    int64_t life_ms = longest_ms;
    const struct answer_line *line;

    for (size_t at = 0; (line = answer_fields_next(result->fields, ANSWER_CACHE_CONTROL, &at));) {
        struct span value = line->value;

        while (value.len > 0) {
            struct span part = span_trim(span_take_until(&value, ','), HTTP_WHITE);
            uint64_t seconds;

            if (span_starts_nocase(part, "max-age=") && span_to_u64(span_part(part, 8, part.len), &seconds) &&
                seconds < (uint64_t)(life_ms / 1000))
                life_ms = (int64_t)seconds * 1000;
        }
    }
    return life_ms < shortest_ms ? shortest_ms : life_ms;
}

/* Follows a redirect of the robots.txt at URL: the next hop becomes the URL to request. Returns false without
 * a redirect, or if it was one too many. */
static bool follow_redirect(struct site *site, struct origin *origin, struct span url,
                            const struct fetch_result *result)
{
    struct span value = result->fields->first[ANSWER_LOCATION];
    struct url base URL_LOCAL;
    bool followed = false;

    if (result->outcome != FETCH_REDIRECT || origin->rules_redirects >= LIMIT_ROBOTS_REDIRECTS)
        return false;
    if (url_parse(&base, url, NULL, NULL) == URL_OK &&
        url_parse_bytes(&site->found, value, &base) == URL_OK) {
        url_strip(&site->found);
        buf_clear(&origin->rules_url);
        (void)buf_add_span(&origin->rules_url, buf_span(&site->found.text));
        origin->rules_redirects++;
        origin->rules = RULES_WANTED;
        followed = true;
    }
    return followed;
}

/* Returns the number of retries. A host that only has requisites may be gone for good, and a run does not
 * wait long for it. */
static int64_t retries(const struct site *site, const struct origin *origin)
{
    int64_t most = site->settings->retries;

    return site_is_own(site, origin) || most < RETRIES_ELSEWHERE ? most : RETRIES_ELSEWHERE;
}

/* The answers that may come instead of a robots.txt. */
static const char by_firewall[] = "a firewall answered instead of the site",
                  by_page[] = "the server sent a page instead";

/* Waits after robots.txt could not be fetched, or the answer was another one INSTEAD, longer each time, then
 * uses an older copy, then gives up. A private address does not become public by waiting. */
static void note_unreachable(struct site *site, struct origin *origin, const struct fetch_result *result,
                             const char *instead, struct span word)
{
    int64_t now_ms = clock_monotonic_ms();
    int64_t pause_ms = retry_pause_ms(origin->rules_attempts, first_pause_ms, random_u32());
    bool is_own = site_is_own(site, origin), is_private = result->outcome == FETCH_PRIVATE_ADDRESS;
    const char *next = "Using an earlier copy.";
    struct span host = span_of("");

    origin->rules_attempts++;
    if (!take_kept_rules(site, origin, now_ms, true)) {
        bool given_up = is_private || origin->rules_attempts > retries(site, origin);

        origin->rules_until_ms = now_ms + pause_ms;
        origin->rules = given_up ? RULES_GIVEN_UP : RULES_WAITING;
        next = !given_up ? "Trying again later." : is_own ? "Giving up for this run." : "Skipping this host.";
    }
    if (is_private && is_own && url_parse(&site->found, result->url, NULL, NULL) == URL_OK)
        host = url_host(&site->found);
    message_warn("could not fetch robots.txt of %s: %s (%.*s). %s%s%.*s", origin->text,
                 instead ? instead : fetch_outcomes[result->outcome].text, (int)word.len, word.at, next,
                 host.len > 0 ? " To open that address, add --allow-private " : "", (int)host.len, host.at);
}

/* Returns the words for a failed answer; TEXT may hold them. */
static struct span describe_failure(const struct fetch_result *result, const char *instead, struct buf *text)
{
    if (instead)
        return span_of(instead == by_firewall ? "challenge" : "page");
    if (!fetch_outcome_is_answer(result->outcome))
        return span_of(fetch_outcomes[result->outcome].word);
    buf_clear(text);
    (void)buf_add_format(text, "status %d", result->status);
    return buf_span(text);
}

/* Saves the answer. The site's own robots.txt is also a file of the tree, so that a copy of the site that is
 * served says the same as the site. */
static int keep_answer(struct site *site, const struct origin *origin, const struct frontier_robots *answer)
{
    int error = frontier_set_robots(site->frontier, origin->id, answer);

    if (error || answer->answer != ROBOTS_USE_FILE || !site_is_own(site, origin))
        return error;
    return tree_stage(site->mirror->tree, span_of("robots.txt"), answer->body);
}

/* Keeps the robots.txt in mirror.db, which is still that of the site, for another lifetime. */
static int keep_unchanged(struct site *site, struct origin *origin, const struct fetch_result *result)
{
    int64_t life_ms = lifetime_ms(result), wall_ms = clock_wall_ms();
    struct frontier_robots kept;
    int error = frontier_robots(site->frontier, origin->id, &kept);

    if (error)
        return error;
    rules_apply(site, origin, (enum robots_class)kept.answer, kept.body, kept.truncated);
    origin->rules_until_ms = clock_monotonic_ms() + life_ms;
    kept.fetched_ms = wall_ms;
    kept.expires_ms = wall_ms + life_ms;
    kept.status = 200;
    return frontier_set_robots(site->frontier, origin->id, &kept);
}

/* Returns whether BODY is markup, which no robots.txt begins with: an error page, a login page. */
static bool is_page(struct span body)
{
    return span_starts(span_trim(span_part(body, 0, 1024), "\xef\xbb\xbf \t\r\n\f"), "<");
}

/* Sets KEPT to the saved rules of ORIGIN that may replace an answer, and returns whether it has any. */
static bool may_replace(struct site *site, const struct origin *origin, int64_t wall_ms,
                        struct frontier_robots *kept)
{
    return !site->imports && frontier_robots(site->frontier, origin->id, kept) == 0 &&
           kept->answer == ROBOTS_USE_FILE && kept->fetched_ms <= wall_ms &&
           wall_ms - kept->fetched_ms <= replace_ms && !is_page(kept->body);
}

/* Applies KEPT where the site has no robots.txt now, which may be a mistake of an hour. The answer takes
 * effect if it is still the same after gone_ms. */
static int doubt_removal(struct site *site, struct origin *origin, int status, struct frontier_robots *kept,
                         int64_t wall_ms)
{
    int error = 0;

    if (kept->status != status || kept->expires_ms > wall_ms + gone_ms) {
        message_warn("%s no longer has a robots.txt (status %d). Using the earlier copy; if there is still "
                     "none in 12 hours, everything is allowed",
                     origin->text, status);
        kept->status = status;
        kept->expires_ms = wall_ms + gone_ms;
        error = frontier_set_robots(site->frontier, origin->id, kept);
    }
    rules_apply(site, origin, ROBOTS_USE_FILE, kept->body, kept->truncated);
    origin->rules_until_ms = clock_monotonic_ms() + (kept->expires_ms - wall_ms);
    return error;
}

/* Doubts one answer of CLASS if the mirror has saved rules. Sets INSTEAD if it is not a robots.txt, and
 * KEEPS if the saved rules are applied already. */
static int doubt(struct site *site, struct origin *origin, const struct fetch_result *result,
                 enum robots_class class, const char **instead, bool *keeps)
{
    int64_t wall_ms = clock_wall_ms();
    struct frontier_robots kept;
    struct span body;
    int error;

    *keeps = false;
    if (*instead || !may_replace(site, origin, wall_ms, &kept))
        return 0;
    if (class == ROBOTS_ALLOW_ALL) {
        *keeps = kept.status != result->status || kept.expires_ms > wall_ms;
        return *keeps ? doubt_removal(site, origin, result->status, &kept, wall_ms) : 0;
    }
    if (class != ROBOTS_USE_FILE)
        return 0;
    error = body_span(result->plain, &body);
    if (!error && is_page(body))
        *instead = by_page;
    return error;
}

int rules_answered(struct site *site, struct origin *origin, struct span url,
                   const struct fetch_result *result, bool is_challenge)
{
    int64_t now_ms = clock_monotonic_ms(), life_ms = lifetime_ms(result);
    int64_t wall_ms = site->imports ? result->started_wall_us / 1000 : clock_wall_ms();
    struct frontier_robots answer = {
        .status = result->status,
        .truncated = result->truncation != FETCH_WHOLE,
        .fetched_ms = wall_ms,
        .expires_ms = wall_ms + life_ms,
        .final_url = url,
        .redirects = origin->rules_redirects,
        .etag = result->fields->first[ANSWER_ETAG],
        .last_modified = result->fields->first[ANSWER_LAST_MODIFIED],
    };
    const char *instead = is_challenge ? by_firewall : NULL;
    enum robots_class class;
    bool is_answer, keeps;
    int error;

    if (fetch_outcome_is_none(result->outcome)) {
        origin->rules = RULES_WANTED;
        return 0;
    }
    if (follow_redirect(site, origin, url, result))
        return 0;
    if (result->outcome == FETCH_NOT_MODIFIED)
        return keep_unchanged(site, origin, result);
    is_answer = fetch_outcome_is_answer(result->outcome) || result->outcome == FETCH_TOO_LARGE;
    class = robots_class(is_answer ? result->status : 0, (unsigned)origin->rules_redirects,
                         site->settings->robots);
    error = doubt(site, origin, result, class, &instead, &keeps);
    if (error || keeps)
        return error;
    if (instead)
        class = ROBOTS_UNREACHABLE;
    answer.answer = (int)class;
    if (class == ROBOTS_UNREACHABLE) {
        answer.error = describe_failure(result, instead, &site->rule);
        answer.attempts = origin->rules_attempts + 1;
        answer.expires_ms = 0;
        note_unreachable(site, origin, result, instead, answer.error);
        if (origin->rules == RULES_KNOWN)
            return 0;
    } else {
        error = body_span(result->plain, &answer.body);
        if (error)
            return error;
        rules_apply(site, origin, class, answer.body, answer.truncated);
        origin->rules_until_ms = now_ms + life_ms;
    }
    return keep_answer(site, origin, &answer);
}
