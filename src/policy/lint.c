/* SPDX-License-Identifier: MIT */
/* One pass through a robots.txt that shows every line, cut up as policy/lines.h does it, to all looks. */
#include "config.h"

#include "policy/lint.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "policy/lint_pass.h"
#include "policy/text.h"

void *lint_list_add(struct lint_list *list, size_t item_size)
{
    if (list->count == list->room) {
        list->room = list->room ? 2 * list->room : 64;
        list->items = mem_grow(list->items, list->room, item_size);
    }
    return (char *)list->items + item_size * list->count++;
}

/* Takes one line without its end off the front of REST; CUT: the text may end in its middle. */
static struct span take_raw(struct span *rest, bool truncated, bool *cut)
{
    struct span raw;
    size_t len = 0, end;

    while (len < rest->len && rest->at[len] != '\n' && rest->at[len] != '\r')
        len++;
    raw = span_part(*rest, 0, len);
    *cut = truncated && len == rest->len;
    end = len + (span_starts(span_part(*rest, len, 2), "\r\n") ? 2 : 1);
    *rest = span_part(*rest, end, rest->len);
    return raw;
}

/* Cuts LINE, whose raw is set, into its parts. False for one that is blank or a comment. */
static bool read_line(struct lint_line *line, bool cut)
{
    struct robots_lines lines;
    size_t colon;

    lines_start(&lines, line->raw, cut);
    if (!lines_next(&lines, &line->read))
        return false;
    line->read.number = line->number;
    line->code = span_part(line->read.text, 0, span_find(line->read.text, '\0'));
    line->code = span_trim(span_part(line->code, 0, span_find(line->code, '#')), TEXT_SPACE);
    colon = span_find(line->code, ':');
    line->has_colon = colon < line->code.len;
    line->name = span_trim(span_part(line->code, 0, colon), TEXT_SPACE);
    line->value = span_trim(span_part(line->code, colon + 1, line->code.len), TEXT_SPACE);
    return true;
}

static void look_at_line(struct lint *lint, struct span raw, bool cut)
{
    struct lint_line line = {.number = (uint32_t)++lint->lines, .raw = raw};

    if (read_line(&line, cut)) {
        lint_line_bytes(lint, &line);
    } else if (span_trim(raw, TEXT_SPACE).len == 0) {
        lint->blank_lines++;
    } else {
        lint->comment_lines++;
    }
}

static void look_at_lines(struct lint *lint)
{
    struct span rest = lint->text;
    bool cut;

    while (rest.len > 0) {
        struct span raw = take_raw(&rest, lint->options->truncated, &cut);

        look_at_line(lint, raw, cut);
    }
}

void lint_robots(struct findings *findings, struct span body, const struct lint_options *options)
{
    struct lint lint = {
        .findings = findings, .options = options, .body = body, .token = text_token(options->agent)};
    struct buf decoded;

    buf_init(&decoded, 2 * body.len + 1);
    lint.text = lines_decode(body, &decoded);
    lint_bytes(&lint);
    if (lines_are_html(lint.text))
        findings_add(
            findings, LINT_HTML, 1, 1,
            "this is a web page, not a robots.txt: we read no rule from it; have the server answer 404 "
            "where there is no file, or serve the file as text/plain");
    else
        look_at_lines(&lint);
    findings_sort(findings);
    free(lint.names.items);
    free(lint.rules.items);
    free(lint.groups.items);
    free(lint.references.items);
    buf_release(&lint.normals);
    buf_release(&decoded);
}
