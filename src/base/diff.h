/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_BASE_DIFF_H
#define TIPTOE_BASE_DIFF_H

#include "base/span.h"

/* The lines by which two texts differ, as in a unified diff. Time and memory are bounded: more lines are not
 * read, and between texts with more differences, everything from the first to the last one is replaced. */
enum { DIFF_LINES_MAX = 20000, DIFF_EDITS_MAX = 1000 };

/* Calls EACH for every line: SIGN is '-', '+' or ' ', or '@' for the heading of the next part; TEXT is
 * borrowed for the call. CUT becomes whether one of these limits took effect. */
typedef void diff_reader(void *context, char sign, struct span text);
void diff_lines(struct span before, struct span after, diff_reader *each, void *context, bool *cut)
    __attribute__((nonnull(3, 5)));

#endif
