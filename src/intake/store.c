/* SPDX-License-Identifier: MIT */
/* A whole answer with a body, from what it says of itself to its file. The order matters: links are known to
 * the frontier before the page is woven, and a page's tags are read before anything of it is written. */
#include "config.h"

#include "intake/store.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/head.h"
#include "base/limits.h"
#include "crawl/state.h"
#include "extract/header_links.h"
#include "frontier/visit.h"
#include "judge/candidates.h"
#include "judge/discover.h"
#include "judge/revisit.h"
#include "judge/rules.h"
#include "judge/traps.h"
#include "mirror/archiving.h"
#include "mirror/mirror.h"
#include "robots/usage.h"
#include "site/path.h"
#include "site/tree.h"
#include "weave/document.h"
#include "weave/misguess.h"
#include "weave/naming.h"

/* More robots lines in one answer are an attack; what they would say is then taken to be no. */
enum { ROBOTS_LINES_MAX = 64 };

/* An answer on its way into the mirror. */
struct answer {
    const struct job *job;
    struct fetch_result *result;
    struct frontier_visit *visit;
    enum document_form form;
    struct span bytes;             /* decoded */
    struct span type;              /* Content-Type, or what stands in for it */
    const struct link_list *links; /* NULL: none were read */
    bool store, follow;
    bool rewritten; /* site/ shows it with its links rewritten */
};

/* The lines of an answer's head that speak to robots. */
static size_t gather_lines(struct span head, struct span lines[ROBOTS_LINES_MAX])
{
    size_t count = 0;

    while (head.len > 0 && count < ROBOTS_LINES_MAX) {
        struct span line = head_take_line(&head), name = head_line_name(line);

        if (span_is_nocase(name, "x-robots-tag") || span_is_nocase(name, "robots-tag"))
            lines[count++] = span_trim(line, "\r\n");
    }
    return count;
}

/* The terms that withhold something, as explain shows them; borrowed from crawl->terms. */
static struct span describe_terms(struct crawl *crawl)
{
    buf_clear(&crawl->terms);
    for (size_t i = 0; i < crawl->meta.term_count; i++) {
        const struct meta_term *term = &crawl->meta.terms[i];

        if (term->effect == META_NOTHING)
            continue;
        (void)buf_add_format(&crawl->terms, "%s%s: %.*s", crawl->terms.len > 0 ? "; " : "",
                             meta_source_text(term->source),
                             (int)(term->text.len < 200 ? term->text.len : 200), term->text.at);
    }
    return buf_span(&crawl->terms);
}

/* Asks the page and its head what may be done with it. */
static void judge_tags(struct crawl *crawl, struct answer *answer)
{
    const struct page *page = answer->form == DOCUMENT_HTML && answer->links ? &crawl->page : NULL;
    struct span lines[ROBOTS_LINES_MAX];
    struct meta_entry *entries = NULL;
    struct meta_input input = {.agent = span_of("tiptoe"), .headers = lines, .now_ms = clock_wall_ms()};

    input.header_count = gather_lines(answer->result->response_head, lines);
    if (page && page->meta_count > 0) {
        entries = mem_new(page->meta_count, sizeof *entries);
        for (size_t i = 0; i < page->meta_count; i++)
            entries[i] =
                (struct meta_entry){page->metas[i].name, page->metas[i].http_equiv, page->metas[i].content};
        input.entries = entries;
        input.entry_count = page->meta_count;
    }
    meta_judge(&crawl->meta, &input);
    answer->visit->robots_terms = describe_terms(crawl);
    free(entries);
    answer->store = crawl->meta.index && crawl->meta.archive;
    answer->follow = crawl->meta.follow;
    if (input.header_count == ROBOTS_LINES_MAX || (page && page->incomplete)) {
        answer->visit->robots_terms = span_of("more robots tags than are read");
        answer->store = answer->follow = false;
    }
    if (!answer->store) {
        answer->visit->reason = crawl->meta.index ? FRONTIER_BY_NOARCHIVE : FRONTIER_BY_NOINDEX;
        answer->visit->rule = answer->visit->robots_terms;
    }
}

/* Noindex lines in robots.txt: fetched and followed, but not kept. */
static void judge_noindex_lines(struct crawl *crawl, struct answer *answer)
{
    const struct origin *origin = answer->job->asked;
    struct robots_verdict verdict;

    if (!answer->store || origin->rules != RULES_KNOWN)
        return;
    verdict = robots_judge(origin->robots, buf_span(&answer->job->url));
    if (verdict.store)
        return;
    answer->store = false;
    answer->visit->reason = FRONTIER_BY_NOINDEX;
    buf_clear(&crawl->terms);
    (void)buf_add_span(&crawl->terms, rules_text(crawl, verdict.store_line, verdict.store_rule));
    answer->visit->rule = buf_span(&crawl->terms);
}

/* What the site says about uses of the page: robots.txt, the answer's head, the page; borrowed from
 * crawl->preferences. */
static struct span gather_preferences(struct crawl *crawl, const struct answer *answer)
{
    const struct page *page = answer->form == DOCUMENT_HTML && answer->links ? &crawl->page : NULL;
    struct span head = answer->result->response_head;

    buf_clear(&crawl->preferences);
    (void)buf_add_span(&crawl->preferences, buf_span(&answer->job->asked->preferences));
    while (head.len > 0) {
        struct span line = span_trim(head_take_line(&head), "\r\n");

        if (usage_is_header(line))
            (void)buf_add_format(&crawl->preferences, "%.*s\n", (int)line.len, line.at);
    }
    for (size_t i = 0; page && i < page->meta_count; i++) {
        const struct page_meta *meta = &page->metas[i];

        if (usage_is_meta(meta->name))
            (void)buf_add_format(&crawl->preferences, "meta %.*s: %.*s\n", (int)meta->name.len, meta->name.at,
                                 (int)meta->content.len, meta->content.at);
    }
    return buf_span(&crawl->preferences);
}

/* Whether pages woven so far take the file to have other bytes than its answer. Pages are never guarded by
 * integrity attributes. */
static int recall_changes(struct crawl *crawl, const struct answer *answer, bool *changes)
{
    *changes = references_guess_changes(buf_span(&crawl->path));
    if (answer->form == DOCUMENT_HTML || crawl->kept.state != FRONTIER_DONE)
        return 0;
    return references_changes(&crawl->references, crawl->frontier, answer->job->id, changes);
}

/* Has pages woven again that took the file for changed by weaving, or not, and were wrong. */
static int check_changes(struct crawl *crawl, const struct answer *answer, bool taken_for)
{
    bool changes = answer->rewritten && crawl->targets.count > 0;

    if (answer->form == DOCUMENT_HTML || changes == taken_for)
        return 0;
    return misguess_bytes(crawl, answer->job->id);
}

static int store_file(struct crawl *crawl, struct answer *answer)
{
    struct span path = buf_span(&crawl->path);
    bool changes;
    int error = recall_changes(crawl, answer, &changes);

    if (error)
        return error;

    answer->visit->preferences = gather_preferences(crawl, answer);
    if (answer->rewritten || crawl->settings->archive_all)
        error = archiving_add(crawl, answer->job, answer->result, answer->visit);
    if (error)
        return error;
    if (!answer->rewritten)
        error = tree_stage_body(crawl->mirror->tree, path, answer->result->plain);
    answer->visit->path = path;
    answer->visit->document = answer->rewritten;
    answer->visit->woven =
        answer->rewritten ? frontier_sequence(crawl->frontier) + 1 : 0; /* as of this answer */
    if (!error)
        error = frontier_finish(crawl->frontier, answer->visit);
    if (!error && answer->links)
        error = frontier_set_links(crawl->frontier, answer->job->id, &crawl->targets);
    if (!error && answer->rewritten)
        error = document_weave(crawl, answer->bytes, answer->links, path);
    if (!error)
        error = check_changes(crawl, answer, changes);
    return error ? error : revisit_finished(crawl, answer->job, answer->visit, path);
}

/* Fetched, but not to be kept: only what was decided is written down. */
static int withhold(struct crawl *crawl, struct answer *answer, enum frontier_state state,
                    enum frontier_reason reason)
{
    int error = 0;

    answer->visit->state = state;
    answer->visit->reason = reason;
    answer->visit->title = span_make(NULL, 0);
    if (!answer->store)
        error = archiving_withhold(crawl, answer->job, answer->result, answer->visit->rule);
    if (!error)
        error = frontier_finish(crawl->frontier, answer->visit);
    return error ? error : revisit_finished(crawl, answer->job, answer->visit, span_make(NULL, 0));
}

/* HTML that came for a guess is a page of the site only if it looks like one. */
static int judge_guess(struct crawl *crawl, struct answer *answer)
{
    bool is_page = true;
    int error;

    if (answer->job->queue != FRONTIER_CANDIDATE || answer->form != DOCUMENT_HTML || !answer->store ||
        span_starts_nocase(answer->type, "image/svg"))
        return 0;
    error = candidates_accept(crawl, answer->job, answer->bytes, &is_page);
    if (!is_page)
        answer->rewritten = answer->follow = false;
    return error;
}

/* Reads the links that the answer's head has into crawl->head_links. */
static void read_head_links(struct crawl *crawl, struct span head)
{
    link_list_clear(&crawl->head_links);
    while (head.len > 0) {
        struct span line = head_take_line(&head), name = head_line_name(line);
        struct span value = span_part(line, name.len + 1, line.len);

        if (span_is_nocase(name, "link"))
            header_links_add(&crawl->head_links, value, &crawl->base);
        else if (span_is_nocase(name, "refresh"))
            header_links_add_refresh(&crawl->head_links, value, &crawl->base);
    }
}

/* Is the page at hand more of what other pages of its kind have shown? */
static void weigh(struct crawl *crawl, const struct answer *answer)
{
    bool page = answer->form == DOCUMENT_HTML && answer->links && !crawl->imports;

    crawl->page_kind = page ? traps_kind(crawl->traps, &crawl->base) : 0;
    crawl->page_is_dull =
        crawl->page_kind != 0 && !traps_is_news(crawl->traps, &crawl->base, answer->bytes, answer->links);
    crawl->page_leads_on = false;
}

/* Follows the links of the answer, where it allows that; crawl->targets has them then. */
static int discover(struct crawl *crawl, struct answer *answer)
{
    int error = 0;

    crawl->targets.count = 0;
    if (!answer->follow)
        return 0;
    weigh(crawl, answer);
    if (answer->links)
        error = discover_links(crawl, answer->job, answer->links, answer->store);
    read_head_links(crawl, answer->result->response_head);
    if (!error)
        error = discover_links(crawl, answer->job, &crawl->head_links, answer->store);
    if (crawl->page_kind)
        traps_count(crawl->traps, crawl->page_kind, !crawl->page_is_dull, crawl->page_leads_on);
    return error;
}

/* Whether the head forbids to take the body for what its type does not say (the Fetch Standard: the first
 * value of X-Content-Type-Options). */
static bool says_nosniff(struct span head)
{
    while (head.len > 0) {
        struct span line = head_take_line(&head), name = head_line_name(line);
        struct span value = span_part(line, name.len + 1, line.len);

        if (span_is_nocase(name, "x-content-type-options"))
            return span_is_nocase(span_trim(span_take_until(&value, ','), " \t\r\n"), "nosniff");
    }
    return false;
}

/* Sees what it is: of a body that is too large for a document, only its beginning. */
static int look(struct crawl *crawl, struct answer *answer)
{
    struct fetch_result *result = answer->result;
    bool small = result->plain->len <= LIMIT_DOCUMENT_BYTES;
    int error =
        small ? body_span(result->plain, &answer->bytes) : body_piece(result->plain, 0, &answer->bytes);

    if (error)
        return error;
    crawl->source = result->plain;
    if (url_parse(&crawl->base, buf_span(&answer->job->url), NULL, NULL) != URL_OK)
        return ERROR_CORRUPT;
    answer->type = document_type(answer->visit->content_type, says_nosniff(result->response_head),
                                 &crawl->base, answer->bytes);
    answer->form =
        small ? document_form_of(crawl, answer->job->id, answer->type, answer->bytes) : DOCUMENT_NONE;
    return 0;
}

/* With --archive all, an answer that makes no new file is archived all the same. */
static int add_again(struct crawl *crawl, struct answer *answer)
{
    answer->visit->preferences = gather_preferences(crawl, answer);
    return crawl->settings->archive_all ? archiving_add(crawl, answer->job, answer->result, answer->visit)
                                        : 0;
}

int store_archive(struct crawl *crawl, const struct job *job, struct fetch_result *result,
                  struct frontier_visit *visit)
{
    struct frontier_visit judged = {0};
    struct answer answer = {.job = job, .result = result, .visit = &judged};
    int error;

    if (!crawl->settings->archive_all)
        return 0;
    (void)fetch_header(result, "Content-Type", 0, &judged.content_type);
    error = look(crawl, &answer);
    if (error)
        return error;
    if (answer.form == DOCUMENT_HTML)
        answer.links = document_read(crawl, answer.form, answer.bytes, answer.type, &crawl->base, 0);
    judge_tags(crawl, &answer);
    judge_noindex_lines(crawl, &answer);
    return answer.store ? archiving_add(crawl, job, result, visit)
                        : archiving_withhold(crawl, job, result, judged.rule);
}

int store_answer(struct crawl *crawl, const struct job *job, struct fetch_result *result,
                 struct frontier_visit *visit)
{
    struct answer answer = {.job = job, .result = result, .visit = visit};
    int error = look(crawl, &answer);

    if (error)
        return error;
    if (answer.form != DOCUMENT_NONE)
        answer.links = document_read(crawl, answer.form, answer.bytes, answer.type, &crawl->base, job->id);
    if (answer.form == DOCUMENT_HTML && answer.links)
        visit->title = span_part(crawl->page.title, 0, 500);
    judge_tags(crawl, &answer);
    judge_noindex_lines(crawl, &answer);
    answer.rewritten = answer.links && document_is_rewritten(answer.form, answer.links);
    error = judge_guess(crawl, &answer);
    if (!error)
        error = discover(crawl, &answer);
    if (error)
        return error;
    if (!answer.store)
        return withhold(crawl, &answer, FRONTIER_WITHHELD, visit->reason);
    if (revisit_is_same(crawl, visit)) {
        error = add_again(crawl, &answer);
        return error ? error : revisit_unchanged(crawl, job, visit);
    }
    error = naming_choose(crawl, job->id, answer.type);
    if (error == ERROR_LOCKED) {
        error = add_again(crawl, &answer);
        return error ? error : withhold(crawl, &answer, FRONTIER_FAILED, FRONTIER_BY_NAME);
    }
    return error ? error : store_file(crawl, &answer);
}

int store_unchanged(struct crawl *crawl, const struct job *job, struct fetch_result *result,
                    struct frontier_visit *visit)
{
    struct answer answer = {.job = job, .result = result, .visit = visit};

    if (url_parse(&crawl->base, buf_span(&job->url), NULL, NULL) != URL_OK)
        return ERROR_CORRUPT;
    judge_tags(crawl, &answer);
    judge_noindex_lines(crawl, &answer);
    if (answer.store || crawl->kept.state != FRONTIER_DONE) {
        int error =
            answer.store ? add_again(crawl, &answer) : archiving_withhold(crawl, job, result, visit->rule);

        return error ? error : revisit_unchanged(crawl, job, visit);
    }
    return withhold(crawl, &answer, FRONTIER_WITHHELD, visit->reason);
}
