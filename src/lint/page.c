/* SPDX-License-Identifier: MIT */
/* Checks what a page says to robots: terms that contradict each other or robots.txt, and unknown words. */
#include "config.h"

#include "lint/lint.h"

enum { LINE_BYTES = 2 * sizeof(struct quote) };

struct page_check {
    struct findings *findings;
    struct meta_input terms; /* of the elements, or of the header fields */
    struct span document;
};

/* Adds a finding that quotes SUBJECT, a word of header line INDEX, with the name of the field. */
static void add_to_header(const struct page_check *check, enum lint_code code, size_t index,
                          struct span subject)
{
    struct span line = check->terms.headers[index], name = span_trim(span_take_until(&line, ':'), HTTP_WHITE);
    struct buf text BUF_LOCAL(LINE_BYTES);

    (void)buf_add_format(&text, "%s: %s", quote(name).text, quote(subject).text);
    findings_add(check->findings, code, 0, 0, buf_span(&text));
}

/* Adds a finding that quotes SUBJECT, at the first place of element INDEX in the document. */
static void add_at(const struct page_check *check, enum lint_code code, size_t index, struct span subject)
{
    struct span document = check->document, before, value;
    const char *hit = NULL;
    uint32_t line = 1;

    if (check->terms.entry_count == 0) {
        add_to_header(check, code, index, subject);
        return;
    }
    value = check->terms.entries[index].content;
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

/* Returns true for a term that permits what other terms forbid. */
static bool contradicts(const struct meta_term *term, unsigned effects)
{
    if (term->effect != META_NOTHING)
        return false;
    return ((effects & META_NO_INDEX) && span_is_one_of_nocase(term->text, "index all")) ||
           ((effects & META_NO_FOLLOW) && span_is_one_of_nocase(term->text, "follow all")) ||
           ((effects & META_NO_ARCHIVE) && span_is_nocase(term->text, "archive"));
}

static void report_unknown(void *context, size_t index, struct span word)
{
    add_at(context, LINT_META_UNKNOWN, index, word);
}

/* Checks the terms of one source, and returns their effects. Sets COUNT to their number. */
static unsigned check_terms(struct page_check *check, size_t *count)
{
    struct meta_verdict verdict;
    unsigned effects;

    check->terms.unknown = report_unknown;
    check->terms.context = check;
    meta_init(&verdict);
    meta_judge(&verdict, &check->terms);
    for (size_t i = 0; i < verdict.term_count; i++) {
        const struct meta_term *term = &verdict.terms[i];

        if (contradicts(term, verdict.effects))
            add_at(check, LINT_META_CONFLICT, term->index, term->text);
        if (span_is_nocase(term->text, "unavailable_after")) /* without its date, which is not valid */
            add_at(check, LINT_UNAVAILABLE_INVALID, term->index, term->text);
    }
    *count = verdict.term_count;
    effects = verdict.effects;
    meta_release(&verdict);
    return effects;
}

void lint_page(struct findings *findings, const struct meta_input *terms, struct span document,
               bool is_forbidden)
{
    struct page_check elements = {findings, *terms, document}, headers = elements;
    size_t element_terms, header_terms;
    unsigned of_elements, of_headers;

    elements.terms.header_count = 0;
    headers.terms.entry_count = 0;
    of_elements = check_terms(&elements, &element_terms);
    of_headers = check_terms(&headers, &header_terms);
    if (element_terms > 0 && header_terms > 0 && of_elements != of_headers)
        findings_add(findings, LINT_HEADER_META_DIFFER, 0, 0, span_of(""));
    if (is_forbidden && ((of_elements | of_headers) & (META_NO_INDEX | META_NO_ARCHIVE)))
        findings_add(findings, LINT_META_UNREACHABLE, 0, 0, span_of(""));
    findings_sort(findings);
}
