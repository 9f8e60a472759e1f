/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_RENDER_RENDER_H
#define TIPTOE_RENDER_RENDER_H

#include "base/span.h"

struct browser;
struct site;

/* A run in the browser. */
struct render {
    struct site *site;
    struct browser *browser;
    struct span agent;    /* the User-Agent that pages see */
    int64_t until_ms;     /* monotonic: when it is to end */
    size_t opened, shown; /* pages; and those of which site/ now shows what their scripts build */
    const char *stop;     /* why it ended early, or NULL */
};

/* Opens the pages of the site that are due, and takes what they have become into the mirror: what they
 * request and link to is queued or refused like all that pages link to, and site/ shows the documents of
 * pages that scripts build, if nothing speaks against it. Each page is committed on its own. Returns 0 or a
 * local failure, also if the browser cannot be started. */
int render_pages(struct render *render) CHECKED;

#endif
