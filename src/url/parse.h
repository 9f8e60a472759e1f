/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_URL_PARSE_H
#define TIPTOE_URL_PARSE_H

#include "url/url.h"

/* The parser's states from the scheme on. INPUT is valid UTF-8, trimmed, without tabs and line ends. For a
 * result other than URL_OK, OUT is in no good state. The rest is as url_parse says. */
enum url_result parse_reference(struct url *out, struct span input, const struct url *base,
                                const char *encoding) __attribute__((nonnull(1), warn_unused_result));

/* As parse_reference, for an absolute INPUT that OUT has already, up to its path; REST is what follows. */
void parse_path(struct url *out, struct span rest, const char *encoding) __attribute__((nonnull(1)));

/* Whether INPUT begins with a scheme, and neither http nor https. Looks at no more than the scheme. */
bool parse_is_other_scheme(struct span input);

#endif
