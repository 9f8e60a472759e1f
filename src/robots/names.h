/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_NAMES_H
#define TIPTOE_ROBOTS_NAMES_H

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

#endif
