/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_NAMES_H
#define TIPTOE_ROBOTS_NAMES_H

#include <stdbool.h>

#include "base/span.h"

/* Agent names in User-agent values (ROBOTS.md, 5.2, steps 6 and 9). */

/* Takes the next name off a User-agent value: a word without its version and without punctuation around it,
 * or "*". False when there is none left. Borrowed from VALUE. */
bool names_next(struct span *value, struct span *name) __attribute__((nonnull, warn_unused_result));

/* Is NAME not TOKEN but part of it (three characters at least), or TOKEN part of NAME? */
bool names_are_near(struct span name, struct span token);

#endif
