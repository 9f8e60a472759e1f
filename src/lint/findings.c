/* SPDX-License-Identifier: MIT */
/* Keeps the list of findings of one file, with a limited number of each code: a file of two megabytes can
 * have a million problems, and no one reads them all. */
#include "config.h"

#include "lint/findings.h"

#include <stdlib.h>

#include "base/alloc.h"

enum { TEXT_MAX = 2048 }; /* bytes of a message: it quotes only the start of long texts */

void findings_clear(struct findings *findings)
{
    for (size_t i = 0; i < findings->kept_count; i++)
        mem_free(findings->kept[i].text);
    findings->kept_count = 0;
    memset(findings->counts, 0, sizeof findings->counts);
    memset(findings->severities, 0, sizeof findings->severities);
}

void findings_release(struct findings *findings)
{
    findings_clear(findings);
    mem_free(findings->kept);
    *findings = (struct findings){.kept = NULL};
}

/* Counts a finding, and keeps it with a copy of TEXT unless the list has enough of its code. */
static void keep(struct findings *findings, enum lint_severity severity, enum lint_code code, uint32_t line,
                 size_t column, const struct buf *text)
{
    findings->severities[severity]++;
    if (findings->counts[code]++ >= FINDINGS_KEPT)
        return;
    *MEM_ADD(findings->kept, findings->kept_count, findings->room) =
        (struct finding){.code = code,
                         .severity = severity,
                         .line = line,
                         .column = (uint32_t)(column < UINT32_MAX ? column : UINT32_MAX),
                         .text = mem_copy_text(buf_text(text), text->len)};
}

void findings_add(struct findings *findings, enum lint_code code, uint32_t line, size_t column,
                  struct span subject)
{
    struct buf text BUF_LOCAL(TEXT_MAX);
    struct quote quoted = quote(subject);
    const char *rest = lint_kind(code)->message, *gap;

    while ((gap = strstr(rest, "{}"))) {
        (void)buf_add(&text, rest, (size_t)(gap - rest));
        (void)buf_add_text(&text, quoted.text);
        rest = gap + 2;
    }
    (void)buf_add_text(&text, rest);
    keep(findings, lint_kind(code)->severity, code, line, column, &text);
}

void findings_format(struct findings *findings, enum lint_code code, enum lint_severity severity,
                     uint32_t line, size_t column, const char *format, ...)
{
    struct buf text BUF_LOCAL(TEXT_MAX);
    va_list args;

    va_start(args, format);
    (void)buf_add_format_args(&text, format, args);
    va_end(args);
    if (severity == LINT_USUAL)
        severity = lint_kind(code)->severity;
    keep(findings, severity, code, line, column, &text);
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
    const struct finding *left = a, *right = b;

    if (left->severity != right->severity)
        return left->severity > right->severity ? -1 : 1;
    if (left->line != right->line)
        return left->line < right->line ? -1 : 1;
    if (left->column != right->column)
        return left->column < right->column ? -1 : 1;
    if (left->code != right->code)
        return left->code < right->code ? -1 : 1;
    return strcmp(left->text, right->text);
}

void findings_sort(struct findings *findings)
{
    if (findings->kept_count > 0)
        qsort(findings->kept, findings->kept_count, sizeof *findings->kept, compare_findings);
}
