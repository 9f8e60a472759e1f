/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_TERM_PROGRESS_H
#define TIPTOE_TERM_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

/* How far a run is; a crawl keeps one of these up to date. */
struct progress_counts {
    uint64_t done;    /* URLs answered */
    uint64_t queued;  /* URLs still to ask for */
    uint64_t refused; /* by robots.txt, META or a limit */
    uint64_t failed;
    uint64_t bytes;  /* received */
    int64_t pace_ms; /* the gap between two requests to the site now in force; 0: none */
};

/* The display of a run's progress: a status line of one terminal row, drawn again at most every 100 ms, or,
 * where stderr is no terminal, a plain line after 10 s, 20 s, 40 s, … and at least every 5 minutes. The clock
 * is the caller's. */
struct progress {
    int64_t drawn_ms;
    int64_t next_ms;
    int64_t wait_ms; /* between plain lines */
    int64_t sample_ms;
    uint64_t sample_done, sample_bytes;
    double done_rate, bytes_rate; /* a second, smoothed over about 10 s */
    bool sampled;
};

void progress_init(struct progress *progress, int64_t now_ms) __attribute__((nonnull));

/* Shows COUNTS if it is time; cheap when it is not. */
void progress_update(struct progress *progress, const struct progress_counts *counts, int64_t now_ms)
    __attribute__((nonnull));

/* Takes the status line away: the run is over. */
void progress_end(struct progress *progress) __attribute__((nonnull));

/* What is shown: as many facts as fit into COLUMNS (0: all), the most important ones first to stay. */
void progress_line(const struct progress *progress, const struct progress_counts *counts, int columns,
                   struct buf *line) __attribute__((nonnull));

#endif
