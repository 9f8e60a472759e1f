/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_SORTED_H
#define TIPTOE_BASE_SORTED_H

#include "base/span.h"

/* Lines or records in byte order (LC_ALL=C), in bounded memory: full runs of them are sorted and spooled, and
 * merged when they are read. */
struct sorted;

/* Creates an empty sort. SPOOL_DIR outlives it; -1: everything stays in memory. RUN_BYTES is the length of a
 * run, and more than that of a line. All records have RECORD_BYTES bytes; 0: lines end in LF. Never NULL. */
struct sorted *sorted_new(int spool_dir, size_t run_bytes, size_t record_bytes)
    __attribute__((returns_nonnull));
void sorted_free(struct sorted *sorted);

/* Adds LINE, which is a record, or ends in its only LF. All are added before the first is read. Returns
 * ERROR_TOO_LARGE if a run cannot hold it. */
int sorted_add(struct sorted *sorted, struct span line) CHECKED;

/* Sets LINE, a line with its LF, to the next one; borrowed until the next call. ERROR_END after the last. */
int sorted_next(struct sorted *sorted, struct span *line) CHECKED;

/* Compares structs that begin with a uint64_t, the second function with two, for qsort and bsearch. */
int compare_number(const void *a, const void *b);
int compare_numbers(const void *a, const void *b);

#endif
