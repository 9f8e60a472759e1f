/* SPDX-License-Identifier: MIT */
/* Computes figures over many robots.txt files: sizes, lines and fields as robots/lines.h reads them, and the
 * findings of lint.c, each file for itself and all together. */
#include "config.h"

#include "lint/stats.h"

#include <stdlib.h>

#include "lint/lint.h"
#include "robots/lines.h"

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

    [FIGURE_AGENT_DISALLOWS] = {"agent-disallows", "Disallow fields of a User-agent", true},
    [FIGURE_AGENT_ALLOWS] = {"agent-allows", "Allow fields of a User-agent", false},
    [FIGURE_BARE_LINES] = {"bare-lines", "lines of a file without comments", true}, /* and blank lines */
    [FIGURE_ONLY_COMMENTS] = {"only-comments", "lines of a file of comments only", false}, /* same */
};

const double stats_limits[STATS_RANGES + 1] = {0,   1,   2,   3,   4,   5,   10,  20,  50,  1e2,
                                               2e2, 5e2, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5,
                                               5e5, 1e6, 2e6, 5e6, 1e7, 2e7, 5e7, 1e8};

void stats_release(struct stats *stats)
{
    for (int i = 0; i < FIGURE_COUNT; i++)
        free(stats->figures[i].items);
}

static void add_number(struct stats *stats, enum figure figure, double value)
{
    *LIST_ADD(stats->figures[figure]) = value;
}

static void count_lines(struct stats *stats, double *counts, struct span text)
{
    size_t end_len = 0;
    bool is_bare;
    struct span line;

    while (text.len > 0) {
        end_len = text_take_line(&text, &line);
        line = span_trim(line, TEXT_SPACE);
        counts[FIGURE_LINES]++;
        counts[FIGURE_BLANK_LINES] += line.len == 0;
        counts[FIGURE_COMMENT_LINES] += span_starts(line, "#");
        counts[FIGURE_COMMENTED_LINES] += span_find(line, '#') < line.len;
    }
    is_bare = counts[FIGURE_LINES] > 0 && counts[FIGURE_BLANK_LINES] + counts[FIGURE_COMMENTED_LINES] == 0;
    /* The empty text after the last end counts as a line, as in the published figures. */
    counts[FIGURE_LINES] += end_len > 0;
    counts[FIGURE_BLANK_LINES] += end_len > 0;
    counts[FIGURE_UNPARSED_LINES] = counts[FIGURE_BLANK_LINES] + counts[FIGURE_COMMENT_LINES];
    if (is_bare)
        add_number(stats, FIGURE_BARE_LINES, counts[FIGURE_LINES]);
    if (counts[FIGURE_COMMENT_LINES] > 0 && counts[FIGURE_UNPARSED_LINES] >= counts[FIGURE_LINES])
        add_number(stats, FIGURE_ONLY_COMMENTS, counts[FIGURE_LINES]);
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
    }
    end_group(stats, counts, &group);
    counts[FIGURE_DIRECTIVES] = counts[FIGURE_DISALLOWS] + counts[FIGURE_ALLOWS];
}

static void add_findings(struct stats *stats, struct stats_file *file, struct span body)
{
    struct lint_options options = {.agent = span_of("tiptoe")};
    struct findings found = {.kept = NULL};

    lint_robots(&found, body, &options);
    memcpy(file->severities, found.severities, sizeof file->severities);
    for (int code = 0; code < LINT_CODE_COUNT; code++) {
        stats->codes[code].times += found.counts[code];
        stats->codes[code].files += found.counts[code] > 0;
    }
    findings_release(&found);
}

struct stats_file stats_add(struct stats *stats, struct span body)
{
    struct buf decoded BUF_LOCAL(2 * body.len + 1);
    struct span text = lines_decode(body, &decoded);
    struct stats_file file = {.is_html = lines_are_html(text)};

    add_findings(stats, &file, body);
    stats->html_count += file.is_html;
    if (file.is_html)
        return file;
    file.figures[FIGURE_BYTES] = (double)body.len;
    count_lines(stats, file.figures, text);
    count_fields(stats, file.figures, text);
    for (int i = 0; i < FILE_FIGURE_COUNT; i++)
        add_number(stats, (enum figure)i, file.figures[i]);
    return file;
}

static int compare_numbers(const void *a, const void *b)
{
    const double *left = a, *right = b;

    return (*left > *right) - (*left < *right);
}

struct stats_summary stats_summarise(struct stats *stats, enum figure figure)
{
    size_t count = stats->figures[figure].count, most = 0, range = 0;
    double *values = stats->figures[figure].items;
    struct stats_summary summary = {.count = count};

    if (count == 0)
        return summary;
    qsort(values, count, sizeof *values, compare_numbers);
    for (size_t i = 0, from = 0; i < count; i++) {
        summary.sum += values[i];
        while (range + 1 < STATS_RANGES && values[i] >= stats_limits[range + 1])
            range++;
        summary.ranges[range]++;
        if (values[i] > values[from])
            from = i;
        if (i - from < most)
            continue;
        most = i - from + 1;
        summary.mode = values[i];
    }
    summary.range_count = range + 1;
    summary.mean = summary.sum / (double)count;
    summary.min = values[0];
    summary.max = values[count - 1];
    summary.median = values[(count - 1) / 2];
    summary.ninetieth = values[(9 * count - 1) / 10];
    return summary;
}
