/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_REPORT_REPORT_H
#define TIPTOE_REPORT_REPORT_H

#include <stdbool.h>

struct mirror;
struct printer_ops;

/* The maximum of rows in a list of report.html, and elsewhere unless all are requested. */
enum { REPORT_ROWS = 200 };

/* One output of a report. */
struct report_output {
    const struct printer_ops *printer;
    int fd;
};

/* Reads MIRROR once and prints it to each of COUNT outputs, with whole lists if ALL. 0, or the error of the
 * database or of writing. Works during a run. */
int report_print(struct mirror *mirror, bool all, const struct report_output *outputs, int count)
    __attribute__((nonnull, warn_unused_result));

/* Writes MIRROR's report.html again, atomically. With FD >= 0 also prints the short account there. */
int report_write(struct mirror *mirror, int fd) __attribute__((nonnull, warn_unused_result));

#endif
