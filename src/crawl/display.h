/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_DISPLAY_H
#define TIPTOE_CRAWL_DISPLAY_H

#include <stdint.h>

#include "term/progress.h"

struct crawl;

/* How far a run is, on the terminal. */
struct display {
    struct progress progress;
    int64_t shown_ms; /* when it was last looked at */
};

void display_begin(struct display *display, int64_t now_ms) __attribute__((nonnull));
void display_end(struct display *display) __attribute__((nonnull));

/* Brings the status line up to date; to be called as often as one likes. */
void display_show(struct display *display, const struct crawl *crawl, int64_t now_ms)
    __attribute__((nonnull));

/* SIGUSR1: the facts of the status line as a line of its own. */
void display_tell(const struct display *display, const struct crawl *crawl) __attribute__((nonnull));

#endif
