/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_ROBOTS_NAMES_H
#define TIPTOE_ROBOTS_NAMES_H

#include <stdbool.h>

#include "base/span.h"

/* Agent names in User-agent values (ROBOTS.md, 5.2, steps 6 and 9). */

/* Takes the next name off a User-agent value: a word without its version and the punctuation around it, or
 * "*". False if there is none left. Borrowed from VALUE. */
bool names_next(struct span *value, struct span *name) __attribute__((nonnull, warn_unused_result));

/* Does NAME contain TOKEN, or TOKEN contain NAME (of at least three characters), without being equal? */
bool names_are_near(struct span name, struct span token);

#endif
