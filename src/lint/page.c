/* SPDX-License-Identifier: MIT */
/* A page's own words to robots: terms against each other, against the header, against robots.txt, and words
 * that nobody knows. */
#include "config.h"

#include "lint/lint.h"
#include "robots/text.h"

/* Terms that permit, and what contradicts them. */
static const struct {
    const char *term;
    unsigned against;
} permissions[] = {
    {"index", META_NO_INDEX},
    {"follow", META_NO_FOLLOW},
    {"archive", META_NO_ARCHIVE},
    {"all", META_NO_INDEX | META_NO_FOLLOW},
};

struct look {
    struct findings *findings;
    const struct lint_page *page;
    struct meta_verdict verdict;
    size_t next; /* term: words are looked at in the order of the terms */
};

/* The line and the column of the first place where the document has TEXT; 0 where it has not. */
static void find_place(const struct look *look, struct span text, uint32_t *line, size_t *column)
{
    struct span document = look->page->document;
    const char *hit =
        text.len > 0 && document.len > 0 ? memmem(document.at, document.len, text.at, text.len) : NULL;
    const char *start = document.at;

    *line = hit ? 1 : 0;
    *column = 0;
    if (!hit)
        return;
    for (const char *at = document.at; at < hit; at++) {
        if (*at != '\n')
            continue;
        ++*line;
        start = at + 1;
    }
    *column = (size_t)(hit - start) + 1;
}

/* Where the value stands that holds TERM: for an element in the document. */
static void place_of(const struct look *look, const struct meta_term *term, uint32_t *line, size_t *column)
{
    find_place(look,
               term->source == META_ELEMENT ? look->page->input.entries[term->index].content : span_of(""),
               line, column);
}

static unsigned permission_of(const struct meta_term *term)
{
    for (size_t i = 0; i < sizeof permissions / sizeof permissions[0]; i++) {
        if (term->effect == META_NOTHING && span_is_nocase(term->text, permissions[i].term))
            return permissions[i].against;
    }
    return 0;
}

/* What the terms of the elements, or of the header fields, restrict together. */
static unsigned effects_of(const struct look *look, bool of_elements, bool *any)
{
    unsigned effects = 0;

    *any = false;
    for (size_t i = 0; i < look->verdict.term_count; i++) {
        const struct meta_term *term = &look->verdict.terms[i];

        if ((term->source == META_ELEMENT) != of_elements)
            continue;
        *any = true;
        effects |= term->effect & (META_NO_INDEX | META_NO_FOLLOW | META_NO_ARCHIVE);
    }
    return effects;
}

static void look_for_conflict(struct look *look, bool of_elements)
{
    bool any;
    unsigned effects = effects_of(look, of_elements, &any);

    for (size_t i = 0; i < look->verdict.term_count; i++) {
        const struct meta_term *term = &look->verdict.terms[i];
        uint32_t line;
        size_t column;

        if ((term->source == META_ELEMENT) != of_elements || !(permission_of(term) & effects))
            continue;
        place_of(look, term, &line, &column);
        findings_add(look->findings, LINT_META_CONFLICT, line, column,
                     "'%s' contradicts another term of the %s: we, like search engines, take the one that "
                     "restricts, seed 004 lets the permissive one win; write one of the two",
                     quote(term->text).text, of_elements ? "page" : "header");
        return;
    }
}

static void look_at_difference(struct look *look)
{
    bool has_elements, has_headers;
    unsigned elements = effects_of(look, true, &has_elements),
             headers = effects_of(look, false, &has_headers);

    if (has_elements && has_headers && elements != headers)
        findings_add(
            look->findings, LINT_HEADER_META_DIFFER, 0, 0,
            "header and META element say different things: we take all that either restricts; write the "
            "same in both, or one of them only");
}

static void look_at_reach(struct look *look)
{
    const struct lint_page *page = look->page;

    if (page->is_forbidden && (!look->verdict.index || !look->verdict.archive))
        findings_add(
            look->findings, LINT_META_UNREACHABLE, 0, 0,
            "robots.txt forbids the page (line %u), so that we and all others never see its terms; to "
            "keep it out of an index, allow it there",
            (unsigned)page->forbidden_line);
}

static void look_at_dates(struct look *look)
{
    for (size_t i = 0; i < look->verdict.term_count; i++) {
        const struct meta_term *term = &look->verdict.terms[i];
        uint32_t line;
        size_t column;

        if (!span_is_nocase(term->text, "unavailable_after"))
            continue;
        place_of(look, term, &line, &column);
        findings_add(look->findings, LINT_UNAVAILABLE_INVALID, line, column,
                     "unavailable_after has no date that can be read: we ignore it; write "
                     "'unavailable_after: 2030-01-31T12:00:00Z'");
    }
}

static bool is_divider(char c)
{
    return text_is_space(c) || c == '\n' || c == '\r' || (c && strchr(",;|", c));
}

/* A value that is looked through. */
struct value {
    struct span text;
    bool is_element;
    size_t index;
};

/* Does TERM stand before VALUE, or in it before AT? */
static bool is_passed(const struct meta_term *term, const struct value *value, const char *at)
{
    bool is_element = term->source == META_ELEMENT;

    if (is_element != value->is_element)
        return value->is_element;
    if (term->index != value->index)
        return term->index < value->index;
    return term->text.at + term->text.len <= at;
}

/* Is WORD part of a term that was understood? */
static bool is_understood(struct look *look, const struct value *value, struct span word)
{
    const struct meta_term *terms = look->verdict.terms;

    while (look->next < look->verdict.term_count && is_passed(&terms[look->next], value, word.at))
        look->next++;
    if (look->next < look->verdict.term_count && terms[look->next].index == value->index &&
        (terms[look->next].source == META_ELEMENT) == value->is_element &&
        terms[look->next].text.at < word.at + word.len)
        return true;
    return span_starts_nocase(word, "all=") || span_starts_nocase(word, "none=");
}

/* Is the term at hand an unavailable_after without a date that was read? */
static bool is_bad_date(const struct look *look)
{
    return look->next < look->verdict.term_count &&
           span_is_nocase(look->verdict.terms[look->next].text, "unavailable_after");
}

static void add_unknown(struct look *look, const struct value *value, struct span word)
{
    uint32_t line = 0;
    size_t column = 0;

    /* What is not kept one by one need not be looked up. */
    if (value->is_element && look->findings->counts[LINT_META_UNKNOWN] < FINDINGS_KEPT)
        find_place(look, value->text, &line, &column);
    findings_add(
        look->findings, LINT_META_UNKNOWN, line, column,
        "'%s' is no term for robots: we, like all, ignore it; write noindex, nofollow, noarchive, or "
        "another known term",
        quote(word).text);
}

/* Says which words of VALUE are no terms, up to a date that was not understood. */
static void look_for_unknown(struct look *look, const struct value *value)
{
    size_t at = 0;

    while (at < value->text.len) {
        struct span word;
        size_t len = 0;

        while (at + len < value->text.len && !is_divider(value->text.at[at + len]))
            len++;
        word = span_part(value->text, at, len);
        at += len + 1;
        if (len == 0)
            continue;
        if (!is_understood(look, value, word))
            add_unknown(look, value, word);
        else if (is_bad_date(look))
            return;
    }
}

/* Is the element for all robots, or for ours? */
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

/* In the order in which meta_judge reads. */
static void look_at_words(struct look *look)
{
    const struct meta_input *input = &look->page->input;

    for (size_t i = 0; i < input->header_count; i++) {
        struct value value = {.text = input->headers[i], .index = i};
        struct span name = span_trim(span_take_until(&value.text, ':'), TEXT_SPACE);

        /* Where agents are named, other words are not ours to judge. */
        if (span_is_nocase(name, "x-robots-tag") && span_find(value.text, ':') == value.text.len)
            look_for_unknown(look, &value);
    }
    for (size_t i = 0; i < input->entry_count; i++) {
        struct value value = {.text = input->entries[i].content, .is_element = true, .index = i};

        if (is_addressed(&input->entries[i], text_token(input->agent)))
            look_for_unknown(look, &value);
    }
}

void lint_page(struct findings *findings, const struct lint_page *page)
{
    struct look look = {.findings = findings, .page = page};

    meta_init(&look.verdict);
    meta_judge(&look.verdict, &page->input);
    look_for_conflict(&look, true);
    look_for_conflict(&look, false);
    look_at_difference(&look);
    look_at_reach(&look);
    look_at_dates(&look);
    look_at_words(&look);
    meta_release(&look.verdict);
    findings_sort(findings);
}
