/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_REPORT_VERDICT_H
#define TIPTOE_REPORT_VERDICT_H

#include <stdint.h>

struct printer;
struct report_facts;

/* Prints the fact "verdict": a sentence or two about the state of a mirror with LEFT queued addresses. */
void verdict_print(const struct report_facts *facts, int64_t left, struct printer *printer)
    __attribute__((nonnull));

#endif
