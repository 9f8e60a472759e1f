/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_LINT_STATS_H
#define TIPTOE_LINT_STATS_H

#include <stddef.h>
#include <stdint.h>

#include "lint/findings.h"
#include "lint/measure.h"
#include "lint/spread.h"
#include "lint/tally.h"

/* Figures over many robots.txt files (ROBOTS.md, section 7). Pure: bytes in, figures out. A web page in the
 * place of a file is a file of that trait; it has no part in any other figure. */

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
    struct stats_file *files; /* in the order in which they were added */
    size_t count, room;
    size_t traits[TRAIT_COUNT];                     /* files that have it */
    struct stats_finding findings[LINT_CODE_COUNT]; /* web pages count here too */
    struct spread agent_disallows, agent_allows;    /* a number for each User-agent field */
    struct spread group_rules;                      /* a number for each group with a User-agent field */
    struct spread bare_lines;                       /* lines of files without comments and blank lines */
    struct spread delay_seconds;                    /* a number for each Crawl-delay that is one */
    struct tally names, paths, delays;
    struct measure measure;
    struct findings found;
};

/* AGENT is borrowed until the release: for whom files are open or closed. */
void stats_init(struct stats *stats, struct span agent) __attribute__((nonnull));
void stats_release(struct stats *stats) __attribute__((nonnull));

void stats_add(struct stats *stats, struct span body) __attribute__((nonnull));

/* How many files have a part in the figures: all but web pages. */
size_t stats_text_files(const struct stats *stats) __attribute__((nonnull));

/* Fills SPREAD anew with one figure of all these files. */
void stats_spread(const struct stats *stats, enum figure figure, struct spread *spread)
    __attribute__((nonnull));

#endif
