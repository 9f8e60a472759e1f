/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_CRAWL_REFERENCES_H
#define TIPTOE_CRAWL_REFERENCES_H

#include <stddef.h>

#include "base/buf.h"
#include "base/span.h"
#include "url/url.h"

struct frontier;
struct link_list;

/* What the links of a document say in the mirror. Made once, used for many documents. */
struct references {
    struct span *spans; /* one for each link; NULL start: as it stands */
    size_t room;
    struct buf text;            /* what the spans borrow */
    size_t *starts;             /* of each in `text`, while that may still move */
    struct buf guess, relative; /* of the link at hand */
    struct url url;
};

void references_init(struct references *references) __attribute__((nonnull));
void references_release(struct references *references) __attribute__((nonnull));

/* Works out a reference for each of LINKS, which stand in DOCUMENT, whose file is FROM. A link leads to its
 * target's file; while the target is still queued, to the file it will most likely get (references_guess).
 * What is not in the mirror becomes an absolute link to the live site, or, where a browser would ask for it
 * unasked, something inert. SITE is the origin at the root of the tree. 0 or the frontier's error; the spans
 * are borrowed until the next call. */
int references_make(struct references *references, struct frontier *frontier, struct span document,
                    const struct link_list *links, struct span from, struct span site)
    __attribute__((nonnull, warn_unused_result));

/* Sets OUT to the file that a queued URL with these ROLES (enum frontier_role) is taken to get. */
void references_guess(struct buf *out, const struct url *url, unsigned roles, struct span site)
    __attribute__((nonnull));

#endif
