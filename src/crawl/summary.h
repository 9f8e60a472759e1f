/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_SUMMARY_H
#define TIPTOE_CRAWL_SUMMARY_H

#include "crawl/crawl.h"

struct crawl;

/* Says on stderr how a run ended: what the mirror holds, what was withheld and by whom, which limits have
 * bitten, what failed, and how to go on. */
void summary_print(const struct crawl *crawl, enum crawl_end end) __attribute__((nonnull));

#endif
