/* SPDX-License-Identifier: MIT */
/* Checks the META elements of a page: terms that contradict each other or robots.txt, and unknown words. */
#include "config.h"

#include "lint/lint.h"
#include "robots/text.h"

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
    size_t next; /* index of the next term: words are checked in the order of the terms */
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
    unsigned effects = 0;

    for (size_t i = 0; i < check->verdict.term_count; i++)
        effects |= check->verdict.terms[i].effect;
    for (size_t i = 0; i < check->verdict.term_count; i++) {
        if (permission_of(&check->verdict.terms[i]) & effects) {
            add_term(check, LINT_META_CONFLICT, &check->verdict.terms[i]);
            return;
        }
    }
}

static void check_reach(struct page_check *check)
{
    const struct lint_page *page = check->page;

    if (page->is_forbidden && (!check->verdict.index || !check->verdict.archive))
        findings_format(check->findings, LINT_META_UNREACHABLE, 0, 0,
                        "Line %u of robots.txt forbids this page, so robots never see its noindex or "
                        "noarchive. To keep the page out of an index, allow it in robots.txt.",
                        (unsigned)page->forbidden_line);
}

static void check_dates(struct page_check *check)
{
    for (size_t i = 0; i < check->verdict.term_count; i++) {
        if (span_is_nocase(check->verdict.terms[i].text, "unavailable_after"))
            add_term(check, LINT_UNAVAILABLE_INVALID, &check->verdict.terms[i]);
    }
}

static bool is_divider(char c)
{
    return byte_is_in(c, TEXT_BLANK ",;|");
}

/* Returns true if TERM is in an element before INDEX, or in that one before AT. */
static bool is_passed(const struct meta_term *term, size_t index, const char *at)
{
    return term->index < index || (term->index == index && term->text.at + term->text.len <= at);
}

/* Returns true if WORD, of element INDEX, is part of a term. */
static bool is_understood(struct page_check *check, size_t index, struct span word)
{
    const struct meta_term *terms = check->verdict.terms;

    while (check->next < check->verdict.term_count && is_passed(&terms[check->next], index, word.at))
        check->next++;
    if (check->next < check->verdict.term_count && terms[check->next].index == index &&
        terms[check->next].text.at < word.at + word.len)
        return true;
    return span_starts_nocase(word, "all=") || span_starts_nocase(word, "none=");
}

/* Returns true if the next term is an unavailable_after without a valid date. */
static bool is_bad_date(const struct page_check *check)
{
    return check->next < check->verdict.term_count &&
           span_is_nocase(check->verdict.terms[check->next].text, "unavailable_after");
}

/* Reports the words of element INDEX that are not terms, up to a bad date, whose words may be anything. */
static void check_element(struct page_check *check, size_t index)
{
    struct span value = check->page->input.entries[index].content;
    size_t at = 0;

    while (at < value.len) {
        struct span word;
        size_t len = 0;

        while (at + len < value.len && !is_divider(value.at[at + len]))
            len++;
        word = span_part(value, at, len);
        at += len + 1;
        if (len == 0)
            continue;
        if (!is_understood(check, index, word))
            add_at(check, LINT_META_UNKNOWN, value, word);
        else if (is_bad_date(check))
            return;
    }
}

/* Returns true if the element addresses all robots, or the checked agent. */
static bool is_addressed(const struct meta_entry *entry, struct span token)
{
    struct span names = entry->name;

    if (span_is_nocase(text_trim(entry->http_equiv), "robots"))
        return true;
    while (names.len > 0) {
        struct span name = text_trim(span_take_until(&names, ','));

        if (span_is_nocase(name, "robots") || (token.len > 0 && span_equals_nocase(name, token)))
            return true;
    }
    return false;
}

void lint_page(struct findings *findings, const struct lint_page *page)
{
    const struct meta_input *input = &page->input;
    struct page_check check = {.findings = findings, .page = page};

    meta_init(&check.verdict);
    meta_judge(&check.verdict, input);
    check_conflict(&check);
    check_reach(&check);
    check_dates(&check);
    for (size_t i = 0; i < input->entry_count; i++) {
        if (is_addressed(&input->entries[i], text_token(input->agent)))
            check_element(&check, i);
    }
    meta_release(&check.verdict);
    findings_sort(findings);
}
