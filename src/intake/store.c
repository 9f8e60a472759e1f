/* SPDX-License-Identifier: MIT */
/* Processes a complete answer with a body: reads, archives, stores and weaves it. The order matters: the
 * frontier learns a page's links before the page is woven, and a page's directives are read before any of it
 * is written. */
#include "config.h"

#include "answer/answer.h"
#include "base/digest.h"
#include "base/error.h"
#include "base/limits.h"
#include "extract/extract.h"
#include "extract/html.h"
#include "frontier/frontier.h"
#include "frontier/row.h"
#include "intake/intake.h"
#include "judge/evidence.h"
#include "judge/judge.h"
#include "judge/site.h"
#include "mirror/archiving.h"
#include "mirror/mirror.h"
#include "robots/date.h"
#include "site/tree.h"
#include "update/update.h"
#include "weave/naming.h"
#include "weave/rebuild.h"

/* Links in the noscript elements of a page that scripts build. A page with more is not read for that. */
enum { SHELL_LINKS_MAX = 3 };

static struct request_purpose purpose_of(struct intake *intake, const struct job *job)
{
    struct request_purpose purpose = {.url = buf_span(&job->url)};

    if (job->kind == JOB_URL) {
        purpose.id = job->item.id;
        purpose.kept = frontier_place_of(&intake->revisit.earlier);
    } else if (job->kind == JOB_ROBOTS) {
        purpose.robots_of = span_of(job->of->text);
        purpose.redirects = job->of->rules_redirects;
    } else {
        if (frontier_origin_text(intake->site->frontier, job->sitemap.voucher, &purpose.robots_of))
            purpose.robots_of = span_make(NULL, 0);
        purpose.sitemap_level = job->sitemap.level + 1;
    }
    return purpose;
}

/* Adds the answer to the archive, unless it was read from there. */
static int add_to_archive(struct intake *intake, const struct job *job, struct fetch_result *result,
                          struct frontier_visit *visit)
{
    struct request_purpose purpose = purpose_of(intake, job);

    return job->place.archive > 0 ? 0 : archiving_add(intake->site->mirror, &purpose, result, visit);
}

int store_withheld(struct intake *intake, const struct job *job, struct fetch_result *result, struct span why)
{
    struct request_purpose purpose = purpose_of(intake, job);

    return archiving_withhold(intake->site->mirror, &purpose, result, why);
}

/* Applies --only-types and --not-types. A file that is there stays. */
static void judge_type(struct intake *intake, struct stored *stored)
{
    struct span rule = {0};

    if (!stored->store || intake->revisit.earlier.state == FRONTIER_DONE ||
        !scope_judge_type(intake->site->scope, &intake->url, stored->type, &rule))
        return;
    stored->unwanted = true;
    (void)buf_set(&intake->terms, rule);
    directives_refuse(stored, FRONTIER_BY_PATTERN, buf_span(&intake->terms));
}

/* Finds whether the pages woven so far expect the file's bytes to differ from its answer. Integrity
 * attributes never guard pages. */
static int recall_changes(struct intake *intake, const struct stored *stored, bool *changes)
{
    *changes = references_expects_change(stored->path);
    if (stored->form == DOCUMENT_HTML || intake->revisit.earlier.state != FRONTIER_DONE)
        return 0;
    return references_changes(&intake->site->weaver.references, stored->job->item.id, changes);
}

/* Schedules pages for weaving again if they expected wrongly that the file's bytes would, or would not,
 * differ. */
static int check_changes(struct intake *intake, const struct stored *stored, bool taken_for)
{
    bool changes = stored->rewritten && intake->targets.count > 0;

    if (stored->form == DOCUMENT_HTML || changes == taken_for)
        return 0;
    return unexpected_note(&intake->site->weaver, stored->job->item.id, PAGES_BEFORE);
}

/* Notes the digest of a file that is the body decoded. */
static int digest_file(struct stored *stored, unsigned char bytes[DIGEST_MAX_BYTES])
{
    if (stored->rewritten || !stored->result->content_coded)
        return 0;
    stored->visit->file_digest = span_make((const char *)bytes, digest_len(DIGEST_SHA256));
    return digest_body(DIGEST_SHA256, stored->result->plain, bytes);
}

static uint64_t count_pages(const struct link_list *links)
{
    uint64_t count = 0;

    for (size_t i = 0; links && i < links->count; i++)
        count += links->links[i].role == LINK_PAGE && links->links[i].url.len > 0;
    return count;
}

/* Returns whether the answer is a page that shows little until scripts have built it. */
static bool is_shell(struct intake *intake, const struct stored *stored)
{
    return stored->form == DOCUMENT_HTML && stored->links && !span_starts_nocase(stored->type, "image/") &&
           (intake->site->weaver.page.lacks_main ||
            (count_pages(stored->links) <= SHELL_LINKS_MAX &&
             visible_is_shell(&intake->visible, stored->bytes, stored->type)));
}

/* Returns the time of a file that is stored as received; 0 for one that its server does not give, or that is
 * still to come. */
static int64_t modified_ms(const struct frontier_visit *visit)
{
    int64_t ms;

    return date_read(visit->last_modified, &ms) > 0 && ms > 0 && ms < visit->requested_ms ? ms : 0;
}

static int store_file(struct intake *intake, struct stored *stored)
{
    unsigned char digest[DIGEST_MAX_BYTES];
    bool changes;
    int error = recall_changes(intake, stored, &changes);

    if (!error)
        error = digest_file(stored, digest);
    if (error)
        return error;
    stored->visit->preferences = directives_preferences(intake, stored);
    if (stored->rewritten || intake->site->settings->archive == ARCHIVE_ALL)
        error = add_to_archive(intake, stored->job, stored->result, stored->visit);
    if (error)
        return error;
    if (!stored->rewritten)
        error = tree_stage_body(intake->site->mirror->tree, stored->path, stored->result->plain,
                                modified_ms(stored->visit));
    stored->visit->path = stored->path;
    intake->site->weaver.is_shell = is_shell(intake, stored);
    if (stored->rewritten)
        stored->visit->document = intake->site->weaver.is_shell ? FRONTIER_SHELL : FRONTIER_DOCUMENT;
    stored->visit->woven =
        stored->rewritten ? frontier_sequence(intake->site->frontier) + 1 : 0; /* woven with this answer */
    if (!error)
        error = frontier_finish(intake->site->frontier, stored->visit);
    if (!error && stored->links)
        error = frontier_set_links(intake->site->frontier, stored->job->item.id, &intake->targets);
    if (!error)
        error = evidence_note(intake->site, stored->visit, &intake->url);
    if (!error && stored->rewritten)
        error = document_weave(&intake->site->weaver, stored->bytes, stored->links, stored->path);
    if (!error)
        error = check_changes(intake, stored, changes);
    return error ? error : revisit_finish(&intake->revisit, stored->visit, &intake->url, stored->path);
}

/* Records only the decision for an answer that was fetched but is not stored. */
static int withhold(struct intake *intake, struct stored *stored, enum frontier_state state,
                    enum frontier_reason reason)
{
    bool keeps_links = state == FRONTIER_WITHHELD && stored->links;
    int error = 0;

    stored->visit->state = state;
    stored->visit->reason = reason;
    stored->visit->title = span_make(NULL, 0);
    if (!stored->store)
        error = store_withheld(intake, stored->job, stored->result, stored->visit->rule);
    if (stored->unread && intake->revisit.earlier.state == FRONTIER_DONE)
        stored->visit->state =
            FRONTIER_FAILED; /* an answer that cannot be read says nothing about the page */
    return error ? error
                 : revisit_settle(&intake->revisit, stored->visit, &intake->url,
                                  keeps_links ? &intake->targets : NULL);
}

/* Decides whether HTML at a guessed URL is a page of the site: it must look like one. */
static int weigh_guess(struct intake *intake, struct stored *stored)
{
    bool is_page = true;
    int error;

    if (stored->job->item.kind != FRONTIER_CANDIDATE || stored->form != DOCUMENT_HTML || !stored->store ||
        span_starts_nocase(stored->type, "image/svg"))
        return 0;
    error = judge_guessed_page(intake->site, &stored->job->item, &intake->url, stored->bytes, &is_page);
    if (!is_page)
        stored->rewritten = stored->follow = false;
    return error;
}

static void read_head_links(struct intake *intake, const struct answer_fields *fields)
{
    link_list_clear(&intake->head_links);
    for (size_t i = 0; i < fields->line_count; i++) {
        const struct answer_line *line = &fields->lines[i];

        if (line->field == ANSWER_LINK)
            header_links_add(&intake->head_links, line->value, &intake->url);
        else if (line->field == ANSWER_REFRESH)
            header_links_add_refresh(&intake->head_links, line->value, &intake->url);
    }
}

/* Sets REPEATS to whether the page is the same as the two pages before it on the way to it, which are less
 * deep: links that are relative lead deeper without an end. */
static int find_repetition(struct intake *intake, const struct stored *stored, bool *repeats)
{
    size_t own = intake->url.text.len, seen = 0;
    int64_t id = stored->job->item.referrer;
    struct frontier_row row;
    uint64_t digest, *recent;
    int error = 0;

    memcpy(&digest, stored->visit->digest.at, sizeof digest); /* of SHA-256 */
    recent = &intake->recent[digest % COUNT_OF(intake->recent)];
    if (*recent != digest)
        id = 0; /* no page of late was the same */
    *recent = digest;
    while (seen < 2 && id > 0 && !error) {
        error = frontier_get(intake->site->frontier, id, &row);
        if (error || !row.answered || row.item.url.len >= own ||
            !span_equals(row.visit.digest, stored->visit->digest))
            break;
        seen++;
        id = row.item.referrer;
    }
    *repeats = seen == 2;
    return error == ERROR_NOT_FOUND ? 0 : error;
}

/* Returns the first link rel=canonical of the page or of the head of its answer. */
static struct span find_canonical(const struct link_list *links)
{
    for (size_t i = 0; i < links->count; i++)
        if (links->links[i].role != LINK_PAGE &&
            link_place(span_of(links->links[i].where)) == PLACE_CANONICAL)
            return links->links[i].url;
    return span_make(NULL, 0);
}

/* Keeps whether the document or script asks a service to search the site. */
static int note_search(struct intake *intake, const struct stored *stored)
{
    struct frontier *frontier = intake->site->frontier;
    int64_t id = stored->job->item.id;
    const char *search = stored->links ? stored->links->search : NULL;
    struct span service;

    if (intake->search_script < 0)
        intake->search_script = frontier_search_script(frontier, &service);
    if (!stored->links || (search != NULL) == (intake->search_script == id))
        return 0;
    intake->search_script = search ? id : 0;
    return frontier_set_search_script(frontier, intake->search_script, search ? search : "");
}

/* Follows the links of the answer if its directives allow that; intake->targets then lists them. */
static int follow_links(struct intake *intake, struct stored *stored)
{
    struct discovery from = {.page = &stored->job->item,
                             .url = &intake->url,
                             .targets = &intake->targets,
                             .stored = stored->store || stored->unwanted,
                             .referrer = directives_referrer(intake, stored)};
    bool is_closed = (intake->meta.effects & META_NO_FOLLOW) && !stored->unread;
    uint64_t closed = is_closed ? count_pages(stored->links) : 0;
    int error = note_search(intake, stored);

    intake->targets.count = 0;
    intake->remarks.cut_documents += stored->links && stored->links->truncated;
    intake->remarks.closed_pages += closed > 0;
    intake->remarks.closed_links += closed;
    if (error || !stored->follow)
        return error;
    if (stored->form == DOCUMENT_HTML)
        error = find_repetition(intake, stored, &from.repeats);
    if (!error && stored->links)
        error = discover_links(intake->site, &from, stored->links);
    if (!error && stored->links && stored->form == DOCUMENT_XML &&
        (stored->job->item.roles & FRONTIER_AS_PAGE))
        error = sitemaps_linked(intake->site, &intake->url, stored->job->asked, stored->links);
    read_head_links(intake, stored->result->fields);
    if (stored->visit->canonical.len == 0)
        stored->visit->canonical = find_canonical(&intake->head_links);
    if (!error)
        error = discover_links(intake->site, &from, &intake->head_links);
    if (!error && stored->store && stored->form != DOCUMENT_HTML)
        error = discover_next(intake->site, &stored->job->item, &intake->url);
    return error;
}

/* Determines the answer's type and form. If the body is too large for a document, reads only its
 * beginning. */
static int look_at_body(struct intake *intake, struct stored *stored)
{
    struct fetch_result *result = stored->result;
    struct span options = result->fields->first[ANSWER_CONTENT_TYPE_OPTIONS];
    bool small = result->plain->len <= LIMIT_DOCUMENT_BYTES, nosniff;
    int error =
        small ? body_span(result->plain, &stored->bytes) : body_piece(result->plain, 0, &stored->bytes);

    if (error)
        return error;
    intake->site->weaver.source = result->plain;
    intake->site->weaver.page.refresh = result->fields->first[ANSWER_REFRESH];
    /* Its first value may forbid guessing the type (Fetch Standard). */
    nosniff = span_is_nocase(span_trim(span_take_until(&options, ','), PLAIN_WHITE), "nosniff");
    stored->type = document_type(stored->visit->content_type, nosniff, &intake->url, stored->bytes);
    stored->form = document_form_of(&intake->site->weaver, stored->job->item.id, stored->type, stored->bytes);
    if (!small && stored->form != DOCUMENT_HTML)
        stored->form = DOCUMENT_NONE;
    return 0;
}

/* Makes STORED a file where it is a download. Its directives are judged before that: they count in any case.
 */
static void take_download(struct intake *intake, struct stored *stored)
{
    struct frontier_visit *visit = stored->visit;
    struct span type = download_type(&intake->type, visit->content_type, stored->result->fields, &intake->url,
                                     stored->bytes);

    if (type.at == visit->content_type.at)
        return;
    visit->content_type = stored->type = type;
    stored->form = document_form(type, stored->bytes);
}

/* Archives an answer that creates no new file, with --archive all. */
static int add_again(struct intake *intake, struct stored *stored)
{
    stored->visit->preferences = directives_preferences(intake, stored);
    return intake->site->settings->archive == ARCHIVE_ALL
               ? add_to_archive(intake, stored->job, stored->result, stored->visit)
               : 0;
}

/* Extracts a document's links once its directives are known: to follow them, or to rewrite a stored one. */
static int extract_links(struct intake *intake, struct stored *stored)
{
    struct weaver *weaver = &intake->site->weaver;

    if (!stored->store && !stored->follow)
        return 0;
    if (stored->form == DOCUMENT_HTML) {
        stored->links = document_links(weaver);
        stored->visit->title = span_part(weaver->page.title, 0, 500);
        directives_read_hints(&weaver->page, stored->visit);
        stored->visit->canonical = find_canonical(stored->links);
        stored->visit->shown =
            families_read(intake->site, &stored->job->item, &intake->url, stored->bytes, stored->links);
    } else if (stored->form != DOCUMENT_NONE) {
        return document_read(weaver, stored->form, stored->bytes, stored->type, &intake->url,
                             stored->job->item.id, &stored->links);
    }
    return 0;
}

/* Returns whether RESULT repeats the robots.txt of ORIGIN that the mirror has; the text of an error says
 * nothing. */
static bool repeats_rules(struct site *site, const struct origin *origin, const struct fetch_result *result)
{
    struct frontier_robots known;
    struct span body;

    return !body_span(result->plain, &body) && !frontier_robots(site->frontier, origin->id, &known) &&
           known.status == result->status && !known.truncated &&
           (result->status >= 400 || span_equals(known.body, body));
}

int store_archive(struct intake *intake, const struct job *job, struct fetch_result *result,
                  struct frontier_visit *visit)
{
    struct frontier_visit judged = {.content_type = result->fields->first[ANSWER_CONTENT_TYPE]};
    struct stored stored = {.job = job, .result = result, .visit = &judged};
    bool is_rules = job->kind == JOB_ROBOTS && fetch_outcome_is_answer(result->outcome);
    int error;

    if (intake->site->settings->archive != ARCHIVE_ALL &&
        (!is_rules || result->outcome == FETCH_NOT_MODIFIED || repeats_rules(intake->site, job->of, result)))
        return 0;
    if (job->kind == JOB_ROBOTS)
        return add_to_archive(intake, job, result, visit);
    if (url_parse(&intake->url, buf_span(&job->url), NULL, NULL) != URL_OK)
        return ERROR_CORRUPT;
    error = look_at_body(intake, &stored);
    if (error)
        return error;
    directives_judge(intake, &stored, false);
    return stored.store ? add_to_archive(intake, job, result, visit)
                        : store_withheld(intake, job, result, judged.rule);
}

/* Returns whether the URL with this id has a held answer whose body has DIGEST. */
static bool holds_same(struct site *site, int64_t id, struct span digest)
{
    struct frontier_held held;

    return frontier_next_held(site->frontier, id - 1, &held) == 0 && held.url == id &&
           span_equals(held.digest, digest);
}

/* Lets the URL share the file of another one, as /d/index.html that of /d/, if both have the same bytes. In
 * an update, the other URL's new answer is awaited. */
static int share_file(struct intake *intake, struct stored *stored, bool *shared)
{
    struct frontier_visit *visit = stored->visit;
    struct frontier_row row;
    int64_t holder;
    int error;

    *shared = false;
    if (intake->revisit.earlier.state == FRONTIER_DONE || stored->result->fields->first[ANSWER_REFRESH].at)
        return 0;
    error = naming_find_holder(&intake->site->weaver, &intake->url, stored->type, visit, &row, shared);
    stored->path = buf_span(&intake->site->weaver.path); /* the URL's first choice */
    if (error)
        return error == ERROR_NOT_FOUND ? 0 : error;
    holder = row.item.id;
    if (row.state == FRONTIER_QUEUED && stored->job->item.attempts == 0) {
        *shared = true;
        return revisit_retry_later(&intake->revisit);
    }
    *shared = *shared || holds_same(intake->site, holder, visit->digest);
    *shared &= row.state == FRONTIER_DONE || row.state == FRONTIER_QUEUED;
    if (!*shared)
        return 0;
    error = add_to_archive(intake, stored->job, stored->result, visit);
    visit->state = FRONTIER_REDIRECTED;
    visit->redirect_to = holder;
    visit->gone = 0;
    if (!error)
        error = frontier_finish(intake->site->frontier, visit);
    if (!error)
        error = evidence_note(intake->site, visit, &intake->url);
    return error ? error : revisit_finish(&intake->revisit, visit, &intake->url, stored->path);
}

/* Sets HOLDS to whether the answer, a page or one instead of a page, must not be in force before the end of
 * the update. One that comes from the archive was held before. */
static int compare(struct intake *intake, const struct stored *stored, bool *holds)
{
    struct wording_page page = {
        .bytes = stored->bytes, .digest = stored->visit->digest, .url = buf_span(&stored->job->url)};
    bool is_page = stored->form == DOCUMENT_HTML, fits = stored->result->plain->len <= LIMIT_DOCUMENT_BYTES;
    bool was_page = span_starts_nocase(intake->revisit.earlier.content_type, "text/html");
    int error;

    if (is_page)
        page.type = stored->type;
    *holds = false;
    if (!fits || !(is_page || was_page))
        return 0;
    error = revisit_compare(&intake->revisit, stored->result->fields->first[ANSWER_REFRESH], &page,
                            &intake->visible, holds);
    *holds = *holds && site_is_updating(intake->site) && stored->job->place.archive == 0;
    return error;
}

int store_answer(struct intake *intake, const struct job *job, struct fetch_result *result,
                 struct frontier_visit *visit)
{
    const struct frontier_visit *earlier = &intake->revisit.earlier;
    struct stored stored = {.job = job, .result = result, .visit = visit};
    bool holds, shared;
    int error = look_at_body(intake, &stored);

    if (error)
        return error;
    directives_judge(intake, &stored, false);
    take_download(intake, &stored);
    error = extract_links(intake, &stored);
    stored.rewritten = stored.links && document_is_rewritten(stored.form, stored.links);
    if (!error)
        error = weigh_guess(intake, &stored);
    judge_type(intake, &stored);
    if (!error)
        error = follow_links(intake, &stored);
    if (error)
        return error;
    if (!stored.store)
        return withhold(intake, &stored, FRONTIER_WITHHELD, visit->reason);
    error = compare(intake, &stored, &holds);
    if (!error && holds) {
        visit->preferences = directives_preferences(intake, &stored);
        error = add_to_archive(intake, job, result, visit);
        return error ? error : revisit_hold(&intake->revisit, visit);
    }
    if (error)
        return error;
    if (revisit_is_identical(&intake->revisit, visit)) {
        error = add_again(intake, &stored);
        return error ? error : revisit_not_modified(&intake->revisit, visit);
    }
    error = share_file(intake, &stored, &shared);
    if (error || shared)
        return error;
    error = naming_choose(&intake->site->weaver, job->item.id, &intake->url, stored.type, earlier->path,
                          &stored.path);
    if (error == ERROR_LOCKED) {
        error = add_again(intake, &stored);
        return error ? error : withhold(intake, &stored, FRONTIER_FAILED, FRONTIER_BY_NAME);
    }
    return error ? error : store_file(intake, &stored);
}

int store_unchanged(struct intake *intake, const struct job *job, struct fetch_result *result,
                    struct frontier_visit *visit)
{
    const struct frontier_visit *earlier = &intake->revisit.earlier;
    struct stored stored = {.job = job, .result = result, .visit = visit};
    bool holds;
    int error;

    directives_judge(intake, &stored, true);
    if (!stored.store && earlier->state == FRONTIER_DONE)
        return withhold(intake, &stored, FRONTIER_WITHHELD, visit->reason);
    error = revisit_compare(&intake->revisit, result->fields->first[ANSWER_REFRESH], NULL, &intake->visible,
                            &holds);
    if (error)
        return error;
    error = stored.store ? add_again(intake, &stored) : store_withheld(intake, job, result, visit->rule);
    return error ? error : revisit_not_modified(&intake->revisit, visit);
}
