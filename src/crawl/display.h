/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_DISPLAY_H
#define TIPTOE_CRAWL_DISPLAY_H

#include "base/exit_status.h"
#include "term/progress.h"

struct crawl;

/* Updates the status line; cheap to call often. */
void display_show(struct progress *progress, const struct crawl *crawl, int64_t now_ms) NONNULL;

/* Prints the facts of the status line as a line of its own, for SIGUSR1. */
void display_tell(const struct progress *progress, const struct crawl *crawl) NONNULL;

/* Prints how the run ended: what the mirror has, which limits took effect, what failed, and how to continue.
 */
void display_summary(struct crawl *crawl, enum exit_status end) NONNULL;

#endif
