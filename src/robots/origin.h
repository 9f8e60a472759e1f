/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_ORIGIN_H
#define TIPTOE_ROBOTS_ORIGIN_H

#include "base/buf.h"
#include "base/span.h"

/* Reads the path of a rule that is written as an absolute URL of the site at ORIGIN ("https://host[:port]";
 * empty: of any site). Returns true with PATH set to that path, which may be empty or lack its first slash,
 * or to all of VALUE if it is not an absolute URL; false for a URL of another scheme, host or port. */
bool origin_rule_path(struct span origin, struct span value, struct span *path) CHECKED;

/* Adds the origin of an absolute http or https URL, "https://host[:port]" in lower case, without user
 * information and default port. Returns false, with nothing added, for any other text. */
bool origin_of(struct span url, struct buf *origin) CHECKED;

#endif
