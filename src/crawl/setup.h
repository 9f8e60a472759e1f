/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_SETUP_H
#define TIPTOE_CRAWL_SETUP_H

#include "crawl/crawl.h"
#include "crawl/state.h"

/* Makes everything a run needs, from the mirror and the settings. The run is in the database, and its start
 * page queued, before any request is made. Always to be followed by setup_release. */
int setup(struct crawl *crawl, struct mirror *mirror, const struct settings *settings) CHECKED;
void setup_release(struct crawl *crawl) NONNULL;

/* Saves how the run ended. */
int setup_end(struct crawl *crawl, enum exit_status end) CHECKED;

#endif
