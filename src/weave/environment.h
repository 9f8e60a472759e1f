/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_WEAVE_ENVIRONMENT_H
#define TIPTOE_WEAVE_ENVIRONMENT_H

#include <stdint.h>

#include "base/span.h"

struct weaver;
struct url;

/* Returns the encoding in which browsers read the style sheet SHEET, of the URL with this ID, if the sheet
 * declares no encoding: that of the page on which it was found first. WHATWG name, or NULL where it does not
 * matter or is not known. */
const char *environment_encoding(struct weaver *weaver, int64_t id, struct span sheet,
                                 struct span content_type) __attribute__((nonnull));

/* Returns the same for a script that only its CONTENT_TYPE declares to be in an encoding: that of the page.
 * NULL for any other script. */
const char *environment_of_script(struct weaver *weaver, int64_t id, struct span script,
                                  struct span content_type) __attribute__((nonnull));

/* Returns the page that uses the script or data of the URL with this ID: the first page among its referrers.
 * NULL if there is none; borrowed until the next call. */
const struct url *environment_page(struct weaver *weaver, int64_t id) __attribute__((nonnull));

#endif
