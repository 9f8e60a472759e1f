/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_RENDER_VIEWS_H
#define TIPTOE_RENDER_VIEWS_H

#include "base/span.h"

struct frontier_ids;
struct frontier_row;
struct site;

/* Where the URLs were found that pages in the browser request. */
#define VIA_REQUEST "request of a script in a browser"

/* Adds the views that the mirror needs now: of all pages that scripts build, of samples of the other
 * pages, and of those that the user names. */
int views_choose(struct site *site) CHECKED;

/* Returns whether the mirror has something to show for ROW. */
bool views_has(const struct frontier_row *row) __attribute__((nonnull, pure));

/* Sets SEEN to a hash of what the mirror has for INPUTS: bodies, redirects, or the state of a URL. */
int views_look(struct site *site, const struct frontier_ids *inputs, int64_t *seen) CHECKED;

#endif
