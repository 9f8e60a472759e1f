/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_REPORT_HISTORY_H
#define TIPTOE_REPORT_HISTORY_H

struct frontier_run;
struct printer;
struct report_facts;

/* Sections of a report: the changes of the last update, the load on the site, and all runs. */
void history_print_changes(const struct report_facts *facts, struct printer *printer)
    __attribute__((nonnull));
void history_print_courtesy(const struct report_facts *facts, struct printer *printer)
    __attribute__((nonnull));
void history_print_runs(const struct report_facts *facts, struct printer *printer) __attribute__((nonnull));

/* Why a run ended, or that it did not. Borrowed from RUN. */
const char *history_end_of(const struct frontier_run *run) __attribute__((nonnull, returns_nonnull));

#endif
