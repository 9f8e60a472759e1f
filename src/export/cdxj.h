/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_EXPORT_CDXJ_H
#define TIPTOE_EXPORT_CDXJ_H

#include <stddef.h>
#include <stdint.h>

#include "base/span.h"

/* An index of WARC files in the form CDXJ 0.1.0: a line for each response, revisit and resource,
 * `key 14-digits {json}`, in the order of bytes (LC_ALL=C). It is made of the files alone: the same files
 * give the same bytes. */
struct cdxj;

/* Lines are kept below SPOOL_DIR when they are many; it outlives this. Never NULL. */
struct cdxj *cdxj_new(int spool_dir) __attribute__((returns_nonnull));
void cdxj_free(struct cdxj *cdxj);

/* Adds the records of a file, up to LIMIT bytes of it; NAME is what the index calls it. What is damaged is
 * passed over, as `tiptoe verify` would say. */
int cdxj_add_file(struct cdxj *cdxj, int fd, uint64_t limit, struct span name)
    __attribute__((nonnull, warn_unused_result));

/* Puts the lines in order. Nothing may be added afterwards. */
int cdxj_sort(struct cdxj *cdxj) __attribute__((nonnull, warn_unused_result));

/* How many lines there are, and the INDEX-th with its LF; borrowed until cdxj_free. */
size_t cdxj_count(const struct cdxj *cdxj) __attribute__((nonnull));
struct span cdxj_line(const struct cdxj *cdxj, size_t index) __attribute__((nonnull));

#endif
