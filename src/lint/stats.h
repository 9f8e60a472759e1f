/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_LINT_STATS_H
#define TIPTOE_LINT_STATS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/alloc.h"
#include "base/span.h"
#include "lint/findings.h"

/* Figures over many robots.txt files: those that the WebWatch robot published in 1998 ("Ariadne/WebWatch,
 * 1998"). Pure: bytes in, figures out. A web page that is served as robots.txt counts only as a file of that
 * trait, and for its findings. */

/* FIGURE_BYTES, TRAIT_EMPTY and so on: a member for each row of the tables in stats.c. Each file has the
 * figures before FIGURE_AGENT_DISALLOWS; the others have a number for each User-agent field or each file
 * without comments and blank lines. */
enum figure {
#include "lint/figure_names.h"
    FIGURE_COUNT
};
enum { FILE_FIGURE_COUNT = FIGURE_AGENT_DISALLOWS };

enum trait {
#include "lint/trait_names.h"
    TRAIT_COUNT
};

struct stats_summary {
    size_t count;
    double sum, mean, median, min, max;
    double mode; /* the most frequent value, the least of several */
};

struct stats_file {
    double figures[FILE_FIGURE_COUNT];
    bool traits[TRAIT_COUNT];
    size_t severities[LINT_SEVERITY_COUNT]; /* findings of robots check */
};

struct stats {
    struct stats_file *files; /* in the order of stats_add */
    size_t count, room;
    struct list figures[FIGURE_COUNT]; /* numbers of all files except web pages */
    size_t traits[TRAIT_COUNT];        /* number of files */
    struct {
        size_t files, times;
    } codes[LINT_CODE_COUNT]; /* findings; web pages count here too */
    struct findings found;    /* of the last file */
};

void stats_init(struct stats *stats) __attribute__((nonnull));
void stats_release(struct stats *stats) __attribute__((nonnull));

void stats_add(struct stats *stats, struct span body) __attribute__((nonnull));

/* Names a figure or trait: for programs ("bytes-per-line") and for people. */
struct stats_name {
    const char *key, *text;
    bool has_histogram;
};
extern const struct stats_name stats_figures[FIGURE_COUNT], stats_traits[TRAIT_COUNT];

/* Sorts and summarises the numbers of a figure. All members are 0 without numbers. */
struct stats_summary stats_summarise(struct stats *stats, enum figure figure) __attribute__((nonnull));

/* Returns limit I between the ranges of a histogram of FIGURE: 0, 1, 2, 3, 4, 5, 10, 20, 50, 100, …; for
 * percents 0, 10, 20, …. */
double stats_limit(enum figure figure, size_t i);

/* Counts the numbers of FIGURE in range I: from limit I to below limit I + 1. */
size_t stats_in_range(const struct stats *stats, enum figure figure, size_t i) __attribute__((nonnull));

#endif
