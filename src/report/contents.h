/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_REPORT_CONTENTS_H
#define TIPTOE_REPORT_CONTENTS_H

#include "report/facts.h"
#include "report/printer.h"

/* The texts for the ids in the facts, each borrowed until the next call of the source. */
struct report_source {
    void *context;
    printer_finder *address;
    struct span (*rule)(void *context, int64_t id);
    struct span (*origin)(void *context, int64_t id);
};

/* Prints all sections of a report. PRINTER has the same source of addresses. */
void contents_print(const struct report_facts *facts, const struct report_source *source,
                    struct printer *printer) NONNULL;

/* Each chart, without its values. */
extern const struct chart report_charts[REPORT_CHARTS];

#endif
