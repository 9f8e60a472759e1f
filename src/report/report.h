/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_REPORT_REPORT_H
#define TIPTOE_REPORT_REPORT_H

#include <stdbool.h>

struct mirror;
struct printer;
struct report_facts;

/* The maximum of rows in a list of report.html, and elsewhere unless all are requested. */
enum { REPORT_ROWS = 200 };

/* Text for a terminal, one JSON object, a page; or only facts, a line "name      value" for each. */
enum report_format { REPORT_TEXT, REPORT_JSON, REPORT_HTML, REPORT_LINES };

/* One output of a report. */
struct report_output {
    enum report_format format;
    int fd;
};

/* Reads MIRROR once and prints it to each of COUNT outputs, with whole lists if ALL. Returns 0, or the error
 * of the database or of writing. Works during a run. */
int report_print(struct mirror *mirror, bool all, const struct report_output *outputs, int count) CHECKED;

/* Writes MIRROR's report.html again, atomically. With FD >= 0 also prints the short account there. */
int report_write(struct mirror *mirror, int fd) CHECKED;

/* Prints all sections of a report. */
void contents_print(const struct report_facts *facts, struct printer *printer) NONNULL;

#endif
