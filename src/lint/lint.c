/* SPDX-License-Identifier: MIT */
/* Checks a robots.txt in one pass: its bytes, and each line, as robots/lines.h reads it, by all checks; and
 * the answer to the request for it. */
#include "config.h"

#include "lint/lint.h"

#include "base/alloc.h"
#include "base/limits.h"
#include "base/utf8.h"
#include "lint/pass.h"
#include "robots/lines.h"
#include "url/url.h"

enum { LARGE_BYTES = 100 * 1000, RFC_BYTES = 500 * 1024 };

_Static_assert(LIMIT_ROBOTS_REDIRECTS == 5, "the message of http-redirects-many states it");

/* Returns true for the first one or two bytes of a byte order mark without the rest. */
static bool has_partial_mark(struct span body)
{
    size_t len = span_starts(body, "\xef\xbb") ? 2 : 1;

    return span_starts(body, "\xef") && body.len > len && !(body.at[len] & '\x80');
}

/* Checks size and encoding. */
static void check_body(struct lint *lint)
{
    size_t size = lint->body.len;

    if (size >= LARGE_BYTES)
        findings_format(
            lint->findings, LINT_LARGE_FILE, size > RFC_BYTES ? LINT_ERROR : LINT_WARNING, 0, 0,
            "The file has %zu bytes, and \"very large files cause errors\"; tiptoe reads 2 MiB, RFC 9309 "
            "readers may stop after 512,000 bytes. Write fewer or shorter rules.",
            size);
    if (span_trim(lint->text, TEXT_BLANK).len == 0)
        lint_add_file(lint, LINT_EMPTY_FILE);
    if (lint->text.len > 0 && (lint->text.at < lint->body.at || lint->text.at > lint->body.at + size))
        lint_add_file(lint, LINT_UTF16); /* the text was decoded */
    if (has_partial_mark(lint->body))
        findings_add(lint->findings, LINT_BOM_PARTIAL, 1, 1, span_of(""));
}

/* Returns the length of an invisible character at the front of TEXT, or 0: one that robots/lines.h trims, a
 * soft hyphen, or a hyphen that looks like "-". */
static size_t invisible_len(struct span text)
{
    if (span_starts(text, "\xc2\xad"))
        return 2;
    if (span_starts(text, "\xe2\x80\x90") || span_starts(text, "\xe2\x80\x91"))
        return 3;
    return text_invisible_len(text);
}

static void check_invisible(struct lint *lint, const struct lint_line *line)
{
    for (size_t i = 0; i < line->code.len; i++) {
        struct span rest = span_part(line->code, i, line->code.len);
        uint32_t character;

        if (!(line->code.at[i] & '\x80') || invisible_len(rest) == 0)
            continue;
        if (span_starts(rest, "\xef\xbb\xbf"))
            lint_add(lint, LINT_BOM_INSIDE, line, rest.at, rest);
        else if (utf8_decode(rest.at, rest.len, &character))
            findings_format(
                lint->findings, LINT_INVISIBLE, LINT_USUAL, line->number, lint_column(line, rest.at),
                "Invisible character U+%04X, which looks like a space, a hyphen or nothing; tiptoe removes "
                "it only at the ends of fields and Disallow paths. Retype the text without it.",
                (unsigned)character);
        return;
    }
}

static void check_controls(struct lint *lint, const struct lint_line *line)
{
    for (size_t i = 0; i < line->code.len; i++) {
        if (!text_is_control(line->code.at[i]) || line->code.at[i] == '\t')
            continue;
        findings_format(lint->findings, LINT_CONTROL, LINT_USUAL, line->number,
                        lint_column(line, line->code.at + i),
                        "Control character %02X; tiptoe matches it as an escape in a Disallow, an Allow with "
                        "it has no effect. Remove it.",
                        (unsigned)(unsigned char)line->code.at[i]);
        return;
    }
}

static void check_bytes(struct lint *lint, const struct lint_line *line)
{
    size_t nul = span_find(line->raw, '\0');

    if (nul < line->raw.len)
        lint_add(lint, LINT_NUL, line, line->raw.at + nul, line->code);
    if (line->raw.len > LIMIT_ROBOTS_LINE)
        lint_add(lint, LINT_LINE_LONG, line, line->raw.at + LIMIT_ROBOTS_LINE, line->code);
    check_controls(lint, line);
    check_invisible(lint, line);
}

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
    check_bytes(lint, &line);
    lint_line_field(lint, &line);
    lint_groups_line(lint, &line);
}

/* Checks the ends of all lines and, in a file that is neither empty nor a web page, the lines. */
static void check_lines(struct lint *lint, bool has_lines)
{
    struct span rest = lint->text, raw;
    uint32_t cr_line = 0, odd_line = 0; /* the first that ends with CR, or unlike the line above */
    char last_end = '\0';               /* '\n', '\r', or '2' for both */

    if (has_lines)
        *LIST_ADD(lint->groups) = (struct lint_group){.line = 0}; /* of the rules before any User-agent */
    while (rest.len > 0) {
        size_t end_len = text_take_line(&rest, &raw);
        char end = last_end;

        lint->lines++;
        if (end_len > 0)
            end = end_len == 2 ? '2' : raw.at[raw.len];
        if (end == '\r' && cr_line == 0)
            cr_line = lint->lines;
        if (last_end && end != last_end && odd_line == 0)
            odd_line = lint->lines;
        last_end = end;
        if (has_lines)
            check_line(lint, raw, lint->options->truncated && end_len == 0);
    }
    if (odd_line > 0)
        findings_add(lint->findings, LINT_EOL_MIXED, odd_line, 1, span_of(""));
    else if (last_end == '2')
        lint_add_file(lint, LINT_CRLF);
    if (cr_line > 0)
        findings_add(lint->findings, LINT_EOL_CR, cr_line, 1, span_of(""));
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

void lint_robots(struct findings *findings, struct span body, const struct lint_options *options)
{
    struct lint lint = {.findings = findings,
                        .options = options,
                        .body = body,
                        .token = text_token(options->agent),
                        .origin = url_origin_text(options->url)};
    struct buf decoded BUF_LOCAL(2 * body.len + 1);
    bool is_html;

    lint.text = lines_decode(body, &decoded);
    is_html = lines_are_html(lint.text);
    check_place(&lint);
    check_body(&lint);
    if (is_html)
        findings_add(findings, LINT_HTML, 1, 1, span_of(""));
    check_lines(&lint, !is_html && span_trim(lint.text, TEXT_BLANK).len > 0);
    lint_rules(&lint);
    findings_sort(findings);
    mem_free(lint.names.items);
    mem_free(lint.rules.items);
    mem_free(lint.groups.items);
    mem_free(lint.sitemaps.items);
}

static void add_status(struct findings *findings, enum lint_severity severity, int status, const char *text)
{
    findings_format(findings, LINT_HTTP_STATUS, severity, 0, 0, "Status %d: %s", status, text);
}

static void check_status(struct findings *findings, const struct lint_answer *answer)
{
    int status = answer->status;

    if (answer->error) {
        findings_format(findings, LINT_HTTP_STATUS, LINT_ERROR, 0, 0,
                        "No answer (%s); tiptoe requests nothing else until there is one, and tries again "
                        "after growing pauses. Make the server answer, with 404 if there is no file.",
                        answer->error);
        return;
    }
    switch (robots_class(status, answer->redirects, ROBOTS_STANDARD)) {
    case ROBOTS_USE_FILE:
        break;
    case ROBOTS_ALLOW_ALL:
        if (status == 404 || status == 410)
            add_status(findings, LINT_INFO, status,
                       "there is no robots.txt, so every robot is welcome. No change is needed.");
        else
            add_status(findings, LINT_WARNING, status,
                       "tiptoe, like RFC 9309, assumes that there are no rules; with --robots strict it "
                       "assumes that the site is closed. Answer 404 or 403, whichever is meant.");
        break;
    case ROBOTS_DISALLOW_ALL:
        add_status(findings, LINT_WARNING, status,
                   "tiptoe treats the whole site as closed, RFC 9309 readers may assume that there are no "
                   "rules. Serve a file with 'Disallow: /', or answer 404, whichever is meant.");
        break;
    case ROBOTS_UNREACHABLE:
        add_status(findings, LINT_ERROR, status,
                   "tiptoe, like RFC 9309, requests nothing else until the answer changes. Serve the file "
                   "with a 2xx status, or answer 404 if there is no file.");
        break;
    }
}

static void check_type(struct findings *findings, const struct lint_answer *answer)
{
    struct span rest = answer->content_type;
    struct span type = span_trim(span_take_until(&rest, ';'), HTTP_WHITE);

    if (!span_is_nocase(type, "text/plain"))
        findings_add(findings, LINT_HTTP_TYPE, 0, 0, type);
    while (rest.len > 0) {
        struct span value = span_trim(span_take_until(&rest, ';'), HTTP_WHITE);

        if (!span_starts_nocase(value, "charset="))
            continue;
        value = span_trim(span_part(value, 8, value.len), "\"" HTTP_WHITE);
        if (!span_is_nocase(value, "utf-8") && !span_is_nocase(value, "us-ascii"))
            findings_add(findings, LINT_HTTP_CHARSET, 0, 0, value);
    }
}

void lint_answer(struct findings *findings, const struct lint_answer *answer)
{
    if (answer->redirects > LIMIT_ROBOTS_REDIRECTS)
        findings_add(findings, LINT_HTTP_REDIRECTS_MANY, 0, 0, span_of(""));
    if (answer->is_undecodable)
        findings_add(findings, LINT_HTTP_ENCODING, 0, 0, span_of(""));
    else
        check_status(findings, answer);
    if (answer->status >= 200 && answer->status < 300)
        check_type(findings, answer);
    findings_sort(findings);
}
