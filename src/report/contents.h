/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_REPORT_CONTENTS_H
#define TIPTOE_REPORT_CONTENTS_H

#include "report/facts.h"
#include "report/printer.h"

/* Prints all sections of a report. */
void contents_print(const struct report_facts *facts, struct printer *printer) NONNULL;

/* Each chart, without its values. */
extern const struct chart report_charts[REPORT_CHARTS];

#endif
