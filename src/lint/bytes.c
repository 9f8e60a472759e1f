/* SPDX-License-Identifier: MIT */
/* A robots.txt as bytes: size, marks and encodings, line ends, and characters that nobody sees. */
#include "config.h"

#include "base/limits.h"
#include "base/utf8.h"
#include "lint/pass.h"
#include "robots/text.h"

enum { LARGE_BYTES = 100 * 1000, RFC_BYTES = 500 * 1024 };

/* Lines by how they end, and the first line that ends otherwise than the first. */
struct line_ends {
    size_t lf, crlf, cr;
    uint32_t first_cr, odd;
};

static void count_end(struct line_ends *ends, uint32_t line, char first, char second)
{
    size_t kinds = (ends->lf > 0) + (ends->crlf > 0) + (ends->cr > 0);

    if (first == '\n')
        ends->lf++;
    else if (second == '\n')
        ends->crlf++;
    else if (ends->cr++ == 0)
        ends->first_cr = line;
    if (kinds == 1 && (size_t)(ends->lf > 0) + (ends->crlf > 0) + (ends->cr > 0) == 2)
        ends->odd = line;
}

static struct line_ends count_ends(struct span text)
{
    struct line_ends ends = {0};
    uint32_t line = 1;

    for (size_t i = 0; i < text.len; i++) {
        char second = i + 1 < text.len ? text.at[i + 1] : '\0';

        if (text.at[i] != '\n' && text.at[i] != '\r')
            continue;
        count_end(&ends, line++, text.at[i], second);
        i += text.at[i] == '\r' && second == '\n';
    }
    return ends;
}

static void look_at_ends(struct lint *lint)
{
    struct line_ends ends = count_ends(lint->text);
    char last = lint->text.len > 0 ? lint->text.at[lint->text.len - 1] : '\n';

    if (ends.crlf > 0 && !ends.odd)
        findings_add(
            lint->findings, LINT_CRLF, 0, 0,
            "lines end in CR LF, as DOS writes them; we and all readers of today take that; LF alone "
            "is the plain form");
    if (ends.odd)
        findings_add(lint->findings, LINT_EOL_MIXED, ends.odd, 1,
                     "line ends are mixed: %zu LF, %zu CR LF, %zu CR; we take each as one line end; write LF "
                     "everywhere",
                     ends.lf, ends.crlf, ends.cr);
    if (ends.cr > 0)
        findings_add(
            lint->findings, LINT_EOL_CR, ends.first_cr, 1,
            "a CR alone ends %zu lines; we end the line there, other readers see one long line; write "
            "LF",
            ends.cr);
    if (last != '\n' && last != '\r' && !lint->options->truncated)
        findings_add(
            lint->findings, LINT_NO_FINAL_EOL, 0, 0,
            "the last line has no line end; we read it whole; end it, so that what is appended later "
            "does not join it");
}

/* The first one or two bytes of a byte order mark, the rest of which was lost. */
static bool has_partial_mark(struct span body)
{
    return body.len > 1 && body.at[0] == '\xef' &&
           (!(body.at[1] & '\x80') || (body.at[1] == '\xbb' && body.len > 2 && !(body.at[2] & '\x80')));
}

static void look_at_encoding(struct lint *lint)
{
    struct span body = lint->body;
    bool is_decoded = lint->text.at < body.at || lint->text.at > body.at + body.len;

    if (is_decoded && lint->text.len > 0)
        findings_add(
            lint->findings, LINT_UTF16, 0, 0,
            "the file is UTF-16; we decode it, and most readers see no rule at all; save it as UTF-8");
    if (span_starts(body, "\xef\xbb\xbf"))
        findings_add(
            lint->findings, LINT_BOM, 0, 0,
            "the file begins with a byte order mark; we skip it, a reader of the letter loses the first "
            "line; save it as UTF-8 without one");
    if (has_partial_mark(body))
        findings_add(
            lint->findings, LINT_BOM_PARTIAL, 1, 1,
            "the file begins with part of a byte order mark; we drop it from the first field; remove "
            "the bytes before the first letter");
}

static void look_at_size(struct lint *lint)
{
    size_t size = lint->body.len;

    if (size > RFC_BYTES)
        findings_add_as(
            lint->findings, LINT_ERROR, LINT_LARGE_FILE, 0, 0,
            "%zu bytes: readers may stop after 512,000, and rules beyond are lost to them; we read "
            "2 MiB; keep it below 100 KB, with fewer and shorter prefixes",
            size);
    else if (size >= LARGE_BYTES)
        findings_add(
            lint->findings, LINT_LARGE_FILE, 0, 0,
            "%zu bytes: very large files cause errors in some readers; we read 2 MiB; write fewer and "
            "shorter prefixes",
            size);
    if (span_trim(lint->text, TEXT_SPACE "\r\n").len == 0)
        findings_add(
            lint->findings, LINT_EMPTY_FILE, 0, 0,
            "the file is empty: everyone is welcome everywhere, as if there were none; to say so write "
            "'User-agent: *' and 'Disallow:'");
}

void lint_bytes(struct lint *lint)
{
    look_at_size(lint);
    look_at_encoding(lint);
    look_at_ends(lint);
}

/* The length of an invisible character at the front of TEXT, beyond those that the reader trims too: soft
 * hyphen and the hyphens that look like one. */
static size_t invisible_len(struct span text)
{
    if (span_starts(text, "\xc2\xad"))
        return 2;
    if (span_starts(text, "\xe2\x80\x90") || span_starts(text, "\xe2\x80\x91"))
        return 3;
    return text_invisible_len(text);
}

static void look_for_invisible(struct lint *lint, const struct lint_line *line)
{
    for (size_t i = 0; i < line->code.len; i++) {
        struct span rest = span_part(line->code, i, line->code.len);
        size_t column = lint_column(line, rest.at);
        uint32_t character;

        if (!(line->code.at[i] & '\x80') || invisible_len(rest) == 0)
            continue;
        if (span_starts(rest, "\xef\xbb\xbf")) {
            findings_add(lint->findings, LINT_BOM_INSIDE, line->number, column,
                         "a byte order mark stands inside the file; we drop it around fields, names and "
                         "Disallow paths, others take it for part of them; remove it");
            return;
        }
        if (utf8_decode(rest.at, rest.len, &character) == 0)
            continue;
        findings_add(
            lint->findings, LINT_INVISIBLE, line->number, column,
            "the character U+%04X cannot be told from a blank, a hyphen or nothing; we drop it at the "
            "ends of fields and Disallow paths only; type the line anew",
            (unsigned)character);
        return;
    }
}

static void look_for_controls(struct lint *lint, const struct lint_line *line)
{
    for (size_t i = 0; i < line->code.len; i++) {
        if (!text_is_control(line->code.at[i]) || line->code.at[i] == '\t')
            continue;
        findings_add(
            lint->findings, LINT_CONTROL, line->number, lint_column(line, line->code.at + i),
            "the control character %02X stands in the line; a Disallow keeps it as an escape, an Allow "
            "with it is void; remove it",
            (unsigned)(unsigned char)line->code.at[i]);
        return;
    }
}

void lint_line_bytes(struct lint *lint, const struct lint_line *line)
{
    size_t nul = span_find(line->raw, '\0');

    if (nul < line->raw.len)
        findings_add(
            lint->findings, LINT_NUL, line->number, nul + 1,
            "a NUL byte ends the line here: what follows is not read, and an Allow is void; remove it, "
            "or save the file as UTF-8 text");
    if (line->raw.len > LIMIT_ROBOTS_LINE)
        findings_add(lint->findings, LINT_LINE_LONG, line->number, LIMIT_ROBOTS_LINE + 1,
                     "the line has %zu bytes; beyond %d we, like Google, read none: a Disallow that is cut "
                     "forbids more, an Allow is void; write shorter rules",
                     line->raw.len, LIMIT_ROBOTS_LINE);
    look_for_controls(lint, line);
    look_for_invisible(lint, line);
}
