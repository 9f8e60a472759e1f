/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_REPORT_CHART_H
#define TIPTOE_REPORT_CHART_H

#include "base/buf.h"
#include "report/printer.h"

/* A chart as an SVG element for an HTML page, whose style sheet colours it (classes bar, label, number,
 * axis). Its text alternative holds every label and number. Labels are escaped. */
void chart_add(struct buf *out, const struct chart *chart) __attribute__((nonnull));

/* The length that VALUE has where GREATEST has FULL: at least 2 for what is not nothing, so that it is seen.
 */
double chart_length(int64_t value, int64_t greatest, double full) __attribute__((const));

/* Adds text for the content of an element or a quoted attribute. Other bytes than & < > " ' stay. */
void html_escape(struct buf *out, struct span text) __attribute__((nonnull));

#endif
