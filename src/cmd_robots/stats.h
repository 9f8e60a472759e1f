/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_ROBOTS_STATS_H
#define TIPTOE_CMD_ROBOTS_STATS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "lint/stats.h"

/* What one call of `tiptoe robots stats` has gathered, and its two forms. */
struct stats_report {
    struct stats stats;
    char **names; /* of the files of stats, in their order */
    size_t unreadable;
    struct tally answers; /* words of --answers */
    size_t top;           /* rows of the lists of names, paths and delays */
    bool has_each;        /* text: a line for each file too */
};

/* Rows of the table: the figures of files, then those of smaller parts. */
enum { STATS_ROWS = FIGURE_COUNT + 5 };

struct stats_row {
    const char *key, *text;
    bool is_percent;
    bool has_histogram;
    struct spread_summary summary;
};

/* Fills SPREAD, which must be initialised, with row I. */
struct stats_row stats_report_row(struct stats_report *report, size_t i, struct spread *spread)
    __attribute__((nonnull));

/* The I-th limit between ranges of a histogram. */
double stats_report_limit(const struct stats_row *row, size_t i) __attribute__((nonnull));

/* Answers that brought a file, a 404, none in time, and others. */
enum stats_answer { ANSWER_RETRIEVED, ANSWER_NOT_FOUND, ANSWER_TIMED_OUT, ANSWER_OTHER, ANSWER_COUNT };
const char *stats_answer_text(enum stats_answer answer) __attribute__((returns_nonnull));
void stats_report_answers(struct stats_report *report, size_t counts[ANSWER_COUNT]) __attribute__((nonnull));

void stats_report_text(struct stats_report *report, struct buf *out) __attribute__((nonnull));
void stats_report_json(struct stats_report *report, struct buf *out) __attribute__((nonnull));

#endif
