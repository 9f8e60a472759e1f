/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_LINT_SPREAD_H
#define TIPTOE_LINT_SPREAD_H

#include <stddef.h>

/* How many numbers are spread out: what there is to say about them without listing them. */
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
    double p90, p99; /* nine in ten, or 99 in 100, are not larger; the lower of two such neighbours */
    double mode;     /* the most frequent value, the least of several */
};

/* All 0 where there are no numbers. Sorts them. */
struct spread_summary spread_summarise(struct spread *spread) __attribute__((nonnull));

/* How many of the numbers are at least LEAST and less than BELOW. */
size_t spread_between(const struct spread *spread, double least, double below) __attribute__((nonnull));

/* The I-th limit between ranges for figures of any size: 0, 1, 2, 3, 4, 5, 10, 20, 50, 100, … */
double spread_limit(size_t i);

#endif
