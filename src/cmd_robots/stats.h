/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_ROBOTS_STATS_H
#define TIPTOE_CMD_ROBOTS_STATS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "lint/stats.h"

/* The data of one call of `tiptoe robots stats`, and its two output formats. */
struct stats_report {
    struct stats stats;
    char **names; /* of the files of stats, in the same order */
    size_t unreadable;
    struct tally answers; /* first words of the lines of --answers */
    size_t top;           /* rows of the lists of names, paths and delays */
    bool has_each;        /* text format: also a line for each file */
};

/* Rows of the table: the figures of files, then those of groups, fields and lines. */
enum { STATS_ROWS = FIGURE_COUNT + 5 };

struct stats_row {
    const char *key, *text;
    bool is_percent;
    bool has_histogram;
    struct spread_summary summary;
};

/* Returns row I, and fills SPREAD, which must be initialised, with its numbers. */
struct stats_row stats_report_row(struct stats_report *report, size_t i, struct spread *spread)
    __attribute__((nonnull));

/* Limit I between the ranges of a histogram. */
double stats_report_limit(const struct stats_row *row, size_t i) __attribute__((nonnull));

/* Kinds of answers: a file, 404, a timeout, any other. */
enum stats_answer { ANSWER_RETRIEVED, ANSWER_NOT_FOUND, ANSWER_TIMED_OUT, ANSWER_OTHER, ANSWER_COUNT };
const char *stats_answer_text(enum stats_answer answer) __attribute__((returns_nonnull));
void stats_report_answers(struct stats_report *report, size_t counts[ANSWER_COUNT]) __attribute__((nonnull));

void stats_report_text(struct stats_report *report, struct buf *out) __attribute__((nonnull));
void stats_report_json(struct stats_report *report, struct buf *out) __attribute__((nonnull));

#endif
