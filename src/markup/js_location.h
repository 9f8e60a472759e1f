/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_MARKUP_JS_LOCATION_H
#define TIPTOE_MARKUP_JS_LOCATION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"
#include "markup/js_scan.h"

/* Returns true if the script TEXT is about the page that it shows: it takes the address apart, or changes it.
 */
bool js_location_matters(struct span text);

/* Returns true if the name location that SCAN took, as a key, is one that a pattern takes from the window, as
 * in
 * `{location: a} = window`. */
bool js_location_is_unpacked(const struct js_scan *scan) __attribute__((nonnull, warn_unused_result));

/* Returns true if the script TEXT may have a class. */
bool js_location_has_class(struct span text);

/* Returns true if the name location that SCAN took at AT, between the token BEFORE and the byte NEXT, may be
 * that of a function, of a variable of all scripts, or of a field, if the script has a class. */
bool js_location_is_unclear(const struct js_scan *scan, size_t at, char before, char next, bool has_class)
    __attribute__((nonnull, warn_unused_result));

/* Returns true if that name is of an accessor, or the address of a window that may be of another origin, of
 * which browsers tell nothing else. */
bool js_location_stays(const struct js_scan *scan, size_t at, char before, char next)
    __attribute__((nonnull, warn_unused_result));

#endif
