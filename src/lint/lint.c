/* SPDX-License-Identifier: MIT */
/* One pass through a robots.txt that shows every line, cut up as robots/lines.h does it, to all looks. */
#include "config.h"

#include "lint/lint.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "lint/pass.h"
#include "robots/text.h"

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
        lint_line_field(lint, &line);
        lint_line_extension(lint, &line);
        lint_groups_line(lint, &line);
    } else if (span_trim(raw, TEXT_SPACE).len == 0) {
        lint->blank_lines++;
        lint_groups_blank(lint);
    } else {
        lint->comment_lines++;
    }
}

static void look_at_lines(struct lint *lint)
{
    struct span rest = lint->text;
    bool cut;

    lint_groups_open(lint, 0, 0);
    while (rest.len > 0) {
        struct span raw = take_raw(&rest, lint->options->truncated, &cut);

        look_at_line(lint, raw, cut);
    }
    lint_groups_end(lint);
}

/* Patterns point into the normal forms, which do not move any more. */
static void make_patterns(struct lint *lint)
{
    struct lint_rule *rules = lint_rules(lint);

    for (size_t i = 0; i < lint->rules.count; i++)
        rules[i].pattern =
            pattern_make(span_part(buf_span(&lint->normals), rules[i].normal_at, rules[i].pattern.len));
}

/* A file is found in one place only: /robots.txt, in small letters. */
static void look_at_place(struct lint *lint)
{
    struct span url = lint->options->url, path = span_part(url, lint->origin.len, url.len);

    path = span_part(path, 0, span_find(path, '#'));
    if (url.len > 0 && !span_is(path, "/robots.txt"))
        findings_add(
            lint->findings, LINT_WRONG_PLACE, 0, 0,
            "'%s' is not where robots look: no robot, and we neither, reads it as a robots.txt; put it "
            "at '%s/robots.txt', in small letters",
            quote(path).text, quote(lint->origin).text);
}

/* "https://site.example" of a URL of that site. */
static struct span origin_of(struct span url)
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
                        .origin = origin_of(options->url)};
    struct buf decoded;

    buf_init(&decoded, 2 * body.len + 1);
    lint.text = lines_decode(body, &decoded);
    buf_init(&lint.normals, 4 * lint.text.len + 4096);
    look_at_place(&lint);
    lint_bytes(&lint);
    if (lines_are_html(lint.text))
        findings_add(
            findings, LINT_HTML, 1, 1,
            "this is a web page, not a robots.txt: we read no rule from it; have the server answer 404 "
            "where there is no file, or serve the file as text/plain");
    else if (span_trim(lint.text, TEXT_SPACE "\r\n").len > 0)
        look_at_lines(&lint);
    make_patterns(&lint);
    lint_compare_rules(&lint);
    lint_meaning(&lint);
    lint_compare_readings(&lint);
    findings_sort(findings);
    free(lint.names.items);
    free(lint.rules.items);
    free(lint.groups.items);
    free(lint.references.items);
    buf_release(&lint.normals);
    buf_release(&decoded);
}
