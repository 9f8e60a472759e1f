/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_RENDER_INSIDE_H
#define TIPTOE_RENDER_INSIDE_H

#include "base/buf.h"
#include "mirror/original.h"
#include "render/rendering.h"

struct frontier_ids;
struct frontier_row;
struct site;

/* Shared by the files of this folder, except rendering.c. No other file includes it. */

/* answers.c */

/* Answers the requests of pages with what the site sent. Always to be followed by answers_release. */
struct answers {
    struct site *site;
    bool may_hold; /* otherwise URLs that the mirror lacks are refused */
    int depth;     /* of the page, in links from the start page */
    int error;     /* the first local failure; all requests are refused after it */
    struct original original;
    struct buf body, fields;
};

void answers_init(struct answers *answers, struct site *site) NONNULL;
void answers_release(struct answers *answers) NONNULL;

/* Returns whether the mirror has something to show for ROW. */
bool answers_has(const struct frontier_row *row) __attribute__((nonnull, pure));

/* Answers a request, as page_ask. OF is a struct answers. A URL that the mirror does not have is held if it
 * is one of the site, or an image, a style sheet, a font or a film, and --requisites lets pages have it. */
enum page_verdict answers_ask(void *of, struct span url, enum request_kind kind, struct page_answer *answer)
    NONNULL;

/* views.c */

/* Where the URLs were found that pages in the browser request. */
#define VIA_REQUEST "request of a script in a browser"

/* Adds the views that the mirror needs now: of all pages that scripts build, of samples of the other
 * pages, and of those that the user names. */
int views_choose(struct site *site) CHECKED;

/* Sets SEEN to a hash of what the mirror has for INPUTS: bodies, redirects, or the state of a URL. */
int views_look(struct site *site, const struct frontier_ids *inputs, int64_t *seen) CHECKED;

#endif
