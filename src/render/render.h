/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_RENDER_RENDER_H
#define TIPTOE_RENDER_RENDER_H

#include "base/span.h"

struct browser;
struct frontier_ids;
struct frontier_row;
struct site;

/* A run in the browser. */
struct render {
    struct site *site;
    struct browser *browser;
    struct span agent;    /* the User-Agent that pages see */
    int64_t until_ms;     /* monotonic: when it is to end */
    size_t opened, shown; /* pages; and those of which site/ now shows what their scripts build, */
    size_t unshown;       /* or does not, for a reason */
    const char *stop;     /* why it ended early, or NULL */
};

/* Opens the pages of the site that are due, and takes what they have become into the mirror: what they
 * request and link to is queued or refused like all that pages link to, and site/ shows the documents of
 * pages that scripts build, if nothing speaks against it. Each page is committed on its own. Returns 0 or a
 * local failure, also if the browser cannot be started. */
int render_pages(struct render *render) CHECKED;

/* views.c: which pages are opened. */

/* Where the URLs were found that pages in the browser request. */
#define VIA_REQUEST "request of a script in a browser"

/* Adds the views that the mirror needs now: of all pages that scripts build, of samples of the other
 * pages, and of those that the user names. */
int views_choose(struct site *site) CHECKED;

/* Returns whether the user names the page at URL (--render-pages). */
bool views_is_named(struct site *site, struct span url) NONNULL;

/* Returns whether the mirror has something to show for ROW. */
bool views_has(const struct frontier_row *row) __attribute__((nonnull, pure));

/* Sets SEEN to a hash of what the mirror has for INPUTS: bodies, redirects, or the state of a URL. */
int views_look(struct site *site, const struct frontier_ids *inputs, int64_t *seen) CHECKED;

#endif
