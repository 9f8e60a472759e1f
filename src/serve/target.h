/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SERVE_TARGET_H
#define TIPTOE_SERVE_TARGET_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/span.h"

/* Where a server shows the URLs of a mirror. The site's own origin stands at the root, with its own paths and
 * queries; any other, and what of the site's own begins with /_hosts/, below /_hosts/ and its host and port:
 * https without a port where it is the usual one, http with its port always, so that different URLs have
 * different targets. */

/* Sets OUT to the target of URL, a canonical text, with FRAGMENT (empty or with its '#') behind it. SITE is
 * the origin at the root. */
void target_make(struct buf *out, struct span url, struct span fragment, struct span site)
    __attribute__((nonnull));

/* Sets OUT to the URL, not canonical yet, that a request for TARGET ("/path?query") means; INDEX is 0 for the
 * best reading, 1 and so on for others: the scheme is not always told, and a site may have a folder /_hosts/
 * itself. False, OUT untouched, when there are not so many. */
bool target_url(struct buf *out, struct span target, struct span site, unsigned index)
    __attribute__((nonnull));

#endif
