/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_WEAVE_ENVIRONMENT_H
#define TIPTOE_WEAVE_ENVIRONMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

struct weaver;
struct url;

/* Sets ENCODING to the one in which browsers read BYTES, of the URL with this ID, where the page around them
 * decides: a style sheet that declares none, or a script (IS_SCRIPT) that only its CONTENT_TYPE declares to
 * be in another. That is the encoding of the document on which the URL was found first; WHATWG name, or NULL
 * where it does not matter or is not known. Returns 0 or a local failure. */
int environment_encoding(struct weaver *weaver, int64_t id, struct span bytes, struct span content_type,
                         bool is_script, const char **encoding) __attribute__((nonnull, warn_unused_result));

/* Sets PAGE to the page that uses the script or data of the URL with this ID: the first page among its
 * referrers. NULL without one; borrowed until the next call. Returns 0 or a local failure. */
int environment_page(struct weaver *weaver, int64_t id, const struct url **page)
    __attribute__((nonnull, warn_unused_result));

#endif
