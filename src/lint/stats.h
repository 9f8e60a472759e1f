/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_LINT_STATS_H
#define TIPTOE_LINT_STATS_H

#include "base/alloc.h"
#include "base/span.h"
#include "lint/findings.h"

/* Figures over many robots.txt files: those that the WebWatch robot published in 1998 ("Ariadne/WebWatch,
 * 1998"). Pure: bytes in, figures out. A web page that is served as robots.txt counts only as FIGURE_HTML,
 * and for its findings. */

/* FIGURE_BYTES and so on: a member for each row of the table in stats.c. First those of each file; from
 * FIGURE_EMPTY on they are traits, which are 1 or 0. From FIGURE_AGENT_DISALLOWS on they have a number for
 * each User-agent field, or for each file without comments and blank lines. */
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

/* The numbers of a figure from LEAST to below BELOW. */
struct stats_range {
    double least, below;
    size_t count;
};
enum { STATS_RANGES_MAX = 64 };

struct stats_summary {
    size_t count;
    double sum, mean, min, max;
    double mode; /* the most frequent value, the least of several */
    /* Their limits are 0, 1, 2, 3, 4, 5, 10, 20, 50, 100, …. The last one has the largest number. */
    struct stats_range ranges[STATS_RANGES_MAX];
    size_t range_count;
};

struct stats_file {
    char *name;
    double figures[FILE_FIGURE_COUNT];
    size_t severities[LINT_SEVERITY_COUNT]; /* findings of robots check */
};

struct stats {
    struct stats_file *files; /* in the order of stats_add */
    size_t count, room;
    LIST(double) figures[FIGURE_COUNT]; /* numbers of all files except web pages */
    size_t html_count;                  /* web pages */
    struct {
        size_t files, times;
    } codes[LINT_CODE_COUNT]; /* findings; web pages count here too */
    struct findings found;    /* of the last file */
};

void stats_init(struct stats *stats) NONNULL;
void stats_release(struct stats *stats) NONNULL;

void stats_add(struct stats *stats, const char *name, struct span body) NONNULL;

/* Sorts and summarises the numbers of a figure. All members are 0 without numbers. */
struct stats_summary stats_summarise(struct stats *stats, enum figure figure) NONNULL;

#endif
