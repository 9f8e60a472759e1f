/* SPDX-License-Identifier: MIT */
/* Mean, median, percentiles by rank, and ranges for a histogram. */
#include "config.h"

#include "lint/spread.h"

#include <stdlib.h>

#include "base/alloc.h"

void spread_init(struct spread *spread)
{
    *spread = (struct spread){.count = 0};
}

void spread_release(struct spread *spread)
{
    free(spread->values);
    spread_init(spread);
}

void spread_clear(struct spread *spread)
{
    spread->count = 0;
}

void spread_add(struct spread *spread, double value)
{
    spread->values = mem_extend(spread->values, spread->count, &spread->room, sizeof *spread->values);
    spread->values[spread->count++] = value;
}

static int compare_numbers(const void *a, const void *b)
{
    const double *left = a, *right = b;

    return (*left > *right) - (*left < *right);
}

/* For one or more sorted numbers. */
static double at_percent(const struct spread *spread, size_t percent)
{
    return spread->values[(spread->count - 1) * percent / 100];
}

static double mode_of(const struct spread *spread)
{
    size_t best = 0;
    double mode = spread->values[0];

    for (size_t i = 0, end; i < spread->count; i = end) {
        for (end = i + 1; end < spread->count && spread->values[end] <= spread->values[i];)
            end++;
        if (end - i > best) {
            best = end - i;
            mode = spread->values[i];
        }
    }
    return mode;
}

struct spread_summary spread_summarise(struct spread *spread)
{
    struct spread_summary summary = {.count = spread->count};
    const double *values = spread->values;
    size_t count = spread->count;

    if (count == 0)
        return summary;
    qsort(spread->values, count, sizeof *spread->values, compare_numbers);
    for (size_t i = 0; i < count; i++)
        summary.sum += values[i];
    summary.mean = summary.sum / (double)count;
    summary.median = (values[(count - 1) / 2] + values[count / 2]) / 2;
    summary.min = values[0];
    summary.max = values[count - 1];
    summary.p90 = at_percent(spread, 90);
    summary.p99 = at_percent(spread, 99);
    summary.mode = mode_of(spread);
    return summary;
}

size_t spread_between(const struct spread *spread, double least, double below)
{
    size_t found = 0;

    for (size_t i = 0; i < spread->count; i++)
        found += spread->values[i] >= least && spread->values[i] < below;
    return found;
}

double spread_limit(size_t i)
{
    static const double steps[] = {5, 10, 20};
    double limit = (double)i;

    if (i <= 5)
        return limit;
    limit = steps[(i - 5) % 3];
    for (size_t power = (i - 5) / 3; power > 0; power--)
        limit *= 10;
    return limit;
}
