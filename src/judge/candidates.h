/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_JUDGE_CANDIDATES_H
#define TIPTOE_JUDGE_CANDIDATES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/limits.h"
#include "base/span.h"
#include "frontier/names.h"

struct site;
struct frontier_item;
struct url;

/* Guesses: URLs to which no link leads. They are texts in scripts and data that look like files of the site.
 * */

/* Guesses of one shape: found in the same way, with the same extension and, for texts of scripts, in the same
 * folder. A zeroed struct is a slot without one. */
struct guess_shape {
    uint64_t hash;
    unsigned tried;                      /* of this run */
    int64_t ids[LIMIT_GUESSES_OF_SHAPE]; /* of the first ones */
    bool pays;                           /* one of them exists */
};

/* By hash; of two shapes with one slot, the later one has it. */
struct guess_shapes {
    struct guess_shape slots[256];
};

/* Returns whether a queued candidate may still be requested. One of a shape that pays may; otherwise it is
 * refused if the first ones of its shape, or most candidates before it, did not exist. */
enum frontier_reason candidates_judge(struct site *site, const struct frontier_item *item,
                                      const struct url *url) __attribute__((nonnull));

/* Returns whether the candidate with this ID and URL has the name of a page, or was found as a link is; it
 * then counts for --max-pages. */
bool candidates_may_be_page(struct site *site, int64_t id, const struct url *url) __attribute__((nonnull));

/* Sets IS_PAGE to whether the HTML that a candidate returned is a page of the site, by its name and as a
 * whole document; the candidate is then a page in the frontier too. Anything else is stored as received, and
 * its links are not followed: the links of a fragment are relative to the page that a script puts it into,
 * and many sites answer with a page where a file is missing. Returns 0 or the frontier's error. */
int candidates_accept(struct site *site, const struct frontier_item *item, const struct url *url,
                      struct span html, bool *is_page) __attribute__((nonnull, warn_unused_result));

#endif
