/* SPDX-License-Identifier: MIT */
/* Keeps the list of findings of one file, with a limited number of each code: a file of two megabytes can
 * have a million problems, and no one reads them all. */
#include "config.h"

#include "lint/findings.h"

#include <stdlib.h>

#include "base/alloc.h"

/* Each message is short, so the kept ones of all codes together stay below this. */
#define TEXT_MAX ((size_t)LINT_CODE_COUNT * FINDINGS_KEPT * 2048)

struct kept_finding {
    enum lint_code code;
    enum lint_severity severity;
    uint32_t line, column;
    size_t text_at, text_len;
};

void findings_init(struct findings *findings)
{
    memset(findings, 0, sizeof *findings);
    buf_init(&findings->text, TEXT_MAX);
}

void findings_release(struct findings *findings)
{
    mem_free(findings->kept);
    buf_release(&findings->text);
    findings_init(findings);
}

void findings_clear(struct findings *findings)
{
    findings->kept_count = 0;
    buf_clear(&findings->text);
    memset(findings->counts, 0, sizeof findings->counts);
    memset(findings->severities, 0, sizeof findings->severities);
}

/* Counts a finding. Returns its place in the list, whose text starts at the end of findings->text; NULL if
 * the list has enough of its code. */
static struct kept_finding *count_finding(struct findings *findings, enum lint_severity severity,
                                          enum lint_code code, uint32_t line, size_t column)
{
    struct kept_finding *found;

    findings->severities[severity]++;
    if (findings->counts[code]++ >= FINDINGS_KEPT)
        return NULL;
    found = MEM_ADD(findings->kept, findings->kept_count, findings->room);
    *found = (struct kept_finding){.code = code,
                                   .severity = severity,
                                   .line = line,
                                   .column = (uint32_t)(column < UINT32_MAX ? column : UINT32_MAX),
                                   .text_at = findings->text.len};
    return found;
}

void findings_add(struct findings *findings, enum lint_code code, uint32_t line, size_t column,
                  struct span subject)
{
    struct kept_finding *found = count_finding(findings, lint_kind(code)->severity, code, line, column);
    struct quote quoted = quote(subject);
    const char *rest = lint_kind(code)->message, *gap;

    if (!found)
        return;
    while ((gap = strstr(rest, "{}"))) {
        (void)buf_add(&findings->text, rest, (size_t)(gap - rest));
        (void)buf_add_text(&findings->text, quoted.text);
        rest = gap + 2;
    }
    (void)buf_add_text(&findings->text, rest);
    found->text_len = findings->text.len - found->text_at;
}

static void __attribute__((format(printf, 6, 0)))
add_formatted(struct findings *findings, enum lint_severity severity, enum lint_code code, uint32_t line,
              size_t column, const char *format, va_list args)
{
    struct kept_finding *found = count_finding(findings, severity, code, line, column);

    if (!found)
        return;
    (void)buf_add_format_args(&findings->text, format, args);
    found->text_len = findings->text.len - found->text_at;
}

void findings_format(struct findings *findings, enum lint_code code, uint32_t line, size_t column,
                     const char *format, ...)
{
    va_list args;

    va_start(args, format);
    add_formatted(findings, lint_kind(code)->severity, code, line, column, format, args);
    va_end(args);
}

void findings_format_as(struct findings *findings, enum lint_severity severity, enum lint_code code,
                        uint32_t line, size_t column, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    add_formatted(findings, severity, code, line, column, format, args);
    va_end(args);
}

struct quote quote(struct span text)
{
    static const char dots[] = "…";
    struct quote cut;
    size_t most = sizeof cut.text - sizeof dots, len = text.len < most ? text.len : most;

    /* Do not cut inside a character. */
    while (len < text.len && len > most - 4 && (text.at[len] & '\xc0') == '\x80')
        len--;
    for (size_t i = 0; i < len; i++)
        cut.text[i] = text.at[i] ? text.at[i] : '?';
    memcpy(cut.text + len, len < text.len ? dots : "", len < text.len ? sizeof dots : 1);
    return cut;
}

static int compare_findings(const void *a, const void *b)
{
    const struct kept_finding *left = a, *right = b;

    if (left->severity != right->severity)
        return left->severity > right->severity ? -1 : 1;
    if (left->line != right->line)
        return left->line < right->line ? -1 : 1;
    if (left->column != right->column)
        return left->column < right->column ? -1 : 1;
    if (left->code != right->code)
        return left->code < right->code ? -1 : 1;
    return (left->text_at > right->text_at) - (left->text_at < right->text_at);
}

void findings_sort(struct findings *findings)
{
    if (findings->kept_count > 0)
        qsort(findings->kept, findings->kept_count, sizeof *findings->kept, compare_findings);
}

struct finding findings_get(const struct findings *findings, size_t i)
{
    const struct kept_finding *found = &findings->kept[i];

    return (struct finding){
        .code = found->code,
        .severity = found->severity,
        .line = found->line,
        .column = found->column,
        .text = span_part(buf_span(&findings->text), found->text_at, found->text_len),
    };
}
