/* SPDX-License-Identifier: MIT */
/* Checks a robots.txt in one pass: each line, as robots/lines.h reads it, is shown to all checks. */
#include "config.h"

#include "lint/lint.h"

#include "base/alloc.h"
#include "lint/pass.h"
#include "robots/text.h"

static void check_line(struct lint *lint, struct span raw, bool is_cut)
{
    struct lint_line line = {.number = lint->lines, .raw = raw};
    size_t colon;

    if (!lines_read(&line.read, raw, is_cut)) {
        lint->place.after_blank |= span_trim(raw, TEXT_SPACE).len == 0;
        return;
    }
    line.read.number = line.number;
    line.code = line.read.code;
    colon = span_find(line.code, ':');
    line.has_colon = colon < line.code.len;
    line.name = span_trim(span_part(line.code, 0, colon), TEXT_SPACE);
    line.value = span_trim(span_part(line.code, colon + 1, line.code.len), TEXT_SPACE);
    lint_line_bytes(lint, &line);
    lint_line_field(lint, &line);
    lint_groups_line(lint, &line);
}

/* Checks the ends of all lines and, in a file that is neither empty nor a web page, the lines. */
static void check_lines(struct lint *lint, bool has_lines)
{
    struct span rest = lint->text, raw;

    if (has_lines)
        lint_groups_start(lint);
    while (rest.len > 0) {
        size_t end_len = text_take_line(&rest, &raw);

        lint->lines++;
        if (end_len > 0)
            lint_count_end(lint, raw, end_len);
        if (has_lines)
            check_line(lint, raw, lint->options->truncated && end_len == 0);
    }
    lint_ends(lint);
    if (has_lines)
        lint_groups_end(lint);
}

/* Reports a file that is not at /robots.txt, in lower case: robots request no other. */
static void check_place(struct lint *lint)
{
    struct span url = lint->options->url, path = span_part(url, lint->origin.len, url.len);

    path = span_part(path, 0, span_find(path, '#'));
    if (url.len > 0 && !span_is(path, "/robots.txt"))
        findings_add(lint->findings, LINT_WRONG_PLACE, 0, 0, path);
}

/* Returns "https://site.example" of a URL of that site. */
static struct span url_start(struct span url)
{
    const char *authority = url.len > 0 ? memmem(url.at, url.len, "://", 3) : NULL;
    size_t len = authority ? (size_t)(authority - url.at) + 3 : 0;

    while (len < url.len && url.at[len] != '/' && url.at[len] != '?' && url.at[len] != '#')
        len++;
    return span_part(url, 0, len);
}

void lint_robots(struct findings *findings, struct span body, const struct lint_options *options)
{
    struct lint lint = {.findings = findings,
                        .options = options,
                        .body = body,
                        .token = text_token(options->agent),
                        .origin = url_start(options->url)};
    struct buf decoded BUF_LOCAL(2 * body.len + 1);
    bool is_html;

    lint.text = lines_decode(body, &decoded);
    is_html = lines_are_html(lint.text);
    check_place(&lint);
    lint_bytes(&lint);
    if (is_html)
        findings_add(findings, LINT_HTML, 1, 1, span_of(""));
    check_lines(&lint, !is_html && span_trim(lint.text, TEXT_BLANK).len > 0);
    lint_compare_rules(&lint);
    lint_redundant_stars(&lint);
    lint_own_groups(&lint);
    lint_check_sitemaps(&lint);
    findings_sort(findings);
    mem_free(lint.names.items);
    mem_free(lint.rules.items);
    mem_free(lint.groups.items);
    mem_free(lint.sitemaps.items);
}
