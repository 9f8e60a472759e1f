/* SPDX-License-Identifier: MIT */
/* Computes figures over many robots.txt files: sizes, lines and fields as robots/lines.h reads them, and the
 * findings of lint.c, each file for itself and all together. */
#include "config.h"

#include "lint/stats.h"

#include <stdlib.h>

#include "base/alloc.h"
#include "lint/lint.h"
#include "robots/lines.h"
#include "robots/names.h"
#include "robots/text.h"

const struct stats_name stats_names[FIGURE_COUNT] = {
    [FIGURE_BYTES] = {"bytes", "bytes", true},
    [FIGURE_LINES] = {"lines", "lines", true},
    [FIGURE_BYTES_PER_LINE] = {"bytes-per-line", "bytes per line", false},
    [FIGURE_BLANK_LINES] = {"blank-lines", "blank lines", false},
    [FIGURE_COMMENT_LINES] = {"comment-lines", "lines starting with a comment", false},
    [FIGURE_COMMENTED_LINES] = {"commented-lines", "lines containing a comment", false},
    [FIGURE_UNPARSED_LINES] = {"unparsed-lines", "unparsed lines", true}, /* blank and comment lines */
    [FIGURE_UNPARSED_PERCENT] = {"unparsed-percent", "unparsed lines, percent", false},
    [FIGURE_USER_AGENTS] = {"user-agents", "User-agent fields", true},
    [FIGURE_DISALLOWS] = {"disallows", "Disallow fields", false},
    [FIGURE_ALLOWS] = {"allows", "Allow fields", false},
    [FIGURE_DIRECTIVES] = {"directives", "directives", true},

    [FIGURE_EMPTY] = {"empty", "empty", false},
    [FIGURE_COMMENTS_ONLY] = {"comments-only", "only comments", false}, /* and blank lines */
    [FIGURE_BARE] = {"bare", "no comment, no blank line", false},       /* not empty */
    [FIGURE_NO_AGENT] = {"no-agent", "not empty, no User-agent", false},
    [FIGURE_NO_DIRECTIVE] = {"no-directive", "no directive", false},
    [FIGURE_AGENT_LIST] = {"agent-list", "several names on a User-agent field", false},
    [FIGURE_HTML] = {"html", "web pages", false}, /* only their bytes are counted */

    [FIGURE_AGENT_DISALLOWS] = {"agent-disallows", "Disallow fields of a User-agent", true},
    [FIGURE_AGENT_ALLOWS] = {"agent-allows", "Allow fields of a User-agent", false},
    [FIGURE_BARE_LINES] = {"bare-lines", "lines of a file without comments", true},
};

void stats_init(struct stats *stats)
{
    *stats = (struct stats){.count = 0};
    findings_init(&stats->found);
}

void stats_release(struct stats *stats)
{
    for (int i = 0; i < FIGURE_COUNT; i++)
        free(stats->figures[i].items);
    for (size_t i = 0; i < stats->count; i++)
        free(stats->files[i].name);
    free(stats->files);
    findings_release(&stats->found);
}

static void add_number(struct stats *stats, enum figure figure, double value)
{
    *LIST_ADD(stats->figures[figure]) = value;
}

static void count_lines(double *counts, struct span text)
{
    size_t end_len = 0;
    struct span line;

    while (text.len > 0) {
        end_len = text_take_line(&text, &line);
        line = span_trim(line, TEXT_SPACE);
        counts[FIGURE_LINES]++;
        counts[FIGURE_BLANK_LINES] += line.len == 0;
        counts[FIGURE_COMMENT_LINES] += line.len > 0 && line.at[0] == '#';
        counts[FIGURE_COMMENTED_LINES] += span_find(line, '#') < line.len;
    }
    counts[FIGURE_BARE] =
        counts[FIGURE_LINES] > 0 && counts[FIGURE_BLANK_LINES] + counts[FIGURE_COMMENTED_LINES] == 0;
    /* The empty text after the last end counts as a line, as in the published figures. */
    counts[FIGURE_LINES] += end_len > 0;
    counts[FIGURE_BLANK_LINES] += end_len > 0;
    counts[FIGURE_UNPARSED_LINES] = counts[FIGURE_BLANK_LINES] + counts[FIGURE_COMMENT_LINES];
    if (counts[FIGURE_LINES] > 0) {
        counts[FIGURE_UNPARSED_PERCENT] = 100 * counts[FIGURE_UNPARSED_LINES] / counts[FIGURE_LINES];
        counts[FIGURE_BYTES_PER_LINE] = counts[FIGURE_BYTES] / counts[FIGURE_LINES];
    }
}

/* The fields of a group, of which the file before any User-agent has one without agents. */
struct group {
    uint32_t agents, disallows, allows;
};

/* Adds the fields of GROUP to those of the file, and empties it. */
static void end_group(struct stats *stats, double *counts, struct group *group)
{
    counts[FIGURE_USER_AGENTS] += group->agents;
    counts[FIGURE_DISALLOWS] += group->disallows;
    counts[FIGURE_ALLOWS] += group->allows;
    for (uint32_t i = 0; i < group->agents; i++) {
        add_number(stats, FIGURE_AGENT_DISALLOWS, group->disallows);
        add_number(stats, FIGURE_AGENT_ALLOWS, group->allows);
    }
    *group = (struct group){0};
}

static bool has_several_names(struct span value)
{
    struct span name;
    size_t count = 0;

    while (count < 2 && names_next(&value, &name))
        count++;
    return count == 2;
}

static void count_fields(struct stats *stats, double *counts, struct span text)
{
    struct group group = {0};
    struct robots_lines lines;
    struct robots_line line;

    lines_start(&lines, text, false);
    while (lines_next(&lines, &line)) {
        if (line.field == FIELD_USER_AGENT && group.disallows + group.allows > 0)
            end_group(stats, counts, &group);
        group.agents += line.field == FIELD_USER_AGENT;
        group.disallows += line.field == FIELD_DISALLOW;
        group.allows += line.field == FIELD_ALLOW;
        if (line.field == FIELD_USER_AGENT && has_several_names(line.value))
            counts[FIGURE_AGENT_LIST] = 1;
    }
    end_group(stats, counts, &group);
    counts[FIGURE_DIRECTIVES] = counts[FIGURE_DISALLOWS] + counts[FIGURE_ALLOWS];
}

static void measure(struct stats *stats, double *counts, struct span text)
{
    count_lines(counts, text);
    count_fields(stats, counts, text);
    counts[FIGURE_EMPTY] = counts[FIGURE_BYTES] == 0;
    counts[FIGURE_COMMENTS_ONLY] =
        counts[FIGURE_COMMENT_LINES] > 0 && counts[FIGURE_UNPARSED_LINES] == counts[FIGURE_LINES];
    counts[FIGURE_NO_AGENT] = counts[FIGURE_BYTES] > 0 && counts[FIGURE_USER_AGENTS] == 0;
    counts[FIGURE_NO_DIRECTIVE] = counts[FIGURE_DIRECTIVES] == 0;
    for (int i = 0; i < FILE_FIGURE_COUNT; i++)
        add_number(stats, (enum figure)i, counts[i]);
    if (counts[FIGURE_BARE] > 0)
        add_number(stats, FIGURE_BARE_LINES, counts[FIGURE_LINES]);
}

static void add_findings(struct stats *stats, struct stats_file *file, struct span body)
{
    struct lint_options options = {.agent = span_of("tiptoe")};

    findings_clear(&stats->found);
    lint_robots(&stats->found, body, &options);
    memcpy(file->severities, stats->found.severities, sizeof file->severities);
    for (int code = 0; code < LINT_CODE_COUNT; code++) {
        stats->codes[code].times += stats->found.counts[code];
        stats->codes[code].files += stats->found.counts[code] > 0;
    }
}

void stats_add(struct stats *stats, const char *name, struct span body)
{
    struct buf decoded BUF_LOCAL(2 * body.len + 1);
    struct span text = lines_decode(body, &decoded);
    bool is_html = lines_are_html(text);
    struct stats_file *file;

    file = MEM_ADD(stats->files, stats->count, stats->room);
    *file = (struct stats_file){.name = mem_copy_text(name, strlen(name)),
                                .figures = {[FIGURE_BYTES] = (double)body.len, [FIGURE_HTML] = is_html}};
    stats->html_count += is_html;
    if (!is_html)
        measure(stats, file->figures, text);
    add_findings(stats, file, body);
}

static int compare_numbers(const void *a, const void *b)
{
    const double *left = a, *right = b;

    return (*left > *right) - (*left < *right);
}

/* Returns limit I between the ranges. */
static double limit_of(size_t i)
{
    static const double steps[] = {5, 10, 20};
    double limit = i < 5 ? (double)i : steps[(i - 5) % 3];

    if (i < 5)
        return limit;
    for (size_t power = (i - 5) / 3; power > 0; power--)
        limit *= 10;
    return limit;
}

/* Counts VALUE in its range. Values come in their order. */
static void count_value(struct stats_summary *summary, double value)
{
    size_t i = summary->range_count;

    for (; i < STATS_RANGES_MAX && value >= limit_of(i); i++)
        summary->ranges[i] = (struct stats_range){limit_of(i), limit_of(i + 1), 0};
    summary->ranges[i - 1].count++;
    summary->range_count = i;
}

struct stats_summary stats_summarise(struct stats *stats, enum figure figure)
{
    size_t count = stats->figures[figure].count, most = 0;
    double *values = stats->figures[figure].items;
    struct stats_summary summary = {.count = count};

    if (count == 0)
        return summary;
    qsort(values, count, sizeof *values, compare_numbers);
    for (size_t i = 0, from = 0; i < count; i++) {
        summary.sum += values[i];
        count_value(&summary, values[i]);
        if (values[i] > values[from])
            from = i;
        if (i - from < most)
            continue;
        most = i - from + 1;
        summary.mode = values[i];
    }
    summary.mean = summary.sum / (double)count;
    summary.min = values[0];
    summary.max = values[count - 1];
    return summary;
}
