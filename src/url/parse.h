/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_URL_PARSE_H
#define TIPTOE_URL_PARSE_H

#include "url/url.h"

/* Like url_parse, for an INPUT that is valid UTF-8, trimmed, and without tabs and line ends. Unless it
 * returns URL_OK, OUT is unspecified. */
enum url_result parse_reference(struct url *out, struct span input, const struct url *base,
                                const char *encoding) __attribute__((nonnull(1), warn_unused_result));

/* Parses the rest of an absolute INPUT: REST begins with the path, and OUT has all parts before it. */
void parse_path(struct url *out, struct span rest, const char *encoding) __attribute__((nonnull(1)));

/* Whether INPUT begins with a scheme that is neither http nor https. Reads the scheme only. */
bool parse_is_other_scheme(struct span input);

#endif
