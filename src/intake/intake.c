/* SPDX-License-Identifier: MIT */
/* Decides what an answer means for its URL. Anything a server does is an outcome that is stored with the URL;
 * only our own disk and database cause errors here. */
#include "config.h"

#include "intake/intake.h"

#include "answer/answer.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/limits.h"
#include "frontier/row.h"
#include "judge/judge.h"
#include "judge/scope.h"
#include "judge/site.h"
#include "markup/link.h"
#include "mirror/capture_reader.h"
#include "mirror/mirror.h"
#include "term/message.h"
#include "update/update.h"

void intake_init(struct intake *intake, struct update *update)
{
    *intake = (struct intake){.update = update, .site = update->site, .search_script = -1};
    revisit_init(&intake->revisit, update);
    meta_init(&intake->meta);
    buf_init(&intake->fragment, LIMIT_URL_BYTES);
    buf_init(&intake->type, LIMIT_NAME_BYTES);
    buf_init(&intake->preferences, 2 * LIMIT_URL_BYTES);
    buf_init(&intake->terms, LIMIT_URL_BYTES);
    visible_init(&intake->visible);
}

void intake_release(struct intake *intake)
{
    url_release(&intake->url);
    url_release(&intake->location);
    visible_release(&intake->visible);
    revisit_release(&intake->revisit);
    meta_release(&intake->meta);
    link_list_release(&intake->head_links);
    frontier_ids_release(&intake->targets);
    buf_release(&intake->fragment);
    buf_release(&intake->type);
    buf_release(&intake->preferences);
    buf_release(&intake->terms);
}

/* A URL is requested by another name of the site so many times. */
enum { NAMES_TRIED = 2 };

/* After 404 in so many updates, or 410, a page is gone for good. */
enum { GONE_FOR_GOOD = 3 };

/* Held answers that are committed together. */
enum { HELD_BATCH = 64 };

static void fill_visit(struct frontier_visit *visit, const struct site *site, const struct job *job,
                       const struct fetch_result *result)
{
    const struct span *first = result->fields->first;

    *visit = (struct frontier_visit){
        .url = job->item.id,
        .state = FRONTIER_DONE,
        .attempts = job->item.attempts + 1,
        .requested_ms = result->started_wall_us / 1000,
        .duration_ms = result->total_ms,
        .status = result->status,
        .gone = result->status == 410 ? GONE_FOR_GOOD : site_is_updating(site),
        .content_type = first[ANSWER_CONTENT_TYPE],
        .etag = first[ANSWER_ETAG],
        .last_modified = first[ANSWER_LAST_MODIFIED],
        .wire_bytes = (int64_t)result->payload_bytes,
        .plain_bytes = (int64_t)result->plain->len,
        .digest = span_make((const char *)result->payload_sha256, sizeof result->payload_sha256),
        .archive = job->place.archive,
        .archive_offset = job->place.offset,
        .archive_length = job->place.length,
    };
    if (result->outcome != FETCH_OK)
        visit->outcome = span_of(fetch_outcomes[result->outcome].word);
    else if (result->truncation != FETCH_WHOLE)
        visit->reason = FRONTIER_BY_CUT;
}

/* Settles the URL without a file, unless its earlier answer is better. */
static int settle(struct intake *intake, struct frontier_visit *visit, enum frontier_state state,
                  enum frontier_reason reason)
{
    visit->state = state;
    visit->reason = reason;
    return revisit_settle(&intake->revisit, visit, &intake->url, NULL);
}

/* Returns the number of redirects before the URL with this id, counted up to the limit. */
static int redirects_before(struct intake *intake, int64_t id)
{
    struct frontier_row row;
    int count = 0;

    while (count <= LIMIT_REDIRECTS && frontier_get(intake->site->frontier, id, &row) == 0 &&
           link_place(row.via) == PLACE_REDIRECT) {
        count++;
        id = row.item.referrer;
    }
    return count;
}

/* Returns whether ROW redirects as far as this run knows, or, BEFORE its turn in an update, did so. */
static bool redirects(const struct frontier_row *row, bool before)
{
    return row->state == FRONTIER_REDIRECTED || (before && row->state == FRONTIER_QUEUED && row->answered &&
                                                 row->visit.state == FRONTIER_REDIRECTED);
}

/* Returns whether TARGET leads back to the URL with this id, by redirects that are known. */
static bool leads_back(struct intake *intake, const struct url *target, int64_t id, bool before)
{
    struct frontier_row row;
    int64_t at;
    unsigned flags;

    if (!frontier_known(intake->site->frontier, buf_span(&target->text), &at, &flags))
        return false;
    for (int hops = 0; hops <= LIMIT_REDIRECTS && at != id; hops++) {
        if (frontier_get(intake->site->frontier, at, &row) || !redirects(&row, before))
            return false;
        at = row.visit.redirect_to;
    }
    return true;
}

/* Returns the detour of the URL with this id; NULL if another one has its place. */
static struct detour *find_detour(struct intake *intake, int64_t id)
{
    struct detour *detour = &intake->detours[(size_t)id % DETOURS];

    if (detour->id != id && detour->again)
        return NULL;
    if (detour->id != id)
        *detour = (struct detour){.id = id};
    return detour;
}

/* Returns whether the URL with this id may be followed once more, and notes that it is. */
static bool may_follow_again(struct intake *intake, int64_t id)
{
    struct detour *detour = find_detour(intake, id);

    if (!detour || detour->again)
        return false;
    detour->again = intake->needs_cookies = true;
    return true;
}

/* Takes a redirect to a URL that leads back to it. Such a circle ends where a cookie has been set meanwhile:
 * that URL is requested once more. */
static int take_circle(struct intake *intake, const struct job *job, struct frontier_visit *visit)
{
    struct frontier *frontier = intake->site->frontier;
    const struct detour *target;
    bool changed;
    unsigned flags;
    int error;

    (void)frontier_known(frontier, buf_span(&intake->location.text), &visit->redirect_to, &flags);
    target = find_detour(intake, visit->redirect_to);
    changed = target && target->cookies != intake->cookies;
    if (!changed || !may_follow_again(intake, visit->redirect_to)) {
        if (intake->cookies > 0)
            visit->rule = span_of("the site sets a cookie and redirects back");
        visit->redirect_to = 0;
        return settle(intake, visit, FRONTIER_FAILED, FRONTIER_BY_REDIRECTS);
    }
    if (visit->redirect_to == job->item.id) {
        frontier_release(frontier, job->item.id);
        return 0;
    }
    error = settle(intake, visit, FRONTIER_REDIRECTED, FRONTIER_NO_REASON);
    return error ? error : frontier_revisit(frontier, visit->redirect_to);
}

/* Sets TAKEN to whether, in an update, a page with a copy redirects to a URL that led back to it before, when
 * a cookie had been set: it is requested once more, after that URL. */
static int take_detour(struct intake *intake, const struct job *job, bool *taken)
{
    *taken = intake->revisit.earlier.state == FRONTIER_DONE &&
             leads_back(intake, &intake->location, job->item.id, true) &&
             may_follow_again(intake, job->item.id);
    return *taken ? frontier_retry(intake->site->frontier, job->item.id, job->item.attempts,
                                   site_now_ms(intake->site))
                  : 0;
}

/* Sets VISIT's fragment to that of intake->location; borrowed from intake->fragment. */
static void keep_fragment(struct intake *intake, struct frontier_visit *visit)
{
    (void)buf_set(&intake->fragment, span_of(url_has_fragment(&intake->location) ? "#" : ""));
    (void)buf_add_span(&intake->fragment, url_fragment(&intake->location));
    visit->redirect_fragment = buf_span(&intake->fragment);
}

/* Returns what a redirect of VISIT adds to url.gone: one if it is permanent and was the same before, -1 if it
 * is permanent and new. */
static int count_redirect(const struct intake *intake, const struct frontier_visit *visit)
{
    if (!site_is_updating(intake->site) || (visit->status != 301 && visit->status != 308))
        return 0;
    return visit->redirect_to == intake->revisit.earlier.redirect_to ? 1 : -1;
}

/* Returns the item of JOB, which redirects. Where the copy of the start page stays, another page is only
 * that. */
static struct frontier_item redirecting(const struct intake *intake, const struct job *job)
{
    struct frontier_item item = job->item;

    if (item.kind == FRONTIER_START && intake->revisit.earlier.state == FRONTIER_DONE)
        item.kind = FRONTIER_PAGE;
    return item;
}

static int take_redirect(struct intake *intake, const struct job *job, const struct fetch_result *result,
                         struct frontier_visit *visit)
{
    struct frontier_item from = redirecting(intake, job);
    enum start_page_verdict verdict;
    struct detour *detour;
    bool taken;
    int error;

    if (url_parse_bytes(&intake->location, result->fields->first[ANSWER_LOCATION], &intake->url) != URL_OK)
        return settle(intake, visit, FRONTIER_FAILED, FRONTIER_BY_LOCATION);
    keep_fragment(intake, visit);
    url_strip(&intake->location);
    if (job->item.kind != FRONTIER_START || site_is_updating(intake->site)) {
        error = names_take_redirect(intake->site, &intake->url, result->url, &intake->location, &taken);
        if (error || (taken && job->item.attempts < NAMES_TRIED))
            return error ? error
                         : frontier_retry(intake->site->frontier, job->item.id, job->item.attempts + 1,
                                          site_now_ms(intake->site));
    }
    detour = find_detour(intake, job->item.id);
    if (detour)
        detour->cookies = job->cookies;
    if (leads_back(intake, &intake->location, job->item.id, false))
        return take_circle(intake, job, visit);
    error = take_detour(intake, job, &taken);
    if (error || taken)
        return error;
    error =
        start_page_judge_redirect(intake->update, &job->item, &intake->location, result->status, &verdict);
    if (error)
        return error;
    if (verdict == START_PAGE_UNFOLLOWED) {
        frontier_release(intake->site->frontier, job->item.id);
        return 0;
    }
    if (redirects_before(intake, job->item.id) >= LIMIT_REDIRECTS)
        return settle(intake, visit, FRONTIER_FAILED, FRONTIER_BY_REDIRECTS);
    if (verdict == START_PAGE_MOVES) {
        message_note("the start page has moved to %s", buf_text(&intake->location.text));
        error = site_move(intake->site, &intake->location);
    }
    if (!error)
        error = discover_redirect(intake->site, &from, &intake->location, &visit->redirect_to);
    intake->cookie_target = result->fields->first[ANSWER_SET_COOKIE].len > 0 ? visit->redirect_to : 0;
    visit->gone = count_redirect(intake, visit);
    return error ? error : settle(intake, visit, FRONTIER_REDIRECTED, FRONTIER_NO_REASON);
}

/* Returns why the answer is not stored. A body above a limit of the user is left out; one that exceeds only
 * our own limits is broken. */
static enum frontier_reason reason_of(const struct job *job, const struct fetch_result *result)
{
    if (result->beyond_total)
        return FRONTIER_BY_MAX_BYTES;
    if (result->outcome == FETCH_LIVE)
        return FRONTIER_BY_LIVE;
    if (result->outcome == FETCH_TOO_LARGE && job->max_bytes > 0 &&
        (result->decoding != DECODE_BOMB || result->plain->len >= job->max_bytes))
        return FRONTIER_BY_MAX_FILE_SIZE;
    if (result->outcome == FETCH_TOO_LARGE || result->outcome == FETCH_BAD_CODING)
        return FRONTIER_BY_CONTENT;
    if (!fetch_outcome_is_answer(result->outcome))
        return FRONTIER_BY_NETWORK;
    if (result->status == 401)
        return FRONTIER_BY_PASSWORD;
    return result->status == 403 ? FRONTIER_BY_REFUSAL : FRONTIER_BY_STATUS;
}

/* Returns the number of retries for an answer that may be temporary: for a guess, one at most. */
static int retries(const struct intake *intake, const struct job *job)
{
    return job->item.kind == FRONTIER_CANDIDATE && intake->site->settings->retries > 1
               ? 1
               : intake->site->settings->retries;
}

/* Returns whether JOB requests the icon that browsers request unasked, without a link. */
static bool is_for_icon(const struct intake *intake, const struct job *job)
{
    struct frontier_row row;

    return job->item.kind == FRONTIER_CANDIDATE &&
           frontier_get(intake->site->frontier, job->item.id, &row) == 0 && link_place(row.via) == PLACE_ICON;
}

/* Returns whether RESULT has what JOB requested; a page is not an icon. */
static bool is_content(const struct intake *intake, const struct job *job, const struct fetch_result *result)
{
    return result->outcome == FETCH_OK &&
           !(span_starts_nocase(result->fields->first[ANSWER_CONTENT_TYPE], "text/html") &&
             is_for_icon(intake, job));
}

static int take_failure(struct intake *intake, const struct job *job, const struct fetch_result *result,
                        struct frontier_visit *visit)
{
    bool is_icon = is_for_icon(intake, job), is_page = is_icon && result->outcome == FETCH_OK;
    bool gone = result->status == 404 || result->status == 410 || is_page;
    enum frontier_reason reason = reason_of(job, result);

    if (fetch_outcome_may_pass(result->outcome, result->status) &&
        job->item.attempts < retries(intake, job)) {
        message_debug("%s: %s; trying again later", buf_text(&job->url),
                      fetch_outcomes[result->outcome].text);
        return revisit_retry_later(&intake->revisit);
    }
    message_debug("%s: %s", buf_text(&job->url), fetch_outcomes[result->outcome].text);
    if (reason == FRONTIER_BY_MAX_FILE_SIZE || reason == FRONTIER_BY_MAX_BYTES)
        visit->rule = judge_limit_rule(intake->site, reason);
    if (gone && is_icon)
        reason = FRONTIER_NO_REASON; /* no link is broken */
    if (is_page)
        visit->rule = span_of("the answer is a page, not an icon");
    return settle(intake, visit,
                  gone && fetch_outcome_is_answer(result->outcome) ? FRONTIER_GONE : FRONTIER_FAILED, reason);
}

/* Queues the URL again after a firewall's challenge, which is neither stored nor archived. */
static int take_challenge(struct intake *intake, const struct job *job, struct fetch_result *result,
                          struct frontier_visit *visit)
{
    int error;

    message_debug("%s: a challenge by %s instead of an answer", buf_text(&job->url), job->firewall);
    error = store_withheld(intake, job, result, span_of("a challenge instead of an answer"));
    if (error)
        return error;
    if (job->item.attempts < retries(intake, job))
        return revisit_retry_later(&intake->revisit);
    visit->outcome = span_of("challenge");
    return settle(intake, visit, FRONTIER_FAILED, FRONTIER_BY_CHALLENGE);
}

/* Sets IS_LOGIN to whether the page that a request has brought is a login. Pages of some sites always have a
 * form for a password; it counts after a page without one, or if the page had none before. */
static int judge_form(struct intake *intake, const struct fetch_result *result, bool *is_login)
{
    struct original original ORIGINAL_LOCAL;
    struct span body;
    bool found;
    int error = body_span(result->plain, &body);

    if (error)
        return error;
    intake->remarks.has_form |= scope_asks_password(body);
    if (!scope_asks_password(body)) {
        intake->remarks.has_page = true;
        intake->login.in_row = 0;
        return 0;
    }
    *is_login = intake->remarks.has_page;
    if (*is_login)
        return 0;
    error = revisit_find_copy(&intake->revisit, &original, &found);
    *is_login = !error && found && !scope_asks_password(original.bytes);
    return error;
}

/* Sets IS_LOGIN to whether the answer redirects to a login, or is one, at the URL of a page. */
static int judge_login(struct intake *intake, const struct fetch_result *result, bool *is_login)
{
    const struct span *first = result->fields->first;

    *is_login = false;
    if (scope_is_login(&intake->url))
        return 0;
    if (result->outcome == FETCH_OK && span_starts_nocase(first[ANSWER_CONTENT_TYPE], "text/html"))
        return result->plain->len > LIMIT_DOCUMENT_BYTES ? 0 : judge_form(intake, result, is_login);
    if (result->outcome != FETCH_REDIRECT)
        *is_login = result->status == 401;
    else if (url_parse_bytes(&intake->location, first[ANSWER_LOCATION], &intake->url) == URL_OK)
        *is_login = scope_is_login(&intake->location);
    return 0;
}

/* Queues the URL again if the session of the user has ended or does not cover this page. TAKEN is false if
 * the answer counts as it is. */
static int take_login(struct intake *intake, const struct job *job, struct fetch_result *result, bool *taken)
{
    struct login *login = &intake->login;
    bool is_start = job->item.kind == FRONTIER_START, is_login;
    int error;

    *taken = false;
    if (!intake->site->settings->scope.has_session || (!is_start && job->item.kind != FRONTIER_PAGE) ||
        !site_is_own(intake->site, job->asked))
        return 0;
    error = judge_login(intake, result, &is_login);
    if (error || !is_login)
        return error;
    if (login->last != job->item.id)
        login->in_row += is_start ? LOGIN_MOST : 1;
    login->last = job->item.id;
    if (is_start ? result->status == 401 : job->item.attempts >= retries(intake, job))
        return 0; /* it counts as a failure, which ends the run if it is the start page's */
    *taken = true;
    message_debug("%s: a login instead of the page", buf_text(&job->url));
    error = store_withheld(intake, job, result, span_of("a login instead of the page"));
    return error ? error : revisit_retry_later(&intake->revisit);
}

void job_read_refusal(struct job *job, const struct fetch_result *result)
{
    struct span lines[REFUSAL_LINES_MAX];
    struct refusal_answer answer = {.status = result->status, .lines = lines};
    struct span type = result->fields->first[ANSWER_CONTENT_TYPE];

    job->refusal = REFUSAL_NONE;
    job->firewall = "";
    if (!fetch_outcome_is_answer(result->outcome))
        return;
    if (result->plain->len <= REFUSAL_BODY_MAX &&
        (!type.at || span_starts_nocase(type, "text/html") ||
         span_starts_nocase(type, "application/xhtml")) &&
        body_span(result->plain, &answer.body))
        answer.body = span_make(NULL, 0);
    answer.line_count = answer_fields_texts(result->fields, ANSWER_CHALLENGE, lines, REFUSAL_LINES_MAX);
    job->refusal = refusal_judge(&answer, &job->firewall);
}

/* Takes HELD as if it came now; queues its URL again if the archive has lost the answer. */
static int take_held(struct intake *intake, struct capture_reader *reader, const struct frontier_held *held)
{
    struct site *site = intake->site;
    struct fetch_result *result = &reader->answer->result;
    struct job job = {.kind = JOB_URL, .place = {held->archive, held->archive_offset, held->archive_length}};
    struct buf text BUF_LOCAL(LIMIT_URL_BYTES);
    struct frontier_visit visit;
    struct frontier_row row;
    int error = frontier_get(site->frontier, held->url, &row);

    if (error)
        return error;
    (void)buf_add_span(&text, row.item.url);
    job.url = text; /* borrowed */
    job.item = row.item;
    job.item.attempts--;
    job.item.url = span_make(NULL, 0);
    if (url_parse(&intake->url, row.item.url, NULL, NULL) != URL_OK)
        return ERROR_CORRUPT;
    error = site_origin(site, job.item.origin, &job.asked);
    if (!error)
        error = capture_reader_read_at(reader, &job.place, buf_span(&job.url), held->digest);
    if (error == ERROR_CORRUPT || error == ERROR_TOO_LARGE) {
        error = frontier_revisit(site->frontier, held->url);
    } else if (!error) {
        result->started_wall_us = clock_us(held->requested_ms);
        result->total_ms = held->duration_ms;
        fill_visit(&visit, site, &job, result);
        error = revisit_begin(&intake->revisit, &job.item);
        if (!error)
            error = store_answer(intake, &job, result, &visit);
    }
    return error ? error : frontier_edit(site->frontier, FRONTIER_DROP_HELD, held->url);
}

int intake_take_held(struct intake *intake)
{
    struct mirror *mirror = intake->site->mirror;
    struct frontier_held held = {.url = 0};
    struct capture_reader reader;
    int error;

    if (!site_is_updating(intake->site))
        return 0;
    error = capture_reader_open(&reader, mirror, 0);
    for (int count = 1; !error; count++) {
        error = frontier_next_held(mirror->frontier, held.url, &held);
        if (!error)
            error = take_held(intake, &reader, &held);
        if (!error && count % HELD_BATCH == 0)
            error = mirror_commit(mirror);
    }
    capture_reader_close(&reader);
    return error == ERROR_END ? 0 : error;
}

enum frontier_reason intake_judge_head(struct intake *intake, const struct job *job,
                                       const struct answer_fields *fields, bool is_parsed, struct span *rule)
{
    const struct frontier_item *item = &job->item;
    struct scope *scope = intake->site->scope;
    struct span type = fields->first[ANSWER_CONTENT_TYPE];

    if (job->kind != JOB_URL || url_parse(&intake->url, buf_span(&job->url), NULL, NULL) != URL_OK ||
        site_has_copy(intake->site, item))
        return FRONTIER_NO_REASON;
    type = download_type(&intake->type, type, fields, &intake->url, span_of(""));
    if (type.len == 0 || span_starts_nocase(type, "text/html") ||
        span_starts_nocase(type, "application/xhtml"))
        return discover_is_download(item)
                   ? scope_judge(scope, &intake->url, FRONTIER_AS_PAGE, item->depth, rule)
                   : FRONTIER_NO_REASON;
    return is_parsed ? FRONTIER_NO_REASON : scope_judge_type(scope, &intake->url, type, rule);
}

/* Leaves out an answer of which only the head was received. */
static int take_unwanted(struct intake *intake, const struct job *job, struct fetch_result *result)
{
    struct span rule = {0};
    enum frontier_reason reason = intake_judge_head(intake, job, result->fields, false, &rule);
    int error;

    (void)buf_set(&intake->terms, rule);
    error = store_withheld(intake, job, result, buf_span(&intake->terms));
    if (error)
        return error;
    if (!reason) /* an option has changed meanwhile */
        frontier_release(intake->site->frontier, job->item.id);
    return reason ? update_refuse(intake->site, &job->item, reason, buf_span(&intake->terms)) : 0;
}

/* Takes the answer to a URL of the site's twin, which may prove that it is the site. */
static int take_probe(struct intake *intake, const struct job *job, struct fetch_result *result)
{
    struct span location = result->fields->first[ANSWER_LOCATION];
    bool redirects = result->outcome == FETCH_REDIRECT &&
                     url_parse(&intake->location, location, &intake->url, NULL) == URL_OK;
    int error = store_archive(intake, job, result, NULL);

    if (!error)
        error = names_refuse_probe(intake->site, job->item.id);
    return error ? error
                 : names_take_probe(intake->site, &job->item, &intake->url,
                                    redirects ? &intake->location : NULL, result);
}

int intake_take(struct intake *intake, const struct job *job, struct fetch_result *result)
{
    struct frontier_visit visit;
    bool taken;
    int error = 0;

    if (fetch_outcome_is_none(result->outcome)) {
        frontier_release(intake->site->frontier, job->item.id);
        return 0;
    }
    if (result->outcome == FETCH_LOCAL)
        return result->local_error;
    if (url_parse(&intake->url, buf_span(&job->url), NULL, NULL) != URL_OK)
        return ERROR_CORRUPT;
    fill_visit(&visit, intake->site, job, result);
    intake->cookies += result->keeps_cookies && result->fields->first[ANSWER_SET_COOKIE].len > 0;
    error = revisit_begin(&intake->revisit, &job->item);
    if (error)
        return error;
    if (result->outcome == FETCH_UNWANTED)
        return take_unwanted(intake, job, result);
    if (job->item.id == intake->site->twin.probe)
        return take_probe(intake, job, result);
    if (job->refusal == REFUSAL_CHALLENGE)
        return take_challenge(intake, job, result, &visit);
    error = take_login(intake, job, result, &taken);
    if (error || taken)
        return error;
    if (result->outcome == FETCH_NOT_MODIFIED && intake->revisit.earlier.state != FRONTIER_QUEUED)
        return store_unchanged(intake, job, result, &visit);
    if (is_content(intake, job, result)) {
        if (job->item.kind == FRONTIER_START)
            error = start_page_undo_move(intake->update, job->item.id, &intake->url);
        if (!error)
            error = names_compare(intake->site, job->item.id, visit.digest);
        if (!error)
            error = store_answer(intake, job, result, &visit);
        return error ? error : families_weigh(intake->site, &job->item, &intake->url);
    }
    error = store_archive(intake, job, result, &visit);
    if (error)
        return error;
    return result->outcome == FETCH_REDIRECT ? take_redirect(intake, job, result, &visit)
                                             : take_failure(intake, job, result, &visit);
}
