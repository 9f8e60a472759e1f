/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_REPORT_CHART_H
#define TIPTOE_REPORT_CHART_H

#include "base/buf.h"
#include "report/printer.h"

/* Adds a chart as an SVG element for an HTML page. The page's style sheet colours it (classes bar, label,
 * number, axis). Its text alternative contains every label and number. Labels are escaped. */
void chart_add(struct buf *out, const struct chart *chart) NONNULL;

/* Returns the length for VALUE if GREATEST has the length FULL; at least 2 for a value above 0, to stay
 * visible. */
double chart_length(int64_t value, int64_t greatest, double full) __attribute__((const));

/* Adds text for the content of an element or a quoted attribute. Escapes only & < > " and '. */
void html_escape(struct buf *out, struct span text) NONNULL;

#endif
