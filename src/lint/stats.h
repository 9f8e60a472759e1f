/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_LINT_STATS_H
#define TIPTOE_LINT_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/span.h"
#include "lint/findings.h"
#include "lint/measure.h"

/* Counts how often words occur, and in how many files. Takes n log n time for any words. */
struct tally {
    struct tally_word *words;
    size_t count, room;
    struct buf text;
    bool folds; /* ASCII case does not count; the first spelling is kept */
};

void tally_init(struct tally *tally, bool folds) __attribute__((nonnull));
void tally_release(struct tally *tally) __attribute__((nonnull));

/* FILE is any number that is the same for all words of a file, which come together. WORD is copied. */
void tally_add(struct tally *tally, struct span word, uint32_t file) __attribute__((nonnull));

struct tally_row {
    struct span word; /* borrowed until the next tally_add */
    size_t files, times;
};

/* The COUNT different words, those in most files first. The caller frees the rows. */
struct tally_row *tally_rows(struct tally *tally, size_t *count)
    __attribute__((nonnull, returns_nonnull, warn_unused_result));

/* A list of numbers, for its summary and histogram. */
struct spread {
    double *values;
    size_t count, room;
};

void spread_init(struct spread *spread) __attribute__((nonnull));
void spread_release(struct spread *spread) __attribute__((nonnull));
void spread_clear(struct spread *spread) __attribute__((nonnull));
void spread_add(struct spread *spread, double value) __attribute__((nonnull));

struct spread_summary {
    size_t count;
    double sum, mean, median, min, max;
    double p90, p99; /* 90 or 99 in 100 are not larger; the lower of two such neighbours */
    double mode;     /* the most frequent value, the least of several */
};

/* Sorts the numbers. All members are 0 if there are none. */
struct spread_summary spread_summarise(struct spread *spread) __attribute__((nonnull));

/* How many of the numbers are at least LEAST and less than BELOW. */
size_t spread_between(const struct spread *spread, double least, double below) __attribute__((nonnull));

/* Limit I between the ranges of a histogram, for figures of any size: 0, 1, 2, 3, 4, 5, 10, 20, 50, 100, … */
double spread_limit(size_t i);

/* Figures over many robots.txt files (ROBOTS.md, section 7). Pure: bytes in, figures out. A web page that is
 * served as robots.txt counts only as a file of that trait, and for its findings. */

struct stats_file {
    double figures[FIGURE_COUNT];
    uint64_t traits;
    size_t severities[LINT_SEVERITY_COUNT]; /* findings of robots check */
};

struct stats_finding {
    size_t files, times;
};

struct stats {
    struct span agent;
    struct stats_file *files; /* in the order of stats_add */
    size_t count, room;
    size_t traits[TRAIT_COUNT];                     /* number of files */
    struct stats_finding findings[LINT_CODE_COUNT]; /* web pages count here too */
    struct spread agent_disallows, agent_allows;    /* a number for each User-agent field */
    struct spread group_rules;                      /* a number for each group with a User-agent field */
    struct spread bare_lines;                       /* lines of files without comments and blank lines */
    struct spread delay_seconds;                    /* a number for each valid Crawl-delay */
    struct tally names, paths, delays;
    struct measure measure;
    struct findings found;
};

/* Files are open or closed for AGENT, which is borrowed until the release. */
void stats_init(struct stats *stats, struct span agent) __attribute__((nonnull));
void stats_release(struct stats *stats) __attribute__((nonnull));

void stats_add(struct stats *stats, struct span body) __attribute__((nonnull));

/* The number of files in the figures: all except web pages. */
size_t stats_text_files(const struct stats *stats) __attribute__((nonnull));

/* Replaces the numbers of SPREAD with one figure of all these files. */
void stats_spread(const struct stats *stats, enum figure figure, struct spread *spread)
    __attribute__((nonnull));

#endif
