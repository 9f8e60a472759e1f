/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_REPORT_OVERVIEW_H
#define TIPTOE_REPORT_OVERVIEW_H

#include "base/buf.h"
#include "frontier/stats.h"
#include "report/printer.h"

struct mirror;

/* Many mirrors: a line for each, and one page with a row for each. */

/* Returns the state of the last run in words; borrowed from RUN. A run without an end is either active or was
 * killed.
 */
const char *overview_run(const struct mirror *mirror, const struct frontier_run *run, bool *is_running)
    __attribute__((nonnull, returns_nonnull));

/* Adds the line of MIRROR to OUT: its directory, the last run, and the number of URLs in each state. */
void overview_line(const struct mirror *mirror, struct buf *out) NONNULL;

/* The page; it is written to FD row by row. FOLDER is the absolute path of the directory of the page. */
struct overview {
    struct printer printer;
    struct report_source source;
    const char *folder;
    struct buf start, target, href; /* of the row */
};

void overview_begin(struct overview *overview, int fd, const char *folder, size_t count) NONNULL;
void overview_add(struct overview *overview, const struct mirror *mirror) NONNULL;

/* Ends the page and releases OVERVIEW. Returns 0, or the first error of writing. */
int overview_end(struct overview *overview) CHECKED;

#endif
