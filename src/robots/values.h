/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_VALUES_H
#define TIPTOE_ROBOTS_VALUES_H

#include <stdbool.h>

#include "robots/lines.h"

/* What the value of a rule means (ROBOTS.md, 5.2, steps 7 and 8). */

/* The paths of a Disallow or Noindex line, in the reading that forbids most: without leading colons and
 * quotes, and several where all words are paths. Spans are borrowed from the line. */
struct value_paths {
    struct span rest;
    bool is_list;
};

void value_paths_start(struct value_paths *paths, const struct robots_line *line) __attribute__((nonnull));
bool value_paths_next(struct value_paths *paths, struct span *path)
    __attribute__((nonnull, warn_unused_result));

/* An Allow frees only if it is written properly: whole, a path, without white space and controls. */
bool value_is_proper_allow(const struct robots_line *line) __attribute__((nonnull));

#endif
