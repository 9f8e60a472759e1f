/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_REPORT_CONTENTS_H
#define TIPTOE_REPORT_CONTENTS_H

#include "report/facts.h"
#include "report/printer.h"

/* Prints finished FACTS with PRINTER, except for the end (printer_end). The keys of sections, facts and
 * columns are public: the manual documents them. */
void contents_print(const struct report_facts *facts, struct printer *printer) __attribute__((nonnull));

#endif
