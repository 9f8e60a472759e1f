/* SPDX-License-Identifier: MIT */
/* Figures of one robots.txt. Text, lines and fields are those that robots/lines.h reads. */
#include "config.h"

#include "lint/measure.h"

#include "base/utf8.h"
#include "robots/groups.h"
#include "robots/lines.h"
#include "base/alloc.h"
#include "robots/names.h"
#include "robots/text.h"

/* A web page has its first tags within this many bytes. */
#define PAGE_HEAD_BYTES 1000

/* Text beyond this is not counted: no robots.txt is so large. */
#define DECODED_MAX ((size_t)64 * 1024 * 1024)

void measure_init(struct measure *measure)
{
    *measure = (struct measure){.traits = 0};
    buf_init(&measure->decoded, DECODED_MAX);
}

void measure_release(struct measure *measure)
{
    free(measure->groups);
    free(measure->names.items);
    free(measure->paths.items);
    free(measure->delays.items);
    buf_release(&measure->decoded);
    measure_init(measure);
}

static void set_trait(struct measure *measure, enum trait trait, bool has)
{
    if (has)
        measure->traits |= UINT64_C(1) << trait;
}

static void add_span(struct measure_spans *spans, struct span text)
{
    spans->items = mem_extend(spans->items, spans->count, &spans->room, sizeof *spans->items);
    spans->items[spans->count++] = text;
}

static void add_group(struct measure *measure)
{
    measure->groups =
        mem_extend(measure->groups, measure->group_count, &measure->group_room, sizeof *measure->groups);
    measure->groups[measure->group_count++] = (struct measure_group){0};
}

/* Kinds of line end, as bits. */
enum { END_NONE, END_LF, END_CRLF, END_CR = 4 };

static void count_lines(struct measure *measure, struct span text)
{
    double *figures = measure->figures;
    unsigned ends = END_NONE;
    size_t end_len = 0;
    struct span line;

    while (text.len > 0) {
        struct span code;

        end_len = text_take_line(&text, &line);
        code = span_trim(line, TEXT_SPACE);
        ends |= end_len == 0                ? END_NONE
                : end_len == 2              ? END_CRLF
                : line.at[line.len] == '\n' ? END_LF
                                            : END_CR;
        figures[FIGURE_LINES]++;
        figures[FIGURE_BLANK_LINES] += code.len == 0;
        figures[FIGURE_COMMENT_LINES] += code.len > 0 && code.at[0] == '#';
        figures[FIGURE_COMMENTED_LINES] += span_find(code, '#') < code.len;
    }
    set_trait(measure, TRAIT_BARE,
              figures[FIGURE_LINES] > 0 &&
                  figures[FIGURE_BLANK_LINES] + figures[FIGURE_COMMENTED_LINES] == 0);
    /* The empty text after the last end counts as a line, as in the published figures. */
    figures[FIGURE_LINES] += end_len > 0;
    figures[FIGURE_BLANK_LINES] += end_len > 0;
    figures[FIGURE_UNPARSED_LINES] = figures[FIGURE_BLANK_LINES] + figures[FIGURE_COMMENT_LINES];
    if (figures[FIGURE_LINES] > 0) {
        figures[FIGURE_UNPARSED_PERCENT] = 100 * figures[FIGURE_UNPARSED_LINES] / figures[FIGURE_LINES];
        figures[FIGURE_BYTES_PER_LINE] = figures[FIGURE_BYTES] / figures[FIGURE_LINES];
        set_trait(measure, TRAIT_EOL_NONE, ends == END_NONE);
    }
    set_trait(measure, TRAIT_EOL_LF, ends == END_LF);
    set_trait(measure, TRAIT_EOL_CRLF, ends == END_CRLF);
    set_trait(measure, TRAIT_EOL_CR, ends == END_CR);
    set_trait(measure, TRAIT_EOL_MIXED, (ends & (ends - 1)) != 0);
}

static void count_agent(struct measure *measure, struct span value)
{
    struct measure_group *group = &measure->groups[measure->group_count - 1];
    size_t before = measure->names.count;
    struct span name;

    /* A User-agent line after a rule starts a group. The first group has only the rules before any name. */
    if (measure->group_count == 1 || group->disallows + group->allows > 0)
        add_group(measure);
    group = &measure->groups[measure->group_count - 1];
    while (names_next(&value, &name))
        add_span(&measure->names, name);
    group->agents++;
    group->names += (uint32_t)(measure->names.count - before);
    measure->figures[FIGURE_AGENT_LISTS] += measure->names.count - before > 1;
}

static void count_rule(struct measure *measure, const struct robots_line *line)
{
    struct measure_group *group = &measure->groups[measure->group_count - 1];
    struct span value = line->value;

    if (line->field == FIELD_ALLOW) {
        group->allows++;
    } else {
        group->disallows++;
        if (value.len > 0)
            add_span(&measure->paths, value);
    }
    if ((double)value.len > measure->figures[FIGURE_LONGEST_RULE])
        measure->figures[FIGURE_LONGEST_RULE] = (double)value.len;
    set_trait(measure, TRAIT_ALLOW, line->field == FIELD_ALLOW);
    set_trait(measure, TRAIT_WILDCARD, span_find(value, '*') < value.len);
    set_trait(measure, TRAIT_DOLLAR, value.len > 0 && value.at[value.len - 1] == '$');
}

/* Fields without effect for tiptoe. */
static void count_other(struct measure *measure, const struct robots_line *line)
{
    static const struct {
        const char *beginning;
        enum trait trait;
    } others[] = {
        {"host:", TRAIT_HOST},
        {"clean-param:", TRAIT_CLEAN_PARAM},
        {"acap-", TRAIT_ACAP},
        {"content-usage", TRAIT_CONTENT_USAGE},
        {"content-signal", TRAIT_CONTENT_SIGNAL},
        {"license:", TRAIT_LICENSE},
    };
    struct span text = span_trim(line->text, TEXT_SPACE);

    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        set_trait(measure, others[i].trait, span_starts_nocase(text, others[i].beginning));
}

static void count_field(struct measure *measure, const struct robots_line *line)
{
    switch (line->field) {
    case FIELD_USER_AGENT:
        count_agent(measure, line->value);
        break;
    case FIELD_ALLOW:
    case FIELD_DISALLOW:
        count_rule(measure, line);
        break;
    case FIELD_NOINDEX:
        set_trait(measure, TRAIT_NOINDEX, true);
        break;
    case FIELD_CRAWL_DELAY:
        set_trait(measure, TRAIT_CRAWL_DELAY, true);
        add_span(&measure->delays, line->value);
        break;
    case FIELD_REQUEST_RATE:
        set_trait(measure, TRAIT_REQUEST_RATE, true);
        break;
    case FIELD_VISIT_TIME:
        set_trait(measure, TRAIT_VISIT_TIME, true);
        break;
    case FIELD_SITEMAP:
        set_trait(measure, TRAIT_SITEMAP, true);
        measure->figures[FIGURE_SITEMAPS]++;
        break;
    case FIELD_OTHER:
        count_other(measure, line);
        break;
    case FIELD_NONE:
        break;
    }
}

static void count_fields(struct measure *measure, struct span text)
{
    struct robots_lines lines;
    struct robots_line line;

    measure->group_count = 0;
    add_group(measure);
    lines_start(&lines, text, false);
    while (lines_next(&lines, &line))
        count_field(measure, &line);
}

static void sum_groups(struct measure *measure)
{
    double *figures = measure->figures, with_rules = 0;
    double agent_disallows = 0, agent_allows = 0;

    for (size_t i = 0; i < measure->group_count; i++) {
        const struct measure_group *group = &measure->groups[i];

        figures[FIGURE_USER_AGENTS] += group->agents;
        figures[FIGURE_DISALLOWS] += group->disallows;
        figures[FIGURE_ALLOWS] += group->allows;
        agent_disallows += (double)group->agents * group->disallows;
        agent_allows += (double)group->agents * group->allows;
        with_rules += group->agents > 0 ? group->disallows + group->allows : 0;
        set_trait(measure, TRAIT_NAMELESS, group->agents > 0 && group->names == 0);
    }
    figures[FIGURE_GROUPS] = (double)measure->group_count - 1;
    figures[FIGURE_DIRECTIVES] = figures[FIGURE_DISALLOWS] + figures[FIGURE_ALLOWS];
    if (figures[FIGURE_USER_AGENTS] > 0) {
        figures[FIGURE_DISALLOWS_PER_AGENT] = agent_disallows / figures[FIGURE_USER_AGENTS];
        figures[FIGURE_ALLOWS_PER_AGENT] = agent_allows / figures[FIGURE_USER_AGENTS];
        figures[FIGURE_RULES_PER_GROUP] = with_rules / figures[FIGURE_GROUPS];
    }
}

static void judge_names(struct measure *measure, struct span agent)
{
    bool has_us = false, has_other = false;

    for (size_t i = 0; i < measure->names.count; i++) {
        has_us |= span_equals_nocase(measure->names.items[i], text_token(agent));
        has_other |= !span_is(measure->names.items[i], "*");
    }
    set_trait(measure, TRAIT_NAMES_US, has_us);
    set_trait(measure, TRAIT_STAR_ONLY, measure->names.count > 0 && !has_other);
}

static void judge_reach(struct measure *measure, struct span text, struct span agent)
{
    struct robots_options options = {.agent = agent, .limit_bytes = DECODED_MAX};
    struct robots *robots = robots_parse(text, &options);
    bool has_disallow = false, is_closed = robots_closing_line(robots) > 0;

    for (size_t i = 0; i < robots->rule_count; i++)
        has_disallow |= robots->rules[i].kind == RULE_DISALLOW;
    set_trait(measure, TRAIT_OPEN, !has_disallow);
    set_trait(measure, TRAIT_CLOSED, is_closed);
    set_trait(measure, TRAIT_PARTLY, has_disallow && !is_closed);
    robots_free(robots);
}

/* Some pages begin with elements that lines_are_html does not take for a page. */
static bool is_page(struct span text)
{
    struct span head = span_part(span_trim(text, TEXT_SPACE "\r\n"), 0, PAGE_HEAD_BYTES);

    for (size_t i = 0; i < head.len && head.at[0] == '<'; i++) {
        struct span rest = span_part(head, i, head.len);

        if (span_starts_nocase(rest, "<!doctype html") || span_starts_nocase(rest, "<html"))
            return true;
    }
    return lines_are_html(text);
}

static void judge_bytes(struct measure *measure, struct span body, struct span text)
{
    bool is_utf16 = text.len > 0 && text.at == measure->decoded.at;

    measure->figures[FIGURE_BYTES] = (double)body.len;
    set_trait(measure, TRAIT_EMPTY, body.len == 0);
    set_trait(measure, TRAIT_UTF16, is_utf16);
    set_trait(measure, TRAIT_BOM,
              span_starts(body, "\xef\xbb\xbf") || span_starts(body, "\xff\xfe") ||
                  span_starts(body, "\xfe\xff"));
    set_trait(measure, TRAIT_NUL, span_find(text, '\0') < text.len);
    set_trait(measure, TRAIT_NOT_UTF8, !is_utf16 && !utf8_is_valid(text));
    set_trait(measure, TRAIT_OVER_100_KB, body.len >= 100 * 1000);
    set_trait(measure, TRAIT_OVER_512000, body.len > 512000);
    set_trait(measure, TRAIT_HTML, is_page(text));
}

void measure_file(struct measure *measure, struct span body, struct span agent)
{
    double *figures = measure->figures;
    struct span text;

    memset(figures, 0, sizeof measure->figures);
    measure->traits = 0;
    measure->names.count = measure->paths.count = measure->delays.count = 0;
    measure->group_count = 0;
    buf_clear(&measure->decoded);
    text = lines_decode(span_part(body, 0, DECODED_MAX / 2), &measure->decoded);
    judge_bytes(measure, body, text);
    if (measure_has(measure->traits, TRAIT_HTML))
        return;
    count_lines(measure, text);
    count_fields(measure, text);
    sum_groups(measure);
    judge_names(measure, agent);
    judge_reach(measure, body, agent);
    set_trait(measure, TRAIT_COMMENTS_ONLY,
              figures[FIGURE_COMMENT_LINES] > 0 && figures[FIGURE_UNPARSED_LINES] == figures[FIGURE_LINES]);
    set_trait(measure, TRAIT_NO_AGENT, body.len > 0 && figures[FIGURE_USER_AGENTS] == 0);
    set_trait(measure, TRAIT_NO_DIRECTIVE, figures[FIGURE_DIRECTIVES] == 0);
    set_trait(measure, TRAIT_AGENT_LIST, figures[FIGURE_AGENT_LISTS] > 0);
}
