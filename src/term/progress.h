/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TERM_PROGRESS_H
#define TIPTOE_TERM_PROGRESS_H

#include "base/buf.h"
#include "base/span.h"

enum { PROGRESS_WHY_SIZE = 32 };

/* The progress of a run; the crawl keeps it up to date. */
struct progress_counts {
    uint64_t done;     /* URLs answered, in earlier runs too */
    uint64_t queued;   /* URLs to request */
    uint64_t withheld; /* by robots.txt, META or a header */
    uint64_t failed;
    uint64_t bytes;              /* received */
    bool has_total;              /* no more URLs are expected than those that are queued */
    struct span url;             /* of the latest request; empty: none; borrowed */
    int64_t pace_ms;             /* the current gap between two requests to the site; 0: none */
    char why[PROGRESS_WHY_SIZE]; /* the reason for this gap; "": the user wants it */
};

/* The display of a run's progress. On a terminal it is a status line of one row, drawn at most every 100 ms;
 * otherwise it is a plain line after 10 s, 20 s, 40 s, … and at least every 5 minutes. The caller supplies
 * the time. */
struct progress {
    int64_t drawn_ms;
    int64_t next_ms;
    int64_t wait_ms; /* between plain lines */
    int64_t sample_ms;
    uint64_t sample_done, sample_bytes;
    double done_rate, bytes_rate; /* per second, smoothed over about 10 s */
    bool begun;                   /* the counts of earlier runs are known */
    int64_t sampled_ms;           /* the time of all samples */
};

void progress_init(struct progress *progress, int64_t now_ms) NONNULL;

/* Returns true if progress_update shows anything now. */
bool progress_is_due(const struct progress *progress, int64_t now_ms) NONNULL;

/* Shows COUNTS if a new line is due. Cheap if not. */
void progress_update(struct progress *progress, const struct progress_counts *counts, int64_t now_ms) NONNULL;

/* Sets LINE to the parts that fit into COLUMNS (0: all). The least important parts are dropped first. With
 * 120 columns, it ends with the URL, shortened in the middle. */
void progress_line(const struct progress *progress, const struct progress_counts *counts, int columns,
                   struct buf *line) NONNULL;

#endif
