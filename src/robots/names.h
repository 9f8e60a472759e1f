/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_NAMES_H
#define TIPTOE_ROBOTS_NAMES_H

#include "base/buf.h"
#include "base/span.h"
#include "robots/lines.h"

/* Agent names in User-agent values (RFC 9309 §2.2.1). */

/* Takes the next name off a User-agent value: a word without its version and the punctuation around it, or
 * "*". Returns false at the end. Borrowed from VALUE. */
bool names_next(struct span *value, struct span *name) CHECKED;

/* Returns true if NAME contains TOKEN, or TOKEN contains NAME (of at least three characters), without being
 * equal. */
bool names_are_near(struct span name, struct span token);

/* The paths in the value of a rule (RFC 9309 §2.2.2). */

/* The paths of a Disallow or Noindex line, in the reading that forbids most: without leading colons and
 * without quotes, and each word a path if every word begins like one, or several divided by commas. Spans are
 * borrowed from the line. */
struct value_paths {
    struct span rest;
    bool is_list;
};

void value_paths_start(struct value_paths *paths, const struct robots_line *line) NONNULL;
bool value_paths_next(struct value_paths *paths, struct span *path) CHECKED;

/* Returns true for an Allow that takes effect, because it is written correctly: a whole path without white
 * space and control characters. */
bool value_is_proper_allow(const struct robots_line *line) NONNULL;

/* Reads the path of a rule that is written as an absolute URL of the site at ORIGIN ("https://host[:port]";
 * empty: of any site). Returns true with PATH set to that path, which may be empty or lack its first slash,
 * or to all of VALUE if it is not an absolute URL; false for a URL of another scheme, host or port. */
bool origin_rule_path(struct span origin, struct span value, struct span *path) CHECKED;

/* Adds the origin of an absolute http or https URL, "https://host[:port]" in lower case, without user
 * information and default port. Returns false, with nothing added, for any other text. */
bool origin_of(struct span url, struct buf *origin) CHECKED;

#endif
