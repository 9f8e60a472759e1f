/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_REPORT_REPORT_H
#define TIPTOE_REPORT_REPORT_H

#include <stdbool.h>

struct mirror;
struct printer_ops;

/* The most rows of a list in report.html, and anywhere else unless all are asked for. */
enum { REPORT_ROWS = 200 };

/* What is printed where; all of it is read from MIRROR anew. */
struct report_output {
    const struct printer_ops *printer;
    int fd;
};

/* Reads MIRROR once and prints it to each of COUNT outputs, lists whole with ALL. 0, or the error of the
 * database or of writing. Works while a run goes on. */
int report_print(struct mirror *mirror, bool all, const struct report_output *outputs, int count)
    __attribute__((nonnull, warn_unused_result));

/* Makes MIRROR's report.html anew: it is as it was or whole. With FD >= 0 prints the short account there
 * too. */
int report_write(struct mirror *mirror, int fd) __attribute__((nonnull, warn_unused_result));

#endif
