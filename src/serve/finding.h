/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SERVE_FINDING_H
#define TIPTOE_SERVE_FINDING_H

#include "base/buf.h"
#include "base/span.h"

struct mirror;
struct page_mirror;

/* Sets OUT to the server's page at TARGET, which begins with TARGET_OWN: a start page with a search box, or
 * what was found in MIRROR. SITE is the origin at the root. Returns the HTTP status. */
int finding_page(struct buf *out, struct mirror *mirror, struct span target, struct span site,
                 const struct page_mirror *about) __attribute__((nonnull, warn_unused_result));

#endif
