/* SPDX-License-Identifier: MIT */
/* Checks a robots.txt as bytes: size, byte order marks, encodings, line ends and invisible characters. */
#include "config.h"

#include "base/limits.h"
#include "base/utf8.h"
#include "lint/pass.h"
#include "robots/text.h"

enum { LARGE_BYTES = 100 * 1000, RFC_BYTES = 500 * 1024 };

void lint_count_end(struct lint *lint, struct span line, size_t end_len)
{
    struct line_ends *ends = &lint->ends;
    size_t *end = end_len == 2 ? &ends->crlf : line.at[line.len] == '\n' ? &ends->lf : &ends->cr;

    if (end == &ends->cr && ends->cr == 0)
        ends->first_cr = lint->lines;
    if (ends->last && end != ends->last && !ends->odd)
        ends->odd = lint->lines;
    ++*end;
    ends->last = end;
}

void lint_ends(struct lint *lint)
{
    const struct line_ends *ends = &lint->ends;

    if (ends->crlf > 0 && !ends->odd)
        lint_add_file(lint, LINT_CRLF);
    if (ends->odd)
        findings_format(lint->findings, LINT_EOL_MIXED, ends->odd, 1,
                        "The file mixes different line ends: %zu LF, %zu CR LF, %zu CR; tiptoe reads each as "
                        "one line end. Write LF on every line.",
                        ends->lf, ends->crlf, ends->cr);
    if (ends->cr > 0)
        findings_add(lint->findings, LINT_EOL_CR, ends->first_cr, 1, span_of(""));
}

/* Returns true for the first one or two bytes of a byte order mark without the rest. */
static bool has_partial_mark(struct span body)
{
    return body.len > 1 && body.at[0] == '\xef' &&
           (!(body.at[1] & '\x80') || (body.at[1] == '\xbb' && body.len > 2 && !(body.at[2] & '\x80')));
}

static void check_encoding(struct lint *lint)
{
    struct span body = lint->body;
    bool is_decoded = lint->text.len > 0 && (lint->text.at < body.at || lint->text.at > body.at + body.len);

    if (is_decoded)
        lint_add_file(lint, LINT_UTF16);
    if (has_partial_mark(body))
        findings_add(lint->findings, LINT_BOM_PARTIAL, 1, 1, span_of(""));
}

static void check_size(struct lint *lint)
{
    size_t size = lint->body.len;

    if (size >= LARGE_BYTES)
        findings_format_as(
            lint->findings, size > RFC_BYTES ? LINT_ERROR : LINT_WARNING, LINT_LARGE_FILE, 0, 0,
            "The file has %zu bytes, and \"very large files cause errors\"; tiptoe reads 2 MiB, RFC 9309 "
            "readers may stop after 512,000 bytes. Write fewer or shorter rules.",
            size);
    if (span_trim(lint->text, TEXT_BLANK).len == 0)
        lint_add_file(lint, LINT_EMPTY_FILE);
}

void lint_bytes(struct lint *lint)
{
    check_size(lint);
    check_encoding(lint);
}

/* Returns the length of an invisible character at the front of TEXT, or 0: one that robots/text.h trims, a
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
                lint->findings, LINT_INVISIBLE, line->number, lint_column(line, rest.at),
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
        findings_format(lint->findings, LINT_CONTROL, line->number, lint_column(line, line->code.at + i),
                        "Control character %02X; tiptoe matches it as an escape in a Disallow, an Allow with "
                        "it has no effect. Remove it.",
                        (unsigned)(unsigned char)line->code.at[i]);
        return;
    }
}

void lint_line_bytes(struct lint *lint, const struct lint_line *line)
{
    size_t nul = span_find(line->raw, '\0');

    if (nul < line->raw.len)
        lint_add(lint, LINT_NUL, line, line->raw.at + nul, line->code);
    if (line->raw.len > LIMIT_ROBOTS_LINE)
        lint_add(lint, LINT_LINE_LONG, line, line->raw.at + LIMIT_ROBOTS_LINE, line->code);
    check_controls(lint, line);
    check_invisible(lint, line);
}
