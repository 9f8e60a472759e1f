/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_REPORT_VERDICT_H
#define TIPTOE_REPORT_VERDICT_H

struct buf;
struct fact;
struct report_facts;

/* Sets VERDICT to the fact "verdict": a sentence or two about the state of a mirror. Its text is borrowed
 * from TEXT. */
void verdict_make(const struct report_facts *facts, struct fact *verdict, struct buf *text)
    __attribute__((nonnull));

#endif
