/* SPDX-License-Identifier: MIT */
/* Figures of any bytes: parts are never more than the whole, and two files add up to what each has. */
#include "config.h"

#include <stdint.h>

#include "fuzz.h"
#include "lint/stats.h"

static void check_file(const struct stats_file *file)
{
    const double *figures = file->figures;

    demand(figures[FIGURE_UNPARSED_LINES] <= figures[FIGURE_LINES]);
    demand(figures[FIGURE_LINES] <= figures[FIGURE_BYTES] + 1);
    demand(figures[FIGURE_COMMENT_LINES] <= figures[FIGURE_COMMENTED_LINES]);
    demand(figures[FIGURE_UNPARSED_PERCENT] >= 0 && figures[FIGURE_UNPARSED_PERCENT] <= 100);
    demand(figures[FIGURE_USER_AGENTS] + figures[FIGURE_DIRECTIVES] <= figures[FIGURE_LINES]);
}

/* The numbers of a figure, and how they spread over the ranges of its histogram. */
static void check_figure(struct stats *stats, enum figure figure)
{
    struct stats_summary summary = stats_summarise(stats, figure);
    size_t in_ranges = 0;

    for (size_t i = 0; i < summary.range_count; i++)
        in_ranges += summary.ranges[i];
    demand(in_ranges == summary.count);
    demand(summary.min <= summary.mean + 1e-9 && summary.mode <= summary.max);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct span body = span_make((const char *)data, size), half = span_part(body, 0, size / 2);
    struct stats stats = {.html_count = 0};
    struct stats_file whole_file = stats_add(&stats, body), half_file = stats_add(&stats, half);

    check_file(&whole_file);
    check_file(&half_file);
    demand((size_t)(whole_file.figures[FIGURE_USER_AGENTS] + half_file.figures[FIGURE_USER_AGENTS]) ==
           stats.figures[FIGURE_AGENT_DISALLOWS].count);
    for (int i = 0; i < FIGURE_COUNT; i++)
        check_figure(&stats, (enum figure)i);
    stats_release(&stats);
    return 0;
}
