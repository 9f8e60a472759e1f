/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_VALUES_H
#define TIPTOE_ROBOTS_VALUES_H

#include <stdbool.h>

#include "robots/lines.h"

/* The value of a rule (ROBOTS.md, 5.2, steps 7 and 8). */

/* The paths of a Disallow or Noindex line, in the reading that forbids most: without leading colons and
 * without quotes, and one path per word if every word is a path. Spans are borrowed from the line. */
struct value_paths {
    struct span rest;
    bool is_list;
};

void value_paths_start(struct value_paths *paths, const struct robots_line *line) __attribute__((nonnull));
bool value_paths_next(struct value_paths *paths, struct span *path)
    __attribute__((nonnull, warn_unused_result));

/* An Allow takes effect only if it is written correctly: a whole path without white space and control
 * characters. */
bool value_is_proper_allow(const struct robots_line *line) __attribute__((nonnull));

#endif
