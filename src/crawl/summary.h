/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_SUMMARY_H
#define TIPTOE_CRAWL_SUMMARY_H

#include "crawl/crawl.h"

struct crawl;

/* Prints to stderr how a run ended: what the mirror holds, what was withheld and by which rule, which limits
 * took effect, what failed, and how to continue. */
void summary_print(struct crawl *crawl, enum exit_status end) __attribute__((nonnull));

#endif
