/* SPDX-License-Identifier: MIT */
/* Checks the META elements of a page: terms that contradict each other or robots.txt, and unknown words. */
#include "config.h"

#include "lint/lint.h"

/* Permissive terms, and the effects that contradict them. */
static const struct {
    const char *term;
    unsigned against;
} permissions[] = {
    {"index", META_NO_INDEX},
    {"follow", META_NO_FOLLOW},
    {"archive", META_NO_ARCHIVE},
    {"all", META_NO_INDEX | META_NO_FOLLOW},
};

struct page_check {
    struct findings *findings;
    const struct lint_page *page;
    struct meta_verdict verdict;
};

/* Adds a finding that quotes SUBJECT, at the first place of VALUE in the document. */
static void add_at(const struct page_check *check, enum lint_code code, struct span value,
                   struct span subject)
{
    struct span before, document = check->page->document;
    const char *hit = NULL;
    uint32_t line = 1;

    /* Searching the document is slow, and needless for findings that the list will not keep. */
    if (value.len > 0 && document.len > 0 && check->findings->counts[code] < FINDINGS_KEPT)
        hit = memmem(document.at, document.len, value.at, value.len);
    if (!hit) {
        findings_add(check->findings, code, 0, 0, subject);
        return;
    }
    before = span_make(document.at, (size_t)(hit - document.at));
    for (size_t i = 0; i < before.len; i++)
        line += before.at[i] == '\n';
    findings_add(check->findings, code, line, before.len - span_after_last(before, '\n') + 1, subject);
}

/* Adds a finding about TERM, at the place of its element. */
static void add_term(const struct page_check *check, enum lint_code code, const struct meta_term *term)
{
    add_at(check, code, check->page->input.entries[term->index].content, term->text);
}

static unsigned permission_of(const struct meta_term *term)
{
    for (size_t i = 0; i < COUNT_OF(permissions); i++) {
        if (term->effect == META_NOTHING && span_is_nocase(term->text, permissions[i].term))
            return permissions[i].against;
    }
    return 0;
}

static void check_conflict(struct page_check *check)
{
    for (size_t i = 0; i < check->verdict.term_count; i++) {
        if (permission_of(&check->verdict.terms[i]) & check->verdict.effects) {
            add_term(check, LINT_META_CONFLICT, &check->verdict.terms[i]);
            return;
        }
    }
}

static void check_reach(struct page_check *check)
{
    const struct lint_page *page = check->page;

    if (page->is_forbidden && (check->verdict.effects & (META_NO_INDEX | META_NO_ARCHIVE)))
        findings_format(check->findings, LINT_META_UNREACHABLE, 0, 0,
                        "Line %u of robots.txt forbids this page, so robots never see its noindex or "
                        "noarchive. To keep the page out of an index, allow it in robots.txt.",
                        (unsigned)page->forbidden_line);
}

/* Returns true for an unavailable_after without a valid date. */
static bool is_bad_date(const struct meta_term *term)
{
    return span_is_nocase(term->text, "unavailable_after");
}

static void check_dates(struct page_check *check)
{
    for (size_t i = 0; i < check->verdict.term_count; i++) {
        if (is_bad_date(&check->verdict.terms[i]))
            add_term(check, LINT_UNAVAILABLE_INVALID, &check->verdict.terms[i]);
    }
}

/* Reports a word that is not a term. After a bad date, words may be anything. */
static void report_unknown(void *context, size_t index, struct span word)
{
    const struct page_check *check = context;
    size_t count = check->verdict.term_count;
    const struct meta_term *last = count > 0 ? &check->verdict.terms[count - 1] : NULL;

    if (!last || last->index != index || !is_bad_date(last))
        add_at(check, LINT_META_UNKNOWN, check->page->input.entries[index].content, word);
}

void lint_page(struct findings *findings, const struct lint_page *page)
{
    struct meta_input input = page->input;
    struct page_check check = {.findings = findings, .page = page};

    input.unknown = report_unknown;
    input.context = &check;
    meta_init(&check.verdict);
    meta_judge(&check.verdict, &input);
    check_conflict(&check);
    check_reach(&check);
    check_dates(&check);
    meta_release(&check.verdict);
    findings_sort(findings);
}
