/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_LINT_STATS_H
#define TIPTOE_LINT_STATS_H

#include <stddef.h>
#include <stdint.h>

#include "lint/findings.h"
#include "lint/measure.h"
#include "lint/spread.h"
#include "lint/tally.h"

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
