/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SERVE_TARGET_H
#define TIPTOE_SERVE_TARGET_H

#include "base/buf.h"

/* The server's own pages are below this path. */
#define TARGET_OWN "/_tiptoe/"

/* The request targets of a mirror's URLs. The site's own origin is at the root, with its own paths and
 * queries. Other origins, and paths of the site that begin with /_hosts/ or TARGET_OWN, are below
 * /_hosts/HOST:PORT. The default port of https is omitted and the port of http is always given, so that
 * different URLs have different targets. */

/* Sets OUT to the target of URL, a canonical text, followed by FRAGMENT (empty, or with its '#'). SITE is the
 * origin at the root. */
void target_make(struct buf *out, struct span url, struct span fragment, struct span site) NONNULL;

/* Sets OUT to the URL, not yet canonical, of a request for TARGET ("/path?query"). INDEX is 0 for the best
 * reading, 1 and so on for others: the scheme is not always known, and a site may itself have a folder
 * /_hosts/. Returns false, with OUT untouched, if there is no reading with this index. */
bool target_url(struct buf *out, struct span target, struct span site, unsigned index) NONNULL;

#endif
