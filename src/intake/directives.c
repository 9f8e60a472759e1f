/* SPDX-License-Identifier: MIT */
/* Decides by the directives of an answer whether it is stored and its links are followed: META ROBOTS and
 * X-Robots-Tag, the noindex lines of robots.txt, and the date of an earlier unavailable_after. It also
 * gathers what page and site say about uses, and hints that decide nothing. */
#include "config.h"

#include "intake/store.h"

#include "answer/answer.h"
#include "base/clock.h"
#include "base/limits.h"
#include "frontier/row.h"
#include "intake/intake.h"
#include "judge/rules.h"
#include "judge/site.h"
#include "robots/meta.h"
#include "update/revisit.h"

/* More robots header lines in one answer are treated as an attack, and the answer is withheld. */
enum { ROBOTS_LINES_MAX = 64 };

/* Longer addresses in META URL are cut. */
enum { HINT_MAX = 2000 };

void directives_refuse(struct stored *stored, enum frontier_reason reason, struct span rule)
{
    stored->store = false;
    stored->visit->reason = reason;
    stored->visit->rule = rule;
}

/* Describes the restrictive terms, for `explain`; borrowed from intake->terms. */
static struct span describe_terms(struct intake *intake)
{
    buf_clear(&intake->terms);
    for (size_t i = 0; i < intake->meta.term_count; i++) {
        const struct meta_term *term = &intake->meta.terms[i];

        if (term->effect == META_NOTHING)
            continue;
        (void)buf_add_format(&intake->terms, "%s%s%s: %.*s", intake->terms.len > 0 ? "; " : "",
                             meta_source_text(term->source), meta_reader_text(term->reader),
                             (int)(term->text.len < 200 ? term->text.len : 200), term->text.at);
    }
    return buf_span(&intake->terms);
}

/* Reads a page's robots directives before its links are extracted or anything is stored. */
static void read_tags(struct intake *intake, struct stored *stored)
{
    struct weaver *weaver = &intake->site->weaver;

    if (stored->form != DOCUMENT_HTML)
        return;
    if (stored->result->plain->len > LIMIT_DOCUMENT_BYTES ||
        document_open(weaver, stored->bytes, stored->type, &intake->url)) {
        stored->unread = "the page is above 64 MiB, so its META robots was not read";
        return;
    }
    page_read_robots(&weaver->page, span_of("tiptoe"));
    stored->unread = weaver->page.unread;
}

/* Decides from the page and its header fields whether to store the answer and follow its links. If the
 * directives cannot be read, neither is allowed. */
static void judge_tags(struct intake *intake, struct stored *stored)
{
    const struct page *page =
        stored->form == DOCUMENT_HTML && !stored->unread ? &intake->site->weaver.page : NULL;
    struct span lines[ROBOTS_LINES_MAX];
    struct meta_input input = {.agent = span_of("tiptoe"), .headers = lines, .now_ms = clock_wall_ms()};

    input.header_count = answer_fields_texts(stored->result->fields, ANSWER_ROBOTS, lines, ROBOTS_LINES_MAX);
    if (input.header_count == ROBOTS_LINES_MAX)
        stored->unread = "the answer has too many X-Robots-Tag lines";
    if (page) {
        input.entries = page->robots;
        input.entry_count = page->robots_count;
    }
    meta_judge(&intake->meta, &input);
    stored->visit->robots_terms = describe_terms(intake);
    if (intake->meta.unavailable_at_ms > 0)
        stored->visit->unavailable_ms = intake->meta.unavailable_at_ms;
    stored->store = true;
    stored->follow = !(intake->meta.effects & META_NO_FOLLOW) && !stored->unread;
    if (stored->unread) {
        stored->visit->robots_terms = span_of(stored->unread);
        directives_refuse(stored, FRONTIER_BY_CONTENT, stored->visit->robots_terms);
    } else if (intake->meta.effects & (META_NO_INDEX | META_NO_ARCHIVE)) {
        directives_refuse(stored,
                          intake->meta.effects & META_NO_INDEX ? FRONTIER_BY_NOINDEX : FRONTIER_BY_NOARCHIVE,
                          stored->visit->robots_terms);
    }
}

/* Applies noindex lines in robots.txt: the page is fetched and its links are followed, but it is not
 * stored. */
static void judge_noindex_lines(struct intake *intake, struct stored *stored)
{
    const struct origin *origin = stored->job->asked;
    struct robots_verdict verdict;

    if (!stored->store || origin->rules != RULES_KNOWN)
        return;
    verdict = robots_judge(origin->robots, buf_span(&stored->job->url));
    if (!verdict.store)
        directives_refuse(stored, FRONTIER_BY_NOINDEX,
                          rules_text(&intake->terms, verdict.store_line, verdict.store_rule));
}

void directives_judge(struct intake *intake, struct stored *stored, bool is_unchanged)
{
    read_tags(intake, stored);
    judge_tags(intake, stored);
    /* The directives of a page that is not modified stay in force. */
    if (is_unchanged && stored->store && revisit_has_expired(&intake->revisit)) {
        stored->visit->robots_terms = revisit_expiry_rule(&intake->revisit);
        directives_refuse(stored, FRONTIER_BY_NOINDEX, stored->visit->robots_terms);
    }
    judge_noindex_lines(intake, stored);
}

/* Returns the page that was read for its links, or NULL. */
static const struct page *page_of(struct intake *intake, const struct stored *stored)
{
    return stored->form == DOCUMENT_HTML && stored->links ? &intake->site->weaver.page : NULL;
}

struct span directives_preferences(struct intake *intake, const struct stored *stored)
{
    const struct page *page = page_of(intake, stored);
    const struct answer_fields *fields = stored->result->fields;

    (void)buf_set(&intake->preferences, buf_span(&stored->job->asked->preferences));
    for (size_t i = 0; i < fields->line_count; i++) {
        const struct answer_line *line = &fields->lines[i];

        if (line->field == ANSWER_USAGE || (line->field == ANSWER_LINK && meta_is_license(line->value)))
            (void)buf_add_format(&intake->preferences, "%.*s\n", (int)line->text.len, line->text.at);
    }
    for (size_t i = 0; page && i < page->meta_count; i++) {
        const struct meta_entry *meta = &page->metas[i];

        if (meta_is_usage(meta->name))
            (void)buf_add_format(&intake->preferences, "meta %.*s: %.*s\n", (int)meta->name.len,
                                 meta->name.at, (int)meta->content.len, meta->content.at);
    }
    if (page && page->metas_cut)
        (void)buf_add_text(&intake->preferences, "the page has more META elements than are read\n");
    return buf_span(&intake->preferences);
}

enum referrer_policy directives_referrer(struct intake *intake, const struct stored *stored)
{
    const struct page *page = page_of(intake, stored);
    enum referrer_policy policy = REFERRER_UNSAID;
    const struct answer_line *line;

    for (size_t at = 0; (line = answer_fields_next(stored->result->fields, ANSWER_REFERRER_POLICY, &at));)
        policy = referrer_policy(line->value, policy);
    for (size_t i = 0; page && i < page->meta_count; i++)
        if (span_is_nocase(span_trim_white(page->metas[i].name), "referrer"))
            policy = referrer_policy(page->metas[i].content, policy);
    return policy;
}

void directives_read_hints(const struct page *page, struct frontier_visit *visit)
{
    for (size_t i = 0; i < page->meta_count; i++) {
        struct span name = span_trim_white(page->metas[i].name);
        struct span content = span_trim_white(page->metas[i].content);

        if (span_is_nocase(name, "document-state") && span_is_nocase(content, "static"))
            visit->document_state = FRONTIER_STATIC;
        else if (span_is_nocase(name, "document-state") && span_is_nocase(content, "dynamic"))
            visit->document_state = FRONTIER_DYNAMIC;
        else if (span_is_nocase(name, "url") && visit->meta_url.len == 0)
            visit->meta_url = span_part(content, 0, HINT_MAX);
    }
}
