/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_LINT_SPREAD_H
#define TIPTOE_LINT_SPREAD_H

#include <stddef.h>

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

#endif
