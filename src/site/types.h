/* SPDX-License-Identifier: MIT */
#ifndef TIPTOE_SITE_TYPES_H
#define TIPTOE_SITE_TYPES_H

#include "base/span.h"

/* The table of media types and file name extensions. */

/* Returns the extension to add to NAME, the last part of a URL's path, so that a browser opens the file as
 * TYPE, a Content-Type value; its .at is NULL if the OWN extension of NAME suffices, which for data may have
 * any length. A parameter "name" of TYPE names the file for which no other extension is known. Extensions are
 * without their dot, and borrowed from NAME and TYPE, or static. */
struct span types_extension(struct span type, struct span name, struct span *own) __attribute__((nonnull));

/* Returns true if TYPE, a Content-Type value, is one of scripts. */
bool types_is_script(struct span type);

/* Returns the type of an extension; NULL if it is unknown, or if servers run files that have it. */
const char *types_of_extension(struct span extension);

/* Returns the extension of the parameter "name" of TYPE, which a download without another name has; empty
 * without one. */
struct span types_named_extension(struct span type);

/* Returns true if servers run files that have this extension. */
bool types_is_active(struct span extension);

/* Returns the extension of NAME, without its dot: one to five letters and digits of which the first is a
 * letter, or an extension in the table. Empty without one, or if NAME begins with the dot. */
struct span types_own_extension(struct span name);

#endif
