/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXPORT_SORTED_H
#define TIPTOE_EXPORT_SORTED_H

#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

/* Lines in byte order (LC_ALL=C), in bounded memory: full runs of lines are sorted and spooled, and merged
 * when they are read. */
struct sorted;

/* SPOOL_DIR outlives this. RUN_BYTES is the length of a run, and more than that of a line. Never NULL. */
struct sorted *sorted_new(int spool_dir, size_t run_bytes) __attribute__((returns_nonnull));
void sorted_free(struct sorted *sorted);

/* LINE ends in its only LF. All are added before the first is read. ERROR_TOO_LARGE if a run cannot hold it.
 */
int sorted_add(struct sorted *sorted, struct span line) __attribute__((nonnull, warn_unused_result));

/* The length of all lines. */
uint64_t sorted_bytes(const struct sorted *sorted) __attribute__((nonnull));

/* Sets LINE, with its LF, to the next one; borrowed until the next call. ERROR_END after the last. */
int sorted_next(struct sorted *sorted, struct span *line) __attribute__((nonnull, warn_unused_result));

#endif
