/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_DISPLAY_H
#define TIPTOE_CRAWL_DISPLAY_H

#include <stdint.h>

#include "base/exit_status.h"
#include "term/progress.h"

struct crawl;

/* The progress of a run on the terminal. */
struct display {
    struct progress progress;
    int64_t shown_ms; /* when it was last updated */
};

void display_begin(struct display *display, int64_t now_ms) __attribute__((nonnull));
void display_end(struct display *display) __attribute__((nonnull));

/* Updates the status line; cheap to call often. */
void display_show(struct display *display, const struct crawl *crawl, int64_t now_ms)
    __attribute__((nonnull));

/* Prints the facts of the status line as a line of its own, for SIGUSR1. */
void display_tell(const struct display *display, const struct crawl *crawl) __attribute__((nonnull));

/* Prints how the run ended: what the mirror has, which limits took effect, what failed, and how to continue.
 */
void display_summary(struct crawl *crawl, enum exit_status end) __attribute__((nonnull));

#endif
