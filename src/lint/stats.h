/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_LINT_STATS_H
#define TIPTOE_LINT_STATS_H

#include "base/alloc.h"
#include "base/span.h"
#include "lint/lint.h"

/* Figures over many robots.txt files: those that the WebWatch robot published in 1998 ("Ariadne/WebWatch,
 * 1998"). Pure: bytes in, figures out. A web page that is served as robots.txt counts only for its
 * findings. */

/* FIGURE_BYTES and so on: a member for each row of the table in stats.c. First those of each file; from
 * FIGURE_AGENT_DISALLOWS on they have a number for each User-agent field, or for some of the files. */
enum figure {
#include "lint/figure_names.h"
    FIGURE_COUNT
};
enum { FILE_FIGURE_COUNT = FIGURE_AGENT_DISALLOWS };

struct stats_name {
    const char *key, *text; /* for programs ("bytes-per-line") and for people */
    bool has_histogram;
};
extern const struct stats_name stats_names[FIGURE_COUNT];

/* Range I of a histogram has the numbers from stats_limits[I] to below the next limit. */
enum { STATS_RANGES = 27 };
extern const double stats_limits[STATS_RANGES + 1];

struct stats_summary {
    size_t count;
    double sum, mean, min, max;
    double median, ninetieth; /* percentiles by nearest rank: values of files, also of few */
    double mode;              /* the most frequent value, the least of several */
    size_t ranges[STATS_RANGES];
    size_t range_count; /* without the empty ones at the end */
};

struct stats_file {
    double figures[FILE_FIGURE_COUNT];      /* of a web page, all are 0 */
    size_t severities[LINT_SEVERITY_COUNT]; /* findings of robots check */
    bool is_html;
};

/* Zero it first. */
struct stats {
    LIST(double) figures[FIGURE_COUNT]; /* numbers of all files except web pages */
    size_t html_count;                  /* web pages */
    struct {
        size_t files, times;
    } codes[LINT_CODE_COUNT]; /* findings; web pages count here too */
};

void stats_release(struct stats *stats) NONNULL;

/* Counts a file, and returns its own figures. */
struct stats_file stats_add(struct stats *stats, struct span body) NONNULL;

/* Sorts and summarises the numbers of a figure. All members are 0 without numbers. */
struct stats_summary stats_summarise(struct stats *stats, enum figure figure) NONNULL;

#endif
