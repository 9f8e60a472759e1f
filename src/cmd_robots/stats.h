/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CMD_ROBOTS_STATS_H
#define TIPTOE_CMD_ROBOTS_STATS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "lint/stats.h"

/* Answers of the sites tried: a file, 404, a timeout, any other. */
enum stats_answer { ANSWER_RETRIEVED, ANSWER_NOT_FOUND, ANSWER_TIMED_OUT, ANSWER_OTHER, ANSWER_COUNT };

/* The data of one call of `tiptoe robots stats`, and its two output formats. */
struct stats_report {
    struct stats stats;
    char **names; /* of the files of stats, in the same order */
    size_t unreadable;
    size_t answers[ANSWER_COUNT];
    bool has_each; /* text format: also a line for each file */
};

void stats_report_text(struct stats_report *report, struct buf *out) __attribute__((nonnull));
void stats_report_json(struct stats_report *report, struct buf *out) __attribute__((nonnull));

#endif
