/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_REPORT_OVERVIEW_H
#define TIPTOE_REPORT_OVERVIEW_H

#include "report/printer.h"

struct frontier;
struct mirror;
struct report_facts;

/* A page with a row for each of many mirrors; it is written to FD row by row. FOLDER is the absolute path of
 * its directory. */
struct overview {
    struct printer printer;
    struct report_source source;
    const char *folder;
    const struct mirror *mirror; /* of the row */
    struct buf href;
};

void overview_begin(struct overview *overview, int fd, const char *folder, size_t count) NONNULL;
void overview_add(struct overview *overview, const struct mirror *mirror) NONNULL;

/* Ends the page and releases OVERVIEW. Returns 0, or the first error of writing. */
int overview_end(struct overview *overview) CHECKED;

/* Adds to OUT a sentence, after a space, for each thing that copies cannot do: pages that scripts build, and
 * a search that asks another site. [read] */
enum { LACKS_MAX = 1024 };
void lacks_describe(struct frontier *frontier, struct buf *out) NONNULL;

/* Sets VERDICT to the fact "verdict": a sentence or two about the state of a mirror. Its text is borrowed
 * from TEXT. */
void verdict_make(const struct report_facts *facts, struct fact *verdict, struct buf *text) NONNULL;

enum { PERMISSION_MAX = 8192 }; /* bytes of the text */

/* The facts of a request to the owner of a site that refused a run. */
struct permission {
    struct span agent; /* the User-Agent of the requests; borrowed */
    int64_t delay_ms;  /* the gap between two requests before the site began to refuse */
    int connections;   /* most simultaneous requests then */
};

/* Notes that the site refused run RUN, as part of the group. */
int permission_note(struct frontier *frontier, int64_t run, const struct permission *permission) CHECKED;

/* Adds to OUT, in English, the request to the owner of a site that refused the last run, with a group for its
 * robots.txt: several lines with '\n' between them. Adds nothing for other sites. The text is not made safe.
 * [read] */
void permission_describe(struct frontier *frontier, struct buf *out) NONNULL;

#endif
